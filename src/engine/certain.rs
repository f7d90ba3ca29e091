//! What tables say of the end of a game that holds whatever was played before.

use super::root_tables::known;
use crate::game::{Game, Oracle, Side, Standing};
use crate::kit::{Score, Verdict};

/// The end of a game that is certain if both sides play best from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Plies to the end of a won game, where the tables know them.
    pub plies: Option<u16>,
}

/// The end of the unfinished game that came through the positions `past` to `now`.
///
/// The tables know nothing of what was played before. A draw is one all the same, but a win
/// may be kept off by the quiet plies, which may run out before its end, and by repetition:
/// then nothing is certain.
pub(crate) fn certain<G: Game>(
    game: &G,
    past: &[G::State],
    now: &G::State,
    oracle: &dyn Oracle<G>,
) -> Option<Known> {
    let end = end_of(game, now, oracle)?;
    let is_in_time = match end {
        Known { winner: None, .. } => return Some(end),
        Known { plies: Some(plies), .. } => {
            game.draw_rules().leave_time_for(Score::win_in(plies), game.quiet(now))
        }
        Known { plies: None, .. } => game.draw_rules().quiet_plies == 0,
    };
    (is_in_time && !may_repeat(game, past, now, end, oracle)).then_some(end)
}

/// What the tables say of a position.
fn end_of<G: Game>(game: &G, state: &G::State, oracle: &dyn Oracle<G>) -> Option<Known> {
    let score = known(oracle, state)?;
    let side = game.side(state);
    let winner = match Standing::of(score) {
        Standing::Win => Some(side),
        Standing::Draw => None,
        Standing::Loss => Some(side.other()),
    };
    let plies = match score.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
        Verdict::Estimate(_) => None,
    };
    Some(Known { winner, plies })
}

