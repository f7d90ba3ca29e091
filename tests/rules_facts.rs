//! The rule sheets as facts, one sentence each: a test here fails when its rule is gone.
#![cfg(test)]

#[path = "support/morris.rs"]
mod morris;

use modisa::game::{Game, Notation, Outcome, Reason, Side};
use modisa::morris::builtin;
use morris::Play;

const ALL: [&str; 4] = ["morabaraba", "nine", "eleven", "twelve"];

/// A position of a variant.
fn at(id: &str, text: &str) -> Play {
    Play::start(id).set(text)
}

/// The legal turns that close a mill on `target`.
fn closing(play: &Play, target: &str) -> Vec<String> {
    let mut turns = play.legal();
    turns
        .retain(|turn| turn.contains('x') && turn.split('x').next().unwrap().ends_with(target));
    turns
}

/// The memory field of the position text.
fn memory(play: &Play) -> String {
    play.text().split(' ').nth(3).unwrap().to_owned()
}

// ---- boards ----

fn sizes(id: &str) -> [usize; 3] {
    let rules = Notation::rules(&Play::start(id).game);
    ["points", "edges", "lines"].map(|member| rules[member].as_array().unwrap().len())
}

#[test]
fn the_board_of_nine_has_24_points_32_edges_and_16_lines() {
    assert_eq!(sizes("nine"), [24, 32, 16]);
}

#[test]
fn the_other_boards_add_four_diagonals_in_the_corners() {
    for id in ["morabaraba", "eleven", "twelve"] {
        assert_eq!(sizes(id), [24, 40, 20], "{id}");
    }
}

#[test]
fn a_diagonal_joins_and_counts_as_a_line_only_where_it_is_drawn() {
    let text = "w2/w2/3/3w1b/3/bb1/2w w 5,6 - 0 7";
    assert_eq!(closing(&at("twelve", text), "c5"), ["c5xb2", "c5xd2", "c5xg4"]);
    assert!(closing(&at("nine", text), "c5").is_empty());
    let text = "w2/w2/3/3w1b/3/bb1/2w w 0,0 - 0 30";
    assert!(at("twelve", text).legal().contains(&"b6-c5".to_owned()));
    assert!(!at("nine", text).legal().contains(&"b6-c5".to_owned()));
}

// ---- the start ----

#[test]
fn dark_begins_morabaraba_and_light_the_others() {
    for id in ALL {
        let side = if id == "morabaraba" { Side::Dark } else { Side::Light };
        let play = Play::start(id);
        assert_eq!(play.game.side(&play.state), side, "{id}");
    }
}

#[test]
fn every_variant_starts_with_its_number_of_men_in_hand() {
    assert_eq!(Play::start("morabaraba").text(), "3/3/3/6/3/3/3 b 12,12 - 0 0");
    assert_eq!(Play::start("nine").text(), "3/3/3/6/3/3/3 w 9,9 - 0 0");
    assert_eq!(Play::start("eleven").text(), "3/3/3/6/3/3/3 w 11,11 - 0 0");
    assert_eq!(Play::start("twelve").text(), "3/3/3/6/3/3/3 w 12,12 - 0 0");
}

#[test]
fn the_first_mover_can_be_changed() {
    let play = Play::with("morabaraba", &[("FirstMover", "w")]);
    assert_eq!(play.text(), "3/3/3/6/3/3/3 w 12,12 - 0 0");
}

#[test]
fn a_variant_answers_to_its_other_names() {
    for (alias, id) in [
        ("mlabalaba", "morabaraba"),
        ("umlabalaba", "morabaraba"),
        ("mmela", "morabaraba"),
        ("muravava", "morabaraba"),
        ("mororova", "morabaraba"),
        ("tsoro12", "twelve"),
        ("tsoro-yemutwelve", "twelve"),
        ("mill", "nine"),
        ("muehle", "nine"),
        ("merels", "nine"),
        ("merrills", "nine"),
        ("moulin", "nine"),
    ] {
        assert_eq!(builtin::find(alias).map(|variant| &*variant.id), Some(id), "{alias}");
    }
}

