//! The event loop: one owner of the session, one writer, two queues.
//!
//! Lines and news of the running job are taken as they come, so `isready` and `stop`
//! are answered while a search runs. Lines wait (in the input's small queue, then in the
//! pipe) only during `wait` and for the moment a stopped job needs to end. Each job has a
//! queue of its own: news that arrives after its last message has nowhere to go.

use super::command::Command;
use super::dialect::Dialect;
use super::error::Fault;
use super::input::Input;
use super::printer::Printer;
use super::reply::{Reply, Subject};
use crate::engine::{Error, News, Request, Root, Session, Sink};
use crossbeam_channel::{Receiver, never, select, unbounded};
use serde_json::json;
use std::io::{Result, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// The word of the errors that deferred options bring when a search has ended.
const OPTION_COMMAND: &str = "setoption";

/// Most errors that one line is answered with one by one.
const MOST_FAULTS: usize = 64;
/// How long `tb` waits for tables that are not ready: other lines wait with it.
const SHORTLY: Duration = Duration::from_millis(30);

/// Holds one conversation: reads `input` until it closes or says `quit`, and writes all
/// that is to be said. A person at a terminal is greeted first.
///
/// At the end of the input a job that ends by itself is finished, any other is stopped.
///
/// # Errors
/// When the output breaks; the running job is told to stop, and nobody waits for it.
pub fn serve(
    session: &mut dyn Session,
    dialect: &mut dyn Dialect,
    input: &Receiver<Input>,
    output: impl Write,
    greet: bool,
) -> Result<()> {
    let mut driver = Driver { session, dialect, printer: Printer::new(output), job: None };
    let result = driver.converse(input, greet);
    if result.is_err() {
        driver.session.stop();
    }
    result
}

struct Driver<'a, W> {
    session: &'a mut dyn Session,
    dialect: &'a mut dyn Dialect,
    printer: Printer<W>,
    job: Option<Job>,
}

/// Work that goes on while lines are read.
struct Job {
    command: String,
    is_search: bool,
    news: Receiver<News>,
}

/// The two ends of a new job's queue.
pub fn queue() -> (Sink, Receiver<News>) {
    let (sender, news) = unbounded();
    let sink = Box::new(move |message| {
        // Nobody listens any more when the conversation is over.
        let _ = sender.send(message);
    });
    (sink, news)
}