/// Whether the way to the end may lead through a position of the past once too often.
///
/// The winner comes nearer to the end with each ply, so that only positions matter from
/// which the same side wins sooner than from here.
fn may_repeat<G: Game>(
    game: &G,
    past: &[G::State],
    now: &G::State,
    end: Known,
    oracle: &dyn Oracle<G>,
) -> bool {
    let most = usize::from(game.draw_rules().repetition);
    // What was there before the last capture or placement never comes back.
    let quiet = usize::try_from(game.quiet(now)).unwrap_or(usize::MAX);
    let recent = &past[past.len().saturating_sub(quiet)..];
    let keys: Vec<u64> = recent.iter().map(|state| game.key(state)).collect();
    let is_last_time = |key| keys.iter().filter(|&other| other == key).count() + 1 >= most;
    let is_on_the_way = |state| {
        end_of(game, state, oracle).is_none_or(|other| {
            let is_nearer = match (other.plies, end.plies) {
                (Some(other), Some(own)) => other < own,
                _ => true,
            };
            other.winner == end.winner && is_nearer
        })
    };
    most > 0
        && recent
            .iter()
            .zip(&keys)
            .any(|(state, key)| is_last_time(key) && is_on_the_way(state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::position::Adjustable;
    use crate::engine::{Arbiter, Error, RuleSet};
    use crate::game::Notation;
    use crate::morris::{Morris, State, builtin};
    use crate::tablebase::Tablebase;
    use std::time::Duration;

    /// Light takes a third man in the next ply, unless it goes to g1: then it needs twenty.
    const WON: &str = "ww1/3/3/3w1b/3/3/bb1 w 0,0 - 0 40";
    const DRAWN: &str = "bbb/2w/3/w5/3/3/1w1 w 0,0 - 99 140";

    fn arbiter(switches: &[(&str, &str)]) -> Arbiter {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let switches = switches.iter().map(owned).collect();
        let rules = RuleSet { variant: "nine".to_owned(), file: None, switches };
        Arbiter::new(&rules).unwrap().with_tables(None).unwrap()
    }

    fn known_after(game: &mut Arbiter, fen: &str, turns: &[&str]) -> Option<Known> {
        game.place(Some(fen), turns).unwrap();
        game.known().unwrap()
    }

    fn won(winner: Side, plies: u16) -> Known {
        Known { winner: Some(winner), plies: Some(plies) }
    }

    #[test]
    fn the_end_is_told_by_sides_and_not_from_the_view_of_one() {
        let mut game = arbiter(&[]);
        assert_eq!(known_after(&mut game, WON, &[]), Some(won(Side::Light, 1)));
        assert_eq!(known_after(&mut game, WON, &["e4-g1"]), Some(won(Side::Light, 20)));
        let other = WON.replace(" w ", " b ");
        assert_eq!(known_after(&mut game, &other, &[]), Some(won(Side::Dark, 1)));
        let draw = Known { winner: None, plies: None };
        assert_eq!(known_after(&mut game, DRAWN, &[]), Some(draw));
    }

    #[test]
    fn nothing_is_known_far_from_the_tables_without_them_and_after_the_end() {
        let mut game = arbiter(&[]);
        assert_eq!(game.known(), Ok(None));
        assert_eq!(known_after(&mut game, WON, &["e4-g7xa1"]), None);
        assert!(game.outcome().unwrap().is_some());
        assert!(game.place(Some("rubbish w"), &[]).is_err());
        assert_eq!(game.known(), Err(Error::NoPosition));
        let rules = RuleSet { variant: "nine".to_owned(), ..RuleSet::default() };
        assert_eq!(known_after(&mut Arbiter::new(&rules).unwrap(), WON, &[]), None);
    }

    #[test]
    fn a_win_is_certain_if_it_comes_before_the_quiet_plies_run_out() {
        let late = |quiet: u32| WON.replace(" 0 40", &format!(" {quiet} 140"));
        let mut game = arbiter(&[("QuietPlies", "100")]);
        assert_eq!(known_after(&mut game, &late(79), &["e4-g1"]), Some(won(Side::Light, 20)));
        assert_eq!(known_after(&mut game, &late(80), &["e4-g1"]), None);
        let mut endless = arbiter(&[("QuietPlies", "0")]);
        assert_eq!(
            known_after(&mut endless, &late(80), &["e4-g1"]),
            Some(won(Side::Light, 20))
        );
    }

    #[test]
    fn a_win_is_certain_if_no_nearer_position_of_the_past_could_repeat_itself() {
        let known = |repetition, fen: &str, turns: &[&str]| {
            known_after(&mut arbiter(&[("Repetition", repetition)]), fen, turns)
        };
        assert_eq!(known("3", WON, &["e4-g1"]), Some(won(Side::Light, 20)));
        assert_eq!(known("2", WON, &["e4-g1"]), None);
        let round = ["e4-g1", "g4-f6", "g1-e4", "f6-g4", "e4-g1"];
        assert_eq!(known("3", WON, &round), None);
        assert_eq!(known("0", WON, &round), Some(won(Side::Light, 20)));
        // What was nearer was the win of the other.
        let other = WON.replace(" w ", " b ");
        assert_eq!(known("2", &other, &["d1-g7"]), Some(won(Side::Light, 21)));
    }

    #[test]
    fn a_copy_plays_on_by_itself_and_asks_too() {
        let mut game = arbiter(&[]);
        game.place(Some(WON), &[]).unwrap();
        let mut copy = game.clone();
        copy.play("e4-g1").unwrap();
        assert_eq!(game.known().unwrap(), Some(won(Side::Light, 1)));
        assert_eq!(copy.known().unwrap(), Some(won(Side::Light, 20)));
        assert_eq!((game.turns().len(), copy.turns().len()), (0, 1));
    }

    #[test]
    fn there_have_to_be_tables_of_the_rules_in_the_folder() {
        let refusal = |variant: &str, folder| {
            let rules = RuleSet { variant: variant.to_owned(), ..RuleSet::default() };
            Arbiter::new(&rules).unwrap().with_tables(folder).unwrap_err()
        };
        for folder in ["no/such/folder", "Cargo.toml", "", "src"] {
            let error = refusal("nine", Some(folder));
            assert!(matches!(&error, Error::Io(text) if text.starts_with(folder)), "{error}");
        }
        for folder in [None, Some("src")] {
            let error = refusal("morabaraba", folder);
            assert!(matches!(&error, Error::Unsupported(_)), "{error}");
        }
    }

    /// Tables without distances.
    struct Classes(Tablebase);

    impl Oracle<Morris> for Classes {
        fn look_up(&self, _: &State) -> Option<Score> {
            None
        }

        fn classify(&self, state: &State) -> Option<Standing> {
            self.0.standing(state).ok()
        }
    }

    #[test]
    fn a_win_at_an_unknown_distance_is_certain_only_where_quiet_plies_do_not_count() {
        let nine = Morris::new(builtin::find("nine").unwrap()).unwrap();
        let endless = nine.adjusted("QuietPlies", "0").unwrap();
        let [known, unknown] = [&endless, &nine].map(|game| {
            let words: Vec<&str> = WON.split(' ').collect();
            let state = game.read_state(&words).unwrap();
            let tables = Tablebase::open(game, None);
            let _ = tables.prepare(&state, Duration::from_secs(60));
            certain(game, &[], &state, &Classes(tables))
        });
        assert_eq!(known, Some(Known { winner: Some(Side::Light), plies: None }));
        assert_eq!(unknown, None);
    }
}
