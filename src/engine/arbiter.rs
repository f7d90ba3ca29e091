//! [`Arbiter`]: a game under the eye of the rules, for programs that let others play.

use super::catalog::Catalog;
use super::certain::Known;
use super::error::Error;
use super::position::{Played, Position};
use crate::game::{Outcome, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// What is played: a variant, the file that describes it if it is a user's, and switches
/// set differently.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSet {
    /// Id of the variant, or another of its names.
    pub variant: String,
    /// Path of the variant file that it is described in; `None` for a built-in variant.
    #[serde(default)]
    pub file: Option<String>,
    /// Rule switches that differ from the variant's own: names and values, in any order.
    #[serde(default)]
    pub switches: Vec<(String, String)>,
}

impl RuleSet {
    /// The variants there are to choose from, and the start position of the rules.
    pub(super) fn open(&self) -> Result<(Catalog, Box<dyn Position>), Error> {
        let catalog = Catalog::with_file(self.file.as_deref().unwrap_or(""))?;
        let position = catalog.open_with(&self.variant, &self.switches)?;
        Ok((catalog, position))
    }
}

/// Members of the `rules` answer that make the rules what they are. All others are names,
/// places in a drawing, or follow from these.
const MEANING: [&str; 6] = ["rows", "edges", "lines", "first_turn_closed", "switches", "start"];

/// How long tables that are being solved are waited for: what is known must not depend on
/// how busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays a game turn by turn and says where it stands. A copy has a game of its own, and
/// asks the same tables.
pub struct Arbiter {
    position: Box<dyn Position>,
    turns: Vec<String>,
    /// The folder of the tables that are asked, an empty one being none; `None` if no tables
    /// are asked.
    tables: Option<String>,
}

impl Clone for Arbiter {
    fn clone(&self) -> Self {
        let position = self.position.twin();
        Self { position, turns: self.turns.clone(), tables: self.tables.clone() }
    }
}

impl std::fmt::Debug for Arbiter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Arbiter");
        shown.field("variant", &self.variant()).field("fen", &self.fen());
        shown.field("turns", &self.turns).finish_non_exhaustive()
    }
}

impl Arbiter {
    /// The start position of the rules.
    ///
    /// # Errors
    /// `BadArgument` for an unknown variant, `Io` and `BadValue` for its file,
    /// `NoSuchOption` and `BadValue` for a switch.
    pub fn new(rules: &RuleSet) -> Result<Self, Error> {
        let (_, position) = rules.open()?;
        Ok(Self { position, turns: Vec::new(), tables: None })
    }

    /// The same with tables of exact values to ask: those in `folder`, and those that need
    /// no file.
    ///
    /// # Errors
    /// `Unsupported` if there can be none for these rules, `Io` if the folder is none, cannot
    /// be read, or holds no tables of these rules.
    pub fn with_tables(self, folder: Option<&str>) -> Result<Self, Error> {
        self.position.check_tables(folder)?;
        let folder = folder.unwrap_or_default();
        // Opened here, they serve all copies.
        self.position.open_tables(folder);
        Ok(Self { tables: Some(folder.to_owned()), ..self })
    }

    /// Id of the variant.
    pub fn variant(&self) -> &str {
        self.position.id()
    }

    /// Sets the position to a position text, or to the start position of the rules, and
    /// plays turns from there, as `position` does. On an error no position is set.
    ///
    /// # Errors
    /// `BadFen`, `IllegalMove` with the index of the word.
    pub fn place(&mut self, fen: Option<&str>, turns: &[&str]) -> Result<(), Error> {
        self.turns.clear();
        self.turns = texts(self.position.set_up(fen, turns)?);
        Ok(())
    }

    /// Plays one whole turn and returns its canonical text; on an error nothing is played.
    ///
    /// # Errors
    /// `NoPosition`, `IllegalMove` if it is not one legal turn or the game is over.
    pub fn play(&mut self, turn: &str) -> Result<String, Error> {
        let refused =
            |message| Error::IllegalMove { index: 0, token: turn.to_owned(), message };
        let words: Vec<&str> = turn.split_whitespace().collect();
        let mut played = texts(self.position.play(&words)?);
        match (played.pop(), played.len()) {
            (Some(one), 0) => {
                self.turns.push(one.clone());
                Ok(one)
            }
            (None, _) => Err(refused("there is no turn".to_owned())),
            (Some(_), before) => {
                let count = before + 1;
                self.position.undo(count)?;
                Err(refused(format!("{count} turns instead of one")))
            }
        }
    }

    /// The turns since the position that was set, canonical.
    pub fn turns(&self) -> &[String] {
        &self.turns
    }