// ---- placing ----

#[test]
fn men_are_placed_while_there_are_men_in_hand_and_none_moves() {
    let play = at("nine", "w2/3/3/5b/3/3/3 w 8,8 - 0 2");
    assert_eq!(play.legal().len(), 22);
    assert!(play.legal().iter().all(|turn| !turn.contains('-')));
}

#[test]
fn a_side_with_an_empty_hand_moves_while_the_other_still_places() {
    let play = at("nine", "w1w/3/3/3b2/bb1/2b/w1w w 0,1 - 0 17");
    let moves = ["a1-a4", "a1-d1", "a7-a4", "a7-d7", "g1-d1", "g1-g4", "g7-d7", "g7-g4"];
    assert_eq!(play.legal(), moves);
}

#[test]
fn a_mill_closed_by_the_last_placement_takes_before_the_phase_changes() {
    let play = at("nine", "ww1/3/3/3b2/bb1/2b/w2 w 1,0 - 0 17").turns("g7xf2");
    assert_eq!(play.text(), "www/3/3/3b2/bb1/3/w2 b 0,0 - 0 18");
    assert!(play.legal().contains(&"c3-g1".to_owned()), "three dark men fly now");
}

#[test]
fn two_men_on_the_board_and_one_in_hand_are_three() {
    let play = at("nine", "ww1/3/3/6/bb1/3/3 w 1,1 - 0 20");
    assert_eq!(play.over(), None);
}

// ---- captures ----

#[test]
fn a_mill_takes_a_man_that_stands_in_no_mill() {
    let play = at("nine", "ww1/3/3/6/bbb/2b/3 w 7,5 - 0 6");
    assert_eq!(closing(&play, "g7"), ["g7xf2"]);
}

#[test]
fn a_mill_takes_any_man_if_all_stand_in_mills() {
    let play = at("nine", "ww1/3/3/6/bbb/3/3 w 7,6 - 0 5");
    assert_eq!(closing(&play, "g7"), ["g7xc3", "g7xd3", "g7xe3"]);
}

#[test]
fn two_mills_that_share_a_corner_hold_five_men_and_not_six() {
    let five = at("nine", "ww1/3/2b/3b2/bbb/3/3 w 7,4 - 0 7");
    assert_eq!(closing(&five, "g7"), ["g7xc3", "g7xd3", "g7xe3", "g7xe4", "g7xe5"]);
    let with_a_loose_sixth = at("nine", "ww1/3/2b/3b2/bbb/2b/3 w 7,3 - 0 8");
    assert_eq!(closing(&with_a_loose_sixth, "g7"), ["g7xf2"]);
}

#[test]
fn a_capture_is_compulsory() {
    let play = at("nine", "ww1/3/3/6/bbb/2b/3 w 7,5 - 0 6");
    assert!(!play.legal().contains(&"g7".to_owned()));
    let optional = Play::with("nine", &[("CaptureOptional", "on")]);
    let optional = optional.set("ww1/3/3/6/bbb/2b/3 w 7,5 - 0 6");
    assert!(optional.legal().contains(&"g7".to_owned()));
    assert_eq!(closing(&optional, "g7"), ["g7xf2"]);
}

#[test]
fn two_mills_closed_by_one_placement_take_one_man() {
    let text = "ww1/3/3/1b3w/3/b2/2w w 5,7 - 0 6";
    assert_eq!(closing(&at("nine", text), "g7"), ["g7xb2", "g7xb4"]);
    let per_mill = Play::with("nine", &[("MillsAtOnce", "per_mill")]).set(text);
    assert_eq!(closing(&per_mill, "g7"), ["g7xb2xb4"]);
}

