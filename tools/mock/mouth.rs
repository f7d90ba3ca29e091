//! The filter between the driver and standard output.

use crate::fault::{Deed, Twist};
use crate::outlet::Outlet;
use crate::scene::{self, Shared};
use std::io::{Result, Write};
use std::sync::Arc;

/// Cuts what is written into lines, and says what the fault leaves of them.
#[derive(Debug)]
pub(crate) struct Mouth {
    twist: Twist,
    scene: Shared,
    outlet: Arc<Outlet>,
    /// A line whose end has not been written yet.
    begun: Vec<u8>,
}

impl Mouth {
    /// A mouth that speaks through `outlet`.
    pub(crate) fn new(twist: Twist, scene: Shared, outlet: Arc<Outlet>) -> Self {
        Self { twist, scene, outlet, begun: Vec::new() }
    }

    fn say(&self, line: &str) -> Result<()> {
        let mut scene = scene::look(&self.scene);
        let deeds = match self.twist {
            Twist::Said(say) if scene.is_armed() => say(&scene, line),
            _ => vec![Deed::Pass(line.to_owned())],
        };
        scene.say(line);
        drop(scene);
        deeds.into_iter().try_for_each(|deed| deed.perform(&self.outlet))
    }
}

impl Write for Mouth {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.begun.extend_from_slice(bytes);
        let begun = std::mem::take(&mut self.begun);
        let mut rest = begun.as_slice();
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, after) = rest.split_at(end);
            self.say(&String::from_utf8_lossy(line))?;
            rest = after.get(1..).unwrap_or_default();
        }
        self.begun = rest.to_vec();
        Ok(bytes.len())
    }

    /// The outlet has written what it was told, or keeps it for good reason.
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
