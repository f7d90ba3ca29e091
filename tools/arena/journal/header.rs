//! The first line of a journal: which tournament it is of, exactly.

use crate::schedule::Shard;
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Name and version of the format.
const FORMAT: &str = "arena 1";

/// Everything that makes a tournament this one and no other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// Name and version of the format.
    journal: String,
    /// What was asked for.
    pub(crate) settings: Settings,
    /// The programs that play, in the order of the players.
    pub(crate) engines: Vec<EngineIdentity>,
    /// What the rules are, whatever they are called: see `Arbiter::digest`.
    pub(crate) rules: String,
    /// Fingerprint of the file of openings, if there is one.
    pub(crate) openings: Option<String>,
    /// The part of the tournament.
    pub(crate) shard: Shard,
}

/// Which program a player is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineIdentity {
    /// What it calls itself.
    pub(crate) name: String,
    /// Fingerprint of the program, if it is a file.
    pub(crate) fingerprint: Option<String>,
}

impl Header {
    /// The first line for these settings.
    pub(crate) fn new(
        settings: Settings,
        engines: Vec<EngineIdentity>,
        rules: String,
        openings: Option<String>,
        shard: Shard,
    ) -> Self {
        Self { journal: FORMAT.to_owned(), settings, engines, rules, openings, shard }
    }

    /// Reads a first line.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(line).map_err(|_| {
            format!("not a journal; expected a line with \"journal\":{FORMAT:?}")
        })?;
        match value["journal"].as_str() {
            Some(FORMAT) => {}
            Some(other) => {
                return Err(format!("the format is {other:?}; this arena reads {FORMAT:?}"));
            }
            None => return Err("not a journal; there is no member \"journal\"".to_owned()),
        }
        serde_json::from_value(value).map_err(|error| error.to_string())
    }

    /// The first field in which another header differs, with both values and where they
    /// are found, `places`: `there`, `here`. The part of the tournament is the last field.
    ///
    /// # Errors
    /// When a header cannot be written down, so that nobody can say.
    pub(crate) fn difference(
        &self,
        other: &Self,
        places: [&str; 2],
    ) -> io::Result<Option<String>> {
        let (own, other) = (serde_json::to_value(self)?, serde_json::to_value(other)?);
        let told = |(path, own, other): (String, Value, Value)| {
            // What the journal keeps below `settings` is what people call the settings.
            let path = path.strip_prefix("settings.").unwrap_or(&path);
            let [first, second] = places;
            format!("{path} is {own} {first} and {other} {second}")
        };
        Ok(first_difference(String::new(), &own, &other).map(told))
    }
}

/// The path of the first difference, and the values there.
fn first_difference(
    path: String,
    own: &Value,
    other: &Value,
) -> Option<(String, Value, Value)> {
    match (own, other) {
        _ if own == other => None,
        (Value::Object(own), Value::Object(other)) if own.keys().eq(other.keys()) => {
            own.iter().find_map(|(key, value)| {
                let dot = if path.is_empty() { "" } else { "." };
                first_difference(format!("{path}{dot}{key}"), value, &other[key])
            })
        }
        (Value::Array(own), Value::Array(others))
            if own.len() == others.len() && own.iter().all(Value::is_object) =>
        {
            let mut pairs = own.iter().zip(others).enumerate();
            pairs.find_map(|(index, (own, other))| {
                first_difference(format!("{path}[{index}]"), own, other)
            })
        }
        _ => Some((path, own.clone(), other.clone())),
    }
}

/// A text that is the same for files with the same content, in all likelihood: FNV-1a of 64
/// bits (Fowler, Noll and Vo) in hexadecimal. `None` if it is no file.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn fingerprint(path: &Path) -> io::Result<Option<String>> {
    if !path.is_file() {
        return Ok(None);
    }
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in BufReader::new(File::open(path)?).bytes() {
        hash = (hash ^ u64::from(byte?)).wrapping_mul(0x0100_0000_01B3);
    }
    Ok(Some(format!("{hash:016x}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::sample_settings;

    fn header() -> Header {
        let engine = EngineIdentity { name: "Modisa".to_owned(), fingerprint: None };
        let engines = vec![engine.clone(), engine];
        Header::new(sample_settings(2), engines, "r".to_owned(), None, Shard::default())
    }

    #[test]
    fn a_difference_is_named_by_its_path() {
        let own = header();
        let places = ["there", "here"];
        assert_eq!(own.difference(&own, places).expect("JSON"), None);
        let differs = |change: fn(&mut Header)| {
            let mut other = header();
            change(&mut other);
            own.difference(&other, places).expect("JSON").expect("there is one")
        };
        assert_eq!(
            differs(|other| other.settings.players[1].options[0].1 = "128".to_owned()),
            r#"players[1].options is [["Hash","64"]] there and [["Hash","128"]] here"#
        );
        assert_eq!(
            differs(|other| other.engines[0].fingerprint = Some("ab".to_owned())),
            r#"engines[0].fingerprint is null there and "ab" here"#
        );
        assert_eq!(differs(|other| other.settings.seed = 2), "seed is 1 there and 2 here");
        assert_eq!(
            differs(|other| other.shard = Shard::new(2, 3).expect("a part")),
            "shard is [1,1] there and [2,3] here"
        );
        assert!(
            differs(|other| drop(other.settings.players.pop())).starts_with("players is [{")
        );
    }

    #[test]
    fn other_formats_are_told_from_what_is_no_journal() {
        let mut other = header();
        other.journal = "arena 2".to_owned();
        let line = serde_json::to_vec(&other).expect("JSON");
        assert_eq!(
            Header::read(&line).expect_err("another version"),
            r#"the format is "arena 2"; this arena reads "arena 1""#
        );
        for line in ["", "{}", "[1]", "[Event \"x\"]"] {
            assert!(
                Header::read(line.as_bytes()).expect_err(line).starts_with("not a journal")
            );
        }
    }

    #[test]
    fn a_fingerprint_is_that_of_the_content() {
        let path = std::env::temp_dir().join(format!("arena-print-{}", std::process::id()));
        std::fs::write(&path, "foobar").expect("a temporary file");
        // The value that the authors publish.
        let print = fingerprint(&path).expect("a file");
        assert_eq!(print.as_deref(), Some("85944171f73967e8"));
        std::fs::remove_file(&path).expect("it was there");
        assert_eq!(fingerprint(&path).expect("no file"), None);
    }
}
