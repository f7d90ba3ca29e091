//! The flags that are followed by `key=value` words.

use crate::config::ConfigError;
use crate::draft::{PlayerDraft, TournamentDraft};
use crate::words;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde::de::DeserializeOwned;

/// Name of the flag, name of its words, and help.
const LISTS: [(&str, &str, &str); 9] = [
    (
        "engine",
        "KEY=VALUE",
        "A player; give it again for each: cmd=FILE name=NAME args=\"...\" dir=FOLDER \
         option.NAME=VALUE, and its limits: tc=[TURNS/]SECONDS[+INCREMENT] or inf, st=SECONDS a \
         turn, nodes=N, depth=N; what is given counts together. timemargin=MILLISECONDS that it \
         may be late [default: 0], ponder=true, proto=umi",
    ),
    ("each", "KEY=VALUE", "The same keys, for all players that do not say otherwise"),
    ("rules", "NAME=VALUE", "Rule switches of the game: MachineGun=off Men=11"),
    (
        "openings",
        "KEY=VALUE",
        "Where games start: file=FILE format=txt|pgn order=random|sequential plies=N start=N; or \
         generated plies=N; or startpos [default: generated]",
    ),
    (
        "sprt",
        "KEY=VALUE",
        "End when the first player is shown to be stronger than the second, or not: elo0=N elo1=N \
         alpha=P beta=P model=normalized|logistic [default: 0.05, normalized]",
    ),
    (
        "draw",
        "KEY=VALUE",
        "End a game as a draw after movenumber=N moves, if the scores of both were at most \
         score=CENTIMEN for movecount=N turns each",
    ),
    (
        "resign",
        "KEY=VALUE",
        "End a game as lost by a player who was score=CENTIMEN behind for movecount=N turns; \
         twosided=false if the other need not see it too [default: true]",
    ),
    (
        "tb",
        "[dir=]DIR",
        "End a game as soon as tables of exact values (tablebases) in the folder DIR are sure of its \
         result; draw=false or win=false if drawn or won games are to be played on [default: true]",
    ),
    (
        "log",
        "KEY=VALUE",
        "Diagnostics: level=off|error|warn|info|debug|trace file=FILE [default: the environment \
         variable RUST_LOG, or else warn, on standard error]",
    ),
];

/// The words after each of these flags, for each time that it is given.
#[derive(Clone, Debug)]
pub(super) struct Lists(Vec<Vec<Vec<String>>>);

impl FromArgMatches for Lists {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let lists = LISTS.iter().map(|(flag, ..)| {
            let given = matches.get_occurrences::<String>(flag);
            given.map(|lists| lists.map(|words| words.cloned().collect()).collect())
        });
        Ok(Self(lists.map(Option::unwrap_or_default).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Lists {
    fn augment_args(command: Command) -> Command {
        let args = LISTS.map(|(flag, word, help)| {
            let arg = Arg::new(flag).long(flag).help(help).value_name(word);
            arg.action(ArgAction::Append).num_args(1..)
        });
        command.args(args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl Lists {
    /// The draft with what these flags say.
    pub(super) fn fill(
        &self,
        mut draft: TournamentDraft,
    ) -> Result<TournamentDraft, ConfigError> {
        for (index, words) in self.of("engine").iter().enumerate() {
            let place = format!("-engine {}", index + 1);
            let player: Option<PlayerDraft> = read(&place, words, None)?;
            draft.engines.extend(player);
        }
        let joined = |flag: &str| self.of(flag).concat();
        draft.each = read("-each", &joined("each"), None)?.unwrap_or_default();
        draft.rules = read("-rules", &joined("rules"), None)?.unwrap_or_default();
        draft.openings = read("-openings", &joined("openings"), None)?;
        draft.sprt = read("-sprt", &joined("sprt"), None)?;
        draft.draw = read("-draw", &joined("draw"), None)?;
        draft.resign = read("-resign", &joined("resign"), None)?;
        draft.tb = read("-tb", &joined("tb"), Some("dir"))?;
        draft.conduct.log = read("-log", &joined("log"), Some("level"))?.unwrap_or_default();
        Ok(draft)
    }

    fn of(&self, wanted: &str) -> &[Vec<String>] {
        let index = LISTS.iter().position(|(flag, ..)| *flag == wanted);
        index.and_then(|index| self.0.get(index)).map(Vec::as_slice).unwrap_or_default()
    }
}

/// What the words of a flag say; `None` if there are none.
pub(super) fn read<T: DeserializeOwned>(
    flag: &str,
    words: &[String],
    lone: Option<&str>,
) -> Result<Option<T>, ConfigError> {
    if words.is_empty() {
        return Ok(None);
    }
    words::read(words, lone).map(Some).map_err(|message| ConfigError::new(flag, message))
}
