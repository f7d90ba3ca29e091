//! `tablebase build`: what it takes is looked at first, and the work is watched.

use super::args::{TableBuild, Values, WantedSectors};
use super::jobs::Failure;
use super::tables::pair_of;
use crate::tablebase::{Event, Ground, Header, Metric, Order, Pair, Task, build, plan};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{Write, stderr};
use std::path::Path;
use std::time::{Duration, Instant};

/// Builds the wanted sectors; a line for each goes to `out`.
pub(super) fn run(
    ground: &Ground,
    job: &TableBuild,
    out: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let dir = &job.place.dir;
    let metric = match job.values {
        Values::Wdl => Metric::Wdl,
        Values::Dtw => Metric::Dtw,
    };
    let pairs = chosen(ground, &job.wanted)?;
    let order = Order { folder: dir.clone(), pairs, metric };
    let open: Vec<Task> = plan(ground, &order.pairs)
        .into_iter()
        .filter(|task| order.lacks(ground, *task))
        .collect();
    check_memory(&open, job.memory)?;
    std::fs::create_dir_all(dir)
        .map_err(|error| Failure::Wrong(format!("{}: {error}", dir.display())))?;
    check_disk(&open, metric, dir)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(job.threads.unwrap_or(0).into())
        .build()
        .map_err(|error| Failure::Wrong(format!("no threads to work with: {error}")))?;
    let mut watch = Watch::new(&open, out);
    pool.install(|| build(ground, &order, &mut |event| watch.see(&event)))
        .map_err(|error| Failure::Wrong(error.to_string()))?;
    watch.finish()
}

fn chosen(ground: &Ground, wanted: &WantedSectors) -> Result<Vec<Pair>, Failure> {
    if let Some(men) = wanted.men {
        return Ok(vec![pair_of(ground, men)?]);
    }
    let most = if wanted.all { u8::MAX } else { wanted.up_to.unwrap_or(0) };
    let pairs: Vec<Pair> =
        ground.pairs().into_iter().filter(|pair| pair.large <= most).collect();
    if pairs.is_empty() {
        let (least, id) = (ground.least(), &ground.game().variant().id);
        return Err(Failure::Wrong(format!("a side of {id} has at least {least} men")));
    }
    Ok(pairs)
}

fn check_memory(tasks: &[Task], allowed: Option<u64>) -> Result<(), Failure> {
    let Some(largest) = tasks.iter().max_by_key(|task| task.memory()) else { return Ok(()) };
    let needed = largest.memory();
    let (limit, whose) = if let Some(bytes) = allowed {
        (bytes, "allowed")
    } else {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        (system.available_memory(), "free")
    };
    if needed <= limit {
        return Ok(());
    }
    Err(Failure::Wrong(format!(
        "sector {} needs {} of memory, {} are {whose}; --up-to or --men builds fewer sectors",
        largest.pair,
        gib(needed),
        gib(limit)
    )))
}

fn check_disk(tasks: &[Task], metric: Metric, dir: &Path) -> Result<(), Failure> {
    let needed: u64 = tasks.iter().map(|task| task.disk(metric)).sum();
    // A folder whose disk is not listed is taken for large enough.
    let Some(free) = free_space(dir) else { return Ok(()) };
    if needed <= free {
        return Ok(());
    }
    Err(Failure::Wrong(format!(
        "{}: about {} are needed on the disk, {} are free",
        dir.display(),
        gib(needed),
        gib(free)
    )))
}

/// Bytes that are free on the disk of a folder, if that can be found out.
fn free_space(dir: &Path) -> Option<u64> {
    let dir = dir.canonicalize().ok()?;
    let disks = sysinfo::Disks::new_with_refreshed_list();
    let holds = disks.iter().filter(|disk| dir.starts_with(disk.mount_point()));
    let disk = holds.max_by_key(|disk| disk.mount_point().components().count())?;
    Some(disk.available_space())
}

/// Shows how the work goes on, and tells what is done.
struct Watch<'a> {
    out: &'a mut (dyn Write + Send),
    bar: ProgressBar,
    begun: Instant,
    at: Instant,
    /// Numbers of the pairs that are finished, and of the one in work.
    done: u64,
    now: u64,
    written: (u32, u64),
    kept: u32,
    broken: Option<std::io::Error>,
}

impl<'a> Watch<'a> {
    fn new(open: &[Task], out: &'a mut (dyn Write + Send)) -> Self {
        let all = open.iter().map(|task| 2 * task.slots).sum();
        // Nothing is drawn where standard error is no terminal.
        let bar = ProgressBar::new(all);
        let style = ProgressStyle::with_template("{bar:30} {percent}% {msg}, {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        let now = Instant::now();
        let (written, kept) = ((0, 0), 0);
        Self { out, bar, begun: now, at: now, done: 0, now: 0, written, kept, broken: None }
    }

    fn see(&mut self, event: &Event<'_>) {
        match event {
            Event::Kept(task) => self.kept += task.pair.sectors().count() as u32,
            Event::Refused(error) => self.tell_aside(&format!("built again: {error}")),
            Event::Begun(task) => {
                self.done += self.now;
                self.now = 2 * task.slots;
                self.at = Instant::now();
                self.bar.set_position(self.done);
                self.bar.set_message(format!("{} begun", task.pair));
            }
            Event::Stepped { pair, decided, plies } => {
                let rate = per_second(*decided, self.at.elapsed());
                self.bar.set_position(self.done + (*decided).min(self.now));
                self.bar.set_message(format!("{pair}: {plies} plies, {rate} states/s"));
            }
            Event::Written { header, bytes } => self.written(header, *bytes),
        }
    }

    fn written(&mut self, header: &Header, bytes: u64) {
        let Header { variant, sector, counts, .. } = header;
        self.written = (self.written.0 + 1, self.written.1 + bytes);
        let took = self.at.elapsed();
        let line = format!(
            "{variant} {sector}: {counts}; {:.1} s, {} states/s, {bytes} bytes",
            took.as_secs_f64(),
            per_second(header.slots * header.sector.pair().sectors().count() as u64, took),
        );
        self.bar.suspend(|| {
            let told = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
            if let Err(error) = told {
                self.broken.get_or_insert(error);
            }
        });
    }

    fn tell_aside(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(stderr(), "modisa: {text}");
        });
    }

    fn finish(self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        if let Some(error) = self.broken {
            return Err(error.into());
        }
        let (sectors, bytes) = self.written;
        writeln!(
            self.out,
            "{sectors} sectors solved in {:.0} s, {} MiB; {} were there already",
            self.begun.elapsed().as_secs_f64(),
            bytes >> 20,
            self.kept
        )?;
        Ok(())
    }
}

/// How many a second, as people read it.
fn per_second(count: u64, time: Duration) -> String {
    let thousands = u128::from(count) * 1_000 / time.as_micros().max(1);
    if thousands < 1_000 {
        return format!("{thousands} k");
    }
    format!("{}.{} M", thousands / 1_000, thousands / 100 % 10)
}

/// So many bytes, as people read them.
fn gib(bytes: u64) -> String {
    let tenths = (u128::from(bytes) * 10) >> 30;
    format!("{}.{} GiB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_people_read_them() {
        assert_eq!(per_second(512, Duration::from_millis(1)), "512 k");
        assert_eq!(per_second(11_270_000, Duration::from_secs(1)), "11.2 M");
        assert_eq!(gib((4 << 30) + (1 << 29)), "4.5 GiB");
    }
}
