//! The rules: which turns there are, what they do, and when the game is over.

use super::boards::names;
use super::position::Position;
use super::sheets::{Flying, Full, Gun, Placing, Sheet, Takes};

/// A game with its board in numbers.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) sheet: Sheet,
    pub(crate) names: Vec<String>,
    pub(crate) lines: Vec<[usize; 3]>,
    pub(crate) neighbours: Vec<Vec<usize>>,
}

/// The winner, if there is one, and the word for the reason.
pub(crate) type End = (Option<char>, &'static str);

pub(crate) fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

impl Model {
    pub(crate) fn new(sheet: Sheet) -> Self {
        let rows = sheet.board.rows.iter();
        let points: Vec<String> = rows.flat_map(|row| names(row)).map(str::to_owned).collect();
        let number = |name: &str| points.iter().position(|known| known == name).unwrap();
        let mut lines = Vec::new();
        for line in sheet.board.lines {
            let line = names(line);
            lines.push([number(line[0]), number(line[1]), number(line[2])]);
        }
        let mut neighbours = vec![Vec::new(); points.len()];
        for stroke in sheet.board.strokes {
            let stroke = names(stroke);
            for pair in stroke.windows(2) {
                let (a, b) = (number(pair[0]), number(pair[1]));
                neighbours[a].push(b);
                neighbours[b].push(a);
            }
        }
        Self { sheet, names: points, lines, neighbours }
    }

    pub(crate) fn start(&self) -> Position {
        Position {
            men: vec!['.'; self.names.len()],
            side: self.sheet.first,
            light_hand: self.sheet.men,
            dark_hand: self.sheet.men,
            notes: Vec::new(),
            quiet: 0,
            ply: 0,
        }
    }

    /// How the game is over, quiet plies and repetition aside.
    pub(crate) fn over(&self, position: &Position) -> Option<End> {
        for side in ['w', 'b'] {
            if position.count(side) + position.hand(side) < self.sheet.needs {
                let reason =
                    if self.sheet.needs == 3 { "fewer-than-three" } else { "all-captured" };
                return Some((Some(other(side)), reason));
            }
        }
        if self.sheet.line_wins {
            for line in &self.lines {
                let letter = position.men[line[0]];
                if letter != '.' && line.iter().all(|&point| position.men[point] == letter) {
                    return Some((Some(letter), "line"));
                }
            }
        }
        let is_full = position.count('.') == 0 && position.hands_are_empty();
        if is_full && self.sheet.full == Full::Draw {
            return Some((None, "full-board"));
        }
        if self.turns(position).is_empty() {
            let winner = (!self.sheet.blocked_waits).then_some(other(position.side));
            return Some((winner, "no-move"));
        }
        let has_three = |side| position.hand(side) == 0 && position.count(side) == 3;
        let may_draw = self.sheet.ten_moves > 0 && (has_three('w') || has_three('b'));
        (may_draw && position.quiet >= self.sheet.ten_moves).then_some((None, "ten-moves"))
    }

    /// The legal turns of a game that goes on, sorted.
    pub(crate) fn legal(&self, position: &Position) -> Vec<String> {
        if self.over(position).is_some() {
            return Vec::new();
        }
        let mut turns = self.turns(position);
        turns.sort();
        turns
    }

    /// The turns by the rules of movement alone.
    fn turns(&self, position: &Position) -> Vec<String> {
        let side = position.side;
        if position.has_note(&format!("own:{side}")) {
            return self.removals(position, side);
        }
        if self.is_opening(position) {
            return self.removals(position, other(side));
        }
        if self.must_make_way(position) {
            return self.ways(position);
        }
        let mut turns = Vec::new();
        if position.hand(side) > 0 {
            for to in 0..self.names.len() {
                if position.men[to] == '.' {
                    turns.extend(self.placements(position, to));
                }
            }
        }
        if position.hand(side) == 0 || self.sheet.slides_while_placing {
            for (from, to) in self.slides(position, side) {
                if !self.is_barred(position, from, to) {
                    turns.extend(self.moves(position, from, to));
                }
            }
        }
        turns
    }

    fn removals(&self, position: &Position, owner: char) -> Vec<String> {
        let points = 0..self.names.len();
        let theirs = points.filter(|&point| position.men[point] == owner);
        theirs.map(|point| format!("x{}", self.names[point])).collect()
    }

    /// Whether a full board is to be opened by a removal that is a turn.
    fn is_opening(&self, position: &Position) -> bool {
        let empty = position.count('.');
        position.hands_are_empty()
            && match self.sheet.full {
                Full::Draw => false,
                Full::EachTakesOne => empty <= 1,
                Full::MoverTakesOne => empty == 0,
            }
    }

    /// Whether the other side is blocked and waits.
    fn must_make_way(&self, position: &Position) -> bool {
        self.sheet.blocked_waits
            && position.hands_are_empty()
            && self.slides(position, other(position.side)).is_empty()
    }

    /// The moves after which the other side can move, or all if no move helps.
    fn ways(&self, position: &Position) -> Vec<String> {
        let (mut helpful, mut all) = (Vec::new(), Vec::new());
        for (from, to) in self.slides(position, position.side) {
            let text = format!("{}-{}", self.names[from], self.names[to]);
            let mut next = position.clone();
            next.men.swap(from, to);
            if !self.slides(&next, other(position.side)).is_empty() {
                helpful.push(text.clone());
            }
            all.push(text);
        }
        if helpful.is_empty() { all } else { helpful }
    }

    /// From and to of every step and jump.
    fn slides(&self, position: &Position, side: char) -> Vec<(usize, usize)> {
        let jumps = match self.sheet.flying {
            Flying::Never => false,
            Flying::WithThree => position.hand(side) == 0 && position.count(side) <= 3,
            Flying::Always => true,
        };
        let mut slides = Vec::new();
        for from in 0..self.names.len() {
            if position.men[from] != side {
                continue;
            }
            for to in 0..self.names.len() {
                let reaches = jumps || self.neighbours[from].contains(&to);
                if reaches && position.men[to] == '.' {
                    slides.push((from, to));
                }
            }
        }
        slides
    }

    /// The full lines through a point that hold one letter only.
    fn mills(&self, men: &[char], point: usize) -> Vec<[usize; 3]> {
        let through = self.lines.iter().filter(|line| line.contains(&point));
        through.filter(|line| line.iter().all(|&p| men[p] == men[point])).copied().collect()
    }

    fn placements(&self, position: &Position, to: usize) -> Vec<String> {
        let text = self.names[to].clone();
        let mut men = position.men.clone();
        men[to] = position.side;
        if self.mills(&men, to).is_empty() {
            return vec![text];
        }
        match self.sheet.placing {
            Placing::Nothing | Placing::TheirOwn => vec![text],
            Placing::FromHand | Placing::FromHandAndAgain
                if position.hand(other(position.side)) > 0 =>
            {
                vec![format!("{text}xh")]
            }
            _ => self.with_captures(&text, &men, position.side),
        }
    }

    fn moves(&self, position: &Position, from: usize, to: usize) -> Vec<String> {
        let text = format!("{}-{}", self.names[from], self.names[to]);
        let mut men = position.men.clone();
        men.swap(from, to);
        if self.mills(&men, to).is_empty() {
            return vec![text];
        }
        self.with_captures(&text, &men, position.side)
    }

    /// The turn with each man that it may take.
    fn with_captures(&self, text: &str, men: &[char], side: char) -> Vec<String> {
        if self.sheet.line_wins {
            return vec![text.to_owned()];
        }
        let all: Vec<usize> =
            (0..men.len()).filter(|&point| men[point] == other(side)).collect();
        let mut outside = all.clone();
        outside.retain(|&point| self.mills(men, point).is_empty());
        let taken = match self.sheet.takes {
            Takes::Any => all,
            Takes::OutOfLineFirst if outside.is_empty() => all,
            Takes::OutOfLineFirst | Takes::OutOfLineOnly => outside,
        };
        if taken.is_empty() {
            return vec![text.to_owned()];
        }
        taken.iter().map(|&point| format!("{text}x{}", self.names[point])).collect()
    }

    /// Whether the machine-gun rule forbids this move.
    fn is_barred(&self, position: &Position, from: usize, to: usize) -> bool {
        let mut men = position.men.clone();
        men.swap(from, to);
        position.notes.iter().any(|note| {
            let Some((cow, back)) = note.split_once('-') else { return false };
            let (cow, back) = (self.point(cow), self.point(back));
            if position.men[cow] != position.side {
                return false;
            }
            match self.sheet.gun {
                Gun::Free => false,
                Gun::SameCow => (from, to) == (cow, back) && !self.mills(&men, back).is_empty(),
                Gun::SameMill => {
                    let made = self.mills(&men, to);
                    made.iter().any(|line| line.contains(&back) && !line.contains(&cow))
                }
            }
        })
    }

    /// How many moves the machine-gun rule takes from the side on turn.
    pub(crate) fn barred(&self, position: &Position) -> usize {
        let mut slides = self.slides(position, position.side);
        slides.retain(|&(from, to)| self.is_barred(position, from, to));
        slides.len()
    }

    fn point(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap()
    }

    /// The position after a legal turn.
    pub(crate) fn after(&self, position: &Position, turn: &str) -> Position {
        let mut next = position.clone();
        next.ply += 1;
        next.quiet += 1;
        next.notes.retain(|note| {
            note.split_once('-')
                .is_none_or(|(cow, _)| position.men[self.point(cow)] != position.side)
        });
        next.notes.retain(|note| !note.starts_with("own:"));
        let mut parts = turn.split('x');
        let entry = parts.next().unwrap();
        if !entry.is_empty() {
            self.enter(position, &mut next, entry);
        }
        let is_placing = !entry.is_empty() && !entry.contains('-');
        let mut goes_on = false;
        for taken in parts {
            next.quiet = 0;
            if taken == "h" {
                next.take_from_hand(other(position.side));
                goes_on = self.sheet.placing == Placing::FromHandAndAgain;
                continue;
            }
            let closes = is_placing && self.sheet.placing == Placing::TakesAndCloses;
            next.men[self.point(taken)] = if closes { 'x' } else { '.' };
            next.notes.retain(|note| note.split('-').next() != Some(taken));
        }
        if next.hands_are_empty() {
            let closed = next.men.iter_mut().filter(|letter| **letter == 'x');
            closed.for_each(|letter| *letter = '.');
        }
        if !goes_on {
            next.side = self.next_side(&next, position.side);
        }
        next
    }

    /// Puts the man where it goes, with all that is to be noted about that.
    fn enter(&self, position: &Position, next: &mut Position, entry: &str) {
        let side = position.side;
        let Some((from, to)) = entry.split_once('-') else {
            let to = self.point(entry);
            next.men[to] = side;
            next.take_from_hand(side);
            next.quiet = 0;
            if self.mills(&next.men, to).is_empty() {
                return;
            }
            let is_first = !next.notes.iter().any(|note| note.starts_with("line:"));
            if self.sheet.full == Full::EachTakesOne && is_first {
                next.note(format!("line:{side}"));
            }
            if self.sheet.placing == Placing::TheirOwn {
                next.note(format!("own:{}", other(side)));
            }
            return;
        };
        let (start, end) = (self.point(from), self.point(to));
        next.men.swap(start, end);
        let breaks = !self.mills(&position.men, start).is_empty();
        let makes = !self.mills(&next.men, end).is_empty();
        if self.sheet.gun != Gun::Free && breaks && makes {
            next.note(format!("{to}-{from}"));
        }
    }

    /// Who is on turn when `side` has made the turn that led here.
    fn next_side(&self, next: &Position, side: char) -> char {
        if !self.sheet.blocked_waits || !next.hands_are_empty() {
            return other(side);
        }
        match next.count('.') {
            0 if next.has_note("line:w") => 'w',
            0 if next.has_note("line:b") => 'b',
            0 => other(self.sheet.first),
            1 => other(side),
            _ if self.slides(next, other(side)).is_empty() => side,
            _ => other(side),
        }
    }
}