    /// Who is on turn.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn side(&self) -> Result<Side, Error> {
        self.position.side()
    }

    /// The letter of a side in position texts and answers: `w`, `b`.
    pub fn side_letter(&self, side: Side) -> &'static str {
        self.position.side_letter(side)
    }

    /// How the game has ended, by repetition and quiet plies too; `None` while it goes on.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn outcome(&self) -> Result<Option<Outcome>, Error> {
        self.position.outcome()
    }

    /// How the game ends if both sides play best, as far as the tables are sure of it: they
    /// are of a draw, and of a win that neither the quiet plies nor a repetition can keep
    /// off. `None` for all else, without tables, and when the game is over.
    ///
    /// It waits for tables that are being solved, a second or less unless the machine is very
    /// busy, and a minute at most.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn known(&self) -> Result<Option<Known>, Error> {
        match &self.tables {
            Some(folder) => self.position.known(folder, PATIENCE),
            None => Ok(None),
        }
    }

    /// The position text.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn fen(&self) -> Result<String, Error> {
        self.position.fen()
    }

    /// Plies played since the start of the game, those before a position text included.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn ply(&self) -> Result<u32, Error> {
        self.position.ply()
    }

    /// The legal turns, sorted as text; none when the game is over.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn legal(&self) -> Result<Vec<String>, Error> {
        self.position.legal()
    }

    /// A number that is the same for positions that are images of each other under a
    /// symmetry of the board.
    ///
    /// # Errors
    /// `NoPosition`.
    pub fn shape_key(&self) -> Result<u64, Error> {
        self.position.shape_key()
    }

    /// The rules as data, as `rules` answers.
    pub fn rules(&self) -> Value {
        self.position.rules()
    }

    /// A digest of all that the rules mean, 16 hexadecimal digits: board, lines, switches
    /// and start position, but neither the name nor the drawing nor the order of a list.
    pub fn digest(&self) -> String {
        let rules = self.rules();
        let points: Vec<&Value> = rules["points"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|point| &point["id"])
            .collect();
        let mut text = format!("{points:?}");
        for member in MEANING {
            text.push('\n');
            text.push_str(&sorted(&rules[member], member != "rows").to_string());
        }
        format!("{:016x}", fnv1a(text.as_bytes()))
    }
}

fn texts(played: Vec<Played>) -> Vec<String> {
    played.into_iter().map(|one| one.turn).collect()
}

/// The value with every object, and if `lists` every list, in the order of its text.
fn sorted(value: &Value, lists: bool) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(|item| sorted(item, lists)).collect();
            if lists {
                items.sort_by_cached_key(Value::to_string);
            }
            Value::Array(items)
        }
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> = members
                .iter()
                .map(|(name, item)| (name.clone(), sorted(item, lists)))
                .collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(members.into_iter().collect())
        }
        other => other.clone(),
    }
}

