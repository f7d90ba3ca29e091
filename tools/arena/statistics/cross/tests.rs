//! The text to the letter, and who stands where.

use super::*;
use crate::statistics::ratings;

fn table(names: &[&str], matches: &[(usize, usize, u64, u64, u64)]) -> CrossTable {
    let mut results = Results::new(names.len());
    for &(player, opponent, wins, draws, losses) in matches {
        results.add_all(player, opponent, Tally { wins, draws, losses });
    }
    CrossTable::new(names, &results, &ratings(&results, None))
}

#[test]
fn the_table_is_aligned_and_goes_by_rank() {
    let games = [(0, 1, 10, 20, 70), (0, 2, 80, 20, 100), (1, 2, 40, 25, 35)];
    let text = "\
#  Name      Elo   +/-  Games  Score     %  Draws     1     2      3
1  strong  +78.5  30.9    200  132.5  66.2   22.5     -  52.5   80.0
2  mid      -5.2  25.0    300  157.5  52.5   15.0  47.5     -  110.0
3  weak    -73.3  25.7    300  110.0  36.7   13.3  20.0  90.0      -
";
    assert_eq!(table(&["weak", "strong", "mid"], &games).to_string(), text);
}

#[test]
fn the_rows_hold_what_the_text_shows() {
    let games = [(0, 1, 1, 0, 3), (2, 1, 0, 2, 0)];
    let rows = table(&["a", "b", "c"], &games).rows;
    let players: Vec<usize> = rows.iter().map(|row| row.player).collect();
    assert_eq!(players, [1, 2, 0]);
    let ranks: Vec<usize> = rows.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 2, 3]);
    assert_eq!(rows[0].total, Tally { wins: 3, draws: 2, losses: 1 });
    let nothing = Tally::default();
    let lost = Tally { wins: 1, draws: 0, losses: 3 };
    assert_eq!(rows[2].against, [lost, nothing, nothing]);
}

#[test]
fn a_long_name_is_cut_and_widens_no_column_further() {
    let long = "an-engine-with-a-name-beyond-all-measure";
    let found = table(&[long, "b"], &[(0, 1, 3, 0, 1)]);
    let text = found.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("1  an-engine-with-a-name...  +"), "{text}");
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
    assert_eq!(found.rows[0].name, long);
    assert_eq!(clipped("exactly-24-letters-long!"), "exactly-24-letters-long!");
}

#[test]
fn players_without_games_come_last_with_dashes() {
    let text = table(&["idle", "worse", "better"], &[(1, 2, 0, 0, 4)]).to_string();
    let last = text.lines().last().unwrap();
    let cells: Vec<&str> = last.split_whitespace().collect();
    assert_eq!(cells, ["3", "idle", "-", "-", "0", "0.0", "-", "-", "-", "-", "-"]);
}

#[test]
fn groups_that_never_met_are_named() {
    let games = [(0, 1, 3, 0, 1), (2, 3, 2, 2, 0), (0, 4, 1, 0, 1)];
    let text = table(&["a", "b", "c", "d", "e", "idle"], &games).to_string();
    let last = text.lines().last().unwrap();
    let wanted = "No game links these groups, do not compare their ratings: c, d | a, e, b";
    assert_eq!(last, wanted, "{text}");
    let linked = table(&["a", "b"], &games[..1]).to_string();
    assert_eq!(linked.lines().count(), 3);
}

#[test]
fn without_players_there_is_only_a_header() {
    assert_eq!(table(&[], &[]).to_string().lines().count(), 1);
}