#[test]
fn three_mills_closed_on_a_corner_with_a_diagonal_take_one_man() {
    let play = at("twelve", "1ww/w2/w2/w5/3/bb1/w1b w 6,9 - 0 9");
    assert_eq!(closing(&play, "a7"), ["a7xb2", "a7xd2", "a7xg1"]);
}

#[test]
fn a_slide_along_a_diagonal_can_close_two_mills_and_takes_one_man() {
    let play = at("twelve", "1ww/w2/3/w5/3/bb1/w1b w 0,0 - 0 30");
    let mut turns = closing(&play, "b6-a7");
    turns.retain(|turn| turn.starts_with("b6"));
    assert_eq!(turns, ["b6-a7xb2", "b6-a7xd2", "b6-a7xg1"]);
}

#[test]
fn only_a_mill_through_the_point_just_entered_is_new() {
    let play = at("nine", "www/3/3/3b2/bb1/2b/w2 w 0,0 - 0 40");
    assert!(play.legal().contains(&"a1-d1".to_owned()), "the old mill takes nothing");
    assert!(play.legal().iter().all(|turn| !turn.contains('x')));
}

#[test]
fn a_mill_may_be_broken_and_made_again_and_takes_again() {
    let play = at("nine", "www/3/3/3bb1/bb1/3/w1w w 0,0 - 0 40");
    let play = play.turns("d7-d6 c3-c4");
    assert_eq!(closing(&play, "d6-d7"), ["d6-d7xc4", "d6-d7xd3", "d6-d7xe4", "d6-d7xf4"]);
}

#[test]
fn other_rules_for_targets_take_other_men() {
    let mixed = "ww1/3/3/6/bbb/2b/3 w 7,5 - 0 6";
    let any = Play::with("nine", &[("Targets", "any")]).set(mixed);
    assert_eq!(closing(&any, "g7"), ["g7xc3", "g7xd3", "g7xe3", "g7xf2"]);
    let all_in_mills = "ww1/3/3/6/bbb/3/3 w 7,6 - 0 5";
    let forfeit = Play::with("nine", &[("Targets", "forfeit")]).set(all_in_mills);
    assert!(forfeit.legal().contains(&"g7".to_owned()));
    assert!(closing(&forfeit, "g7").is_empty());
}

// ---- moving and flying ----

#[test]
fn four_men_move_to_a_neighbouring_point_along_a_line() {
    let play = at("nine", "www/3/3/3b2/bb1/2b/w2 w 0,0 - 0 40");
    assert_eq!(play.legal(), ["a1-a4", "a1-d1", "a7-a4", "d7-d6", "g7-g4"]);
}

#[test]
fn three_men_with_an_empty_hand_fly_and_only_they() {
    for id in ALL {
        let play = at(id, "w1w/3/3/3bb1/bb1/3/w2 w 0,0 - 0 40");
        assert!(play.legal().contains(&"a1-e5".to_owned()), "{id}");
        let dark = at(id, "w1w/3/3/3bb1/bb1/3/w2 b 0,0 - 0 40");
        assert!(!dark.legal().contains(&"e4-a4".to_owned()), "{id}");
        let placing = at(id, "w1w/3/3/3bb1/bb1/3/w2 w 1,0 - 0 39");
        assert!(!placing.legal().contains(&"a1-e5".to_owned()), "{id}");
    }
}

#[test]
fn nobody_flies_where_flying_is_off() {
    let play = Play::with("nine", &[("Fly", "never")]);
    let play = play.set("w1w/3/3/3b2/bb1/3/w2 w 0,0 - 0 40");
    assert_eq!(play.legal(), ["a1-a4", "a1-d1", "a7-a4", "a7-d7", "g7-d7", "g7-g4"]);
}

// ---- the end ----

