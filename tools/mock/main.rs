//! A UMI engine with one deliberate fault, to try on it the tools that look for faults.
//!
//! The real engine and the real driver run in this process. Between them and the pipes
//! stand two filters, `ear` on what is heard and `mouth` on what is said, and `player`
//! around the engine; the fault, a row of the table in `fault`, bends one of the three.
#![allow(missing_docs, reason = "a program has no readers of documentation")]

mod args;
mod ear;
mod edit;
mod fault;
mod heard;
mod mouth;
mod outlet;
mod player;
mod said;
mod scene;

use args::Args;
use clap::Parser;
use fault::{FAULTS, Twist};
use modisa::protocol::{Umi, serve};
use mouth::Mouth;
use outlet::Outlet;
use player::Player;
use scene::Scene;
use std::error::Error;
use std::io::{self, BufReader, ErrorKind, IsTerminal, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

fn main() -> ExitCode {
    let args = Args::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let result = if args.list { list().map_err(Into::into) } else { talk(&args) };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(stderr(), "mock: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever read us has seen enough, as with the real engine.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Prints name and sentence of each fault.
fn list() -> io::Result<ExitCode> {
    let mut out = stdout();
    for fault in &FAULTS {
        writeln!(out, "{}\t{}", fault.name, fault.sentence)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Holds one conversation.
fn talk(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let twist = args.fault.map_or(Twist::None, |fault| fault.twist);
    let scene = Arc::new(Mutex::new(Scene::new(args.after)));
    let outlet = Arc::new(Outlet::new(args.delay()));
    match twist {
        Twist::Start(deed) => deed().perform(&outlet)?,
        Twist::Blocks(size) => outlet.write_in_blocks(size),
        _ => {}
    }
    let greet = stdin().is_terminal();
    let source = BufReader::new(stdin());
    let lines = ear::spawn(source, twist, Arc::clone(&scene), Arc::clone(&outlet))?;
    let mouth = Mouth::new(twist, Arc::clone(&scene), Arc::clone(&outlet));
    let mut player = Player::new(args, twist, Arc::clone(&scene))?;
    serve(&mut player, &mut Umi, &lines, mouth, greet)?;
    outlet.finish()?;
    let scene = scene::look(&scene);
    match twist {
        Twist::Quit(code) if scene.is_quitting && scene.is_armed() => Ok(ExitCode::from(code)),
        _ => Ok(ExitCode::SUCCESS),
    }
}
