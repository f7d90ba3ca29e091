//! The checks: one row each, in tables by theme.

mod start;
mod compliance;
mod search;
mod variation;
mod time;
mod options;
mod rules;
mod solved;

use crate::bench::{Bench, Found, fault};
use crate::suite::{Dialogue, SUITES};

/// A coded check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    name: &'static str,
    sentence: &'static str,
    run: fn(&Bench) -> Found,
}

const fn row(name: &'static str, sentence: &'static str, run: fn(&Bench) -> Found) -> Row {
    Row { name, sentence, run }
}

/// A check of the rules of one variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariantRow {
    name: &'static str,
    sentence: &'static str,
    run: fn(&Bench, &str) -> Found,
}

/// One thing to find out about an engine.
#[derive(Debug)]
pub(crate) struct Check {
    /// `GROUP/NAME`.
    pub(crate) name: String,
    /// What has to be true.
    pub(crate) sentence: String,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Coded(fn(&Bench) -> Found),
    OfVariant(fn(&Bench, &str) -> Found, String),
    Dialogue(Dialogue),
    /// A dialogue that is none, for this reason; a test keeps such out of the tables.
    Broken(String),
}

impl Check {
    fn coded(group: &str, row: &Row) -> Self {
        let name = format!("{group}/{}", row.name);
        Self { name, sentence: row.sentence.to_owned(), work: Work::Coded(row.run) }
    }

    /// A dialogue of this name.
    pub(crate) fn dialogue(group: &str, name: &str, dialogue: Dialogue) -> Self {
        let sentence = dialogue.sentence.clone();
        Self { name: format!("{group}/{name}"), sentence, work: Work::Dialogue(dialogue) }
    }

    fn written(group: &str, name: &str, text: &str) -> Self {
        match Dialogue::parse(text) {
            Ok(dialogue) => Self::dialogue(group, name, dialogue),
            Err(reason) => Self {
                name: format!("{group}/{name}"),
                sentence: String::new(),
                work: Work::Broken(reason),
            },
        }
    }

    /// Examines the engine.
    pub(crate) fn run(&self, bench: &Bench) -> Found {
        match &self.work {
            Work::Coded(run) => run(bench),
            Work::OfVariant(run, variant) => run(bench, variant),
            Work::Dialogue(dialogue) => dialogue.hold(bench),
            Work::Broken(reason) => Err(fault(reason)),
        }
    }
}

/// Every check, those of the rules for each of these variants.
pub(crate) fn all(variants: &[String]) -> Vec<Check> {
    let tables = [
        ("start", &start::ROWS[..]),
        ("search", &search::ROWS),
        ("variation", &variation::ROWS),
        ("time", &time::ROWS),
        ("options", &options::ROWS),
        ("solved", &solved::ROWS),
    ];
    let mut checks: Vec<Check> =
        SUITES.iter().map(|(name, text)| Check::written("umi", name, text)).collect();
    checks.extend(compliance::STEPS.iter().enumerate().map(|(index, (sentence, text))| {
        let text = format!("# {sentence}\n{text}");
        Check::written("compliance", &format!("{:02}", index + 1), &text)
    }));
    for (group, rows) in tables {
        checks.extend(rows.iter().map(|row| Check::coded(group, row)));
    }
    for variant in variants {
        checks.extend(rules::ROWS.iter().map(|row| Check {
            name: format!("rules/{variant}-{}", row.name),
            sentence: row.sentence.to_owned(),
            work: Work::OfVariant(row.run, variant.clone()),
        }));
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_a_name_and_a_sentence_of_its_own() {
        let mut seen = Vec::new();
        for check in all(&["nine".to_owned()]) {
            assert!(!matches!(check.work, Work::Broken(_)), "{:?}", check.work);
            assert!(!seen.contains(&check.name), "{}", check.name);
            assert!(!seen.contains(&check.sentence), "{}", check.sentence);
            seen.extend([check.name, check.sentence]);
        }
    }

    #[test]
    fn the_rules_of_each_variant_have_rows() {
        let count = |variants: &[&str]| {
            let ids: Vec<_> = variants.iter().map(ToString::to_string).collect();
            all(&ids).len()
        };
        assert_eq!(count(&["nine", "shax"]) - count(&[]), 2 * rules::ROWS.len());
    }
}
