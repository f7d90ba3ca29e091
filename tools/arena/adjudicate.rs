//! Ends games by tables, by the scores of the players, or for their length.

use crate::played::Cause;
use crate::settings::{Adjudication, TableAdjudication};
use modisa::engine::{Known, Side};
use modisa::protocol::ScoreView;

/// What the scores of a game have said so far.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// By side: turns in a row with the score of a draw, of a loss, of a win.
    drawn: [u32; 2],
    lost: [u32; 2],
    won: [u32; 2],
    /// Who has made the last turn.
    last: Side,
}

/// The end of a game by adjudication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The winner; `None` for a draw.
    pub(crate) winner: Option<Side>,
    /// Which rule ended it.
    pub(crate) cause: Cause,
    /// A sentence about it, where there is more to say.
    pub(crate) detail: Option<String>,
}

impl Adjudicator {
    /// At the start of a game.
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, drawn: [0; 2], lost: [0; 2], won: [0; 2], last: Side::Light }
    }

    /// Takes note of the score of a turn, from the view of the side that made it. A turn
    /// without one ends every row.
    pub(crate) fn note(&mut self, side: Side, score: Option<ScoreView>) {
        let near = self.rules.draw.map_or(0, |draw| i64::from(draw.score));
        let far = self.rules.resign.map_or(0, |resign| i64::from(resign.score));
        let (drawn, lost, won) = match score {
            None => (false, false, false),
            Some(ScoreView::Draw) => (true, false, false),
            Some(ScoreView::Win(turns)) => (false, turns < 0, turns > 0),
            Some(ScoreView::Centimen(score)) => {
                let score = i64::from(score);
                (score.abs() <= near, score <= -far, score >= far)
            }
        };
        let count = |row: &mut [u32; 2], goes_on: bool| {
            let row = &mut row[side.index()];
            *row = if goes_on { row.saturating_add(1) } else { 0 };
        };
        count(&mut self.drawn, drawn);
        count(&mut self.lost, lost);
        count(&mut self.won, won);
        self.last = side;
    }

    /// How the game ends after so many plies, with what is known of its end.
    pub(crate) fn verdict(&self, ply: u32, known: Option<Known>) -> Option<Verdict> {
        if let Some(known) = known.filter(|known| self.is_ended_by_tables(*known)) {
            let (winner, detail) = (known.winner, Some(told(known)));
            return Some(Verdict { winner, cause: Cause::TableAdjudication, detail });
        }
        if let Some(loser) = self.resigned() {
            let cause = Cause::ResignAdjudication;
            return Some(Verdict { winner: Some(loser.other()), cause, detail: None });
        }
        let draw = |cause| Some(Verdict { winner: None, cause, detail: None });
        if let Some(rule) = self.rules.draw
            && ply >= rule.from_ply
            && self.drawn.iter().all(|&row| row >= rule.turns.max(1))
        {
            return draw(Cause::DrawAdjudication);
        }
        if self.rules.max_plies.is_some_and(|most| ply >= most) {
            return draw(Cause::MaxPlies);
        }
        None
    }

    fn is_ended_by_tables(&self, known: Known) -> bool {
        let is_wanted = |rule: &TableAdjudication| match known.winner {
            None => rule.draws,
            Some(_) => rule.wins,
        };
        self.rules.tables.as_ref().is_some_and(is_wanted)
    }

    /// Who gives up. If only one needs to see it, it is the side that has just moved.
    fn resigned(&self) -> Option<Side> {
        let rule = self.rules.resign?;
        let turns = rule.turns.max(1);
        let gives_up = |side: Side| {
            let agreed = !rule.two_sided || self.won[side.other().index()] >= turns;
            agreed && self.lost[side.index()] >= turns
        };
        [self.last, self.last.other()].into_iter().find(|&side| gives_up(side))
    }
}

