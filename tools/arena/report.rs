//! The standings as text: one line for the way, a table for the end.

use crate::standings::Standings;
use crate::statistics::{
    CrossTable, Estimate, Pentanomial, Tally, Verdict, elo, likelihood_of_superiority,
    normalized_elo, ratings,
};
use std::fmt::Write;

/// The standings in one line: games, score, Elo, and the test if there is one.
pub(crate) fn line(standings: &Standings) -> String {
    let mut text = format!("{} games", standings.games());
    if let Some(pairs) = standings.the_match() {
        let tally = standings.results.between(0, 1);
        let _ = write!(text, ", {}", wins_draws_losses(tally));
        if let Some(score) = pairs.score() {
            let _ = write!(text, ", {:.1} %", 100.0 * score);
        }
        if let Some(estimate) = elo(&pairs) {
            let _ = write!(text, ", Elo {estimate}");
        }
    }
    if let Some(test) = test(standings) {
        let _ = write!(text, ", {test}");
    }
    if standings.faults() > 0 {
        let _ = write!(text, ", {} lost by faults", standings.faults());
    }
    text
}

/// Everything that is known, several lines.
pub(crate) fn table(standings: &Standings) -> String {
    let mut text = String::new();
    if let Some(pairs) = standings.the_match() {
        text.push_str(&match_table(standings, &pairs));
    } else {
        let ratings = ratings(&standings.results, None);
        let table = CrossTable::new(&standings.names, &standings.results, &ratings);
        let _ = writeln!(text, "{table}");
    }
    let _ = writeln!(text, "Light: {}", shares(standings.light));
    let causes: Vec<String> =
        standings.causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
    let _ = writeln!(text, "Games ended by: {}", causes.join(", "));
    for (name, times) in standings.names.iter().zip(&standings.times) {
        let mean = times.micros.checked_div(times.turns).unwrap_or_default();
        let _ = writeln!(
            text,
            "{name}: {} turns, {} ms each, the slowest {} ms; {} games lost by faults",
            times.turns,
            millis(mean),
            millis(times.slowest),
            times.faults
        );
    }
    text
}

fn match_table(standings: &Standings, pairs: &Pentanomial) -> String {
    let tally = standings.results.between(0, 1);
    let shown = |estimate: Option<Estimate>| {
        estimate.map_or_else(|| "unknown".to_owned(), |estimate| estimate.to_string())
    };
    let mut text = format!("{} against {}\n", standings.names[0], standings.names[1]);
    let _ =
        writeln!(text, "Elo: {}, nElo: {}", shown(elo(pairs)), shown(normalized_elo(pairs)));
    let _ = writeln!(text, "LOS: {:.1} %", 100.0 * likelihood_of_superiority(pairs));
    let _ = writeln!(text, "Games: {}, {}", tally.games(), shares(tally));
    let _ = writeln!(text, "Pairs by points (0, 1/2, 1, 3/2, 2): {:?}", pairs.0);
    if let Some(test) = test(standings) {
        let _ = writeln!(text, "{test}");
    }
    text
}

/// `LLR 1.20 (-2.94 to 2.94), elo0 0, elo1 5: not decided`.
fn test(standings: &Standings) -> Option<String> {
    let (sprt, llr, verdict) = standings.sprt()?;
    let (lower, upper) = sprt.bounds();
    let verdict = match verdict {
        Verdict::Continue => "not decided",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    };
    Some(format!("SPRT {sprt}: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}"))
}

fn wins_draws_losses(tally: Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn shares(tally: Tally) -> String {
    let percent = |share: Option<f64>| 100.0 * share.unwrap_or_default();
    format!(
        "{}, {} points ({:.1} %), {:.1} % drawn",
        wins_draws_losses(tally),
        tally.points(),
        percent(tally.score()),
        percent(tally.draw_ratio())
    )
}

/// Milliseconds with one digit more.
fn millis(micros: u64) -> String {
    format!("{}.{}", micros / 1000, micros % 1000 / 100)
}
