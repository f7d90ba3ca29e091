//! The rules of a variant in plain sentences, made from its switches.
//!
//! Only what can happen is said: a rule about captures is left out where nothing
//! is captured, one about the hand where all men stand on the board.

use crate::game::Side;
use crate::morris::Morris;
use crate::morris::rules::{
    Fly, FullBoard, LoseBelow, MachineGun, MillsAtOnce, NoMove, PlacingMill, Repetition, Rules,
    Targets, TenMoveWhen,
};

/// The rules, a sentence or two about each point.
pub(super) fn sentences(game: &Morris) -> Vec<String> {
    let rules = game.rules();
    let places = !game.start.hands_are_empty();
    let mut said = setting(game, places);
    said.extend(moving(rules, places));
    if rules.line_wins.is_on() {
        said.push("Three men of one side in a line win the game at once.".to_owned());
    } else {
        said.extend(mills(rules, places).into_iter().map(str::to_owned));
    }
    said.extend(ends(game, places));
    said
}

fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

fn setting(game: &Morris, places: bool) -> Vec<String> {
    let (board, rules) = (game.board(), game.rules());
    let men = usize::from(rules.men);
    let men = if men == 1 { "one man".to_owned() } else { format!("{men} men") };
    let mut said = vec![format!(
        "The board has {} and {} of three.",
        count(board.len(), "point"),
        count(board.lines.len(), "line")
    )];
    let started = !game.start.occupied().is_empty();
    said.push(match (started, places) {
        (false, _) => format!("Each side has {men} in hand and the board is empty."),
        (true, false) => format!("Each side has {men}, all on the board from the start."),
        (true, true) => format!("Each side has up to {men}, some on the board from the start."),
    });
    let first = match rules.first_mover.side() {
        Side::Light => "Light (w)",
        Side::Dark => "Dark (b)",
    };
    said.push(format!("{first} makes the first turn."));
    if !game.start.closed.is_empty() {
        let names: Vec<&str> = game.start.closed.into_iter().map(|p| board.name(p)).collect();
        said.push(format!("The first man may not be placed on {}.", names.join(", ")));
    }
    said
}

fn moving(rules: &Rules, places: bool) -> Vec<String> {
    let way = match rules.fly {
        Fly::Always => "to any empty point",
        Fly::Never | Fly::Three => "along an edge to a neighbouring empty point",
    };
    let mut said = Vec::new();
    if !places {
        said.push(format!("A turn moves a man {way}."));
    } else if rules.move_while_placing.is_on() {
        said.push(format!(
            "A turn places a man from the hand on an empty point or moves a man {way}."
        ));
    } else {
        said.push(
            "A side with men in hand places one of them on an empty point in its turn."
                .to_owned(),
        );
        said.push(format!("A side with an empty hand moves a man {way}."));
    }
    said.push(
        match rules.fly {
            Fly::Never => "Nobody flies.",
            Fly::Three => {
                "A side with an empty hand and three men or fewer flies: it moves a man to any \
                 empty point."
            }
            Fly::Always => "Nothing but an empty point is needed for that: everybody flies.",
        }
        .to_owned(),
    );
    said
}

/// What a mill does, where it does not win.
fn mills(rules: &Rules, places: bool) -> Vec<&'static str> {
    let mut said = vec![
        "Three men of one side in a line are a mill; a move that closes one takes an enemy man \
         from the board.",
    ];
    if places {
        said.push(match rules.placing_mill {
            PlacingMill::Board => "A mill closed by placing a man takes one too.",
            PlacingMill::Mark => {
                "A mill closed by placing a man takes one too, and nobody may place on its point \
                 until all men are placed."
            }
            PlacingMill::None => "A mill closed by placing a man takes nothing.",
            PlacingMill::HandOpp => {
                "A mill closed by placing a man discards a man from the opponent's hand, or \
                 takes one from the board if that hand is empty."
            }
            PlacingMill::HandAgain => {
                "A mill closed by placing a man discards a man from the opponent's hand, and the \
                 same side is on turn again; if that hand is empty it takes one from the board."
            }
            PlacingMill::Own => {
                "After a mill closed by placing a man the opponent must use his turn to take one \
                 of his own men off the board."
            }
        });
    }
    said.push(match rules.targets {
        Targets::UnlessAll => {
            "Men in mills are safe, unless all men of their side on the board stand in mills."
        }
        Targets::Any => "Any man may be taken, also one in a mill.",
        Targets::Forfeit => "Men in mills are safe; if all stand in mills, nothing is taken.",
    });
    said.push(match rules.mills_at_once {
        MillsAtOnce::One => "Two mills closed at once take one man.",
        MillsAtOnce::PerMill => {
            "Several mills closed at once take a man for each, three at most."
        }
    });
    if rules.capture_optional.is_on() {
        said.push("A side may choose to take nothing.");
    }
    match rules.machine_gun {
        MachineGun::Off => {}
        MachineGun::SameCow => said.push(
            "A man that broke one mill to close another may not go straight back to close the \
             first in the next turn of its side.",
        ),
        MachineGun::SameMill => said.push(
            "When a man has broken one mill to close another, no man of its side may close the \
             broken mill in the next turn.",
        ),
    }
    said
}

