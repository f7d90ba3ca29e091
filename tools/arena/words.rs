//! Reads lists of `key=value` words into plain data.
//!
//! One declaration serves the command line and the settings file: the words are offered to
//! the same `Deserialize` as the tables of the file, and refused by it in the same way.

use serde::Deserializer;
use serde::de::value::{Error as Refusal, MapDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt::Display;
use std::str::FromStr;

/// Reads `key=value` words. A word without `=` is the key `lone`, or if there is none of
/// this meaning, a key that is `true`. The keys `option.NAME` are collected under `option`.
///
/// # Errors
/// A sentence that names the key, and what is allowed.
pub(crate) fn read<T: DeserializeOwned>(
    words: &[String],
    lone: Option<&str>,
) -> Result<T, String> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    let mut options: Vec<(&str, &str)> = Vec::new();
    for word in words {
        let (key, value) = match (word.split_once('='), lone) {
            (Some(pair), _) => pair,
            (None, Some(lone)) => (lone, word.as_str()),
            (None, None) => (word.as_str(), "true"),
        };
        let list = if key.starts_with("option.") { &mut options } else { &mut pairs };
        if list.iter().any(|(known, _)| *known == key) {
            return Err(format!("{key} is given twice"));
        }
        list.push((key, value));
    }
    let words = Words { pairs: pairs.into_iter(), options, key: "", value: None };
    T::deserialize(words).map_err(|refusal| refusal.to_string())
}

/// The words of one list, offered as a map.
struct Words<'a> {
    pairs: std::vec::IntoIter<(&'a str, &'a str)>,
    /// Those of `option.NAME`, offered last.
    options: Vec<(&'a str, &'a str)>,
    /// The key whose value comes next.
    key: &'a str,
    /// That value; `None` for the options.
    value: Option<&'a str>,
}

impl<'de> Deserializer<'de> for Words<'_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Words<'_> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refusal> {
        if let Some((key, value)) = self.pairs.next() {
            (self.key, self.value) = (key, Some(value));
        } else if self.options.is_empty() {
            return Ok(None);
        } else {
            (self.key, self.value) = ("option", None);
        }
        let key: StrDeserializer<'_, Refusal> = self.key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Refusal> {
        let read = if let Some(value) = self.value {
            seed.deserialize(Word(value))
        } else {
            let options = std::mem::take(&mut self.options).into_iter();
            let named =
                options.map(|(key, value)| (key.trim_start_matches("option."), Word(value)));
            seed.deserialize(MapDeserializer::new(named))
        };
        read.map_err(|refusal| Refusal::custom(format_args!("{}: {refusal}", self.key)))
    }
}

/// The value of one word: a number, a switch or a text, as it is wanted.
#[derive(Clone, Copy)]
struct Word<'a>(&'a str);

impl Word<'_> {
    fn number<T: FromStr>(self, wanted: impl Display) -> Result<T, Refusal> {
        let wrong = |_| Refusal::custom(format_args!("{:?} is not {wanted}", self.0));
        self.0.parse().map_err(wrong)
    }
}

impl IntoDeserializer<'_, Refusal> for Word<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Word<'_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            "true" | "on" => visitor.visit_bool(true),
            "false" | "off" => visitor.visit_bool(false),
            other => Err(Refusal::custom(format_args!("{other:?} is not true or false"))),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let wanted = format_args!("a whole number from 0 to {}", u32::MAX);
        visitor.visit_u32(self.number(wanted)?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_u64(self.number("a whole number from 0")?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_f64(self.number("a number")?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let word: StrDeserializer<'_, Refusal> = self.0.into_deserializer();
        let read = word.deserialize_enum(name, variants, visitor);
        let wanted = variants.join(", ");
        read.map_err(|_| Refusal::custom(format_args!("{:?} is not one of {wanted}", self.0)))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 f32 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Sample {
        file: Option<String>,
        count: Option<u32>,
        share: Option<f64>,
        loud: Option<bool>,
        colour: Option<Colour>,
        option: BTreeMap<String, String>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Green,
    }

    fn sample(text: &str) -> Result<Sample, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        read(&words, None)
    }

    #[test]
    fn words_are_read_as_what_is_wanted() {
        let read = sample("file=a=b count=7 share=-0.5 loud colour=green option.X=1 option.Y=")
            .expect("all of it is right");
        let option = [("X", "1"), ("Y", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let wanted = Sample {
            file: Some("a=b".to_owned()),
            count: Some(7),
            share: Some(-0.5),
            loud: Some(true),
            colour: Some(Colour::Green),
            option: BTreeMap::from(option),
        };
        assert_eq!(read, wanted);
        assert_eq!(sample(""), Ok(Sample::default()));
    }

    #[test]
    fn a_refusal_names_the_key_and_what_is_allowed() {
        let refused = |text| sample(text).expect_err(text);
        assert_eq!(
            refused("count=-1"),
            "count: \"-1\" is not a whole number from 0 to 4294967295"
        );
        assert_eq!(refused("share=much"), "share: \"much\" is not a number");
        assert_eq!(refused("loud=very"), "loud: \"very\" is not true or false");
        assert_eq!(refused("colour=blue"), "colour: \"blue\" is not one of red, green");
        assert_eq!(refused("loud=on loud=off"), "loud is given twice");
        let unknown = refused("size=1");
        assert!(unknown.contains("`size`") && unknown.contains("`colour`"), "{unknown}");
    }

    #[test]
    fn a_word_without_a_key_goes_where_it_is_meant_to() {
        let words = ["x.txt".to_owned(), "count=1".to_owned()];
        let read: Sample = read(&words, Some("file")).expect("a file and a count");
        assert_eq!((read.file.as_deref(), read.count), (Some("x.txt"), Some(1)));
    }
}
