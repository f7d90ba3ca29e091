//! One engine in play: started, told the rules, asked whether it is ready, started again
//! when it has failed.

use crate::failure::Failure;
use crate::overheard::Overheard;
use crate::patience::Patience;
use crate::settings::{Limit, PlayerSettings};
use modisa::client::{Identity, Launch, Process, Talk, Trouble};
use modisa::engine::RuleSet;
use modisa::protocol::{Command, GameEnd, OptionKind, Request, Saying, Umi};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The protocol that is spoken, up to the minor version.
const PROTOCOL: &str = "umi 1.";

/// Makes a connection with an engine that nobody has spoken to.
pub(crate) type Connect = Box<dyn FnMut() -> Result<Talk, String> + Send>;

/// A player of a tournament, whether its engine runs or not.
pub(crate) struct Player {
    settings: PlayerSettings,
    rules: RuleSet,
    patience: Patience,
    connect: Connect,
    talk: Option<Talk>,
    /// What the engine calls itself; empty before it was started.
    engine: String,
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("name", &self.settings.name).finish_non_exhaustive()
    }
}

impl Player {
    /// A player whose engine is a program; it is not started yet. The variant of the rules
    /// is an id, not an alias.
    pub(crate) fn new(settings: PlayerSettings, rules: RuleSet, patience: Patience) -> Self {
        let launch = Launch {
            program: settings.command.clone(),
            args: settings.args.clone(),
            folder: settings.folder.as_ref().map(PathBuf::from),
        };
        let name = settings.name.clone();
        let connect = Box::new(move || {
            let process = Process::start(&launch).map_err(|error| error.to_string())?;
            Ok(if Overheard::<Process>::is_wanted() {
                Talk::new(Overheard::new(&name, process), Umi)
            } else {
                Talk::new(process, Umi)
            })
        });
        Self::with(connect, settings, rules, patience)
    }

    /// A player behind any kind of connection.
    pub(crate) fn with(
        connect: Connect,
        settings: PlayerSettings,
        rules: RuleSet,
        patience: Patience,
    ) -> Self {
        Self { settings, rules, patience, connect, talk: None, engine: String::new() }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.settings.name
    }

    /// The name and version that its engine has told; empty before it was started.
    pub(crate) fn engine(&self) -> &str {
        &self.engine
    }

    /// How long it may think.
    pub(crate) fn limit(&self) -> Limit {
        self.settings.limit
    }

    /// Whether it thinks on the opponent's time.
    pub(crate) fn ponders(&self) -> bool {
        self.settings.ponder
    }

    /// How long it is waited for.
    pub(crate) fn patience(&self) -> Patience {
        self.patience
    }

    /// Makes it ready for a new game; an engine that has left or does not answer is started
    /// again.
    ///
    /// # Errors
    /// When a fresh engine does not start, or does not become ready either.
    pub(crate) fn prepare(&mut self) -> Result<(), Failure> {
        if self.talk.is_some() {
            match self.new_game() {
                Ok(()) => return Ok(()),
                Err(trouble) => {
                    log::warn!("{} is started again: {trouble}", self.name());
                    self.dismiss();
                }
            }
        }
        self.start()?;
        self.new_game().map_err(|trouble| {
            self.dismiss();
            self.not_started(&trouble)
        })
    }

    fn new_game(&mut self) -> Result<(), Trouble> {
        self.say(&Command::NewGame);
        self.ready()
    }

    /// Waits for `readyok`. What was refused before it is not held against the engine: it
    /// may not know `gameover`.
    fn ready(&mut self) -> Result<(), Trouble> {
        let patience = self.patience.ready;
        let name = &self.settings.name;
        match self.talk.as_mut().map_or_else(|| Err(gone("readyok")), |t| t.ready(patience)) {
            Err(Trouble::Refused(refusal)) => {
                log::info!("{name} refuses: {refusal}");
                Ok(())
            }
            other => other,
        }
    }

    fn not_started(&self, reason: &impl ToString) -> Failure {
        Failure::NotStarted { player: self.name().to_owned(), reason: reason.to_string() }
    }

    fn start(&mut self) -> Result<(), Failure> {
        let mut talk = (self.connect)().map_err(|reason| self.not_started(&reason))?;
        let identity =
            talk.identify(self.patience.start).map_err(|trouble| self.not_started(&trouble))?;
        if !identity.protocol.starts_with(PROTOCOL) {
            let spoken = &identity.protocol;
            return Err(self.not_started(&format!("it speaks {spoken:?}, not {PROTOCOL}x")));
        }
        self.set_options(&mut talk, &identity)?;
        log::debug!("{} is {}", self.name(), identity.name);
        self.engine = identity.name;
        self.talk = Some(talk);
        Ok(())
    }

