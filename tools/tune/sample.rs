//! A labelled position as a line of text.

use modisa::game::Notation;
use modisa::kit::{Score, Verdict};
use modisa::morris::{Morris, State};
use std::fmt::Write;

/// A score of this size in a line stands for a decided game.
pub(crate) const DECIDED: i32 = 30_000;

/// A position with what a search said of it and how the game ended, both from the side on turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub state: State,
    /// Centimen, or ±[`DECIDED`].
    pub score: i32,
    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub result: u8,
}

/// The number that stands for a score in a line.
pub(crate) fn number_of(score: Score) -> i32 {
    match score.verdict() {
        Verdict::Win(_) => DECIDED,
        Verdict::Loss(_) => -DECIDED,
        Verdict::Estimate(value) => i32::from(value),
    }
}

/// Adds the line of a sample to `text`.
pub(crate) fn write(game: &Morris, sample: &Sample, text: &mut String) {
    let fen = game.write_state(&sample.state);
    let _ = writeln!(text, "{fen};{};{}", sample.score, sample.result);
}

/// The sample in a line, or `None` if it is none of this game.
pub(crate) fn read(game: &Morris, line: &str) -> Option<Sample> {
    let mut parts = line.split(';');
    let words: Vec<&str> = parts.next()?.split(' ').collect();
    let score = parts.next()?.parse().ok()?;
    let result = parts.next()?.parse().ok()?;
    Some(Sample { state: game.read_state(&words).ok()?, score, result })
}

#[cfg(test)]
mod tests {
    use super::*;
    use modisa::morris::builtin;

    #[test]
    fn a_line_gives_back_its_sample_and_others_none() {
        let game = Morris::new(builtin::find("nine").unwrap()).unwrap();
        let line = "bw1/1bw/2w/bw1wb1/1bw/1b1/www w 0,0 - 7 212;-35;2";
        let sample = read(&game, line).unwrap();
        assert_eq!((sample.score, sample.result), (-35, 2));
        let mut text = String::new();
        write(&game, &sample, &mut text);
        assert_eq!(text.trim_end(), line);
        for wrong in ["", "x;1;2", "3/3/3/6/3/3/3 w 9,9", "3/3/3/6/3/3/3 w 9,9;a;1"] {
            assert!(read(&game, wrong).is_none(), "{wrong}");
        }
    }
}
