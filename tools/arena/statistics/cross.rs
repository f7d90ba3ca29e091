//! The cross table: who stands where, and what he made against whom.

use super::{Rating, Results, Tally};
use std::fmt;

/// Longer names are cut to this many characters.
const LONGEST_NAME: usize = 24;

/// One player's line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossRow {
    /// 1 for the highest rating; players without games come last.
    pub rank: usize,
    /// The number of the player.
    pub player: usize,
    /// His name, uncut.
    pub name: String,
    /// His rating.
    pub rating: Rating,
    /// His results against everybody.
    pub total: Tally,
    /// His results against each player, in the order of the rows; no games against himself.
    pub against: Vec<Tally>,
}

/// All players, the highest rating first. `Display` writes it in aligned columns.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossTable {
    /// The lines, by rank.
    pub rows: Vec<CrossRow>,
}

impl CrossTable {
    /// The table of these players; `names` and `ratings` are by the number of the player.
    ///
    /// # Panics
    /// If there are fewer names or ratings than players.
    pub fn new(names: &[impl AsRef<str>], results: &Results, ratings: &[Rating]) -> Self {
        let mut order: Vec<usize> = (0..results.players()).collect();
        order.sort_by(|&one, &other| {
            let (one, other) = (&ratings[one], &ratings[other]);
            let played = other.error.is_some().cmp(&one.error.is_some());
            played.then(other.elo.total_cmp(&one.elo))
        });
        let row = |(index, &player): (usize, &usize)| CrossRow {
            rank: index + 1,
            player,
            name: names[player].as_ref().to_owned(),
            rating: ratings[player],
            total: results.total(player),
            against: order.iter().map(|&other| results.between(player, other)).collect(),
        };
        Self { rows: order.iter().enumerate().map(row).collect() }
    }

    fn header(&self) -> Vec<String> {
        let fixed = ["#", "Name", "Elo", "+/-", "Games", "Score", "%", "Draws"];
        let ranks = self.rows.iter().map(|row| row.rank.to_string());
        fixed.into_iter().map(str::to_owned).chain(ranks).collect()
    }

    /// The names of the groups that no game links, if there are several with games.
    fn strangers(&self) -> Option<String> {
        let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
        for row in self.rows.iter().filter(|row| row.total.games() > 0) {
            match groups.iter_mut().find(|(group, _)| *group == row.rating.group) {
                Some((_, names)) => names.push(clipped(&row.name)),
                None => groups.push((row.rating.group, vec![clipped(&row.name)])),
            }
        }
        let names: Vec<String> = groups.iter().map(|(_, names)| names.join(", ")).collect();
        (names.len() > 1).then(|| names.join(" | "))
    }
}

impl CrossRow {
    fn cells(&self) -> Vec<String> {
        let percent =
            |share: Option<f64>| or_dash(share, |share| format!("{:.1}", 100.0 * share));
        let played = (self.total.games() > 0).then_some(self.rating.elo);
        let fixed = [
            self.rank.to_string(),
            clipped(&self.name),
            or_dash(played, |elo| format!("{elo:+.1}")),
            or_dash(self.rating.error, |error| format!("{error:.1}")),
            self.total.games().to_string(),
            format!("{:.1}", self.total.points()),
            percent(self.total.score()),
            percent(self.total.draw_ratio()),
        ];
        let points = self
            .against
            .iter()
            .map(|tally| or_dash(tally.score(), |_| format!("{:.1}", tally.points())));
        fixed.into_iter().chain(points).collect()
    }
}

/// Columns two spaces apart, names to the left, numbers to the right. All characters are
/// taken to be equally wide. A last line names the groups that never met, if any.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAME: usize = 1;
        let lines: Vec<Vec<String>> = std::iter::once(self.header())
            .chain(self.rows.iter().map(CrossRow::cells))
            .collect();
        let widest = |column: usize| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..lines[0].len()).map(widest).collect();
        for line in &lines {
            for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                if column == NAME {
                    write!(f, "{gap}{cell:<width$}")?;
                } else {
                    write!(f, "{gap}{cell:>width$}")?;
                }
            }
            writeln!(f)?;
        }
        match self.strangers() {
            Some(groups) => {
                writeln!(
                    f,
                    "No game links these groups, do not compare their ratings: {groups}"
                )
            }
            None => Ok(()),
        }
    }
}

fn or_dash<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), write)
}

fn clipped(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    let kept: String = name.chars().take(LONGEST_NAME - 3).collect();
    format!("{kept}...")
}

#[cfg(test)]
mod tests;
