//! The options of the engine: one row each, from which all else follows.
//!
//! The rule switches are not here; they belong to the game being played and
//! follow these rows when options are listed.

use super::catalog::Catalog;
use super::error::Error;
use super::files::{check_appendable, check_folder};
use super::session::{OptionKind, OptionView};
use super::skill::{ELO, FULL, Skill};
use super::tables::Consult;
use crate::game::Style;
use std::time::Duration;

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) variant: String,
    pub(crate) variant_path: String,
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) multi_pv: usize,
    pub(crate) ponder: bool,
    pub(crate) overhead: u64,
    pub(crate) table_path: String,
    pub(crate) table_use: String,
    pub(crate) skill: i64,
    pub(crate) limit_strength: bool,
    pub(crate) elo: i64,
    pub(crate) show_wdl: bool,
    pub(crate) seed: u64,
    pub(crate) log_file: String,
    pub(crate) notation: Style,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: Catalog::FIRST.to_owned(),
            variant_path: String::new(),
            hash: 64,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            overhead: 10,
            table_path: String::new(),
            table_use: "search".to_owned(),
            skill: FULL,
            limit_strength: false,
            elo: 1500,
            show_wdl: false,
            seed: 0,
            log_file: String::new(),
            notation: Style::Wmd,
        }
    }
}

impl Settings {
    /// The strength asked for, if it is not the full one.
    pub(crate) fn skill(&self) -> Option<Skill> {
        Skill::asked(self.skill, self.limit_strength.then_some(self.elo), self.seed)
    }

    /// Which tables a search asks: none below full strength, where it would know the
    /// endings better than anything else.
    pub(crate) fn consult(&self) -> Option<Consult<'_>> {
        let is_asked = self.table_use != "off" && self.skill().is_none();
        let in_tree = self.table_use == "search";
        is_asked.then_some(Consult { folder: &self.table_path, in_tree })
    }

    /// What a move loses between the engine and the clock.
    pub(crate) fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead)
    }
}

/// What has to be done once a value has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: the value is looked at where it is needed.
    None,
    /// Play another variant.
    Variant,
    /// Read the file of user variants.
    VariantPath,
    /// Make a table of the new size.
    Hash,
    /// Clear the table.
    ClearHash,
    /// Open the tables of exact values anew.
    Tables,
}

impl Effect {
    /// Whether it has to wait for the end of a running job.
    pub(crate) const fn waits(self) -> bool {
        matches!(self, Self::Variant | Self::VariantPath | Self::Hash | Self::ClearHash)
    }
}

/// A value that fits the shape of its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Flag(bool),
    Number(i64),
    Text(String),
    Press,
}

impl Value {
    fn flag(self) -> bool {
        self == Self::Flag(true)
    }

    fn number(self) -> i64 {
        if let Self::Number(number) = self { number } else { 0 }
    }

    /// The number, for a row whose lowest value is not negative.
    fn size(self) -> usize {
        usize::try_from(self.number()).unwrap_or(0)
    }

    fn text(self) -> String {
        if let Self::Text(text) = self { text } else { String::new() }
    }
}

/// One option.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) effect: Effect,
    /// Shape and default.
    kind: fn(&Catalog, &Settings) -> OptionKind,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, Value) -> Result<(), Error>,
}