#[test]
fn a_side_with_two_men_has_lost() {
    for id in ALL {
        let play = at(id, "ww1/3/3/3b2/bb1/3/3 w 0,0 - 3 40");
        assert_eq!(play.over(), Some(Outcome::win(Side::Dark, Reason::FewerThanThree)), "{id}");
    }
    let play = at("nine", "ww1/3/3/3b1w/bb1/3/3 w 0,0 - 0 40").turns("g4-g7xc3");
    assert_eq!(play.over(), Some(Outcome::win(Side::Light, Reason::FewerThanThree)));
}

#[test]
fn a_side_on_turn_without_a_legal_turn_has_lost() {
    let blocked = "wbw/1b1/3/wb2bw/3/1b1/wbw w 0,0 - 1 40";
    assert_eq!(at("nine", blocked).over(), Some(Outcome::win(Side::Dark, Reason::NoMove)));
    let other_on_turn = blocked.replace(" w ", " b ");
    assert_eq!(at("nine", &other_on_turn).over(), None);
}

#[test]
fn a_flyer_is_never_blocked() {
    let play = at("nine", "wbw/1b1/3/b4b/3/3/wb1 w 0,0 - 1 40");
    assert_eq!(play.over(), None);
    assert!(play.legal().contains(&"a7-e5".to_owned()));
}

#[test]
fn eleven_men_leave_two_points_empty_and_a_player_can_still_be_blocked() {
    assert_eq!(BLOCKED_ELEVEN.matches(['w', 'b']).count(), 22);
    let text = format!("{BLOCKED_ELEVEN} w 0,0 - 0 22");
    assert_eq!(at("eleven", &text).over(), Some(Outcome::win(Side::Dark, Reason::NoMove)));
}

/// Eleven men of each side; no light man stands next to one of the two empty points.
const BLOCKED_ELEVEN: &str = "2b/bbw/bwb/bwwwwb/wbw/wbb/bww";

/// A placing phase of 24 turns without a line.
const NO_LINE: &str = "a1 a4 a7 b2 b4 b6 c3 c5 c4 d1 d2 d5 d3 d6 d7 e3 e5 e4 f6 f2 g1 f4 g4 g7";

#[test]
fn a_board_filled_without_a_capture_is_a_draw() {
    for id in ["morabaraba", "twelve"] {
        assert_eq!(
            Play::start(id).turns(NO_LINE).over(),
            Some(Outcome::draw(Reason::FullBoard)),
            "{id}"
        );
    }
}

#[test]
fn a_full_board_can_count_against_the_side_that_began() {
    let play = Play::with("morabaraba", &[("FullBoard", "first_loses")]).turns(NO_LINE);
    assert_eq!(play.over(), Some(Outcome::win(Side::Light, Reason::FullBoard)));
    let play = Play::with("twelve", &[("FullBoard", "first_loses")]).turns(NO_LINE);
    assert_eq!(play.over(), Some(Outcome::win(Side::Dark, Reason::FullBoard)));
}

#[test]
fn a_last_placement_that_takes_a_man_leaves_the_game_open() {
    let play = at("twelve", LAST_POINT);
    let turns = play.legal();
    assert!(!turns.is_empty() && turns.iter().all(|turn| turn.starts_with("d2x")), "{turns:?}");
    let after = play.turns(&turns[0]);
    assert_ne!(after.over(), Some(Outcome::draw(Reason::FullBoard)));
}

/// One point, d2, is empty and dark closes a line there with its last man.
const LAST_POINT: &str = "wbw/bww/wbb/wwbwwb/wbw/b1b/bbw b 0,1 - 0 23";

#[test]
fn threefold_repetition_and_a_hundred_quiet_plies_draw() {
    for id in ALL {
        let rules = Play::start(id).game.draw_rules();
        assert_eq!((rules.repetition, rules.quiet_plies), (3, 100), "{id}");
    }
}

