//! A position as letters, and its text.

use super::boards::names;
use super::model::Model;
use std::fmt::Write;

/// Who has what where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// A letter for each point: `w`, `b`, `x` for a closed one, `.` for an empty one.
    pub(crate) men: Vec<char>,
    pub(crate) side: char,
    pub(crate) light_hand: usize,
    pub(crate) dark_hand: usize,
    /// What else is to be known, as in the memory field.
    pub(crate) notes: Vec<String>,
    pub(crate) quiet: u32,
    pub(crate) ply: u32,
}

impl Position {
    pub(crate) fn hand(&self, side: char) -> usize {
        if side == 'w' { self.light_hand } else { self.dark_hand }
    }

    pub(crate) fn take_from_hand(&mut self, side: char) {
        if side == 'w' {
            self.light_hand -= 1;
        } else {
            self.dark_hand -= 1;
        }
    }

    pub(crate) fn hands_are_empty(&self) -> bool {
        self.light_hand + self.dark_hand == 0
    }

    /// How many points carry the letter.
    pub(crate) fn count(&self, letter: char) -> usize {
        self.men.iter().filter(|&&found| found == letter).count()
    }

    pub(crate) fn has_note(&self, note: &str) -> bool {
        self.notes.iter().any(|found| found == note)
    }

    pub(crate) fn note(&mut self, note: String) {
        self.notes.push(note);
        self.notes.sort();
    }
}

impl Model {
    /// The text of a position.
    pub(crate) fn write(&self, position: &Position) -> String {
        let mut text = String::new();
        let mut point = 0;
        for (number, row) in self.sheet.board.rows.iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for _ in names(row) {
                let letter = position.men[point];
                point += 1;
                if letter == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        let notes =
            if position.notes.is_empty() { "-".to_owned() } else { position.notes.join(",") };
        let Position { side, light_hand, dark_hand, quiet, ply, .. } = position;
        let _ = write!(text, " {side} {light_hand},{dark_hand} {notes} {quiet} {ply}");
        text
    }

    /// The position of a complete text.
    pub(crate) fn read(&self, text: &str) -> Position {
        let words: Vec<&str> = text.split(' ').collect();
        let mut men = Vec::new();
        for letter in words[0].chars() {
            match letter.to_digit(10) {
                Some(run) => men.extend((0..run).map(|_| '.')),
                None if letter == '/' => {}
                None => men.push(letter),
            }
        }
        assert_eq!(men.len(), self.names.len(), "{text}");
        let (light_hand, dark_hand) = words[2].split_once(',').unwrap();
        let notes = match words[3] {
            "-" => Vec::new(),
            list => list.split(',').map(str::to_owned).collect(),
        };
        Position {
            men,
            side: words[1].chars().next().unwrap(),
            light_hand: light_hand.parse().unwrap(),
            dark_hand: dark_hand.parse().unwrap(),
            notes,
            quiet: words[4].parse().unwrap(),
            ply: words[5].parse().unwrap(),
        }
    }
}
