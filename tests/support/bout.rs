//! One game between two engines under the eye of the rules.

use super::player::Player;
use modisa::game::{Game, Notation, Outcome, Reason, Side};
use modisa::kit::SplitMix64;
use modisa::morris::{Morris, State, Turn};
use std::time::Duration;

/// A finished game.
#[derive(Debug)]
pub(crate) struct Bout {
    /// How it ended.
    pub(crate) outcome: Outcome,
    /// Time of each turn that an engine made.
    pub(crate) times: Vec<Duration>,
}

/// The referee's view of a game: the position and what repetition needs.
struct Referee<'a> {
    game: &'a Morris,
    state: State,
    keys: Vec<u64>,
    turns: Vec<String>,
}

impl<'a> Referee<'a> {
    fn new(game: &'a Morris) -> Self {
        let state = game.start();
        Self { game, state, keys: vec![game.key(&state)], turns: Vec::new() }
    }

    fn outcome(&self) -> Option<Outcome> {
        let draws = self.game.draw_rules();
        let key = self.game.key(&self.state);
        let seen = self.keys.iter().filter(|&&known| known == key).count();
        let quiet = self.game.quiet(&self.state);
        self.game
            .outcome(&self.state)
            .or((draws.repetition > 0 && seen >= usize::from(draws.repetition))
                .then_some(Outcome::draw(Reason::Repetition)))
            .or((draws.quiet_plies > 0 && quiet >= u32::from(draws.quiet_plies))
                .then_some(Outcome::draw(Reason::Quiet)))
    }

    fn play(&mut self, turn: Turn) {
        self.turns.push(self.game.write_turn(turn));
        self.state = self.game.after(&self.state, turn);
        self.keys.push(self.game.key(&self.state));
    }
}

/// A few random first turns, the same for the same seed; the game is not over after them.
pub(crate) fn opening(game: &Morris, seed: u64, plies: u32) -> Vec<Turn> {
    let mut rng = SplitMix64::new(seed);
    let mut referee = Referee::new(game);
    let mut chosen = Vec::new();
    for _ in 0..plies {
        let mut turns = Vec::new();
        game.turns(&referee.state, &mut turns);
        let turn = turns[rng.below(turns.len() as u64) as usize];
        referee.play(turn);
        chosen.push(turn);
    }
    chosen
}

/// Plays a game from an opening; `light` and `dark` index into `players` and may be the same.
///
/// # Errors
/// An illegal turn, a wrong opinion about the end, silence or a crash, with the moves.
pub(crate) fn play(
    game: &Morris,
    opening: &[Turn],
    players: &mut [Player],
    seats: [usize; 2],
    go: &str,
) -> Result<Bout, String> {
    let mut referee = Referee::new(game);
    for &turn in opening {
        referee.play(turn);
    }
    for player in players.iter_mut() {
        player.say(&format!("setoption name Variant value {}", game.id()))?;
        player.say("uminewgame")?;
        player.say("isready")?;
        player.wait_for("readyok")?;
    }
    let mut times = Vec::new();
    let told = |referee: &Referee<'_>, what: &str| {
        format!("{}: {what} after {}", game.id(), referee.turns.join(" "))
    };
    loop {
        let seat = seats[match game.side(&referee.state) {
            Side::Light => 0,
            Side::Dark => 1,
        }];
        let player = &mut players[seat];
        player.say(&format!("position startpos moves {}", referee.turns.join(" ")))?;
        if let Some(outcome) = referee.outcome() {
            let (answer, _) = player.ask(go).map_err(|error| told(&referee, &error))?;
            return if answer == "none" {
                Ok(Bout { outcome, times })
            } else {
                Err(told(&referee, &format!("{answer} where the game is over")))
            };
        }
        let (answer, time) = player.ask(go).map_err(|error| told(&referee, &error))?;
        let turn = game
            .read_turn(&referee.state, &answer)
            .map_err(|error| told(&referee, &error.to_string()))?;
        if game.write_turn(turn) != answer {
            return Err(told(&referee, &format!("{answer} is not in canonical spelling")));
        }
        times.push(time);
        referee.play(turn);
    }
}
