//! The grammar of dialogue files, and the patterns in them.
//!
//! The same files are dialogues of this project's tests, examples of its documentation,
//! and suites of the conformance checker.
//!
//! One step a line; the mark stands in the first column, a blank follows it:
//!
//! | line | means |
//! |---|---|
//! | `# text`, empty line | comment |
//! | `> text` | send this line; `{name}` stands for what the name was bound to |
//! | `>x 61 ff 00` | send a line of these bytes |
//! | `>* N text` | send a line of N times this text |
//! | `< pattern` | the next line must match |
//! | `<j word {members}` | the next line must be this word and a JSON object with at least these members, in any order |
//! | `<* pattern` | before the next expected line, or the end, any number of lines that match may come; several such lines are alternatives, tried in order |
//! | `<*` | the same for lines of any kind |
//! | `@ N` | the next expected line (or end) must come within N ms of the last line sent |
//! | `~ N` | let N ms pass |
//! | `! eof` | close the input |
//! | `! exit N` | now the engine must end with this exit code |
//!
//! In a pattern `*` is any text, also none, as short as it can be. `{name}` is one whole word (no blank, no
//! double quote): a new name is bound to it, a bound name must be equal. A `<*` line
//! binds its names anew each time it matches, so afterwards they hold the last match.
//! Texts among the members after `<j` are patterns too, and `"*"` there is a value of any
//! kind; of an object inside again only the members named are looked at, of an array all.
//!
//! A file that does not say `! exit` ends with `! eof` and `! exit 0`. A line that
//! no step expects fails the dialogue, also at the end.

use serde_json::Value;
use std::collections::BTreeMap;

/// What names are bound to.
pub type Bindings = BTreeMap<String, String>;

/// One line of a dialogue file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send the text, names replaced.
    Send(String),
    /// Send the bytes as a line.
    SendBytes(Vec<u8>),
    /// Expect a line.
    Expect(Pattern),
    /// Allow lines.
    Skip(Pattern),
    /// The next expectation has this many milliseconds since the last sent line.
    Within(u64),
    /// Let milliseconds pass.
    Pause(u64),
    /// Close the input.
    Close,
    /// Expect the end, with this exit code.
    Exit(i32),
}

/// A dialogue: its steps with their line numbers, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The steps.
    pub steps: Vec<(usize, Step)>,
}

impl Script {
    /// Reads a dialogue file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            match step(line) {
                Ok(Some(step)) => steps.push((number, step)),
                Ok(None) => {}
                Err(message) => return Err(format!("line {number}: {message}: {line}")),
            }
        }
        if !steps.iter().any(|(_, step)| matches!(step, Step::Exit(_))) {
            let end = text.lines().count() + 1;
            steps.extend([(end, Step::Close), (end, Step::Exit(0))]);
        }
        Ok(Self { steps })
    }
}

fn step(line: &str) -> Result<Option<Step>, String> {
    if line.trim().is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
    let milliseconds = || rest.parse().map_err(|_| "wanted a number".to_owned());
    Ok(Some(match mark {
        ">" => Step::Send(rest.to_owned()),
        ">x" => Step::SendBytes(bytes(rest)?),
        ">*" => {
            let (count, text) = rest.split_once(' ').ok_or("wanted a number and a text")?;
            let count = count.parse().map_err(|_| "wanted a number".to_owned())?;
            Step::SendBytes(text.repeat(count).into_bytes())
        }
        "<" => Step::Expect(Pattern::parse(rest)),
        "<j" => Step::Expect(Pattern::parse_object(rest)?),
        "<*" => Step::Skip(Pattern::parse(if rest.is_empty() { "*" } else { rest })),
        "@" => Step::Within(milliseconds()?),
        "~" => Step::Pause(milliseconds()?),
        "!" => match rest.split_once(' ') {
            None if rest == "eof" => Step::Close,
            Some(("exit", code)) => {
                Step::Exit(code.parse().map_err(|_| "wanted an exit code".to_owned())?)
            }
            _ => return Err("wanted `! eof` or `! exit N`".into()),
        },
        _ => return Err("unknown mark".into()),
    }))
}

fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let byte = |word| u8::from_str_radix(word, 16).map_err(|_| format!("no byte: {word}"));
    text.split_whitespace().map(byte).collect()
}

/// A line with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    body: Body,
    source: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    Text(Vec<Part>),
    /// A word and members of the object after it.
    Object(String, Value),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Any,
    Name(String),
}

