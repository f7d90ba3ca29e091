//! The variants that come with the engine: embedded files, read like any other.

use crate::morris::file;
use crate::morris::variant::Variant;
use once_cell::sync::Lazy;

/// The embedded files; a file may extend those before it.
const FILES: [(&str, &str); 32] = [
    ("twelve.toml", include_str!("variants/twelve.toml")),
    ("morabaraba.toml", include_str!("variants/morabaraba.toml")),
    ("eleven.toml", include_str!("variants/eleven.toml")),
    ("nine.toml", include_str!("variants/nine.toml")),
    ("wmd.toml", include_str!("variants/wmd.toml")),
    ("sesotho.toml", include_str!("variants/sesotho.toml")),
    ("sesotho-plain.toml", include_str!("variants/sesotho-plain.toml")),
    ("sesotho-24.toml", include_str!("variants/sesotho-24.toml")),
    ("lasker.toml", include_str!("variants/lasker.toml")),
    ("three.toml", include_str!("variants/three.toml")),
    ("three-plain.toml", include_str!("variants/three-plain.toml")),
    ("three-centre.toml", include_str!("variants/three-centre.toml")),
    ("nine-holes.toml", include_str!("variants/nine-holes.toml")),
    ("achi.toml", include_str!("variants/achi.toml")),
    ("six.toml", include_str!("variants/six.toml")),
    ("five.toml", include_str!("variants/five.toml")),
    ("achi-murray.toml", include_str!("variants/achi-murray.toml")),
    ("seven.toml", include_str!("variants/seven.toml")),
    ("shisima.toml", include_str!("variants/shisima.toml")),
    ("gonu.toml", include_str!("variants/gonu.toml")),
    ("shax.toml", include_str!("variants/shax.toml")),
    ("naoguti.toml", include_str!("variants/naoguti.toml")),
    ("tulepaid.toml", include_str!("variants/tulepaid.toml")),
    ("sujjua.toml", include_str!("variants/sujjua.toml")),
    ("navakankari.toml", include_str!("variants/navakankari.toml")),
    ("gurgaldaj.toml", include_str!("variants/gurgaldaj.toml")),
    ("dooz.toml", include_str!("variants/dooz.toml")),
    ("dooz-again.toml", include_str!("variants/dooz-again.toml")),
    ("dooz-board.toml", include_str!("variants/dooz-board.toml")),
    ("dooz-own.toml", include_str!("variants/dooz-own.toml")),
    ("dooz3.toml", include_str!("variants/dooz3.toml")),
    ("dooz9.toml", include_str!("variants/dooz9.toml")),
];

/// The order in which variants are announced: the game of the house first.
const ORDER: [&str; 32] = [
    "morabaraba",
    "sesotho",
    "sesotho-plain",
    "sesotho-24",
    "eleven",
    "twelve",
    "nine",
    "wmd",
    "lasker",
    "three",
    "three-plain",
    "three-centre",
    "nine-holes",
    "achi",
    "achi-murray",
    "shisima",
    "five",
    "six",
    "seven",
    "gonu",
    "shax",
    "naoguti",
    "tulepaid",
    "sujjua",
    "navakankari",
    "gurgaldaj",
    "dooz",
    "dooz-again",
    "dooz-board",
    "dooz-own",
    "dooz3",
    "dooz9",
];

static VARIANTS: Lazy<Vec<Variant>> = Lazy::new(|| {
    let mut variants: Vec<Variant> = Vec::new();
    for (name, text) in FILES {
        match file::read(name, text, &variants, &[]) {
            Ok(read) => variants.extend(read),
            Err(error) => log::error!("built-in variant: {error}"),
        }
    }
    variants.sort_by_key(|variant| ORDER.iter().position(|id| *id == variant.id));
    variants
});

/// All built-in variants, in the order announced.
pub fn all() -> &'static [Variant] {
    &VARIANTS
}

/// The built-in variant with this id or alias, however it is written.
pub fn find(name: &str) -> Option<&'static Variant> {
    all().iter().find(|variant| variant.is_called(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_embedded_file_is_read_and_has_its_place() {
        let ids: Vec<&str> = all().iter().map(|variant| variant.id.as_str()).collect();
        assert_eq!(ids, ORDER);
    }

    #[test]
    fn the_names_that_people_know_are_understood() {
        for (name, id) in [
            ("Tsoro Yemutwelve", "twelve"),
            ("Achi", "achi"),
            ("Shisima", "shisima"),
            ("Shax", "shax"),
            ("Nao-guti", "naoguti"),
            ("Sujjua", "sujjua"),
            ("Tule Paid", "tulepaid"),
            ("Char bhar", "navakankari"),
            ("Tapatan", "three"),
            ("Gurgaldaj", "gurgaldaj"),
            ("Dooz", "dooz"),
            ("Gonjil-gonu", "gonu"),
            ("Cham-gonu", "gonu"),
            ("Mlabalaba", "morabaraba"),
            ("Umlabalaba", "morabaraba"),
            ("MMELA", "morabaraba"),
        ] {
            assert_eq!(find(name).map(|variant| variant.id.as_str()), Some(id), "{name}");
        }
        assert!(find("chess").is_none() && find("").is_none());
    }

    #[test]
    fn no_name_means_two_variants() {
        let mut seen = HashSet::new();
        for variant in all() {
            assert!(!variant.source.is_empty(), "{} cites no source", variant.id);
            for name in std::iter::once(&variant.id).chain(&variant.aliases) {
                assert!(seen.insert(name), "{name} is used twice");
            }
        }
    }

    #[test]
    fn the_boards_have_the_published_numbers_of_edges_and_lines() {
        for (name, edges, lines) in [("nine", 32, 16), ("morabaraba", 40, 20)] {
            let board = &find(name).unwrap().board;
            assert_eq!((board.len(), board.edges.len(), board.lines.len()), (24, edges, lines));
        }
    }
}