fn ends(game: &Morris, places: bool) -> Vec<String> {
    let rules = game.rules();
    let mut said = Vec::new();
    if !rules.line_wins.is_on() {
        said.push(match rules.lose_below {
            LoseBelow::Three => {
                "A side with fewer than three men, on the board and in hand, has lost."
            }
            LoseBelow::Zero => "A side that has no men left has lost.",
        });
    }
    said.push(match rules.no_move {
        NoMove::Loss => "A side on turn that cannot move has lost.",
        NoMove::Pass => {
            "If a side cannot move, the other side moves again; if neither can, the game is \
             drawn."
        }
        NoMove::Free => {
            "If a side cannot move, the other side moves again, must make way if it can, and \
             takes nothing by that; if neither can move, the game is drawn."
        }
    });
    if places && 2 * usize::from(rules.men) >= game.board().len() {
        said.push(match rules.full_board {
            FullBoard::Draw => "If placing fills the board, the game is drawn.",
            FullBoard::FirstLoses => {
                "If placing fills the board, the side that made the first turn has lost."
            }
            FullBoard::EachRemoves => {
                "When placing has filled the board, each side takes one enemy man off, first the \
                 side that made the first mill (if there was none, the one that placed last), \
                 which then also moves first."
            }
            FullBoard::MoverRemoves => {
                "When placing has filled the board, the side on turn takes one enemy man off."
            }
        });
    }
    let mut said: Vec<String> = said.into_iter().map(str::to_owned).collect();
    said.extend(draws(rules));
    said
}

fn draws(rules: &Rules) -> Vec<String> {
    let mut said = Vec::new();
    if rules.ten_move > 0 {
        let who = match rules.ten_move_when {
            TenMoveWhen::Either => "a side has",
            TenMoveWhen::Both => "both sides have",
        };
        said.push(format!(
            "When {who} only three men, none in hand, the game is drawn after {} without a \
             capture, the turns of both sides counted.",
            count(usize::from(rules.ten_move), "turn")
        ));
    }
    match rules.repetition {
        Repetition::Off => {}
        Repetition::Twice => {
            said.push("The second occurrence of a position draws the game.".to_owned());
        }
        Repetition::Thrice => {
            said.push("The third occurrence of a position draws the game.".to_owned());
        }
    }
    if rules.quiet_plies > 0 {
        said.push(format!(
            "The game is drawn after {} in which no man is placed or taken, the turns of both \
             sides counted.",
            count(usize::from(rules.quiet_plies), "turn")
        ));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::builtin;
    use crate::morris::rules::{SWITCHES, Shape};
    use std::collections::BTreeSet;

    #[test]
    fn every_sentence_is_whole() {
        for variant in builtin::all() {
            let said = sentences(&Morris::new(variant).unwrap());
            assert!(said.len() >= 8, "{}: {said:?}", variant.id);
            for sentence in said {
                assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
                assert!(sentence.starts_with(char::is_uppercase), "{sentence}");
            }
        }
    }

    #[test]
    fn every_word_of_every_switch_is_told_apart() {
        let mut variant = builtin::find("shax").unwrap().clone();
        variant.rules.ten_move = 20;
        for switch in &SWITCHES {
            let Shape::Words(words) = switch.shape else { continue };
            let mut told = BTreeSet::new();
            for word in words {
                let mut rules = variant.rules;
                switch.set(&mut rules, word).unwrap();
                if rules.check().is_err() {
                    rules.full_board = FullBoard::Draw;
                }
                let game = Morris::with_rules(&variant, rules).unwrap();
                assert!(told.insert(sentences(&game)), "{} {word}", switch.name);
            }
        }
    }
}
