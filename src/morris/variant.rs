//! A checked variant, and the check that makes one from a file's draft.
//!
//! Every refusal names the line of the file, the key or point, and what was
//! expected.

use crate::game::Game;
use crate::kit::PointSet;
use crate::morris::Morris;
use crate::morris::board::Board;
use crate::morris::error::VariantError;
use crate::morris::file::{At, Draft};
use crate::morris::layout;
use crate::morris::rules::{Rules, SWITCHES};
use toml::Spanned;

/// Longest id or alias, title, and source, in characters.
const MAX_NAME: usize = 40;
const MAX_TITLE: usize = 80;
const MAX_SOURCE: usize = 500;

/// A variant: a board and a rule sheet under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Short name, the value of the `Variant` option.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Other names that are accepted.
    pub aliases: Vec<String>,
    /// Where the rules come from.
    pub source: String,
    /// The board.
    pub board: Board,
    /// The rule switches.
    pub rules: Rules,
    /// Points where the first turn of the game may not place.
    pub first_turn_closed: PointSet,
    /// Text of the start position, if it is not the empty board.
    pub start: Option<String>,
}

/// What of a name tells it from another.
fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    let kept = name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| letter.to_ascii_lowercase())
}

impl Variant {
    /// Whether `name` is its id or an alias, as people write it: case, blanks and dashes
    /// make no difference, so that `Tule Paid` is `tule-paid`.
    pub fn is_called(&self, name: &str) -> bool {
        std::iter::once(&self.id).chain(&self.aliases).any(|own| letters(own).eq(letters(name)))
    }

    /// Checks a draft. `known` are the variants that it may extend and whose names it
    /// may not take, nor those that are `reserved`.
    pub(super) fn from_draft(
        draft: &Draft,
        known: &[&[Self]],
        reserved: &[&str],
    ) -> Result<Self, Refused> {
        let find = |name: &str| known.iter().copied().flatten().find(|v| v.is_called(name));
        let id = check_name(&draft.id)?;
        let mut aliases = Vec::new();
        for alias in &draft.aliases {
            aliases.push(check_name(alias)?);
        }
        let mut names = vec![&draft.id];
        names.extend(&draft.aliases);
        for (index, &name) in names.iter().enumerate() {
            let word = name.get_ref();
            if names[..index].iter().any(|earlier| earlier.get_ref() == word) {
                return Err(At::refuse(name, format!("{id} has the name {word:?} twice")));
            }
            let owner = find(word).map(|variant| variant.id.as_str());
            let owner = owner.or_else(|| reserved.iter().copied().find(|&taken| taken == word));
            if let Some(owner) = owner {
                let message = format!("the name {word:?} is taken by the variant {owner:?}");
                return Err(At::refuse(name, message));
            }
        }
        let base = match &draft.extends {
            None => None,
            Some(name) => Some(find(name.get_ref()).ok_or_else(|| {
                let message = if names.iter().any(|own| own.get_ref() == name.get_ref()) {
                    format!("{id} extends itself")
                } else {
                    format!(
                        "extends names no known variant: {:?}; in a file the one extended \
                         comes first",
                        name.get_ref()
                    )
                };
                At::refuse(name, message)
            })?),
        };
        let board = match (&draft.board, base) {
            (Some(board), _) => layout::check(board)?,
            (None, Some(base)) => base.board.clone(),
            (None, None) => {
                return Err(At::refuse(
                    &draft.id,
                    format!("{id} has no [board] and no extends"),
                ));
            }
        };
        // A start position and closed points belong to their board.
        let kept = base.filter(|_| draft.board.is_none());
        let rules = check_rules(draft, base.map_or_else(Rules::default, |base| base.rules))?;
        check_fit(draft, &board, &rules)?;
        let variant = Self {
            title: match &draft.title {
                Some(title) => check_text("title", title, MAX_TITLE)?,
                None => id.clone(),
            },
            id,
            aliases,
            source: match &draft.source {
                Some(source) => check_text("source", source, MAX_SOURCE)?,
                None => String::new(),
            },
            first_turn_closed: match &draft.first_turn_closed {
                Some(points) => check_closed(points, &board)?,
                None => kept.map_or(PointSet::EMPTY, |base| base.first_turn_closed),
            },
            start: match &draft.start {
                Some(start) => Some(start.get_ref().clone()),
                None => kept.and_then(|base| base.start.clone()),
            },
            board,
            rules,
        };
        // The start position is the last thing that can be wrong.
        let place = draft.start.as_ref().unwrap_or(&draft.id);
        let game = Morris::new(&variant).map_err(|error| At::of(place, error))?;
        if variant.start.is_some() && game.start().closed != variant.first_turn_closed {
            let message =
                "start does not mark the points of first_turn_closed, and no others, by x";
            return Err(At::refuse(place, message));
        }
        match game.outcome(&game.start()) {
            None => Ok(variant),
            Some(outcome) => Err(At::refuse(
                place,
                format!("the game is over before it begins: {}", outcome.reason.word()),
            )),
        }
    }
}

