//! The bench: a fixed amount of searching, whose node count is the signature of the engine.
//!
//! One thread, a table of its own and fixed depths make the count the same on
//! every machine; a change of the count means that the search or a rule has changed.

use super::catalog::Catalog;
use super::error::Error;
use super::position::{Inquiry, StopWatch, Tools, rate};
use super::session::News;
use crate::search::{Clock, Limits, Signal, Table};
use std::sync::Arc;
use std::time::Duration;

/// Depth of the searches unless another is asked for.
pub(crate) const DEPTH: u32 = 9;

/// MiB of the bench's own table.
const TABLE: usize = 16;

/// The game and depth whose sequences are counted for the speed of the generator.
const COUNTED: (&str, u32) = ("morabaraba", 6);

/// One position a line: the variant, then the position text; `#` starts a remark.
const POSITIONS: &str = include_str!("bench.txt");

/// Searches every position; the last message of the job.
pub(crate) fn run(depth: Option<u32>, signal: &Arc<Signal>) -> Result<News, Error> {
    let depth = depth.unwrap_or(DEPTH).max(1);
    let stopped = || Error::Busy("the bench was stopped before it was complete".to_owned());
    let mut table = Table::new(TABLE).map_err(|error| Error::Io(error.to_string()))?;
    let positions = positions();
    let mut lines = Vec::new();
    let (mut nodes, mut spent) = (0_u64, Duration::ZERO);
    for (index, (variant, fen)) in positions.iter().enumerate() {
        let inquiry = open(variant, Some(fen))?;
        let shared = Arc::new(table);
        let (found, took) = search(&*inquiry, &shared, depth, signal);
        if signal.is_stopped() {
            return Err(stopped());
        }
        nodes += found;
        spent += took;
        lines.push(format!(
            "position {}/{} {variant} depth {depth} nodes {found} nps {} time {}",
            index + 1,
            positions.len(),
            rate(found, took),
            took.as_millis()
        ));
        // The next position may have other rules, under which these values are wrong.
        table = Arc::try_unwrap(shared).map_err(|_| {
            Error::Internal("a search of the bench has not given back its table".to_owned())
        })?;
        table.clear();
    }
    let (variant, plies) = COUNTED;
    let watch = StopWatch::start();
    let tally = open(variant, None)?
        .count(plies, false, &|| signal.is_stopped())
        .ok_or_else(stopped)?;
    let took = watch.elapsed();
    lines.push(format!(
        "perft {variant} depth {plies} leaves {} per second {} time {}",
        tally.nodes,
        rate(tally.nodes, took),
        took.as_millis()
    ));
    Ok(News::Benched { lines, nodes, nps: rate(nodes, spent) })
}

fn positions() -> Vec<(&'static str, &'static str)> {
    POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .collect()
}

fn open(variant: &str, fen: Option<&str>) -> Result<Box<dyn Inquiry>, Error> {
    let mut position = Catalog::default().open(variant)?;
    position.set_up(fen, &[])?;
    position.inquiry(None)
}

/// Nodes and time of one search.
fn search(
    inquiry: &dyn Inquiry,
    table: &Arc<Table>,
    depth: u32,
    signal: &Arc<Signal>,
) -> (u64, Duration) {
    let watch = StopWatch::start();
    let tools = Tools {
        table: Arc::clone(table),
        limits: Limits { depth: Some(depth), ..Limits::none() },
        signal: Arc::clone(signal),
        watch,
        threads: 1,
        show_wdl: false,
        lines: 1,
        skill: None,
    };
    let nodes = inquiry.search(&tools, &|_| ()).nodes;
    (nodes, watch.elapsed())
}
