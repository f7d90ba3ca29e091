//! The words of the command line.

use crate::fault::Fault;
use clap::Parser;
use std::time::Duration;

/// A UMI engine with exactly one deliberate fault, for trying programs that judge engines.
#[derive(Clone, Debug, Parser)]
#[command(name = "mock", version)]
pub(crate) struct Args {
    /// What is wrong with the engine, a name out of `--list` [default: nothing]
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    pub(crate) fault: Option<Fault>,
    /// Answer every `go` that ends by itself at once, with a random legal turn.
    #[arg(long)]
    pub(crate) instant: bool,
    /// What the turns of `--instant` follow from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// From which `go` on the fault strikes; with 1 it does so before any `go`, too.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) after: u32,
    /// How late the answers of the slow faults come, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay_ms: u64,
    /// The name given in `id name` [default: that of the real engine]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// List the faults: name, tab, what is wrong.
    #[arg(long)]
    pub(crate) list: bool,
}

impl Args {
    /// How late the answers of the slow faults come.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FAULTS;
    use clap::CommandFactory;

    #[test]
    fn the_declaration_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_fault_of_the_table_can_be_asked_for_by_its_name() {
        for fault in &FAULTS {
            let args = Args::try_parse_from(["mock", "--fault", fault.name]);
            let found = args.expect("it is in the table").fault.expect("it was given");
            assert_eq!(found.sentence, fault.sentence, "{} stands there twice", fault.name);
        }
    }
}