/// Every option, in the order announced.
pub(crate) static ROWS: [Row; 17] = [
    Row {
        name: "Variant",
        effect: Effect::Variant,
        kind: |catalog, start| combo(&start.variant, catalog.ids()),
        get: |now| now.variant.clone(),
        set: |now, value| keep(&mut now.variant, value.text()),
    },
    Row {
        name: "VariantPath",
        effect: Effect::VariantPath,
        kind: |_, _| text(),
        get: |now| now.variant_path.clone(),
        set: |now, value| keep(&mut now.variant_path, value.text()),
    },
    Row {
        name: "Hash",
        effect: Effect::Hash,
        kind: |_, start| spin(start.hash, 1, physical_memory()),
        get: |now| now.hash.to_string(),
        set: |now, value| keep(&mut now.hash, value.size()),
    },
    Row {
        name: "ClearHash",
        effect: Effect::ClearHash,
        kind: |_, _| OptionKind::Button,
        get: |_| String::new(),
        set: |_, _| Ok(()),
    },
    Row {
        name: "Threads",
        effect: Effect::None,
        kind: |_, start| spin(start.threads, 1, 256),
        get: |now| now.threads.to_string(),
        set: |now, value| keep(&mut now.threads, value.size()),
    },
    Row {
        name: "MultiPV",
        effect: Effect::None,
        kind: |_, start| spin(start.multi_pv, 1, 64),
        get: |now| now.multi_pv.to_string(),
        set: |now, value| keep(&mut now.multi_pv, value.size()),
    },
    Row {
        name: "Ponder",
        effect: Effect::None,
        kind: |_, start| OptionKind::Check { default: start.ponder },
        get: |now| now.ponder.to_string(),
        set: |now, value| keep(&mut now.ponder, value.flag()),
    },
    Row {
        name: "MoveOverhead",
        effect: Effect::None,
        kind: |_, start| spin(start.overhead, 0, 5000),
        get: |now| now.overhead.to_string(),
        set: |now, value| keep(&mut now.overhead, value.number().unsigned_abs()),
    },
    Row {
        name: "TablebasePath",
        effect: Effect::Tables,
        kind: |_, _| text(),
        get: |now| now.table_path.clone(),
        set: |now, value| {
            let path = value.text();
            if !path.is_empty() {
                check_folder(&path)?;
            }
            keep(&mut now.table_path, path)
        },
    },
    Row {
        name: "TablebaseUse",
        effect: Effect::None,
        kind: |_, start| combo(&start.table_use, words(&["off", "root", "search"])),
        get: |now| now.table_use.clone(),
        set: |now, value| keep(&mut now.table_use, value.text()),
    },
    Row {
        name: "SkillLevel",
        effect: Effect::None,
        kind: |_, start| spin(start.skill, 0, FULL),
        get: |now| now.skill.to_string(),
        set: |now, value| keep(&mut now.skill, value.number()),
    },
    Row {
        name: "LimitStrength",
        effect: Effect::None,
        kind: |_, start| OptionKind::Check { default: start.limit_strength },
        get: |now| now.limit_strength.to_string(),
        set: |now, value| keep(&mut now.limit_strength, value.flag()),
    },
    Row {
        name: "Elo",
        effect: Effect::None,
        kind: |_, start| spin(start.elo, ELO.0, ELO.1),
        get: |now| now.elo.to_string(),
        set: |now, value| keep(&mut now.elo, value.number()),
    },
    Row {
        name: "ShowWDL",
        effect: Effect::None,
        kind: |_, start| OptionKind::Check { default: start.show_wdl },
        get: |now| now.show_wdl.to_string(),
        set: |now, value| keep(&mut now.show_wdl, value.flag()),
    },
    Row {
        name: "Seed",
        effect: Effect::None,
        kind: |_, start| spin(start.seed, 0, i64::from(i32::MAX)),
        get: |now| now.seed.to_string(),
        set: |now, value| keep(&mut now.seed, value.number().unsigned_abs()),
    },
    Row {
        name: "LogFile",
        effect: Effect::None,
        kind: |_, _| text(),
        get: |now| now.log_file.clone(),
        set: |now, value| {
            let path = value.text();
            if !path.is_empty() {
                check_appendable(&path)?;
            }
            keep(&mut now.log_file, path)
        },
    },
    Row {
        name: "Notation",
        effect: Effect::None,
        kind: |_, start| combo(start.notation.word(), words(&["wmd", "gar"])),
        get: |now| now.notation.word().to_owned(),
        set: |now, value| {
            let style = if value.text() == "gar" { Style::Gar } else { Style::Wmd };
            keep(&mut now.notation, style)
        },
    },
];

impl Row {
    /// The row of this name, case ignored.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// The option as announced.
    pub(crate) fn view(&self, catalog: &Catalog, now: &Settings) -> OptionView {
        let kind = (self.kind)(catalog, &Settings::default());
        OptionView { name: self.name, kind, value: (self.get)(now) }
    }

    /// The settings with this option set from text.
    ///
    /// # Errors
    /// `BadValue`, and what the row itself refuses.
    pub(crate) fn set(
        &self,
        catalog: &Catalog,
        now: &Settings,
        text: Option<&str>,
    ) -> Result<Settings, Error> {
        let kind = (self.kind)(catalog, &Settings::default());
        let value = self.read(catalog, &kind, text)?;
        let mut next = now.clone();
        (self.set)(&mut next, value)?;
        Ok(next)
    }

    fn read(
        &self,
        catalog: &Catalog,
        kind: &OptionKind,
        text: Option<&str>,
    ) -> Result<Value, Error> {
        let given = text.unwrap_or_default().trim();
        let said = if given.is_empty() { "nothing".to_owned() } else { format!("{given:?}") };
        let refuse = |wanted: &str| format!("{} takes {wanted}, not {said}", self.name);
        match kind {
            OptionKind::Button => Ok(Value::Press),
            OptionKind::Text { .. } if given == "<empty>" => Ok(Value::Text(String::new())),
            OptionKind::Text { .. } => Ok(Value::Text(given.to_owned())),
            OptionKind::Check { .. } => match given.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Flag(true)),
                "false" => Ok(Value::Flag(false)),
                _ => Err(bad_word(refuse("true or false"), words(&["true", "false"]))),
            },
            OptionKind::Spin { min, max, .. } => match given.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(Value::Number(number)),
                _ => Err(Error::BadValue {
                    message: refuse(&format!("a whole number from {min} to {max}")),
                    min: Some(*min),
                    max: Some(*max),
                    allowed: Vec::new(),
                }),
            },
            OptionKind::Combo { choices, .. } => {
                let alias = (self.effect == Effect::Variant).then(|| catalog.id_of(given));
                let same = |choice: &&String| choice.eq_ignore_ascii_case(given);
                alias
                    .unwrap_or_else(|| choices.iter().find(same).cloned())
                    .map(Value::Text)
                    .ok_or_else(|| bad_word(refuse("one of its words"), choices.clone()))
            }
        }
    }
}

