//! [`Engine`]: the one implementation of [`Session`].
//!
//! It owns the position, the settings, the table and the running job, and holds
//! none of them across a thread: a job takes copies, and a share of the table.

use super::arbiter::RuleSet;
use super::bench;
use super::catalog::Catalog;
use super::error::Error;
use super::job::Job;
use super::options::{Effect, ROWS, Row, Settings};
use super::position::{Inquiry, Position, StopWatch, Tools, millis, rate};
use super::request::{Request, Root};
use super::session::{News, OptionView, Session, Sink};
use super::timing;
use crate::search::{Clock, Signal, Table};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Deepest perft: beyond it the counts outgrow any patience, and the depth is a typing error.
const DEEPEST_COUNT: u32 = 100;

/// The engine.
pub struct Engine {
    catalog: Catalog,
    settings: Settings,
    position: Box<dyn Position>,
    table: Arc<Table>,
    /// Whether the table holds values of other rules than those in force.
    is_stale: bool,
    job: Option<Job>,
    /// Options to be set when the job has ended.
    pending: Vec<(String, Option<String>)>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("settings", &self.settings)
            .field("job", &self.job)
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with every option at its default and the start position set.
    ///
    /// # Errors
    /// `Io` when there is no memory for the table.
    pub fn new() -> Result<Self, Error> {
        let catalog = Catalog::default();
        let settings = Settings::default();
        let position = catalog.open(&settings.variant)?;
        let table = Arc::new(new_table(settings.hash)?);
        Ok(Self {
            catalog,
            settings,
            position,
            table,
            is_stale: false,
            job: None,
            pending: Vec::new(),
        })
    }

    /// An engine that plays by these rules, with every other option at its default.
    ///
    /// # Errors
    /// Those of [`Engine::new`], and what is wrong with the rules.
    pub fn with_rules(rules: &RuleSet) -> Result<Self, Error> {
        let (catalog, position) = rules.open()?;
        let mut engine = Self::new()?;
        position.id().clone_into(&mut engine.settings.variant);
        engine.settings.variant_path = rules.file.clone().unwrap_or_default();
        Ok(Self { catalog, position, ..engine })
    }

