//! The workers: several pairs at once, each on a thread with engines of its own.

use crate::brake::Brake;
use crate::failure::Failure;
use crate::game::Table;
use crate::pair::{Meeting, play_pair};
use crate::patience::Patience;
use crate::played::Pair;
use crate::player::Player;
use crate::referee::Referee;
use crate::settings::{Adjudication, Settings};
use crossbeam_channel::{Receiver, Sender, unbounded};
use modisa::engine::{Arbiter, Error, RuleSet};
use serde_json::Value;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a worker that waits for results does not look at the brake.
const GLANCE: Duration = Duration::from_millis(100);

/// What a worker does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Play this.
    Play(Meeting),
    /// Ask again when a result has come: it decides what is next.
    Wait,
    /// Nothing more; it will not be asked again by this worker.
    Done,
}

/// Where meetings come from. Asked under a lock, by one worker at a time.
pub(crate) trait Source: Send {
    /// What is to be played next.
    fn next(&mut self) -> Next;

    /// Told of each pair that was played, before it is sent on.
    fn finished(&mut self, pair: &Pair);
}

/// Makes the player of an index, not started yet.
pub(crate) type Hire = Box<dyn Fn(usize) -> Player + Send + Sync>;

/// What all games have in common.
pub(crate) struct House {
    /// Before any game. Those of the workers are copies, so that all ask the same tables.
    referee: Mutex<Referee>,
    adjudication: Adjudication,
    /// Whether engines are started anew for each pair.
    restart: bool,
    hire: Hire,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("referee", &self.referee).finish_non_exhaustive()
    }
}

impl House {
    /// For the games of a tournament.
    ///
    /// # Errors
    /// When there are no such rules, or no tables that shall be asked.
    pub(crate) fn new(
        settings: &Settings,
        patience: Patience,
        restart: bool,
    ) -> Result<Self, Failure> {
        let rules = by_id(&settings.rules)?;
        let adjudication = settings.adjudication.clone();
        let mut referee = Referee::new(&rules)?;
        if let Some(tables) = &adjudication.tables {
            referee = referee.with_tables(&tables.folder).map_err(Failure::Tables)?;
        }
        let (players, told) = (settings.players.clone(), rules);
        let hire =
            move |index: usize| Player::new(players[index].clone(), told.clone(), patience);
        let referee = Mutex::new(referee);
        Ok(Self { referee, adjudication, restart, hire: Box::new(hire) })
    }

    /// A referee for one worker.
    fn referee(&self) -> Referee {
        self.referee.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts the engine of a player to see that it can play, and asks what it is called.
    ///
    /// # Errors
    /// When it cannot.
    pub(crate) fn introduce(&self, index: usize) -> Result<String, Failure> {
        let mut player = (self.hire)(index);
        player.prepare()?;
        let name = player.engine().to_owned();
        player.dismiss();
        Ok(name)
    }
}

/// The same rules with the variant called by its id, as engines announce it.
pub(crate) fn by_id(rules: &RuleSet) -> Result<RuleSet, Error> {
    let described = Arbiter::new(rules)?.rules();
    let id = described.get("id").and_then(Value::as_str);
    let variant = id.unwrap_or(&rules.variant).to_owned();
    Ok(RuleSet { variant, ..rules.clone() })
}

/// Running workers. When this goes out of scope, the games are given up and all threads and
/// engines ended.
#[derive(Debug)]
pub(crate) struct Pool {
    news: Receiver<Result<Pair, Failure>>,
    brake: Arc<Brake>,
    workers: Vec<JoinHandle<()>>,
}

/// What the workers share.
struct Shared<S> {
    house: House,
    source: Mutex<S>,
    result: Condvar,
    brake: Arc<Brake>,
}

impl Pool {
    /// Starts so many workers; each plays one game at a time.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub(crate) fn start(
        house: House,
        source: impl Source + 'static,
        concurrency: usize,
        brake: Arc<Brake>,
    ) -> Result<Self, Failure> {
        let (sender, news) = unbounded();
        let (source, result) = (Mutex::new(source), Condvar::new());
        let shared = Arc::new(Shared { house, source, result, brake: Arc::clone(&brake) });
        let mut pool = Self { news, brake, workers: Vec::new() };
        for number in 0..concurrency {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            let worker = thread::Builder::new()
                .name(format!("worker {number}"))
                .spawn(move || shared.work(&sender))
                .map_err(|error| Failure::Worker(error.to_string()))?;
            pool.workers.push(worker);
        }
        Ok(pool)
    }

    /// Pairs as they are finished, and the failure that ends the tournament: after it no
    /// pair is begun any more, those being played still come. It is disconnected when all
    /// workers have ended.
    pub(crate) fn news(&self) -> &Receiver<Result<Pair, Failure>> {
        &self.news
    }

    /// Waits for the workers.
    ///
    /// # Errors
    /// When one has ended by a panic.
    pub(crate) fn join(mut self) -> Result<(), Failure> {
        self.await_workers()
    }

    fn await_workers(&mut self) -> Result<(), Failure> {
        let mut result = Ok(());
        for worker in self.workers.drain(..) {
            if worker.join().is_err() {
                result = Err(Failure::Worker("it panicked".to_owned()));
            }
        }
        result
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.brake.abandon();
        if let Err(failure) = self.await_workers() {
            log::error!("{failure}");
        }
    }
}

impl<S: Source> Shared<S> {
    /// The life of a worker.
    fn work(&self, sender: &Sender<Result<Pair, Failure>>) {
        let _watch = Watch(&self.brake);
        match self.play_all(sender) {
            Ok(()) | Err(Failure::Abandoned) => {}
            Err(failure) => {
                self.brake.finish();
                // It fails when nobody listens any more.
                let _ = sender.send(Err(failure));
            }
        }
    }

    fn play_all(&self, sender: &Sender<Result<Pair, Failure>>) -> Result<(), Failure> {
        let mut referee = self.house.referee();
        let adjudication = self.house.adjudication.clone();
        let mut table = Table { referee: &mut referee, adjudication, brake: &self.brake };
        let mut idle: Vec<(usize, Player)> = Vec::new();
        while let Some(meeting) = self.next() {
            let indices = meeting.players;
            let mut players = indices.map(|index| {
                let kept = idle.iter().position(|(kept, _)| *kept == index);
                kept.map_or_else(|| (self.house.hire)(index), |at| idle.swap_remove(at).1)
            });
            // Those of the pair before that do not play now would only hold memory.
            for (_, mut player) in idle.drain(..) {
                player.dismiss();
            }
            let pair = play_pair(meeting, players.each_mut(), &mut table)?;
            idle.extend(indices.into_iter().zip(players));
            if self.house.restart {
                for (_, player) in &mut idle {
                    player.dismiss();
                }
            }
            self.source().finished(&pair);
            self.result.notify_all();
            if sender.send(Ok(pair)).is_err() {
                break;
            }
        }
        for (_, mut player) in idle {
            player.dismiss();
        }
        Ok(())
    }

    fn source(&self) -> std::sync::MutexGuard<'_, S> {
        self.source.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Meeting> {
        let mut source = self.source();
        while !self.brake.is_finishing() {
            match source.next() {
                Next::Play(meeting) => return Some(meeting),
                Next::Done => return None,
                Next::Wait => {
                    let waited = self.result.wait_timeout(source, GLANCE);
                    source = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        None
    }
}

/// Pulls the brake if its worker panics: others may wait for the result it owes.
struct Watch<'a>(&'a Brake);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.finish();
        }
    }
}

#[cfg(test)]
mod tests;
