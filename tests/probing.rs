//! How fast tables are looked up, and what it costs the search, measured in one run:
//! `MODISA_TABLES=DIR cargo test --release --test probing -- --ignored --nocapture`
//! with a folder of whole tables of `twelve`. It prints and asserts no time.
#![cfg(test)]

use modisa::engine::{Engine, News, Request, Root, Session};
use modisa::game::Side;
use modisa::kit::{Point, PointSet, SplitMix64};
use modisa::morris::{Morris, State, builtin};
use modisa::tablebase::{Tablebase, Value};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

fn twelve() -> Morris {
    Morris::new(builtin::find("twelve").expect("built in")).expect("sound rules")
}

/// A random position with so many men, light to move.
fn random_position(game: &Morris, men: [u32; 2], chance: &mut SplitMix64) -> State {
    let mut free: Vec<Point> = game.points().into_iter().collect();
    let mut draw = |many: u32| -> PointSet {
        (0..many).map(|_| free.swap_remove(chance.below(free.len() as u64) as usize)).collect()
    };
    let men = [draw(men[0]), draw(men[1])];
    game.arrange(men, Side::Light)
}

/// Look-ups a second of all positions, and how many are known.
fn rate(positions: &[State], known: impl Fn(&State) -> bool) -> (u64, usize) {
    let begun = Instant::now();
    let found = positions.iter().filter(|state| known(state)).count();
    let nanos = begun.elapsed().as_nanos().max(1);
    ((positions.len() as u128 * 1_000_000_000 / nanos) as u64, found)
}

#[test]
#[ignore = "measures whole tables, where MODISA_TABLES says they are"]
fn look_ups_a_second_and_their_cost_to_the_search() {
    let Ok(folder) = std::env::var("MODISA_TABLES") else {
        println!("MODISA_TABLES names no folder of tables: nothing to measure");
        return;
    };
    let game = twelve();
    let folder_path = Path::new(&folder);
    let mut chance = SplitMix64::new(7);
    let mut sectors: Vec<[u32; 2]> = Vec::new();
    for one in 3..=12 {
        sectors.extend((3..=12).map(|other| [one, other]));
    }
    let positions: Vec<State> = (0..20_000)
        .map(|n| random_position(&game, sectors[n % sectors.len()], &mut chance))
        .collect();
    for (what, with_distance) in [("wdl", false), ("dtw", true)] {
        // No frame is kept, so that each look-up reads and decodes one from the page cache.
        let cold = Tablebase::with_cache(&game, Some(folder_path), 1);
        cold.warm_up();
        let warm = Tablebase::with_cache(&game, Some(folder_path), 4 << 30);
        warm.warm_up();
        let look_up = |tables: &Tablebase| {
            rate(&positions, |state| {
                if with_distance {
                    tables.value(state).is_ok()
                } else {
                    tables.standing(state).is_ok()
                }
            })
        };
        let (first, found) = look_up(&cold);
        assert!(found > 0, "no position is in the tables");
        let (again, _) = look_up(&cold);
        look_up(&warm);
        let (best, _) = look_up(&warm);
        println!(
            "{what}: {found} of {} known; {first} a second at first, {again} from the page cache, {best} warm",
            positions.len()
        );
    }
    let tables = Tablebase::open(&game, Some(folder_path));
    let lost =
        positions.iter().filter(|s| matches!(tables.value(s), Ok(Value::Loss(_)))).count();
    println!("{lost} of them are lost for the side to move");
    for fen in ROOTS {
        let off = search(fen, None);
        let on = search(fen, Some(&folder));
        println!(
            "{fen}: depth 9 without tables {} nodes, {} a second; with them {} nodes, {} a second, {} look-ups",
            off.0, off.1, on.0, on.1, on.2
        );
    }
}

/// Roots outside the tables whose trees reach into them.
const ROOTS: [&str; 4] = [
    "wwb/3/2w/3b1b/wbw/bbw/wbw b 3,4 - 0 17",
    "w2/w2/b1b/b1wb2/bbb/1bw/www w 3,3 - 0 18",
    "bbw/2w/3/w3b1/1wb/wwb/1wb b 4,5 - 0 15",
    "1wb/b2/2w/1wbbwb/2w/bwb/2w w 5,5 - 0 14",
];

/// Nodes, nodes a second and table hits of a search of fixed depth.
fn search(fen: &str, tables: Option<&str>) -> (u64, u64, u64) {
    let mut engine = Engine::new().expect("memory for a table");
    engine.set_option("Variant", Some("twelve")).expect("a variant");
    match tables {
        Some(folder) => engine.set_option("TablebasePath", Some(folder)).expect("a folder"),
        None => engine.set_option("TablebaseUse", Some("off")).expect("a word"),
    }
    let words: Vec<&str> = fen.split(' ').collect();
    engine.place(Root::Fen(&words), &[]).expect("a position");
    let (sender, news) = channel();
    let request = Request { depth: Some(9), ..Request::default() };
    let errors = engine.go(&request, Box::new(move |message| drop(sender.send(message))));
    assert_eq!(errors, []);
    let mut told = (0, 0, 0);
    loop {
        match news.recv_timeout(Duration::from_secs(600)).expect("it ends") {
            News::Info(info) => told = (info.nodes, info.nps, info.tb_hits),
            News::Best { .. } => return told,
            _ => {}
        }
    }
}