    /// Ends the job, if any, and waits for its last message to be sent.
    fn halt(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop();
            job.join();
        }
    }

    /// Sets an option, and begins to open the tables that it may have led to, so that the
    /// first search need not wait for them.
    fn apply(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let done = self.set_now(name, value);
        if let Some(consult) = self.settings.consult().filter(|one| !one.folder.is_empty()) {
            self.position.open_tables(consult.folder);
        }
        done
    }

    fn set_now(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let Some(row) = Row::find(name) else {
            let value = self.wanted(name, value)?;
            let done = self.position.set_switch(name, value);
            self.is_stale |= matches!(done, Ok(()) | Err(Error::BadFen(_)));
            return done;
        };
        let mut next = row.set(&self.catalog, &self.settings, value)?;
        match row.effect {
            Effect::Variant => {
                self.position = self.catalog.open(&next.variant)?;
                self.is_stale = true;
            }
            Effect::VariantPath => {
                let catalog = Catalog::with_file(&next.variant_path)?;
                if self.catalog.is_users(&next.variant) {
                    // It may have changed or gone with the old file.
                    if !catalog.is_users(&next.variant) {
                        Catalog::FIRST.clone_into(&mut next.variant);
                    }
                    self.position = catalog.open(&next.variant)?;
                    self.is_stale = true;
                }
                self.catalog = catalog;
            }
            Effect::Hash if next.hash != self.settings.hash => {
                self.table = Arc::new(new_table(next.hash)?);
                self.is_stale = false;
            }
            Effect::Hash | Effect::None => {}
            Effect::ClearHash => self.clear_table(),
            Effect::Tables => self.position.forget_tables(),
        }
        self.settings = next;
        Ok(())
    }

    /// Keeps an option until the job has ended. Only the last value of each counts, and
    /// none of a rule switch before another variant: however many come, few are kept.
    fn defer(&mut self, name: &str, value: Option<&str>) {
        let is_variant = effect_of(name) == Some(Effect::Variant);
        self.pending.retain(|(known, _)| {
            let is_undone = is_variant && effect_of(known).is_none();
            !is_undone && !known.eq_ignore_ascii_case(name)
        });
        self.pending.push((name.to_owned(), value.map(str::to_owned)));
    }

    /// Whether the option could be set now, for one that has to wait.
    fn check(&self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let catalog = self.coming_catalog()?;
        if let Some(row) = Row::find(name) {
            let next = row.set(&catalog, &self.settings, value)?;
            if row.effect == Effect::VariantPath {
                Catalog::with_file(&next.variant_path)?;
            }
            return Ok(());
        }
        let value = self.wanted(name, value)?;
        match self.last_pending(Effect::Variant) {
            Some(variant) => catalog.open(variant)?.check_switch(name, value),
            _ => self.position.check_switch(name, value),
        }
    }

    /// The catalog as it will be when the options that wait have been set.
    fn coming_catalog(&self) -> Result<Catalog, Error> {
        match self.last_pending(Effect::VariantPath) {
            Some("<empty>") => Ok(Catalog::default()),
            Some(path) => Catalog::with_file(path.trim()),
            None => Ok(self.catalog.clone()),
        }
    }

    /// The last value that waits for its turn to have this effect.
    fn last_pending(&self, effect: Effect) -> Option<&str> {
        let is_it = |(name, _): &&(String, _)| effect_of(name) == Some(effect);
        self.pending.iter().rfind(is_it).and_then(|(_, value)| value.as_deref())
    }

    /// The value for a rule switch, which needs one.
    fn wanted<'a>(&self, name: &str, value: Option<&'a str>) -> Result<&'a str, Error> {
        let is_known = |known: &OptionView| known.name.eq_ignore_ascii_case(name);
        match value {
            Some(value) => Ok(value.trim()),
            None if self.position.switches().iter().any(is_known) => {
                Err(Error::BadArgument(format!("{name} needs a value")))
            }
            None => Err(Error::NoSuchOption(name.to_owned())),
        }
    }

    fn clear_table(&mut self) {
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            // A job still holds a share; it keeps the old one.
            None => match new_table(self.settings.hash) {
                Ok(table) => self.table = Arc::new(table),
                Err(error) => log::error!("the table stays as it is: {error}"),
            },
        }
        self.is_stale = false;
    }

    /// What to search with.
    fn tools(&self, request: &Request, inquiry: &dyn Inquiry, watch: StopWatch) -> Tools {
        let asked = request.multi_pv.map(|lines| usize::try_from(lines).unwrap_or(usize::MAX));
        let lines = asked.unwrap_or(self.settings.multi_pv).max(1);
        let overhead = self.settings.overhead();
        let mut limits = timing::limits(request, inquiry, lines, overhead);
        let skill = self.settings.skill();
        if let Some(skill) = skill {
            skill.narrow(&mut limits);
        }
        Tools {
            table: Arc::clone(&self.table),
            limits,
            signal: Arc::new(Signal::new(request.ponder)),
            watch,
            threads: self.settings.threads,
            show_wdl: self.settings.show_wdl,
            lines,
            skill,
        }
    }

    fn refuse_while_busy(&self, what: &str) -> Result<(), Error> {
        if self.job.is_some() {
            return Err(Error::Busy(format!(
                "{what} has to wait for the end of the running job"
            )));
        }
        Ok(())
    }
}

/// What setting the option does; `None` for a rule switch and for what is no option.
fn effect_of(name: &str) -> Option<Effect> {
    Row::find(name).map(|row| row.effect)
}

fn new_table(mebibytes: usize) -> Result<Table, Error> {
    Table::new(mebibytes).map_err(|error| Error::Io(error.to_string()))
}