/// Stores a value that nothing speaks against.
#[allow(clippy::unnecessary_wraps, reason = "rows that refuse a value share the type")]
fn keep<T>(place: &mut T, value: T) -> Result<(), Error> {
    *place = value;
    Ok(())
}

fn bad_word(message: String, allowed: Vec<String>) -> Error {
    Error::BadValue { message, min: None, max: None, allowed }
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

fn text() -> OptionKind {
    OptionKind::Text { default: String::new() }
}

fn combo(default: &str, choices: Vec<String>) -> OptionKind {
    OptionKind::Combo { default: default.to_owned(), choices }
}

fn spin(default: impl TryInto<i64>, min: i64, max: i64) -> OptionKind {
    let default = default.try_into().unwrap_or(max).clamp(min, max);
    OptionKind::Spin { default, min, max }
}

/// The machine's memory in MiB.
fn physical_memory() -> i64 {
    static MEBIBYTES: once_cell::sync::Lazy<i64> = once_cell::sync::Lazy::new(|| {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        i64::try_from(system.total_memory() >> 20).unwrap_or(i64::MAX).max(1)
    });
    *MEBIBYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_that_its_option_takes() {
        let (catalog, start) = (Catalog::default(), Settings::default());
        for row in &ROWS {
            let view = row.view(&catalog, &start);
            let again = row.set(&catalog, &start, Some(&view.value)).expect(row.name);
            assert_eq!(again, start, "{}", row.name);
        }
    }

    #[test]
    fn a_number_beyond_its_bounds_is_refused_with_the_bounds() {
        let (catalog, start) = (Catalog::default(), Settings::default());
        let threads = Row::find("tHREADs").expect("names ignore case");
        for bad in ["0", "257", "-1", "99999999999999999999", "many", ""] {
            let error = threads.set(&catalog, &start, Some(bad)).expect_err(bad);
            let Error::BadValue { message, min, max, .. } = error else { panic!("{error:?}") };
            assert_eq!((min, max), (Some(1), Some(256)));
            assert!(message.contains("1 to 256"), "{message}");
        }
    }

    #[test]
    fn a_word_is_taken_in_any_case_and_a_wrong_one_names_the_right_ones() {
        let (catalog, start) = (Catalog::default(), Settings::default());
        let notation = Row::find("Notation").expect("a row");
        let next = notation.set(&catalog, &start, Some("GAR")).expect("a word");
        assert_eq!(next.notation, Style::Gar);
        let Err(Error::BadValue { allowed, .. }) = notation.set(&catalog, &start, Some("san"))
        else {
            panic!("a wrong word is refused")
        };
        assert_eq!(allowed, ["wmd", "gar"]);
    }

    #[test]
    fn an_alias_names_its_variant() {
        let (catalog, start) = (Catalog::default(), Settings::default());
        let row = Row::find("variant").expect("a row");
        let next = row.set(&catalog, &start, Some("UmLabalaba")).expect("an alias");
        assert_eq!(next.variant, "morabaraba");
    }

    #[test]
    fn a_folder_of_tables_has_to_be_one() {
        let (catalog, start) = (Catalog::default(), Settings::default());
        let row = Row::find("TablebasePath").expect("a row");
        for bad in ["no/such/folder", "Cargo.toml"] {
            let refused = row.set(&catalog, &start, Some(bad));
            assert!(matches!(refused, Err(Error::Io(text)) if text.starts_with(bad)));
        }
        let next = row.set(&catalog, &start, Some("src")).expect("a folder");
        assert_eq!(next.consult(), Some(Consult { folder: "src", in_tree: true }));
        assert_eq!(row.set(&catalog, &next, Some("<empty>")), Ok(start));
    }

    #[test]
    fn tables_are_asked_as_far_as_wanted_and_at_full_strength_only() {
        let mut now = Settings::default();
        for (word, in_tree) in [("off", None), ("root", Some(false)), ("search", Some(true))] {
            word.clone_into(&mut now.table_use);
            assert_eq!(now.consult().map(|consult| consult.in_tree), in_tree);
        }
        assert!(Settings { skill: 19, ..now.clone() }.consult().is_none());
        assert!(Settings { limit_strength: true, ..now }.consult().is_none());
    }

    #[test]
    fn a_log_file_that_cannot_be_opened_is_refused() {
        let (catalog, start) = (Catalog::default(), Settings::default());
        let row = Row::find("LogFile").expect("a row");
        let refused = row.set(&catalog, &start, Some("/nowhere/at/all.log"));
        assert!(matches!(refused, Err(Error::Io(_))));
        assert_eq!(row.set(&catalog, &start, Some("<empty>")), Ok(start));
    }
}
