//! The program: logging, the command line, the exit code.

use clap::Parser;
use modisa::cli::{self, Args, jobs::Failure};
use std::io::{ErrorKind, Write, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    start_logging(&args);
    match cli::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read us has seen enough, as `head` does.
        Err(Failure::Pipe(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(stderr(), "modisa: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Diagnostics go to standard error alone; standard output belongs to the protocol.
fn start_logging(args: &Args) {
    let default = env_logger::Env::default().default_filter_or("warn");
    let mut logger = env_logger::Builder::from_env(default);
    if let Some(level) = args.log {
        logger.filter_level(level);
    }
    logger.target(env_logger::Target::Stderr).init();
}
