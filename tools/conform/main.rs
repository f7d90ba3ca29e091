//! Checks that an engine keeps the Universal Morris Interface.
//!
//! `bench` holds the engine's command and what it told of itself, `candidate` is a running
//! one, `referee` what the rules say; `checks` are the rows, and `suite` the dialogues
//! among them; `report` tells what they came to.
#![allow(missing_docs, reason = "a program has no readers of documentation")]

mod args;
mod bench;
mod candidate;
mod referee;
mod suite;
mod checks;
mod report;

use args::Args;
use bench::{Bench, Finding};
use checks::Check;
use clap::Parser;
use report::{Report, Title};
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

/// Wrong usage, or an engine that cannot be started.
const CANNOT: u8 = 2;

fn main() -> ExitCode {
    let args = Args::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match run(&args) {
        Ok(code) => code,
        // Whoever read us has seen enough, as `head` does.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(stderr(), "conform: {error}");
            ExitCode::from(CANNOT)
        }
    }
}

fn run(args: &Args) -> io::Result<ExitCode> {
    let mut bench = Bench::new(args);
    if args.list {
        bench.choose_variants();
        for check in wanted(args, &bench)? {
            writeln!(stdout(), "{}: {}", check.name, check.sentence)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let introduction = bench.introduce()?;
    bench.choose_variants();
    let checks = wanted(args, &bench)?;
    if checks.is_empty() {
        return Err(io::Error::other("no check is left; --list shows them all"));
    }
    let mut report = Report::begin(stdout(), args.format, checks.len())?;
    if let Err(finding) = introduction {
        bail_out(&mut report, &finding)?;
        return Ok(ExitCode::FAILURE);
    }
    for check in &checks {
        let start = Instant::now();
        let longest = bench.longest();
        let found = check.run(&bench);
        let took = start.elapsed();
        if found.is_err() && took >= longest {
            bench.note_silence();
        }
        let title = Title { name: &check.name, sentence: &check.sentence };
        report.tell(title, &found, took)?;
    }
    report.end(&bench.identity.name, None)?;
    Ok(if report.sums.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn wanted(args: &Args, bench: &Bench) -> io::Result<Vec<Check>> {
    let mut checks = if args.suite_only { Vec::new() } else { checks::all(&bench.variants) };
    for path in &args.suite {
        let dialogues = suite::read(path)?;
        checks
            .extend(dialogues.into_iter().map(|(name, it)| Check::dialogue("own", &name, it)));
    }
    checks.retain(|check| args.wants(&format!("{}: {}", check.name, check.sentence)));
    Ok(checks)
}

/// An engine that does not introduce itself is told nothing else.
fn bail_out<W: Write>(report: &mut Report<W>, finding: &Finding) -> io::Result<()> {
    let (Finding::Fault { reason, .. } | Finding::Skipped(reason)) = finding;
    let title = Title {
        name: "start/introduction",
        sentence: "The engine introduces itself up to umiok",
    };
    report.tell(title, &Err(finding.clone()), std::time::Duration::ZERO)?;
    report.end("the engine", Some(&format!("the engine does not introduce itself: {reason}")))
}
