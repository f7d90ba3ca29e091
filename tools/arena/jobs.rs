//! Does what the command line asks for.

use crate::args::Command;
use crate::config::{self, Conduct, ConfigError, LogSettings};
use crate::failure::Failure;
use crate::journal::{self, JournalError};
use crate::merge::{MergeError, merge};
use crate::openings::{Generated, Generator, OpeningError, Openings};
use crate::played::Pair;
use crate::records::{RecordWriter, Scribe};
use crate::report;
use crate::schedule::ScheduleError;
use crate::settings::Settings;
use crate::standings::Standings;
use crate::statistics::SprtError;
use crate::tournament;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

/// Why a job failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArenaError {
    /// A file that is named is not there.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The journal is wrong or cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Journals do not belong together.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A pair of the journal is none of the tournament.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The numbers of the test make no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The tournament cannot begin.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The tournament cannot go on; what was played is told.
    #[error("the tournament was broken off: {failure}")]
    BrokenOff {
        /// What has been played.
        table: String,
        /// Why no more.
        failure: Failure,
    },
    /// Nobody can be told how the tournament goes. Unlike the output of a job that only
    /// reads, it is not over when whoever reads has seen enough.
    #[error("the tournament was broken off: its progress cannot be told: {0}")]
    Progress(io::Error),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is there already.
    #[error("{}: is there already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// The file of the records is there already, and nothing could bring it back.
    #[error("{}: is there already, and holds no records of this journal", .0.display())]
    OtherRecords(PathBuf),
    /// The output broke.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl ArenaError {
    /// The system's refusal of a file.
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// A tournament that cannot go on.
    pub(crate) fn broken_off(failure: Failure, standings: &Standings) -> Self {
        let is_empty = standings.games() == 0;
        let table = if is_empty { String::new() } else { report::table(standings) };
        Self::BrokenOff { table, failure }
    }

    /// Whether whoever read the output has seen enough.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Does it.
///
/// # Errors
/// Why it could not be done.
pub(crate) fn run(command: Command) -> Result<(), ArenaError> {
    match command {
        Command::Run(settings, conduct) => play(&settings, &conduct),
        Command::Resume(path, conduct) => {
            let (header, _) = journal::read(&path)?;
            let conduct = Conduct { journal: Some(path), shard: header.shard, ..conduct };
            play(&header.settings, &conduct)
        }
        Command::Merge { out, inputs, force } => {
            let merged = merge(&out, &inputs, force)?;
            let mut said = format!("{} pairs in {}", merged.pairs, out.display());
            if merged.repeated > 0 {
                let _ = write!(said, ", {} of them found more than once", merged.repeated);
            }
            if merged.missing > 0 {
                let _ = write!(said, ", {} still to be played", merged.missing);
            }
            say(&format!("{said}\n"))
        }
        Command::Report(path) => {
            let (header, pairs) = journal::read(&path)?;
            let mut standings = Standings::new(&header.settings)?;
            for pair in &pairs {
                standings.add(pair);
            }
            say(&report::table(&standings))
        }
        Command::Records { journal: path, out, site } => {
            let (header, pairs) = journal::read(&path)?;
            if let Some(out) = out.as_deref().filter(|out| config::is_same_file(out, &path)) {
                let place = out.display().to_string();
                return Err(ConfigError::new(place, "is the journal itself").into());
            }
            let scribe = Scribe::new(header.settings, site);
            if let Some(out) = &out {
                check_records(out, &scribe, &pairs)?;
            }
            let mut writer = RecordWriter::new(output(out.as_deref())?, scribe, header.shard);
            pairs.iter().try_for_each(|pair| writer.add(pair))?;
            writer.finish()?;
            Ok(())
        }
        Command::Openings { rules, count, plies, seed, out, force } => {
            if let Some(out) = out.as_ref().filter(|out| !force && out.exists()) {
                return Err(ArenaError::Exists(out.clone()));
            }
            let generator = Generator { plies, ..Generator::new(rules, seed) };
            let openings = Openings::Generated(Generated::new(&generator)?);
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            Ok(openings.write(count, &mut output(out.as_deref())?)?)
        }
    }
}

fn play(settings: &Settings, conduct: &Conduct) -> Result<(), ArenaError> {
    config::check_outputs(settings, conduct)?;
    start_logging(&conduct.log)?;
    config::check(settings, conduct.shard)?;
    config::check_files(settings)?;
    match tournament::play(settings, conduct) {
        Ok(standings) => say(&report::table(&standings)),
        Err(ArenaError::BrokenOff { table, failure }) => {
            // That this cannot be told is no reason to keep quiet about the failure.
            let _ = say(&table);
            Err(ArenaError::BrokenOff { table, failure })
        }
        Err(error) => Err(error),
    }
}

fn say(text: &str) -> Result<(), ArenaError> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Whether the records of a journal with these pairs may be written to a file: it is not
/// there, it is empty, or it holds records of the same journal, which are made anew.
///
/// # Errors
/// When it is something else, or cannot be read.
pub(crate) fn check_records(
    path: &Path,
    scribe: &Scribe,
    pairs: &[Pair],
) -> Result<(), ArenaError> {
    // A device or a pipe holds nothing that could be lost.
    if !path.is_file() {
        return Ok(());
    }
    let bytes = fs::read(path).map_err(|error| ArenaError::file(path, error))?;
    if scribe.has_written(&String::from_utf8_lossy(&bytes), pairs) {
        return Ok(());
    }
    Err(ArenaError::OtherRecords(path.to_owned()))
}

fn output(path: Option<&Path>) -> Result<Box<dyn Write>, ArenaError> {
    Ok(match path {
        None => Box::new(BufWriter::new(stdout())),
        Some(path) => {
            let file = File::create(path).map_err(|error| ArenaError::file(path, error))?;
            Box::new(BufWriter::new(file))
        }
    })
}

/// Diagnostics go to standard error, or to a file.
fn start_logging(settings: &LogSettings) -> Result<(), ArenaError> {
    let default = env_logger::Env::default().default_filter_or("warn");
    let mut logger = env_logger::Builder::from_env(default);
    if let Some(level) = settings.level {
        logger.filter_level(level);
    }
    if let Some(path) = &settings.file {
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|error| ArenaError::file(path, error))?;
        logger.target(env_logger::Target::Pipe(Box::new(file)));
    }
    logger.init();
    Ok(())
}