impl Pattern {
    /// Reads a pattern; every text is one.
    pub fn parse(source: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = source;
        let mut text = String::new();
        while let Some(symbol) = rest.chars().next() {
            let name = name_at(rest);
            if symbol != '*' && name.is_none() {
                text.push(symbol);
                rest = &rest[symbol.len_utf8()..];
                continue;
            }
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut text)));
            }
            if let Some(name) = name {
                rest = &rest[name.len() + 2..];
                parts.push(Part::Name(name.to_owned()));
            } else {
                rest = &rest[1..];
                parts.push(Part::Any);
            }
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Self { body: Body::Text(parts), source: source.to_owned() }
    }

    /// Reads what follows `<j`: a word and a JSON object.
    ///
    /// # Errors
    /// A sentence, when it is something else.
    pub fn parse_object(source: &str) -> Result<Self, String> {
        let (word, object) = source.split_once(' ').ok_or("wanted a word and an object")?;
        let members: Value = serde_json::from_str(object).map_err(|error| error.to_string())?;
        if !members.is_object() {
            return Err("wanted an object after the word".into());
        }
        Ok(Self { body: Body::Object(word.to_owned(), members), source: source.to_owned() })
    }

    /// The pattern as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the line matches; then its names are bound. `anew` forgets first what they
    /// were bound to.
    pub fn matches(&self, line: &str, bindings: &mut Bindings, anew: bool) -> bool {
        let mut trial = bindings.clone();
        let matched = match &self.body {
            Body::Text(parts) => {
                for part in parts {
                    if let (true, Part::Name(name)) = (anew, part) {
                        trial.remove(name);
                    }
                }
                matches(parts, line, &mut trial)
            }
            Body::Object(word, members) => {
                let object = line.strip_prefix(word.as_str()).map(serde_json::from_str);
                matches!(object, Some(Ok(object)) if holds(members, &object, &mut trial))
            }
        };
        if matched {
            *bindings = trial;
        }
        matched
    }
}

/// Whether the value is as wanted, members that nobody asked for aside.
fn holds(wanted: &Value, value: &Value, bindings: &mut Bindings) -> bool {
    match (wanted, value) {
        (Value::String(any), _) if any == "*" => true,
        (Value::String(wanted), Value::String(text)) => {
            Pattern::parse(wanted).matches(text, bindings, false)
        }
        (Value::Object(wanted), Value::Object(members)) => {
            wanted.iter().all(|(key, wanted)| {
                members.get(key).is_some_and(|value| holds(wanted, value, bindings))
            })
        }
        (Value::Array(wanted), Value::Array(values)) => {
            let mut pairs = wanted.iter().zip(values);
            wanted.len() == values.len() && pairs.all(|(w, value)| holds(w, value, bindings))
        }
        _ => wanted == value,
    }
}

/// The name in braces at the start of the text: small letters only, so JSON has none.
fn name_at(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('{')?.split_once('}')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    is_name.then_some(name)
}

/// Each stretch between two `*` is taken where it first fits, so that no line, however
/// long, takes more than a few passes.
fn matches(parts: &[Part], line: &str, bindings: &mut Bindings) -> bool {
    let mut stretches = parts.split(|part| *part == Part::Any);
    let first = stretches.next().unwrap_or_default();
    let mut stretches: Vec<_> = stretches.collect();
    let Some(mut rest) = fits(first, line, bindings) else { return false };
    let Some(last) = stretches.pop() else { return rest.is_empty() };
    let mut seek = |stretch: &[Part], line: &mut &str, at_end: bool| {
        let text = *line;
        let starts = text.char_indices().map(|(start, _)| start).chain([text.len()]);
        starts.into_iter().any(|start| {
            let mut trial = bindings.clone();
            let found = fits(stretch, &text[start..], &mut trial);
            let Some(rest) = found.filter(|rest| !at_end || rest.is_empty()) else {
                return false;
            };
            *line = rest;
            *bindings = trial;
            true
        })
    };
    stretches.into_iter().all(|stretch| seek(stretch, &mut rest, false))
        && (last.is_empty() || seek(last, &mut rest, true))
}

/// What follows the parts, which hold no `*`, when the line begins with them.
fn fits<'a>(parts: &[Part], line: &'a str, bindings: &mut Bindings) -> Option<&'a str> {
    let mut line = line;
    for part in parts {
        match part {
            Part::Text(text) => line = line.strip_prefix(text.as_str())?,
            Part::Name(name) => {
                let end = line.find([' ', '"']).unwrap_or(line.len());
                let (word, rest) = line.split_at(end);
                if word.is_empty() || bindings.get(name).is_some_and(|bound| bound != word) {
                    return None;
                }
                bindings.insert(name.clone(), word.to_owned());
                line = rest;
            }
            Part::Any => {}
        }
    }
    Some(line)
}

/// The text with each `{name}` replaced by what it is bound to.
pub fn replaced(text: &str, bindings: &Bindings) -> Result<String, String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, after) = rest.split_at(start);
        whole.push_str(before);
        if let Some(name) = name_at(after) {
            whole.push_str(bindings.get(name).ok_or(format!("{name} is not bound"))?);
            rest = &after[name.len() + 2..];
        } else {
            whole.push('{');
            rest = &after[1..];
        }
    }
    whole.push_str(rest);
    Ok(whole)
}