#[test]
fn quiet_plies_count_moves_and_start_again_with_a_placement_or_a_capture() {
    let quiet = |play: &Play| play.game.quiet(&play.state);
    let play = at("nine", "ww1/3/3/3b1w/bb1/2b/w2 w 0,0 - 7 40").turns("a1-d1 f2-f4");
    assert_eq!(quiet(&play), 9);
    assert_eq!(quiet(&play.turns("g4-g7xc3")), 0);
    let placed = at("nine", "w1w/3/3/3b2/bb1/2b/w1w b 0,1 - 4 17").turns("e5");
    assert_eq!(quiet(&placed), 0);
}

// ---- the identity of a position ----

#[test]
fn counters_are_not_part_of_the_identity_of_a_position() {
    let key = |text: &str| {
        let play = at("morabaraba", text);
        play.game.key(&play.state)
    };
    let base = key("w2/2w/3/www2b/3/2b/b1b w 0,0 - 1 42");
    assert_eq!(base, key("w2/2w/3/www2b/3/2b/b1b w 0,0 - 9 70"));
    assert_ne!(base, key("w2/2w/3/www2b/3/2b/b1b b 0,0 - 1 42"), "the side on turn is");
    assert_ne!(base, key("w2/2w/3/www2b/3/2b/b1b w 1,0 - 1 42"), "men in hand are");
    assert_ne!(base, key("w2/2w/3/www2b/3/2b/b1b w 0,0 b4-b6 1 42"), "the barred turn is");
}

// ---- the machine gun ----

/// Light can break b6-d6-f6 and close a4-b4-c4 with the same man.
const TWO_MILLS: &str = "w2/www/3/w1w2b/3/bb1/b1b w 0,0 - 0 40";

#[test]
fn a_man_that_broke_a_mill_to_close_another_may_not_go_straight_back() {
    let play = at("morabaraba", TWO_MILLS).turns("b6-b4xb2 d2-f2");
    assert_eq!(memory(&play), "b4-b6");
    assert!(!play.legal().iter().any(|turn| turn.starts_with("b4-b6")));
}

#[test]
fn another_man_may_close_the_broken_mill() {
    let play = at("morabaraba", TWO_MILLS).turns("b6-b4xb2 d2-f2");
    assert!(play.legal().iter().any(|turn| turn.starts_with("a7-b6x")));
    let same_mill = Play::with("morabaraba", &[("MachineGun", "same_mill")]).set(TWO_MILLS);
    let same_mill = same_mill.turns("b6-b4xb2 d2-f2");
    assert!(!same_mill.legal().iter().any(|turn| turn.starts_with("a7-b6")));
    assert!(!same_mill.legal().iter().any(|turn| turn.starts_with("b4-b6")));
}

#[test]
fn any_other_own_turn_lifts_the_ban() {
    let play = at("morabaraba", TWO_MILLS).turns("b6-b4xb2 d2-f2 a7-d7 f2-d2");
    assert_eq!(memory(&play), "-");
    assert!(play.legal().iter().any(|turn| turn.starts_with("b4-b6x")));
}

#[test]
fn the_man_may_go_back_when_that_closes_no_mill() {
    let play = at("morabaraba", "w2/2w/3/www2b/3/2b/b1b w 0,0 b4-b6 1 42");
    assert!(play.legal().contains(&"b4-b6".to_owned()));
}

#[test]
fn a_turn_that_breaks_no_mill_or_closes_none_bars_nothing() {
    let closing = at("morabaraba", "w2/ww1/3/w1w2b/3/bb1/b1b w 0,0 - 0 40");
    assert_eq!(memory(&closing.turns("b6-b4xb2")), "-");
    let breaking = at("morabaraba", TWO_MILLS);
    assert_eq!(memory(&breaking.turns("d6-d5")), "-");
}

#[test]
fn the_ban_goes_with_the_man() {
    let text = "3/3/3/wwwwww/bb1/2b/2b b 0,0 b4-b6 0 41";
    assert_eq!(memory(&at("morabaraba", text).turns("f2-e3xb4")), "-");
    assert_eq!(memory(&at("morabaraba", text).turns("f2-e3xa4")), "b4-b6");
}

