//! The reference data under `tests/data`: one JSON object a line.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// A file of `tests/data`, one value for each line.
pub(crate) fn lines(name: &str) -> Vec<Value> {
    let text = text(name);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file of `tests/data` that is one value.
pub(crate) fn whole(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap()
}

/// The words of a list.
pub(crate) fn words(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
