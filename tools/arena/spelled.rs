//! Values that have a spelling of their own in flags and in the settings file.

use crate::settings::ClockSettings;
use crate::time_control::{read_clock, read_seconds};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;

/// Names and values in the order given; names are told apart without case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedValues(pub(crate) Vec<(String, String)>);

impl NamedValues {
    /// The values of the other, where this has none of the same name, and these.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        let mut joined = other.0;
        for (name, value) in self.0 {
            let known = joined.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name));
            match known {
                Some(known) => *known = (name, value),
                None => joined.push((name, value)),
            }
        }
        Self(joined)
    }
}

impl<'de> Deserialize<'de> for NamedValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = NamedValues;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("names with values")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<NamedValues, M::Error> {
                let mut values = Vec::new();
                while let Some((name, Scalar(value))) = map.next_entry()? {
                    values.push((name, value));
                }
                Ok(NamedValues(values))
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

/// A text, a number or a truth value, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a number, true or false")
            }

            fn visit_str<E>(self, value: &str) -> Result<Scalar, E> {
                Ok(Scalar(value.to_owned()))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

/// The clock of a player; `None` is to have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Scalar")]
pub(crate) struct TimeControl(pub(crate) Option<ClockSettings>);

impl TryFrom<Scalar> for TimeControl {
    type Error = String;

    fn try_from(Scalar(text): Scalar) -> Result<Self, String> {
        read_clock(&text).map(Self)
    }
}

/// Milliseconds for each turn, given in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Scalar")]
pub(crate) struct MoveTime(pub(crate) u64);

impl TryFrom<Scalar> for MoveTime {
    type Error = String;

    fn try_from(Scalar(text): Scalar) -> Result<Self, String> {
        read_seconds(&text).map(Self)
    }
}

/// Arguments of a program: a list, or one line that is split as a shell does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "ArgumentText")]
pub(crate) struct ArgumentList(pub(crate) Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "wanted one line of text, or a list of texts")]
enum ArgumentText {
    Line(String),
    List(Vec<String>),
}

impl TryFrom<ArgumentText> for ArgumentList {
    type Error = String;

    fn try_from(text: ArgumentText) -> Result<Self, String> {
        let list = match text {
            ArgumentText::List(list) => list,
            ArgumentText::Line(line) => shlex::split(&line)
                .ok_or_else(|| format!("{line:?} has a quote that is not closed"))?,
        };
        Ok(Self(list))
    }
}