#[test]
fn the_other_variants_know_no_such_ban() {
    for id in ["eleven", "twelve"] {
        let play = at(id, TWO_MILLS).turns("b6-b4xb2 d2-f2");
        assert_eq!(memory(&play), "-", "{id}");
        assert!(play.legal().iter().any(|turn| turn.starts_with("b4-b6x")), "{id}");
    }
    let nine = at("nine", "3/www/3/w1w2b/3/bb1/b1b w 0,0 - 0 40");
    let nine = nine.turns("b6-b4xb2 d2-f2");
    assert!(nine.legal().iter().any(|turn| turn.starts_with("b4-b6x")));
}

// ---- the ten-move draw ----

/// Three light men against four dark ones, `quiet` plies after the last capture.
fn three_men(quiet: u32) -> String {
    format!("w1w/3/3/3bb1/bb1/3/w2 w 0,0 - {quiet} 60")
}

#[test]
fn twenty_plies_without_a_capture_draw_when_a_side_is_down_to_three() {
    assert_eq!(at("morabaraba", &three_men(19)).over(), None);
    assert_eq!(at("morabaraba", &three_men(20)).over(), Some(Outcome::draw(Reason::TenMoves)));
    let played = at("morabaraba", &three_men(19)).turns("a1-e5");
    assert_eq!(played.over(), Some(Outcome::draw(Reason::TenMoves)));
}

#[test]
fn the_ten_moves_do_not_count_with_more_men_or_men_in_hand() {
    let four = "w1w/3/3/3bb1/bb1/3/w1w w 0,0 - 20 60";
    assert_eq!(at("morabaraba", four).over(), None);
    let in_hand = "w1w/3/3/3bb1/bb1/3/w2 w 1,0 - 20 60";
    assert_eq!(at("morabaraba", in_hand).over(), None);
}

#[test]
fn the_ten_move_draw_has_two_switches() {
    let ten = Play::with("morabaraba", &[("TenMove", "10")]);
    assert_eq!(ten.set(&three_men(10)).over(), Some(Outcome::draw(Reason::TenMoves)));
    let off = Play::with("morabaraba", &[("TenMove", "0")]);
    assert_eq!(off.set(&three_men(50)).over(), None);
    let both = Play::with("morabaraba", &[("TenMoveWhen", "both")]);
    assert_eq!(both.set(&three_men(20)).over(), None);
    let both = Play::with("morabaraba", &[("TenMoveWhen", "both")]);
    let both = both.set("w1w/3/3/3b2/bb1/3/w2 w 0,0 - 20 60");
    assert_eq!(both.over(), Some(Outcome::draw(Reason::TenMoves)));
}

#[test]
fn the_other_variants_know_no_ten_move_draw() {
    for id in ["nine", "eleven", "twelve"] {
        assert_eq!(at(id, &three_men(20)).over(), None, "{id}");
    }
}

#[test]
fn a_win_goes_before_the_move_count() {
    let play = at("morabaraba", "ww1/3/3/3b2/bb1/3/3 w 0,0 - 20 60");
    assert_eq!(play.over(), Some(Outcome::win(Side::Dark, Reason::FewerThanThree)));
}

// ---- counts of the rule sheet ----

fn counts(play: &Play) -> [u64; 3] {
    [1, 2, 3].map(|depth| play.perft(depth))
}

#[test]
fn the_first_three_plies_have_24_552_and_12144_sequences() {
    for id in ALL {
        assert_eq!(counts(&Play::start(id)), [24, 552, 12_144], "{id}");
    }
}

#[test]
fn the_reference_line_of_morabaraba_counts_as_published() {
    let play = Play::start("morabaraba").turns(
        "b4 c5 c3 a7 a1 d6 d3 g7 d1 g4 a4 c4 b6 d5 f2 e5xf2 f4 f6xf4 f2 f4 d7 e3 e4 g1xe4",
    );
    assert_eq!(counts(&play), [22, 399, 7_533]);
    assert_eq!(counts(&play.turns("b4-b2xf4 g4-f4")), [32, 436, 6_643]);
}

