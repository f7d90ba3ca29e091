//! The filter between standard input and the driver.

use crate::fault::{Deed, Twist};
use crate::outlet::Outlet;
use crate::scene::{self, Shared};
use crossbeam_channel::{Receiver, Sender, bounded};
use modisa::protocol::Fault;
use modisa::protocol::input::{Input, Lines};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread;

/// Lines read ahead of the driver: a flood of input waits in the pipe.
const LINES_AHEAD: usize = 16;

/// Reads `source` to its end on a new thread, and hands on what the fault leaves of it.
///
/// # Errors
/// When the system starts no more threads.
pub(crate) fn spawn(
    source: impl BufRead + Send + 'static,
    twist: Twist,
    scene: Shared,
    outlet: Arc<Outlet>,
) -> io::Result<Receiver<Input>> {
    let (driver, lines) = bounded(LINES_AHEAD);
    let ear = Ear { twist, scene, outlet, driver };
    thread::Builder::new().name("ear".into()).spawn(move || ear.listen(Lines::new(source)))?;
    Ok(lines)
}

struct Ear {
    twist: Twist,
    scene: Shared,
    outlet: Arc<Outlet>,
    driver: Sender<Input>,
}

impl Ear {
    fn listen(&self, lines: impl Iterator<Item = Input>) {
        for line in lines {
            let goes_on = match line {
                Ok(line) => self.hear(line),
                Err(noise) => self.wonder(noise),
            };
            if !goes_on {
                return;
            }
        }
        if let Twist::End(deed) = self.twist {
            self.perform(deed());
        }
    }

    /// Takes a line; whether there still is anybody to listen for.
    fn hear(&self, line: String) -> bool {
        let scene = scene::look(&self.scene);
        let deeds = match self.twist {
            Twist::Heard(hear) if scene.is_armed_by(&line) => hear(&scene, &line),
            _ => vec![Deed::Pass(line)],
        };
        drop(scene);
        deeds.into_iter().all(|deed| self.perform(deed))
    }

    /// Takes what is no line.
    fn wonder(&self, noise: Fault) -> bool {
        let is_armed = scene::look(&self.scene).is_armed();
        match self.twist {
            Twist::Noise(dies) if is_armed && dies(&noise) => self.perform(Deed::Exit(3)),
            _ => self.driver.send(Err(noise)).is_ok(),
        }
    }

    fn perform(&self, deed: Deed) -> bool {
        let Deed::Pass(line) = deed else { return deed.perform(&self.outlet).is_ok() };
        scene::look(&self.scene).hear(&line);
        self.driver.send(Ok(line)).is_ok()
    }
}
