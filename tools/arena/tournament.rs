//! A tournament from its first pair to its last, or to its last for now.

use crate::brake::Brake;
use crate::config::Conduct;
use crate::failure::Failure;
use crate::jobs::{ArenaError, check_records};
use crate::journal::{EngineIdentity, Header, Journal, fingerprint};
use crate::openings::{Book, Generated, Generator, OpeningError, Openings, Order, Reading};
use crate::pair::Meeting;
use crate::patience::Patience;
use crate::played::Pair;
use crate::pool::{House, Next, Pool, Source};
use crate::progress::Progress;
use crate::records::{RecordWriter, Scribe};
use crate::schedule::{Schedule, Step};
use crate::settings::{OpeningSettings, PlayerSettings, Settings};
use crate::standings::Standings;
use crate::statistics::Verdict;
use modisa::engine::Arbiter;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Plays what is left of a tournament and tells how it goes; the standings at its end.
///
/// # Errors
/// When it cannot begin, or cannot go on. What has been played is in the journal then.
pub(crate) fn play(settings: &Settings, conduct: &Conduct) -> Result<Standings, ArenaError> {
    let house = House::new(settings, Patience::default(), conduct.restart)?;
    let header = header(settings, conduct, &house)?;
    let openings = Arc::new(openings(settings)?);
    // From here on something is written: what can be wrong with the tournament was before.
    let (mut books, pairs) = Books::open(settings, conduct, &header)?;
    let schedule = Schedule::resume(settings, conduct.shard, &pairs)?;
    let mut progress = Progress::new(conduct, &schedule);
    let brake = Arc::new(Brake::default());
    let stuck = Arc::default();
    if has_shown_enough(&books.standings) {
        progress.end();
        return books.close();
    }
    // More workers than pairs would have nothing to do.
    let left = usize::try_from(schedule.total() - schedule.finished()).unwrap_or(usize::MAX);
    let concurrency = conduct.concurrency.min(left.max(1));
    let (plan_openings, plan_stuck) = (Arc::clone(&openings), Arc::clone(&stuck));
    let plan = Plan { schedule, openings: plan_openings, stuck: plan_stuck };
    let pool = Pool::start(house, plan, concurrency, Arc::clone(&brake))?;
    let (mut failure, mut broken) = (None, None);
    for news in pool.news() {
        match news {
            Ok(pair) => {
                let told = books.enter(&pair).and_then(|()| {
                    let told = progress.tell(&books.standings, &openings.remarks());
                    told.map_err(ArenaError::Progress)
                });
                broken = told.err();
                if broken.is_some() || has_shown_enough(&books.standings) {
                    // What is being played can change nothing any more.
                    brake.abandon();
                    break;
                }
            }
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    failure = failure.or(pool.join().err());
    let stuck = stuck.lock().unwrap_or_else(PoisonError::into_inner).take();
    let closed = books.close();
    progress.end();
    if let Some(error) = broken {
        return Err(error);
    }
    let standings = closed?;
    match (failure, stuck) {
        (Some(failure), _) => Err(ArenaError::broken_off(failure, &standings)),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Ok(standings),
    }
}

fn has_shown_enough(standings: &Standings) -> bool {
    standings.sprt().is_some_and(|(_, _, verdict)| verdict != Verdict::Continue)
}

/// What the journal says of this tournament. Every engine is started once for it, so that
/// one that cannot play is found before the first game.
fn header(settings: &Settings, conduct: &Conduct, house: &House) -> Result<Header, ArenaError> {
    let mut engines = Vec::new();
    for (index, player) in settings.players.iter().enumerate() {
        let name = house.introduce(index)?;
        engines.push(EngineIdentity { name, fingerprint: program_print(player)? });
    }
    let rules = Arbiter::new(&settings.rules).map_err(Failure::from)?.digest();
    let book = match &settings.openings {
        OpeningSettings::File { path, .. } => print(Path::new(path))?,
        OpeningSettings::Generated { .. } | OpeningSettings::Startpos => None,
    };
    Ok(Header::new(settings.clone(), engines, rules, book, conduct.shard))
}

/// The fingerprint of the program, where it is named by its path.
fn program_print(player: &PlayerSettings) -> Result<Option<String>, ArenaError> {
    let path = Path::new(&player.command);
    if path.components().count() > 1 { print(path) } else { Ok(None) }
}

fn print(path: &Path) -> Result<Option<String>, ArenaError> {
    fingerprint(path).map_err(|error| ArenaError::file(path, error))
}

fn openings(settings: &Settings) -> Result<Openings, OpeningError> {
    let rules = settings.rules.clone();
    Ok(match &settings.openings {
        OpeningSettings::File { path, random, plies, start } => {
            let order = if *random { Order::Random } else { Order::Sequential };
            let plies = plies.map(|plies| plies as usize);
            let start = usize::try_from(start.saturating_sub(1)).unwrap_or(usize::MAX);
            let file = path.clone();
            let reading = Reading { file, order, seed: settings.seed, start, plies };
            Openings::Book(Book::read(&rules, &reading)?)
        }
        OpeningSettings::Generated { plies } => {
            let generator = Generator { plies: *plies, ..Generator::new(rules, settings.seed) };
            Openings::Generated(Generated::new(&generator)?)
        }
        OpeningSettings::Startpos => Openings::Book(Book::of_start()),
    })
}

/// The encounters with their openings, for the workers.
struct Plan {
    schedule: Schedule,
    openings: Arc<Openings>,
    /// Why there are no more openings, if that is so.
    stuck: Arc<Mutex<Option<OpeningError>>>,
}

impl Source for Plan {
    fn next(&mut self) -> Next {
        // An encounter without an opening never ends: nobody may wait for its result.
        if self.stuck.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return Next::Done;
        }
        let encounter = match self.schedule.next_step() {
            Step::Play(encounter) => encounter,
            Step::Wait => return Next::Wait,
            Step::Done => return Next::Done,
        };
        let index = usize::try_from(encounter.opening).unwrap_or(usize::MAX);
        match self.openings.get(index) {
            Ok(opening) => Next::Play(Meeting {
                number: encounter.number,
                round: encounter.round,
                players: encounter.players,
                opening,
            }),
            Err(error) => {
                *self.stuck.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Next::Done
            }
        }
    }

    fn finished(&mut self, pair: &Pair) {
        if let Err(error) = self.schedule.finish(pair) {
            log::error!("{error}");
        }
    }
}

/// Everything that is written of a tournament.
struct Books {
    journal: Option<Journal>,
    records: Option<(PathBuf, RecordWriter<BufWriter<File>>)>,
    standings: Standings,
}

impl Books {
    /// Opens them, with all that has been played before.
    fn open(
        settings: &Settings,
        conduct: &Conduct,
        header: &Header,
    ) -> Result<(Self, Vec<Pair>), ArenaError> {
        let scribe = Scribe::new(settings.clone(), conduct.site.clone());
        let is_begun = conduct.journal.as_ref().is_some_and(|path| path.exists());
        if let Some(path) = conduct.pgn.as_ref().filter(|_| !is_begun) {
            check_records(path, &scribe, &[])?;
        }
        let mut books =
            Self { journal: None, records: None, standings: Standings::new(settings)? };
        let mut pairs = Vec::new();
        if let Some(path) = &conduct.journal {
            let (journal, found) = Journal::open_or_create(path, header)?;
            books.journal = Some(journal);
            pairs = found;
        }
        if let Some(path) = &conduct.pgn {
            // With a journal the records are made anew from it; without, nothing could
            // bring back what is overwritten.
            check_records(path, &scribe, &pairs)?;
            let file = match &conduct.journal {
                Some(_) => File::create(path),
                None => File::create_new(path),
            };
            let file = file.map_err(|error| ArenaError::file(path, error))?;
            let writer = RecordWriter::new(BufWriter::new(file), scribe, conduct.shard);
            books.records = Some((path.clone(), writer));
        }
        for pair in &pairs {
            books.count(pair)?;
        }
        Ok((books, pairs))
    }

    /// Enters a pair: first where it is safe, then where it counts.
    fn enter(&mut self, pair: &Pair) -> Result<(), ArenaError> {
        if let Some(journal) = &mut self.journal {
            journal.append(pair)?;
        }
        self.count(pair)
    }

    fn count(&mut self, pair: &Pair) -> Result<(), ArenaError> {
        self.standings.add(pair);
        self.on_records(|writer| writer.add(pair))
    }

    fn on_records(
        &mut self,
        write: impl FnOnce(&mut RecordWriter<BufWriter<File>>) -> io::Result<()>,
    ) -> Result<(), ArenaError> {
        match &mut self.records {
            Some((path, writer)) => {
                write(writer).map_err(|error| ArenaError::file(path, error))
            }
            None => Ok(()),
        }
    }

    fn close(self) -> Result<Standings, ArenaError> {
        if let Some((path, writer)) = self.records {
            writer.finish().map_err(|error| ArenaError::file(&path, error))?;
        }
        Ok(self.standings)
    }
}