impl Session for Engine {
    fn name(&self) -> String {
        format!("Modisa {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "the Modisa authors".to_owned()
    }

    fn variants(&self) -> Vec<(String, String)> {
        self.catalog.list()
    }

    fn options(&self) -> Vec<OptionView> {
        let rows = ROWS.iter().map(|row| row.view(&self.catalog, &self.settings));
        rows.chain(self.position.switches()).collect()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let waits = effect_of(name).is_none_or(Effect::waits);
        if self.job.is_none() || !waits {
            return self.apply(name, value);
        }
        self.check(name, value)?;
        self.defer(name, value);
        Ok(())
    }

    fn log_file(&self) -> &str {
        &self.settings.log_file
    }

    fn new_game(&mut self) {
        self.halt();
        self.clear_table();
        self.position.restart();
    }

    fn place(&mut self, root: Root<'_>, turns: &[&str]) -> Result<(), Error> {
        self.position.place(root, turns).map(|_| ())
    }

    fn play(&mut self, turns: &[&str]) -> Result<(), Error> {
        self.position.play(turns).map(|_| ())
    }

    fn undo(&mut self, count: usize) -> Result<(), Error> {
        self.position.undo(count)
    }

    fn go(&mut self, request: &Request, sink: Sink) -> Vec<Error> {
        let watch = StopWatch::start();
        self.halt();
        if self.is_stale {
            self.clear_table();
        }
        let mut errors = timing::complaints(request);
        let mut inquiry = match self.position.inquiry(self.settings.consult()) {
            Ok(inquiry) => inquiry,
            Err(error) => {
                errors.push(error);
                self.job = Some(Job::without_search(&sink));
                return errors;
            }
        };
        if !inquiry.is_over() {
            let illegal = inquiry.restrict(&request.search_moves, &request.avoid);
            if inquiry.choices() == 0 && illegal.is_empty() {
                let message = "`searchmoves` and `avoid` leave no turn to search";
                errors.push(Error::BadArgument(message.to_owned()));
            }
            errors.extend(illegal);
        }
        if inquiry.choices() == 0 {
            self.job = Some(Job::without_search(&sink));
            return errors;
        }
        let tools = self.tools(request, &*inquiry, watch);
        let ends = Request { ponder: false, ..request.clone() }.is_bounded();
        self.job = Some(Job::search(inquiry, tools, ends, sink));
        errors
    }

    fn count(&mut self, depth: u32, divided: bool, sink: Sink) -> Result<(), Error> {
        self.refuse_while_busy("a count")?;
        if depth > DEEPEST_COUNT {
            return Err(Error::BadArgument(format!(
                "depth {depth} is too deep to count, {DEEPEST_COUNT} is the most"
            )));
        }
        let inquiry = self.position.inquiry(None)?;
        let word = if divided { "divide" } else { "perft" };
        self.job = Some(Job::run(word, sink, move |signal| {
            let watch = StopWatch::start();
            let stop = || signal.is_stopped();
            let tally = inquiry.count(depth, divided, &stop).ok_or_else(|| {
                Error::Busy(format!("{word} {depth} was stopped before it was complete"))
            })?;
            let (took, nodes) = (watch.elapsed(), tally.nodes);
            Ok(News::Counted {
                divided: tally.divided,
                nodes,
                nps: rate(nodes, took),
                millis: millis(took),
            })
        }));
        Ok(())
    }

    fn bench(&mut self, depth: Option<u32>, sink: Sink) -> Result<(), Error> {
        self.refuse_while_busy("a bench")?;
        self.job = Some(Job::run("bench", sink, move |signal| bench::run(depth, signal)));
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(job) = &self.job {
            job.ponder_hit();
        }
    }

    fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    fn is_bounded(&self) -> bool {
        self.job.as_ref().is_some_and(Job::is_bounded)
    }

    fn settle(&mut self) -> Vec<Error> {
        if let Some(job) = self.job.take() {
            job.join();
        }
        let pending = std::mem::take(&mut self.pending);
        pending
            .iter()
            .filter_map(|(name, value)| self.apply(name, value.as_deref()).err())
            .collect()
    }

    fn legal(&self) -> Result<Value, Error> {
        Ok(json!({ "turns": self.position.legal()? }))
    }

    fn state(&self) -> Result<Value, Error> {
        self.position.state()
    }

    fn rules(&self, variant: Option<&str>) -> Result<Value, Error> {
        match variant {
            Some(name) => Ok(self.catalog.open(name)?.rules()),
            None => Ok(self.position.rules()),
        }
    }

    fn evaluate(&self) -> Result<Value, Error> {
        self.position.evaluate()
    }

    fn tablebase(&self, patience: Duration) -> Result<Value, Error> {
        self.position.tablebase(&self.settings.table_path, patience)
    }

    fn display(&self) -> Result<String, Error> {
        self.position.display(self.settings.notation)
    }
}