    fn set_options(&self, talk: &mut Talk, identity: &Identity) -> Result<(), Failure> {
        let rules = &self.rules;
        let is_known = identity.variants.iter().any(|(id, _)| *id == rules.variant);
        if rules.file.is_none() && !is_known {
            let (player, variant) = (self.name().to_owned(), rules.variant.clone());
            return Err(Failure::Variant { player, variant });
        }
        if let Some(file) = &rules.file {
            // The engine may work in another folder.
            let path = std::path::absolute(Path::new(file)).unwrap_or_else(|_| file.into());
            self.set(talk, identity, "VariantPath", &path.to_string_lossy())?;
        }
        self.set(talk, identity, "Variant", &rules.variant)?;
        if self.ponders() && identity.option("Ponder").is_some() {
            self.set(talk, identity, "Ponder", "true")?;
        }
        self.set_switches(talk, identity)?;
        for (name, value) in &self.settings.options {
            self.set(talk, identity, name, value)?;
        }
        Ok(())
    }

    /// Sets the rule switches. Some exclude each other, so one that is refused is tried
    /// again when others are set.
    fn set_switches(&self, talk: &mut Talk, identity: &Identity) -> Result<(), Failure> {
        let mut due: Vec<&(String, String)> = self.rules.switches.iter().collect();
        while !due.is_empty() {
            let before = due.len();
            let mut refusal = None;
            for switch in std::mem::take(&mut due) {
                if let Some(refused) = self.offer(talk, identity, &switch.0, &switch.1)? {
                    refusal.get_or_insert(refused);
                    due.push(switch);
                }
            }
            if due.len() == before {
                return refusal.map_or(Ok(()), Err);
            }
        }
        Ok(())
    }

    /// Sets an option and waits until it is taken, so that a refusal has a name.
    fn set(
        &self,
        talk: &mut Talk,
        identity: &Identity,
        name: &str,
        value: &str,
    ) -> Result<(), Failure> {
        self.offer(talk, identity, name, value)?.map_or(Ok(()), Err)
    }

    /// The same, and a refusal is no error yet: it comes back.
    fn offer(
        &self,
        talk: &mut Talk,
        identity: &Identity,
        name: &str,
        value: &str,
    ) -> Result<Option<Failure>, Failure> {
        let failure = |reason: String| Failure::Option {
            player: self.name().to_owned(),
            option: name.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let Some(offer) = identity.option(name) else {
            return Err(failure("it has no such option".to_owned()));
        };
        talk.set_option(name, (offer.kind != OptionKind::Button).then_some(value));
        match talk.ready(self.patience.ready) {
            Ok(()) => Ok(None),
            // It is set, only the position from before is impossible under it.
            Err(Trouble::Refused(refusal)) if refusal.code == "bad-fen" => Ok(None),
            Err(Trouble::Refused(refusal)) => Ok(Some(failure(refusal.to_string()))),
            Err(trouble) => Err(failure(trouble.to_string())),
        }
    }

    /// Says something, if anybody is there.
    pub(crate) fn say(&mut self, command: &Command) {
        if let Some(talk) = &mut self.talk {
            talk.say(command);
        }
    }

    /// Sets the position.
    pub(crate) fn place(&mut self, fen: Option<&str>, turns: &[String]) {
        if let Some(talk) = &mut self.talk {
            talk.place(fen, turns);
        }
    }

    /// Starts a search; when it was asked.
    pub(crate) fn go(&mut self, request: Request) -> Instant {
        self.say_now(&Command::Go(Box::new(request)))
    }

    /// Says something; when.
    pub(crate) fn say_now(&mut self, command: &Command) -> Instant {
        let now = Instant::now();
        self.say(command);
        now
    }

    /// Tells how the game ended.
    pub(crate) fn game_over(&mut self, result: GameEnd, reason: &str) {
        self.say(&Command::GameOver { result, reason: Some(reason.to_owned()) });
    }

    /// The next thing it says, and when it came.
    ///
    /// # Errors
    /// See [`Talk::hear`].
    pub(crate) fn hear(&mut self, patience: Duration) -> Result<(Saying, Instant), Trouble> {
        const AWAITED: &str = "bestmove";
        self.talk.as_mut().map_or_else(|| Err(gone(AWAITED)), |t| t.hear(AWAITED, patience))
    }

    /// The last lines of the conversation, for reports.
    pub(crate) fn transcript(&self) -> Vec<&str> {
        self.talk.iter().flat_map(Talk::transcript).collect()
    }

    /// Asks the engine to leave, if one runs; one that does not is killed.
    pub(crate) fn dismiss(&mut self) {
        if let Some(talk) = self.talk.take() {
            let code = talk.quit(self.patience.quit);
            log::debug!("{} has left with {code:?}", self.name());
        }
    }
}

fn gone(awaited: &str) -> Trouble {
    let diagnostics = String::new();
    Trouble::Ended { awaited: awaited.to_owned(), exit_code: None, diagnostics }
}
