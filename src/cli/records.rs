//! `modisa record`: checks, shows and rewrites files of game records.

use super::args::RecordJob;
use super::jobs::Failure;
use crate::engine::Style;
use crate::engine::record::{RecordError, Referee, Review};
use std::fs::File;
use std::io::{BufRead, BufReader, Write, stdin};

/// Does the job.
pub(super) fn run(job: &RecordJob, out: &mut dyn Write) -> Result<(), Failure> {
    let referee = Referee::default();
    let done = match job {
        RecordJob::Check { files } => check(&referee, files, out),
        RecordJob::Replay { file, game, ply } => replay(&referee, file, *game, *ply, out),
        RecordJob::Convert { file, to, json } => {
            convert(&referee, file, to.style(), *json, out)
        }
    };
    // What was right before a mistake is shown all the same.
    out.flush()?;
    done
}

/// The text of a file, or of standard input.
fn open(file: &str) -> Result<Box<dyn BufRead>, Failure> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(stdin())));
    }
    let opened = File::open(file);
    let opened = opened.map_err(|error| Failure::Unreadable(format!("{file}: {error}")))?;
    Ok(Box::new(BufReader::new(opened)))
}

fn check(referee: &Referee, files: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let (mut games, mut wrong) = (0_usize, 0_usize);
    for file in files {
        for (number, review) in (1..).zip(referee.read(open(file)?)) {
            games += 1;
            let line = match &review {
                Ok(review) => review.line,
                Err(error) => error.line(),
            };
            let (finding, is_right) = verdict(&review);
            wrong += usize::from(!is_right);
            writeln!(out, "{file}:{line}: game {number}: {finding}")?;
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Wrong(format!("{wrong} of {games} games are wrong"))),
    }
}

/// What is found of a game, and whether it is right.
fn verdict(review: &Result<Review, RecordError>) -> (String, bool) {
    let review = match review {
        Ok(review) => review,
        Err(error) => return (format!("wrong: {error}"), false),
    };
    if let Some(complaint) = review.complaint() {
        return (format!("wrong: {complaint}"), false);
    }
    let record = &review.record;
    let (turns, result) = (record.entries.len(), record.result.word());
    (format!("ok: {}, {turns} turns, {result}, {}", record.variant, review.cause()), true)
}

fn replay(
    referee: &Referee,
    file: &str,
    game: usize,
    ply: Option<usize>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut games = 0;
    let found = referee.read(open(file)?).inspect(|_| games += 1).nth(game - 1);
    let Some(review) = found else {
        return Err(Failure::Wrong(format!("{file}: game {game} is not there, {games} are")));
    };
    let record = review.map_err(|error| spoiled(file, game, &error))?.record;
    let turns = record.entries.len();
    if let Some(ply) = ply.filter(|ply| *ply > turns) {
        return Err(Failure::Wrong(format!(
            "{file}: game {game}: ply {ply} is not there, {turns} turns are"
        )));
    }
    let mut replay = referee.replay(&record)?;
    let mut number = 0_usize;
    let mut turn = "start".to_owned();
    loop {
        if ply.is_none_or(|wanted| wanted == number) {
            let gap = if ply.is_none() && number > 0 { "\n" } else { "" };
            writeln!(out, "{gap}ply {number}: {turn}\n\n{}", replay.show()?)?;
        }
        if ply == Some(number) {
            return Ok(());
        }
        let Some(entry) = replay.step()? else { return Ok(()) };
        number += 1;
        entry.turn().clone_into(&mut turn);
    }
}

/// Rewrites all games; one that is wrong ends it.
fn convert(
    referee: &Referee,
    file: &str,
    to: Style,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for (number, review) in (1..).zip(referee.read(open(file)?)) {
        let mut review = review.map_err(|error| spoiled(file, number, &error))?;
        review.record = referee.respell(&review.record, to)?;
        if json {
            writeln!(out, "{}", review.data())?;
        } else {
            let gap = if number > 1 { "\n" } else { "" };
            write!(out, "{gap}{}", review.record)?;
        }
    }
    Ok(())
}

fn spoiled(file: &str, game: usize, error: &RecordError) -> Failure {
    Failure::Wrong(format!("{file}: game {game}: {error}"))
}
