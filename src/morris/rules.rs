//! Rule switches: each an enum with its words, all in one table.
//!
//! A variant file, `setoption` and the `rules` answer all go through
//! [`SWITCHES`], so that a switch is declared once.

use crate::game::Side;
use crate::morris::error::VariantError;

/// Declares a switch of a few words: the enum, its words and both ways between them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// The words of the switch, in order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for this value.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value that `word` names.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

words! {
    /// Who makes the first turn of the start position.
    FirstMover {
        /// The light side.
        Light = "w",
        /// The dark side.
        Dark = "b",
    }
}

words! {
    /// Who may move to any empty point instead of a neighbouring one.
    Fly {
        /// Nobody.
        Never = "never",
        /// A side with an empty hand and three men or fewer.
        Three = "three",
        /// Everybody.
        Always = "always",
    }
}

words! {
    /// The number of men, on board and in hand, below which a side has lost.
    LoseBelow {
        /// A side loses only with its last man.
        Zero = "0",
        /// A side loses when it can no longer form a mill.
        Three = "3",
    }
}

words! {
    /// Which men a closed mill may take.
    Targets {
        /// Men outside mills; any man if all stand in mills.
        UnlessAll = "unless_all",
        /// Any man.
        Any = "any",
        /// Men outside mills; nothing if all stand in mills.
        Forfeit = "forfeit",
    }
}

words! {
    /// What several mills closed by one turn take.
    MillsAtOnce {
        /// One man.
        One = "one",
        /// One man for each mill, three at most.
        PerMill = "per_mill",
    }
}

words! {
    /// A switch that is off or on.
    Toggle {
        /// Off.
        Off = "off",
        /// On.
        On = "on",
    }
}

words! {
    /// What a mill closed by placing a man does.
    PlacingMill {
        /// Takes a man from the board, as in the moving phase.
        Board = "board",
        /// Takes a man from the board; nobody may place on its point until all men are placed.
        Mark = "mark",
        /// Nothing.
        None = "none",
        /// Discards a man from the opponent's hand (from the board if the hand is empty).
        HandOpp = "hand_opp",
        /// As `hand_opp`, and the same side is on turn again after a discard.
        HandAgain = "hand_again",
        /// The opponent must use his turn to take off one of his own men.
        Own = "own",
    }
}

words! {
    /// The ban on the machine gun: shuttling between two mills.
    MachineGun {
        /// No ban.
        Off = "off",
        /// The man that broke a mill to close another may not go straight back to close the first.
        SameCow = "same_cow",
        /// No man may close the broken mill again in the next turn.
        SameMill = "same_mill",
    }
}

words! {
    /// What happens to a side on turn that has no legal turn.
    NoMove {
        /// It loses.
        Loss = "loss",
        /// The other side moves again.
        Pass = "pass",
        /// The other side moves again, must make way if it can, and takes nothing by it.
        Free = "free",
    }
}

words! {
    /// What happens when the placing phase fills the board.
    FullBoard {
        /// A draw.
        Draw = "draw",
        /// The side that made the first turn loses.
        FirstLoses = "first_loses",
        /// Each side takes one enemy man, then play goes on.
        EachRemoves = "each_removes",
        /// The side on turn takes one enemy man, then play goes on.
        MoverRemoves = "mover_removes",
    }
}

words! {
    /// Whose three men start the ten-move count.
    TenMoveWhen {
        /// Either side's.
        Either = "either",
        /// Both sides' at once.
        Both = "both",
    }
}

words! {
    /// How many occurrences of a position draw the game.
    Repetition {
        /// Positions may recur without end.
        Off = "0",
        /// The second occurrence.
        Twice = "2",
        /// The third occurrence.
        Thrice = "3",
    }
}

impl FirstMover {
    /// The side it names.
    pub const fn side(self) -> Side {
        match self {
            Self::Light => Side::Light,
            Self::Dark => Side::Dark,
        }
    }
}