/// `tables: dark loses in 12 plies`.
fn told(known: Known) -> String {
    let Some(winner) = known.winner else { return "tables: a draw".to_owned() };
    let loser = match winner.other() {
        Side::Light => "light",
        Side::Dark => "dark",
    };
    match known.plies {
        None => format!("tables: {loser} loses"),
        Some(1) => format!("tables: {loser} loses in 1 ply"),
        Some(plies) => format!("tables: {loser} loses in {plies} plies"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{DrawAdjudication, ResignAdjudication};
    use ScoreView::{Centimen, Draw, Win};

    /// Notes scores of light and dark in turn; the number of turns noted and the verdict.
    fn judged(rules: Adjudication, scores: &[ScoreView]) -> Option<(usize, Verdict)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(turn, &score)| {
            let side = Side::BOTH[turn % 2];
            adjudicator.note(side, Some(score));
            let noted = turn + 1;
            adjudicator.verdict(noted as u32, None).map(|verdict| (noted, verdict))
        })
    }

    fn verdict(winner: Option<Side>, cause: Cause) -> Verdict {
        Verdict { winner, cause, detail: None }
    }

    fn draw(from_ply: u32, turns: u32) -> Adjudication {
        let draw = Some(DrawAdjudication { from_ply, turns, score: 10 });
        Adjudication { draw, ..Adjudication::default() }
    }

    fn resign(turns: u32, two_sided: bool) -> Adjudication {
        let resign = Some(ResignAdjudication { turns, score: 500, two_sided });
        Adjudication { resign, ..Adjudication::default() }
    }

    #[test]
    fn a_draw_needs_a_row_of_both() {
        let scores = [Centimen(10), Draw, Centimen(-10), Centimen(0), Draw, Draw];
        let verdict = verdict(None, Cause::DrawAdjudication);
        assert_eq!(judged(draw(0, 2), &scores), Some((4, verdict.clone())));
        let broken = [Centimen(0), Centimen(11), Draw, Draw, Centimen(11), Draw];
        assert_eq!(judged(draw(0, 2), &broken), None);
        assert_eq!(judged(draw(0, 1), &[Draw, Win(3), Draw]), None);
        assert_eq!(judged(draw(5, 1), &scores), Some((5, verdict)));
    }

    #[test]
    fn one_side_gives_up_after_a_row_of_its_own() {
        let won = |winner| verdict(Some(winner), Cause::ResignAdjudication);
        let scores = [Centimen(-500), Centimen(0), Win(-4), Centimen(0)];
        assert_eq!(judged(resign(2, false), &scores), Some((3, won(Side::Dark))));
        let scores = [Centimen(0), Centimen(-500), Draw, Centimen(-499), Draw, Win(-1)];
        assert_eq!(judged(resign(2, false), &scores), None);
        assert_eq!(judged(resign(1, false), &scores), Some((2, won(Side::Light))));
    }

    #[test]
    fn two_sides_have_to_agree_that_one_has_lost() {
        let rules = resign(2, true);
        let alone = [Centimen(-900), Centimen(400), Win(-2), Centimen(499), Win(-1)];
        assert_eq!(judged(rules.clone(), &alone), None);
        let agreed = [Centimen(-900), Centimen(500), Win(-2), Win(2)];
        let verdict = verdict(Some(Side::Dark), Cause::ResignAdjudication);
        assert_eq!(judged(rules, &agreed), Some((4, verdict)));
    }

    #[test]
    fn a_turn_without_a_score_ends_the_row() {
        let mut adjudicator = Adjudicator::new(resign(2, false));
        for score in [Some(Win(-1)), None, Some(Win(-1))] {
            adjudicator.note(Side::Dark, score);
            assert_eq!(adjudicator.verdict(9, None), None);
        }
        adjudicator.note(Side::Dark, Some(Win(-1)));
        assert!(adjudicator.verdict(9, None).is_some());
    }

    #[test]
    fn a_game_of_the_most_plies_is_drawn() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        let verdict = verdict(None, Cause::MaxPlies);
        assert_eq!(judged(rules, &[Win(1); 5]), Some((3, verdict)));
    }

    #[test]
    fn what_tables_know_comes_before_what_scores_say() {
        let judged = |draws, wins, winner, plies| {
            let tables = Some(TableAdjudication { folder: "x".to_owned(), draws, wins });
            let rules = Adjudication { tables, max_plies: Some(9), ..Adjudication::default() };
            let verdict = Adjudicator::new(rules).verdict(9, Some(Known { winner, plies }));
            verdict.map(|verdict| (verdict.winner, verdict.cause, verdict.detail))
        };
        let ended = |winner, said: &str| {
            Some((winner, Cause::TableAdjudication, Some(format!("tables: {said}"))))
        };
        let long = Some((None, Cause::MaxPlies, None));
        let [light, dark] = Side::BOTH.map(Some);
        assert_eq!(judged(true, false, None, None), ended(None, "a draw"));
        assert_eq!(judged(false, true, None, None), long);
        let lost = ended(light, "dark loses in 12 plies");
        assert_eq!(judged(false, true, light, Some(12)), lost);
        assert_eq!(judged(true, true, dark, Some(1)), ended(dark, "light loses in 1 ply"));
        assert_eq!(judged(true, true, dark, None), ended(dark, "light loses"));
        assert_eq!(judged(true, false, dark, Some(1)), long);
        let none = Adjudicator::new(Adjudication::default());
        assert_eq!(none.verdict(9, Some(Known { winner: light, plies: Some(1) })), None);
    }
}
