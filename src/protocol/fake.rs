//! A scripted session for tests of the wire: knows no game, keeps the contract.
//!
//! Tests of the library use it as `crate::protocol::fake`; `tests/support`
//! includes this file, too, and names the engine module `crate::engine` for it.

use crate::engine::{
    Error, Info, News, OptionKind, OptionView, Request, Root, ScoreView, Session, Sink,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How the fake keeps or breaks the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As the contract says.
    #[default]
    Good,
    /// Goes on talking after its last message.
    Chatty,
    /// Ends its searches without a last message.
    Mute,
}

/// Turns are any words but `bad`; a position text has at least two words.
#[derive(Debug)]
pub(crate) struct Fake {
    manner: Manner,
    turns: Option<Vec<String>>,
    log_file: String,
    deferred: Vec<(String, String)>,
    stop: Arc<AtomicBool>,
    hit: Arc<AtomicBool>,
    job: Option<JoinHandle<()>>,
    bounded: bool,
    pondering: bool,
}

impl Fake {
    pub(crate) fn new(manner: Manner) -> Self {
        Self {
            manner,
            turns: Some(Vec::new()),
            log_file: String::new(),
            deferred: Vec::new(),
            stop: Arc::default(),
            hit: Arc::default(),
            job: None,
            bounded: true,
            pondering: false,
        }
    }

    /// Runs `work` until it is done or `stop` is set.
    fn start(&mut self, work: impl FnOnce(&AtomicBool, &AtomicBool) + Send + 'static) {
        self.stop = Arc::default();
        self.hit = Arc::default();
        let (stop, hit) = (Arc::clone(&self.stop), Arc::clone(&self.hit));
        self.job = Some(thread::spawn(move || work(&stop, &hit)));
    }

    fn apply(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if name == "LogFile" {
            value.clone_into(&mut self.log_file);
        }
        if value == "late" { Err(Error::Io("the disk is full".into())) } else { Ok(()) }
    }

    fn turns(&self) -> Result<&Vec<String>, Error> {
        self.turns.as_ref().ok_or(Error::NoPosition)
    }
}

fn checked(turns: &[&str]) -> Result<Vec<String>, Error> {
    match turns.iter().position(|turn| *turn == "bad") {
        None => Ok(turns.iter().map(|turn| (*turn).to_owned()).collect()),
        Some(index) => Err(Error::IllegalMove {
            index,
            token: "bad".into(),
            message: "bad is no legal turn".into(),
        }),
    }
}