impl LoseBelow {
    /// The number that it names.
    pub const fn count(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::Three => 3,
        }
    }

    /// The fewest men with which a side plays on; without any man nobody does.
    pub const fn least(self) -> u32 {
        match self {
            Self::Zero => 1,
            Self::Three => 3,
        }
    }
}

impl Toggle {
    /// Whether it is on.
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

impl Repetition {
    /// The number of occurrences, 0 for off.
    pub const fn count(self) -> u8 {
        match self {
            Self::Off => 0,
            Self::Twice => 2,
            Self::Thrice => 3,
        }
    }
}

/// The rules of a variant apart from its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Who makes the first turn.
    pub first_mover: FirstMover,
    /// Men of each side, 1 to 15.
    pub men: u8,
    /// Who flies.
    pub fly: Fly,
    /// When a side has too few men.
    pub lose_below: LoseBelow,
    /// Which men may be taken.
    pub targets: Targets,
    /// What several mills at once take.
    pub mills_at_once: MillsAtOnce,
    /// Whether a closed mill may take nothing by choice.
    pub capture_optional: Toggle,
    /// What a mill closed by placing does.
    pub placing_mill: PlacingMill,
    /// Whether men may move while their side has men in hand.
    pub move_while_placing: Toggle,
    /// Whether a line of three ends the game at once.
    pub line_wins: Toggle,
    /// The ban on shuttling between two mills.
    pub machine_gun: MachineGun,
    /// A blocked side's fate.
    pub no_move: NoMove,
    /// What a full board means.
    pub full_board: FullBoard,
    /// Plies without capture after which a three-men ending is drawn; 0 = never.
    pub ten_move: u8,
    /// Whose three men start that count.
    pub ten_move_when: TenMoveWhen,
    /// Occurrences of a position that draw.
    pub repetition: Repetition,
    /// Quiet plies that draw, 0 to 1000; 0 = never.
    pub quiet_plies: u16,
}

impl Default for Rules {
    /// The values that a variant file gets for keys it leaves out.
    fn default() -> Self {
        Self {
            first_mover: FirstMover::Light,
            men: 9,
            fly: Fly::Three,
            lose_below: LoseBelow::Three,
            targets: Targets::UnlessAll,
            mills_at_once: MillsAtOnce::One,
            capture_optional: Toggle::Off,
            placing_mill: PlacingMill::Board,
            move_while_placing: Toggle::Off,
            line_wins: Toggle::Off,
            machine_gun: MachineGun::Off,
            no_move: NoMove::Loss,
            full_board: FullBoard::Draw,
            ten_move: 0,
            ten_move_when: TenMoveWhen::Either,
            repetition: Repetition::Thrice,
            quiet_plies: 100,
        }
    }
}

impl Rules {
    /// Refuses switches that contradict each other.
    ///
    /// # Errors
    /// A sentence that names the switches and says why.
    pub fn check(&self) -> Result<(), VariantError> {
        self.contradiction().map_or(Ok(()), |(_, error)| Err(error))
    }

    /// The keys of switches that contradict each other, and why they do.
    pub(super) fn contradiction(&self) -> Option<(&'static [&'static str], VariantError)> {
        let because = |text: &str| VariantError(text.to_owned());
        if self.full_board == FullBoard::EachRemoves && self.placing_mill != PlacingMill::None {
            return Some((
                &["full_board", "placing_mill"],
                because(
                    "full_board each_removes needs placing_mill none: after a capture in the \
                     placing phase the count of men no longer says whose removal is due",
                ),
            ));
        }
        if self.men < 3 && self.lose_below == LoseBelow::Three {
            return Some((
                &["men", "lose_below"],
                VariantError(format!(
                    "men = {} with lose_below 3: both sides have lost before the first turn",
                    self.men
                )),
            ));
        }
        None
    }
}

/// What values a switch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number within these bounds.
    Number {
        /// Lowest value.
        min: i64,
        /// Highest value.
        max: i64,
    },
}