/// Fowler, Noll and Vo, FNV-1a with 64 bits (RFC 9923).
fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Reason;

    fn rules(variant: &str, switches: &[(&str, &str)]) -> RuleSet {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let switches = switches.iter().map(owned).collect();
        RuleSet { variant: variant.to_owned(), file: None, switches }
    }

    fn arbiter(variant: &str, switches: &[(&str, &str)]) -> Arbiter {
        Arbiter::new(&rules(variant, switches)).unwrap()
    }

    fn village(file: &str, variant: &str) -> RuleSet {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants/good/");
        RuleSet { file: Some(format!("{folder}{file}.toml")), ..rules(variant, &[]) }
    }

    #[test]
    fn a_game_is_played_turn_by_turn() {
        let mut game = arbiter("mlabalaba", &[]);
        assert_eq!((game.variant(), game.side().unwrap()), ("morabaraba", Side::Dark));
        assert_eq!(game.play("D6").unwrap(), "d6");
        game.play("a1").unwrap();
        game.play("d5").unwrap();
        game.play("g1").unwrap();
        assert_eq!(game.play(" d7 xa1 ").unwrap(), "d7xa1");
        assert_eq!(game.turns(), ["d6", "a1", "d5", "g1", "d7xa1"]);
        assert_eq!(game.fen().unwrap(), "1b1/1b1/1b1/6/3/3/2w w 10,9 - 0 5");
        assert_eq!((game.ply().unwrap(), game.outcome().unwrap()), (5, None));
        assert_eq!(game.side_letter(game.side().unwrap()), "w");
        assert_eq!(game.legal().unwrap().len(), 20);
    }

    #[test]
    fn what_is_not_one_legal_turn_is_refused_and_nothing_is_played() {
        let mut game = arbiter("nine", &[]);
        game.place(None, &["d6"]).unwrap();
        for turn in ["d6", "d5 d7", "", "  ", "h9", "d6-d7", "d5xd6"] {
            let error = game.play(turn).unwrap_err();
            assert!(
                matches!(&error, Error::IllegalMove { index: 0, token, .. } if turn.contains(token.as_str())),
                "{turn:?}: {error:?}"
            );
            assert_eq!((game.turns().len(), game.ply().unwrap()), (1, 1), "{turn:?}");
        }
    }

    #[test]
    fn no_position_is_set_after_one_that_is_refused() {
        let mut game = arbiter("nine", &[]);
        assert!(matches!(game.place(Some("rubbish w"), &[]), Err(Error::BadFen(_))));
        assert_eq!(game.side(), Err(Error::NoPosition));
        assert_eq!(game.play("d6"), Err(Error::NoPosition));
        let illegal = game.place(None, &["d6", "d6"]);
        assert!(matches!(illegal, Err(Error::IllegalMove { index: 1, .. })));
        assert_eq!(game.outcome(), Err(Error::NoPosition));
        assert!(game.turns().is_empty());
        game.place(Some("www/3/3/6/3/3/bbb b 0,0 - 0 7"), &["d1-d2"]).unwrap();
        assert_eq!((game.turns().join(" "), game.ply().unwrap()), ("d1-d2".to_owned(), 8));
    }

    #[test]
    fn repetition_ends_a_game_and_nothing_is_played_after_it() {
        let mut game = arbiter("nine", &[("repetition", "2"), ("Fly", "never")]);
        game.place(Some("ww1/3/3/3w1b/3/3/bb1 w"), &["d7-d6", "d1-d2", "d6-d7"]).unwrap();
        assert_eq!(game.outcome().unwrap(), None);
        game.play("d2-d1").unwrap();
        assert_eq!(game.outcome().unwrap(), Some(Outcome::draw(Reason::Repetition)));
        assert!(game.legal().unwrap().is_empty());
        assert!(matches!(game.play("d7-d6"), Err(Error::IllegalMove { .. })));
    }

    #[test]
    fn switches_act_on_the_start_position_in_any_order() {
        let switches =
            [("FullBoard", "each_removes"), ("FirstMover", "b"), ("PlacingMill", "none")];
        let game = arbiter("nine", &switches);
        assert_eq!(game.fen().unwrap(), "3/3/3/6/3/3/3 b 9,9 - 0 0");
        assert_eq!(game.rules()["switches"]["FullBoard"], "each_removes");
        let men = arbiter("nine", &[("Men", "5")]);
        assert_eq!(men.fen().unwrap(), "3/3/3/6/3/3/3 w 5,5 - 0 0");
    }

    #[test]
    fn rules_that_cannot_be_are_refused_by_their_reason() {
        let refusal = |rules: &RuleSet| Arbiter::new(rules).unwrap_err();
        assert!(matches!(refusal(&rules("chess", &[])), Error::BadArgument(_)));
        assert!(matches!(refusal(&rules("nine", &[("Luck", "on")])), Error::NoSuchOption(_)));
        assert!(matches!(refusal(&rules("nine", &[("Men", "99")])), Error::BadValue { .. }));
        assert!(matches!(refusal(&village("no-such-file", "village")), Error::Io(_)));
        assert!(matches!(refusal(&village("village", "vilage")), Error::BadArgument(_)));
    }

    #[test]
    fn images_have_the_same_shape() {
        let mut game = arbiter("nine", &[]);
        let mut shape = |turns: &[&str]| {
            game.place(None, turns).unwrap();
            game.shape_key().unwrap()
        };
        assert_eq!(shape(&["a7", "d6"]), shape(&["g1", "d2"]));
        assert_ne!(shape(&["a7", "d6"]), shape(&["a7", "d2"]));
    }

    #[test]
    fn the_digest_is_that_of_the_rules_and_not_of_their_names() {
        let digest = |rules: &RuleSet| Arbiter::new(rules).unwrap().digest();
        let nine = digest(&rules("nine", &[]));
        assert_eq!(nine.len(), 16);
        assert_eq!(nine, digest(&rules("muehle", &[("Men", "9")])));
        assert_eq!(nine, digest(&village("smallest", "smallest")));
        assert_ne!(nine, digest(&village("strict-nine", "strict-nine")));
        assert_ne!(nine, digest(&rules("twelve", &[("Men", "9")])), "another board");
        assert_ne!(nine, digest(&rules("nine", &[("FirstMover", "b")])));
    }

    #[test]
    fn only_variants_of_the_same_rules_have_the_same_digest() {
        let mut seen = std::collections::BTreeMap::new();
        let mut same = Vec::new();
        let ids = Catalog::default().ids();
        for id in &ids {
            if let Some(other) = seen.insert(arbiter(id, &[]).digest(), id) {
                same.push((other.as_str(), id.as_str()));
            }
        }
        assert_eq!(same, [("nine-holes", "dooz3"), ("nine", "dooz9")]);
    }
}