#[test]
fn the_reference_lines_of_nine_count_as_published() {
    for (line, count) in [
        ("d6 f4 b4 g4 e4 f6 f2 d2 d3 d7 e3 e5 c4 a4 c3xa4 a4 c5xd2 g7", [7, 65, 597]),
        ("a1 d6 d1 d2 g1xd2 f4", [19, 342, 6_018]),
        ("f4 b4 d6 d2 d3 b2 a4 f6 c4 d5 d1 e5 c5 c3 f2 e4 a7 b6xd6", [11, 107, 822]),
    ] {
        assert_eq!(counts(&Play::start("nine").turns(line)), count, "{line}");
    }
}

// ---- rare combinations of switches ----

#[test]
fn the_broken_mill_may_not_be_formed_from_the_hand_either() {
    let closes_at_a7 = |word: &str| {
        let switches = [("MachineGun", word), ("MoveWhilePlacing", "on")];
        let play = Play::with("nine", &switches).set("1ww/3/3/w2bb1/3/3/b2 w 2,2 a4-a7");
        play.legal().iter().any(|turn| turn.starts_with("a7x"))
    };
    assert!(!closes_at_a7("same_mill"));
    assert!(closes_at_a7("same_cow"));
}

#[test]
fn a_hand_is_no_move_when_the_only_open_point_is_barred() {
    let switches = [("MachineGun", "same_mill"), ("MoveWhilePlacing", "on"), ("Fly", "always")];
    let play = Play::with("twelve", &switches);
    let play = play.set("1ww/bbb/bbb/wbbbbb/bww/www/www w 1,0 f2-a7 0 40");
    assert_eq!(play.over(), Some(Outcome::win(Side::Dark, Reason::NoMove)));
}

#[test]
fn a_removal_that_the_targets_forfeit_lapses() {
    let rows = "bbb/bbb/bbb/wwwwww/www/www/bbb w 0,0";
    let forfeit = [("FullBoard", "mover_removes"), ("Targets", "forfeit")];
    let play = Play::with("twelve", &forfeit).set(rows);
    assert_eq!(play.over(), Some(Outcome::draw(Reason::FullBoard)));
    let play = Play::with("twelve", &forfeit[..1]).set(rows);
    assert_eq!(play.legal().len(), 12);
}

#[test]
fn a_second_turn_that_cannot_be_made_passes_where_no_move_passes() {
    let rows = "ww1/1b1/3/b4b/3/3/3 w 1,3";
    let switches = [("PlacingMill", "hand_again"), ("Fly", "never"), ("NoMove", "pass")];
    let play = Play::with("nine", &switches).set(rows).turns("g7xh");
    assert_eq!(play.text(), "www/1b1/3/b4b/3/3/3 b 0,2 - 0 1");
    let play = Play::with("nine", &switches[..2]).set(rows).turns("g7xh");
    assert_eq!(play.over(), Some(Outcome::win(Side::Dark, Reason::NoMove)));
}

#[test]
fn the_table_tells_counts_apart_as_long_as_the_ten_moves_run() {
    let key = |rows: &str, quiet: u32| {
        let switches = [("TenMove", "100"), ("QuietPlies", "0")];
        let play =
            Play::with("morabaraba", &switches).set(&format!("{rows} w 0,0 - {quiet} 90"));
        play.game.table_key(&play.state)
    };
    let three = "w1w/3/3/w2bb1/b2/3/2b";
    let keys: std::collections::HashSet<u64> =
        (0..100).map(|quiet| key(three, quiet)).collect();
    assert_eq!(keys.len(), 100);
    let four = "w1w/3/3/w2bb1/b2/w2/2b";
    assert_eq!(key(four, 0), key(four, 99));
}