/// One rule switch: its names, its values and the way into [`Rules`].
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Name as an option of the protocol.
    pub name: &'static str,
    /// Key in a variant file.
    pub key: &'static str,
    /// Its values.
    pub shape: Shape,
    /// Reads the value as text.
    pub get: fn(&Rules) -> String,
    set: fn(&mut Rules, &str) -> bool,
}

impl Switch {
    /// Sets the switch from text.
    ///
    /// # Errors
    /// A sentence with the value given and the values wanted.
    pub fn set(&self, rules: &mut Rules, value: &str) -> Result<(), VariantError> {
        if (self.set)(rules, value) {
            return Ok(());
        }
        let wanted = match self.shape {
            Shape::Words(words) => format!("one of {}", words.join(", ")),
            Shape::Number { min, max } => format!("a whole number from {min} to {max}"),
        };
        Err(VariantError(format!("{value:?} is not a value of {}; wanted {wanted}", self.key)))
    }
}

macro_rules! word_switch {
    ($name:literal, $key:ident, $kind:ident) => {
        Switch {
            name: $name,
            key: stringify!($key),
            shape: Shape::Words($kind::WORDS),
            get: |rules| rules.$key.word().to_owned(),
            set: |rules, text| match $kind::from_word(text) {
                Some(value) => {
                    rules.$key = value;
                    true
                }
                None => false,
            },
        }
    };
}

macro_rules! number_switch {
    ($name:literal, $key:ident, $min:literal, $max:literal) => {
        Switch {
            name: $name,
            key: stringify!($key),
            shape: Shape::Number { min: $min, max: $max },
            get: |rules| rules.$key.to_string(),
            set: |rules, text| match text.parse() {
                Ok(value) if ($min..=$max).contains(&value) => {
                    rules.$key = value;
                    true
                }
                _ => false,
            },
        }
    };
}

/// Every rule switch, in the order announced.
pub static SWITCHES: [Switch; 17] = [
    word_switch!("FirstMover", first_mover, FirstMover),
    number_switch!("Men", men, 1, 15),
    word_switch!("Fly", fly, Fly),
    word_switch!("LoseBelow", lose_below, LoseBelow),
    word_switch!("Targets", targets, Targets),
    word_switch!("MillsAtOnce", mills_at_once, MillsAtOnce),
    word_switch!("CaptureOptional", capture_optional, Toggle),
    word_switch!("PlacingMill", placing_mill, PlacingMill),
    word_switch!("MoveWhilePlacing", move_while_placing, Toggle),
    word_switch!("LineWins", line_wins, Toggle),
    word_switch!("MachineGun", machine_gun, MachineGun),
    word_switch!("NoMove", no_move, NoMove),
    word_switch!("FullBoard", full_board, FullBoard),
    number_switch!("TenMove", ten_move, 0, 100),
    word_switch!("TenMoveWhen", ten_move_when, TenMoveWhen),
    word_switch!("Repetition", repetition, Repetition),
    number_switch!("QuietPlies", quiet_plies, 0, 1000),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_takes_its_own_words_and_no_others() {
        for switch in &SWITCHES {
            let mut rules = Rules::default();
            let values: Vec<String> = match switch.shape {
                Shape::Words(words) => words.iter().map(ToString::to_string).collect(),
                Shape::Number { min, max } => vec![min.to_string(), max.to_string()],
            };
            for value in values {
                switch.set(&mut rules, &value).unwrap();
                assert_eq!((switch.get)(&rules), value, "{}", switch.name);
            }
            assert!(switch.set(&mut rules, "sometimes").is_err(), "{}", switch.name);
        }
    }

    #[test]
    fn a_number_beyond_its_bounds_is_refused_with_them() {
        let men = SWITCHES.iter().find(|switch| switch.key == "men").unwrap();
        let error = men.set(&mut Rules::default(), "16").unwrap_err().to_string();
        assert!(error.contains("16") && error.contains("1 to 15"), "{error}");
    }

    #[test]
    fn the_option_name_and_the_file_key_are_one_word() {
        for switch in &SWITCHES {
            let joined: String = switch.key.split('_').collect();
            assert_eq!(joined, switch.name.to_ascii_lowercase());
        }
    }
}
