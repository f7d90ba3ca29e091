//! Work on a thread of its own: how it is started, told things, and always ends with one answer.

use super::error::Error;
use super::position::{Answer, Inquiry, StopWatch, Tools};
use super::session::{News, Sink};
use crate::search::{Clock, Signal};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The searches recurse, one frame a ply.
const STACK: usize = 64 << 20;

/// A running job, or one whose end has not been noticed yet.
#[derive(Debug)]
pub(crate) struct Job {
    control: Arc<Control>,
    watch: StopWatch,
    /// Whether it ends by itself once it does not ponder.
    ends: bool,
    thread: Option<JoinHandle<()>>,
}

/// What the owner of a job and its thread share.
#[derive(Debug)]
struct Control {
    signal: Arc<Signal>,
    /// Guards nothing but the sleep of [`Control::hold`].
    sleep: Mutex<()>,
    changed: Condvar,
}

impl Control {
    fn new(signal: Arc<Signal>) -> Arc<Self> {
        Arc::new(Self { signal, sleep: Mutex::new(()), changed: Condvar::new() })
    }

    /// Sleeps until the job is stopped or, if it `ends` by itself, ponders no more.
    fn hold(&self, ends: bool) {
        let mut guard = self.sleep.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.signal.is_stopped() && (!ends || self.signal.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Wakes [`Control::hold`] to look at the signal again.
    fn wake(&self) {
        let _guard = self.sleep.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}

impl Job {
    /// Searches `inquiry`; without `ends` the answer is held back until the stop.
    pub(crate) fn search(
        inquiry: Box<dyn Inquiry>,
        tools: Tools,
        ends: bool,
        sink: Sink,
    ) -> Self {
        let sink: Arc<Sink> = Arc::new(sink);
        let control = Control::new(Arc::clone(&tools.signal));
        let watch = tools.watch;
        let fallback = inquiry.fallback().1;
        let work = {
            let (control, sink) = (Arc::clone(&control), Arc::clone(&sink));
            move || {
                let answer = answer(&*inquiry, &tools, &**sink);
                drop(tools);
                control.hold(ends);
                sink(best(answer));
            }
        };
        let thread = launch("search", work).map_err(|error| {
            sink(News::Failed(error));
            sink(best(fallback));
        });
        Self { control, watch, ends, thread: thread.ok() }
    }

    /// Runs `work`, whose last message is the last of the job; a fault becomes one.
    pub(crate) fn run(
        name: &str,
        sink: Sink,
        work: impl FnOnce(&Arc<Signal>) -> Result<News, Error> + Send + 'static,
    ) -> Self {
        let sink: Arc<Sink> = Arc::new(sink);
        let signal = Arc::new(Signal::new(false));
        let control = Control::new(Arc::clone(&signal));
        let run = {
            let sink = Arc::clone(&sink);
            move || {
                let done = catch_unwind(AssertUnwindSafe(|| work(&signal)));
                let done = done.unwrap_or_else(|fault| Err(internal(&*fault)));
                sink(done.unwrap_or_else(News::Failed));
            }
        };
        let thread = launch(name, run).map_err(|error| sink(News::Failed(error)));
        let watch = StopWatch::start();
        Self { control, watch, ends: true, thread: thread.ok() }
    }

    /// A search that has answered already, since there was nothing to search.
    pub(crate) fn without_search(sink: &Sink) -> Self {
        sink(News::Best { turn: None, ponder: None });
        Self {
            control: Control::new(Arc::new(Signal::new(false))),
            watch: StopWatch::start(),
            ends: true,
            thread: None,
        }
    }

    /// Tells it to end.
    pub(crate) fn stop(&self) {
        self.control.signal.stop();
        self.control.wake();
    }

    /// The pondered turn was played.
    pub(crate) fn ponder_hit(&self) {
        if self.control.signal.is_pondering() {
            self.control.signal.ponder_hit(self.watch.elapsed());
            self.control.wake();
        }
    }

    /// Whether it ends by itself.
    pub(crate) fn is_bounded(&self) -> bool {
        self.control.signal.is_stopped() || (self.ends && !self.control.signal.is_pondering())
    }

    /// Waits for its thread, which has nothing left to do.
    pub(crate) fn join(self) {
        if let Some(thread) = self.thread {
            // The thread catches its own panics, so that there is nothing to learn from it.
            drop(thread.join());
        }
    }
}

fn launch(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK)
        .spawn(work)
        .map_err(|error| Error::Internal(format!("no thread could be started: {error}")))
}

/// Searches, and answers with some legal turn if the search has a fault.
fn answer(inquiry: &dyn Inquiry, tools: &Tools, sink: &(dyn Fn(News) + Send + Sync)) -> Answer {
    let told = AtomicBool::new(false);
    let say = |news: News| {
        if matches!(&news, News::Info(info) if info.bound.is_none()) {
            told.store(true, Ordering::Relaxed);
        }
        sink(news);
    };
    catch_unwind(AssertUnwindSafe(|| inquiry.search(tools, &say))).unwrap_or_else(|fault| {
        sink(News::Failed(internal(&*fault)));
        let (info, answer) = inquiry.fallback();
        if !told.into_inner() {
            sink(News::Info(Box::new(info)));
        }
        answer
    })
}

fn best(answer: Answer) -> News {
    News::Best { turn: Some(answer.turn), ponder: answer.ponder }
}

fn internal(fault: &(dyn Any + Send)) -> Error {
    let words = fault
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| fault.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown");
    Error::Internal(format!("a fault of the engine, please report it: {words}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::position::Tally;
    use crate::engine::session::Info;
    use crate::game::Side;
    use crate::search::{Limits, Table};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    /// A position whose search answers at once, or panics.
    struct Quick {
        fails: bool,
    }

    impl Inquiry for Quick {
        fn is_over(&self) -> bool {
            false
        }
        fn on_turn(&self) -> Side {
            Side::Light
        }
        fn starter(&self) -> Side {
            Side::Light
        }
        fn weight(&self) -> u32 {
            100
        }

        fn restrict(&mut self, _: &[String], _: &[String]) -> Vec<Error> {
            Vec::new()
        }
        fn choices(&self) -> usize {
            1
        }
        fn search(&self, _: &Tools, say: &(dyn Fn(News) + Sync)) -> Answer {
            assert!(!self.fails, "planted fault");
            let (info, answer) = self.fallback();
            say(News::Info(Box::new(info)));
            answer
        }
        fn fallback(&self) -> (Info, Answer) {
            let answer = Answer { turn: "d6".into(), ponder: None, nodes: 0 };
            (Info::unsearched("d6".into()), answer)
        }
        fn count(&self, _: u32, _: bool, _: &dyn Fn() -> bool) -> Option<Tally> {
            None
        }
    }

    fn start(fails: bool, pondering: bool, ends: bool) -> (Job, Receiver<News>) {
        let (send, receive) = channel();
        let tools = Tools {
            table: Arc::new(Table::new(1).expect("a small table")),
            limits: Limits::none(),
            signal: Arc::new(Signal::new(pondering)),
            watch: StopWatch::start(),
            threads: 1,
            show_wdl: false,
            lines: 1,
            skill: None,
        };
        let sink: Sink = Box::new(move |news| drop(send.send(news)));
        (Job::search(Box::new(Quick { fails }), tools, ends, sink), receive)
    }

    fn is_best(news: &News) -> bool {
        matches!(news, News::Best { turn: Some(turn), .. } if turn == "d6")
    }

    #[test]
    fn a_fault_is_told_and_answered_with_a_legal_turn() {
        let (job, news) = start(true, false, true);
        job.join();
        let news: Vec<News> = news.iter().collect();
        assert!(
            matches!(&news[0], News::Failed(Error::Internal(text)) if text.contains("planted"))
        );
        assert!(matches!(&news[1], News::Info(_)));
        assert!(is_best(&news[2]) && news.len() == 3);
    }

    #[test]
    fn an_infinite_search_holds_its_answer_until_the_stop() {
        let (job, news) = start(false, false, false);
        assert!(matches!(news.recv(), Ok(News::Info(_))));
        assert!(news.recv_timeout(Duration::from_millis(50)).is_err());
        assert!(!job.is_bounded());
        job.stop();
        assert!(is_best(&news.recv().expect("an answer")));
        job.join();
        assert!(news.recv().is_err(), "nothing comes after the answer");
    }

    #[test]
    fn a_pondered_hit_lets_a_finished_search_answer() {
        let (job, news) = start(false, true, true);
        assert!(matches!(news.recv(), Ok(News::Info(_))));
        assert!(news.recv_timeout(Duration::from_millis(50)).is_err());
        assert!(!job.is_bounded());
        job.ponder_hit();
        assert!(job.is_bounded());
        assert!(is_best(&news.recv().expect("an answer")));
        job.join();
    }

    #[test]
    fn pondering_without_limits_goes_on_after_the_hit() {
        let (job, news) = start(false, true, false);
        assert!(matches!(news.recv(), Ok(News::Info(_))));
        job.ponder_hit();
        assert!(news.recv_timeout(Duration::from_millis(50)).is_err());
        job.stop();
        assert!(is_best(&news.recv().expect("an answer")));
        job.join();
    }

    #[test]
    fn a_fault_in_other_work_is_its_last_message() {
        let (send, receive) = channel();
        let sink: Sink = Box::new(move |news| drop(send.send(news)));
        Job::run("test", sink, |_| panic!("planted")).join();
        assert!(matches!(receive.recv(), Ok(News::Failed(Error::Internal(_)))));
        assert!(receive.recv().is_err());
    }
}
