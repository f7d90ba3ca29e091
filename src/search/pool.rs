//! The threads of a search: the caller's own, and helpers that share its table.

use super::params::Params;
use super::report::Sink;
use super::root::Root;
use super::tally::Tallies;
use super::{Finding, Task};
use crate::game::Game;
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// Enough for the deepest line even in a build without optimisation.
const STACK_BYTES: usize = 8 << 20;

/// Ends the helpers however the main search ends, be it by a panic.
struct HaltOnDrop<'a>(&'a Tallies);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// Runs the task on the calling thread and as many helpers as asked for.
///
/// The result is always that of the calling thread, whose reports led to it;
/// helpers contribute through the table. The first iteration is done before they
/// start, so that a turn is at hand even where they crowd the machine.
pub(super) fn search<'a, G: Game>(
    task: &'a Task<'a, G>,
    params: &'a Params,
    report: Sink<'a, G::Turn>,
) -> Finding<G::Turn> {
    task.table.new_search();
    let tallies = Tallies::new(task.threads.max(1));
    let mut main = Root::new(task, params, &tallies, 0, Some(report));
    main.begin();
    if !main.is_done() {
        scope(|scope| {
            let halt = HaltOnDrop(&tallies);
            let helpers = start_helpers(scope, task, params, &tallies);
            main.deepen();
            drop(halt);
            for helper in helpers {
                if helper.join().is_err() {
                    log::error!("a search helper has panicked; its work is lost");
                }
            }
        });
    }
    main.finish()
}

/// Starts the helpers, or as many as the system allows.
fn start_helpers<'scope, 'env, G: Game>(
    scope: &'scope Scope<'scope, 'env>,
    task: &'env Task<'env, G>,
    params: &'env Params,
    tallies: &'env Tallies,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    let mut helpers = Vec::new();
    for thread in 1..task.threads {
        let start = if thread % 2 == 0 { 2 } else { 3 };
        let spawned = Builder::new()
            .name(format!("search-{thread}"))
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || {
                Root::new(task, params, tallies, thread, None).help(start);
            });
        match spawned {
            Ok(helper) => helpers.push(helper),
            Err(error) => {
                log::warn!("searching with {thread} threads only: {error}");
                break;
            }
        }
    }
    helpers
}