type Refused = At<VariantError>;

fn check_name(name: &Spanned<String>) -> Result<String, Refused> {
    let text = name.get_ref();
    let proper = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !text.is_empty() && text.len() <= MAX_NAME && text.bytes().all(proper) {
        return Ok(text.clone());
    }
    let message =
        format!("{text:?} is not a name; wanted a to z, 0 to 9 and dashes, {MAX_NAME} at most");
    Err(At::refuse(name, message))
}

/// A text for people. It stands in quotes on a line of the protocol, so it has
/// neither quotes nor line breaks.
fn check_text(key: &str, text: &Spanned<String>, most: usize) -> Result<String, Refused> {
    let given = text.get_ref().trim();
    if let Some(letter) = given.chars().find(|letter| letter.is_control() || *letter == '"') {
        let message = format!("{key} holds {letter:?}; wanted no line breaks or double quotes");
        return Err(At::refuse(text, message));
    }
    let count = given.chars().count();
    if !(1..=most).contains(&count) {
        let message = format!("{key} has {count} characters; wanted 1 to {most}");
        return Err(At::refuse(text, message));
    }
    Ok(given.to_owned())
}

fn check_rules(draft: &Draft, mut rules: Rules) -> Result<Rules, Refused> {
    for (key, value) in &draft.rules {
        let Some(switch) = SWITCHES.iter().find(|switch| switch.key == key) else {
            let keys: Vec<&str> = SWITCHES.iter().map(|switch| switch.key).collect();
            let message = format!("unknown rule {key:?}; the rules are {}", keys.join(", "));
            return Err(At::refuse(value, message));
        };
        let text = match value.get_ref() {
            toml::Value::String(word) => word.clone(),
            toml::Value::Integer(number) => number.to_string(),
            other => {
                let message =
                    format!("{key} is of type {}; wanted text or a number", other.type_str());
                return Err(At::refuse(value, message));
            }
        };
        switch.set(&mut rules, &text).map_err(|error| At::of(value, error))?;
    }
    match rules.contradiction() {
        None => Ok(rules),
        Some((keys, error)) => Err(at_rule(draft, keys, error)),
    }
}

/// A refusal at the first of these rules that the draft states, else at its id.
fn at_rule(draft: &Draft, keys: &[&str], error: VariantError) -> Refused {
    match keys.iter().find_map(|key| draft.rules.get(*key)) {
        Some(value) => At::of(value, error),
        None => At::of(&draft.id, error),
    }
}

/// Whether all men find a point. As a switch of the protocol more men are allowed,
/// because a full board has its own rule; in a file they are a mistake.
fn check_fit(draft: &Draft, board: &Board, rules: &Rules) -> Result<(), Refused> {
    if 2 * usize::from(rules.men) <= board.len() {
        return Ok(());
    }
    let message =
        format!("men = {} for each side cannot be placed on {} points", rules.men, board.len());
    Err(at_rule(draft, &["men"], VariantError(message)))
}

fn check_closed(
    points: &Spanned<Vec<Spanned<String>>>,
    board: &Board,
) -> Result<PointSet, Refused> {
    let mut closed = PointSet::EMPTY;
    for name in points.get_ref() {
        let point = layout::find(&board.names, name.get_ref())
            .map_err(|what| At::refuse(name, format!("first_turn_closed: {what}")))?;
        closed |= point.set();
    }
    if closed == PointSet::first(board.len()) {
        return Err(At::refuse(points, "first_turn_closed leaves no point for the first man"));
    }
    Ok(closed)
}