impl<W: Write> Driver<'_, W> {
    fn converse(&mut self, input: &Receiver<Input>, greet: bool) -> Result<()> {
        if greet {
            let (name, author) = (self.session.name(), self.session.author());
            self.say(&Reply::Greeting { name, author })?;
        }
        self.follow_log_file()?;
        loop {
            let news = self.job.as_ref().map_or_else(never, |job| job.news.clone());
            select! {
                recv(news) -> message => self.tell(message.ok())?,
                recv(input) -> line => match line {
                    Ok(line) => {
                        self.catch_up()?;
                        if self.hear(line)?.is_break() {
                            return Ok(());
                        }
                    }
                    Err(_) => return self.close(),
                },
            }
        }
    }

    fn say(&mut self, reply: &Reply) -> Result<()> {
        let text = self.dialect.render(reply);
        self.printer.say(&text)
    }

    fn fail(&mut self, command: &str, fault: impl Into<Fault>) -> Result<()> {
        self.say(&Reply::Failure { command: command.to_owned(), fault: fault.into() })
    }

    /// Prints what was wrong with one line, the first of it if there is very much: a line
    /// of a hundred thousand wrong words must not make the engine deaf with answering.
    fn fail_all(&mut self, command: &str, faults: Vec<impl Into<Fault>>) -> Result<()> {
        let more = faults.len().saturating_sub(MOST_FAULTS);
        for fault in faults.into_iter().take(MOST_FAULTS) {
            self.fail(command, fault)?;
        }
        if more > 0 {
            let message = format!("{more} more words of the line are wrong");
            self.fail(command, Fault::bad_argument(message))?;
        }
        Ok(())
    }

    /// Prints one message of the job; `None` when the job went away without a last word.
    fn tell(&mut self, message: Option<News>) -> Result<()> {
        let Some(job) = &self.job else { return Ok(()) };
        let (command, is_search) = (job.command.clone(), job.is_search);
        let Some(message) = message else {
            let error = Error::Internal("the job ended without a result".into());
            self.fail(&command, error)?;
            if is_search {
                self.say(&Reply::News(News::Best { turn: None, ponder: None }))?;
            }
            return self.settle();
        };
        let is_last = message.is_last(is_search);
        match message {
            News::Failed(error) => self.fail(&command, error)?,
            message => self.say(&Reply::News(message))?,
        }
        if is_last { self.settle() } else { Ok(()) }
    }

    fn settle(&mut self) -> Result<()> {
        self.job = None;
        for error in self.session.settle() {
            self.fail(OPTION_COMMAND, error)?;
        }
        self.follow_log_file()
    }

    /// Prints the news that has arrived, so that what is answered next comes after it.
    fn catch_up(&mut self) -> Result<()> {
        while let Some(message) = self.job.as_ref().and_then(|job| job.news.try_recv().ok()) {
            self.tell(Some(message))?;
        }
        Ok(())
    }

    /// Waits for the end of the job.
    fn finish(&mut self) -> Result<()> {
        while let Some(job) = &self.job {
            let message = job.news.recv().ok();
            self.tell(message)?;
        }
        Ok(())
    }

    fn halt(&mut self) -> Result<()> {
        if self.job.is_some() {
            self.session.stop();
        }
        self.finish()
    }

    /// The input has ended.
    fn close(&mut self) -> Result<()> {
        if self.session.is_bounded() { self.finish() } else { self.halt() }
    }

    fn hear(&mut self, line: Input) -> Result<ControlFlow<()>> {
        let line = match line {
            Ok(line) => line,
            Err(fault) => {
                self.printer.heard("(not a line)");
                self.fail("", fault)?;
                return Ok(Continue(()));
            }
        };
        self.printer.heard(&line);
        let heard = self.dialect.parse(&line);
        if heard.command.as_ref().is_some_and(Command::ends_job) {
            self.halt()?;
        }
        self.fail_all(&heard.word, heard.faults)?;
        match heard.command {
            Some(Command::Quit) => Ok(Break(())),
            Some(command) => self.obey(&heard.word, command).map(Continue),
            None => Ok(Continue(())),
        }
    }

    /// Every command stands here, so that the compiler asks for a new one.
    fn obey(&mut self, word: &str, command: Command) -> Result<()> {
        match command {
            Command::Identify => self.identify(),
            Command::Ready => self.say(&Reply::Ready),
            Command::Ping(number) => self.say(&Reply::Pong(number)),
            Command::SetOption { name, value } => {
                self.set_option(word, &name, value.as_deref())
            }
            Command::Options => self.list_options(),
            Command::NewGame => {
                self.session.new_game();
                Ok(())
            }
            Command::Place { fen, turns } => self.place(word, fen.as_deref(), &turns),
            Command::Unset => {
                self.unset();
                Ok(())
            }
            Command::Go(request) => self.go(word, &request),
            // What they ask for was done when they were heard.
            Command::Stop | Command::Quit | Command::GameOver { .. } => Ok(()),
            Command::PonderHit => {
                self.ponder_hit();
                Ok(())
            }
            Command::Wait => self.wait(word),
            Command::Perft { depth, divided } => {
                self.work(word, |session, sink| session.count(depth, divided, sink))
            }
            Command::Legal => self.facts(word, Subject::Legal, self.session.legal()),
            Command::State => self.facts(word, Subject::State, self.session.state()),
            Command::Rules(variant) => {
                self.facts(word, Subject::Rules, self.session.rules(variant.as_deref()))
            }
            Command::Variants => self.list_variants(),
            Command::Evaluate => self.facts(word, Subject::Evaluation, self.session.evaluate()),
            Command::Tablebase => {
                self.facts(word, Subject::Tablebase, self.session.tablebase(SHORTLY))
            }
            Command::Display => self.display(word),
            Command::Play(turns) => {
                let result = self.session.play(&borrowed(&turns));
                self.done(word, result)
            }
            Command::Undo(count) => {
                let result = self.session.undo(count);
                self.done(word, result)
            }
            Command::Bench(depth) => {
                self.work(word, |session, sink| session.bench(depth, sink))
            }
            Command::Help(topic) => self.say(&Reply::Help(topic)),
        }
    }

    fn identify(&mut self) -> Result<()> {
        let reply = Reply::Identity {
            name: self.session.name(),
            author: self.session.author(),
            variants: self.session.variants(),
            options: self.session.options(),
        };
        self.say(&reply)
    }

    fn list_options(&mut self) -> Result<()> {
        let reply = Reply::Options(self.session.options());
        self.say(&reply)
    }

    fn list_variants(&mut self) -> Result<()> {
        let rows = self.session.variants();
        let rows: Vec<_> =
            rows.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        self.say(&Reply::Facts(Subject::Variants, json!({ "variants": rows })))
    }

    fn set_option(&mut self, word: &str, name: &str, value: Option<&str>) -> Result<()> {
        let result = self.session.set_option(name, value);
        self.done(word, result)?;
        self.follow_log_file()
    }

    fn place(&mut self, word: &str, fen: Option<&[String]>, turns: &[String]) -> Result<()> {
        let (fen, turns) = (fen.map(borrowed), borrowed(turns));
        let root = fen.as_deref().map_or(Root::Start, Root::Fen);
        let result = self.session.place(root, &turns);
        self.done(word, result)
    }

    /// The contract leaves no position after an error, and this is one. Its reason was
    /// printed by whoever read the line.
    fn unset(&mut self) {
        let _ = self.session.place(Root::Fen(&[]), &[]);
    }

    fn ponder_hit(&mut self) {
        if self.job.is_some() {
            self.session.ponder_hit();
        }
    }

    fn display(&mut self, word: &str) -> Result<()> {
        match self.session.display() {
            Ok(text) => self.say(&Reply::Text(text)),
            Err(error) => self.fail(word, error),
        }
    }

    fn done(&mut self, word: &str, result: std::result::Result<(), Error>) -> Result<()> {
        result.or_else(|error| self.fail(word, error))
    }

    fn facts(
        &mut self,
        word: &str,
        subject: Subject,
        result: std::result::Result<serde_json::Value, Error>,
    ) -> Result<()> {
        match result {
            Ok(value) => self.say(&Reply::Facts(subject, value)),
            Err(error) => self.fail(word, error),
        }
    }

    fn go(&mut self, word: &str, request: &Request) -> Result<()> {
        let (sink, news) = queue();
        let errors = self.session.go(request, sink);
        self.job = Some(Job { command: word.to_owned(), is_search: true, news });
        self.fail_all(word, errors)
    }

    /// Starts a job that is not a search, unless one runs.
    fn work(
        &mut self,
        word: &str,
        start: impl FnOnce(&mut dyn Session, Sink) -> std::result::Result<(), Error>,
    ) -> Result<()> {
        if let Some(job) = &self.job {
            let message = format!("`{}` still runs; `stop` ends it", job.command);
            return self.fail(word, Error::Busy(message));
        }
        let (sink, news) = queue();
        match start(self.session, sink) {
            Ok(()) => {
                self.job = Some(Job { command: word.to_owned(), is_search: false, news });
                Ok(())
            }
            Err(error) => self.fail(word, error),
        }
    }

    fn wait(&mut self, word: &str) -> Result<()> {
        if self.job.is_some() && !self.session.is_bounded() {
            let message = "the search ends only with `stop`; waiting for it would never end";
            return self.fail(word, Fault::bad_argument(message));
        }
        self.finish()
    }

    /// Begins or ends the log of the conversation as the option says.
    fn follow_log_file(&mut self) -> Result<()> {
        let path = self.session.log_file();
        let Err(error) = self.printer.log_to(path) else { return Ok(()) };
        let message = format!("cannot write the log file {path:?}: {error}");
        self.fail(OPTION_COMMAND, Error::Io(message))
    }
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests;