/// Lets one slice of time pass, `slices` times unless the flag rises first.
fn pass(flag: &AtomicBool, slices: u32) {
    for _ in 0..slices {
        if flag.load(Ordering::SeqCst) {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn info(depth: u32) -> News {
    News::Info(Box::new(Info {
        depth,
        sel_depth: depth,
        multi_pv: 1,
        score: ScoreView::Centimen(-5),
        bound: None,
        wdl: Some([300, 500, 200]),
        nodes: 10,
        nps: 1000,
        hash_full: 1,
        tb_hits: 0,
        millis: 10,
        pv: vec!["d6".into(), "f4".into()],
    }))
}

impl Session for Fake {
    fn name(&self) -> String {
        "Fake 1".into()
    }

    fn author(&self) -> String {
        "Nobody".into()
    }

    fn variants(&self) -> Vec<(String, String)> {
        vec![("nine".into(), "Nine men's morris".into()), ("six".into(), "Six".into())]
    }

    fn options(&self) -> Vec<OptionView> {
        let view = |name, kind, value: &str| OptionView { name, kind, value: value.to_owned() };
        let choices = vec!["nine".into(), "six".into()];
        vec![
            view("Variant", OptionKind::Combo { default: "nine".into(), choices }, "six"),
            view("Hash", OptionKind::Spin { default: 16, min: 1, max: 64 }, "16"),
            view("Ponder", OptionKind::Check { default: false }, "true"),
            view("ClearHash", OptionKind::Button, ""),
            view("LogFile", OptionKind::Text { default: String::new() }, &self.log_file),
        ]
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let options = self.options();
        let Some(option) = options.iter().find(|o| o.name.eq_ignore_ascii_case(name)) else {
            return Err(Error::NoSuchOption(name.to_owned()));
        };
        let value = value.unwrap_or_default();
        if let OptionKind::Spin { min, max, .. } = option.kind
            && !value.parse().is_ok_and(|number: i64| (min..=max).contains(&number))
        {
            let message = format!("{name} is {min} to {max}, not {value:?}");
            return Err(Error::BadValue {
                message,
                min: Some(min),
                max: Some(max),
                allowed: vec![],
            });
        }
        if self.job.is_some() {
            self.deferred.push((option.name.to_owned(), value.to_owned()));
            return Ok(());
        }
        self.apply(option.name, value)
    }

    fn log_file(&self) -> &str {
        &self.log_file
    }

    fn new_game(&mut self) {
        assert!(self.job.is_none(), "no job runs at a new game");
        self.turns = Some(Vec::new());
    }

    fn place(&mut self, root: Root<'_>, turns: &[&str]) -> Result<(), Error> {
        assert!(self.job.is_none(), "no job runs when a position is set");
        self.turns = None;
        match root {
            Root::Fen(words) if words.len() < 2 => {
                return Err(Error::BadFen("the position text wants two words".into()));
            }
            _ => {}
        }
        self.turns = Some(checked(turns)?);
        Ok(())
    }

    fn play(&mut self, turns: &[&str]) -> Result<(), Error> {
        assert!(self.job.is_none(), "no job runs when turns are played");
        let turns = checked(turns)?;
        self.turns.as_mut().ok_or(Error::NoPosition)?.extend(turns);
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), Error> {
        assert!(self.job.is_none(), "no job runs when turns are taken back");
        let turns = self.turns.as_mut().ok_or(Error::NoPosition)?;
        let kept = turns.len().checked_sub(count);
        let kept = kept.ok_or_else(|| Error::BadArgument("fewer were played".into()))?;
        turns.truncate(kept);
        Ok(())
    }

    fn go(&mut self, request: &Request, sink: Sink) -> Vec<Error> {
        assert!(self.job.is_none(), "searches do not overlap");
        self.bounded = request.is_bounded();
        self.pondering = request.ponder;
        let (pondering, infinite) = (request.ponder, request.infinite);
        let slices = request.depth.or(request.move_time.and_then(|time| time.try_into().ok()));
        let slices = slices.unwrap_or(5).min(500);
        let manner = self.manner;
        let live = self.turns.is_some();
        self.start(move |stop, hit| {
            if live {
                sink(info(1));
                if infinite {
                    pass(stop, u32::MAX);
                }
                while pondering && !stop.load(Ordering::SeqCst) && !hit.load(Ordering::SeqCst) {
                    pass(stop, 1);
                }
                pass(stop, slices);
            }
            if manner == Manner::Mute {
                return;
            }
            let turn = live.then(|| "d6".to_owned());
            sink(News::Best { ponder: turn.as_ref().map(|_| "f4".into()), turn });
            if manner == Manner::Chatty {
                sink(info(99));
                sink(News::Best { turn: Some("stale".into()), ponder: None });
            }
        });
        if live { Vec::new() } else { vec![Error::NoPosition] }
    }

    fn count(&mut self, depth: u32, divided: bool, sink: Sink) -> Result<(), Error> {
        assert!(self.job.is_none(), "jobs do not overlap");
        self.turns()?;
        self.bounded = true;
        self.start(move |stop, _| {
            pass(stop, depth);
            sink(if stop.load(Ordering::SeqCst) {
                News::Failed(Error::Busy("stopped before it was done".into()))
            } else {
                let divided = if divided { vec![("d6".into(), 3)] } else { Vec::new() };
                News::Counted { divided, nodes: 3, nps: 2000, millis: 1 }
            });
        });
        Ok(())
    }

    fn bench(&mut self, depth: Option<u32>, sink: Sink) -> Result<(), Error> {
        assert!(self.job.is_none(), "jobs do not overlap");
        self.bounded = true;
        self.start(move |stop, _| {
            pass(stop, depth.unwrap_or(3));
            sink(News::Benched { lines: vec!["nine 7".into()], nodes: 7, nps: 70 });
        });
        Ok(())
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    fn ponder_hit(&mut self) {
        if self.pondering {
            self.bounded = true;
        }
        self.hit.store(true, Ordering::SeqCst);
    }

    fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    fn is_bounded(&self) -> bool {
        self.bounded
    }

    fn settle(&mut self) -> Vec<Error> {
        self.job.take().expect("a job is settled once").join().expect("the job ends well");
        let mut errors = Vec::new();
        for (name, value) in std::mem::take(&mut self.deferred) {
            errors.extend(self.apply(&name, &value).err());
        }
        errors
    }

    fn legal(&self) -> Result<Value, Error> {
        self.turns()?;
        Ok(json!({ "turns": ["d6", "f4"] }))
    }

    fn state(&self) -> Result<Value, Error> {
        Ok(json!({ "umi": "1.0", "turns": self.turns()? }))
    }

    fn rules(&self, variant: Option<&str>) -> Result<Value, Error> {
        match variant {
            Some("none") => Err(Error::BadArgument("no variant is called none".into())),
            other => Ok(json!({ "name": other })),
        }
    }

    fn evaluate(&self) -> Result<Value, Error> {
        self.turns()?;
        Ok(json!({ "total": 5 }))
    }

    fn tablebase(&self, _: Duration) -> Result<Value, Error> {
        self.turns()?;
        Ok(json!({ "known": false, "value": null }))
    }

    fn display(&self) -> Result<String, Error> {
        Ok(format!("a board\nafter {} turns", self.turns()?.len()))
    }
}
