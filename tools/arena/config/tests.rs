//! Settings files, and what they are refused for.

use super::*;
use crate::scratch::Folder;
use crate::settings::sample_settings;

#[test]
fn a_mistake_in_a_file_is_told_with_its_line() {
    let cases = [
        ("rounds = 1\nround = 2\n", ["line 2", "`round`"]),
        ("rounds = 1\n[sprt]\nelo2 = 5\n", ["line 3", "`elo2`"]),
        ("[[engine]]\ncmd = \"a\"\ntc = \"1:30\"\n", ["40/60+0.6", "1:30"]),
        ("[[engine]]\ncmd = 5\n", ["line 2", "string"]),
        ("rounds = \"many\"\n", ["line 1", "u32"]),
        ("tournament = \"knockout\"\n", ["line 1", "`swiss`"]),
        ("engine = 5\n", ["line 1", "sequence"]),
        ("rounds = \n", ["line 1", ""]),
        ("shard = [3, 2]\n", ["line 1", "no part 3 of 2"]),
        ("[[engine]]\nargs = \"it's\"\n", ["quote", "it's"]),
    ];
    for (text, wanted) in cases {
        let refusal = read_text(text).expect_err(text);
        assert!(wanted.iter().all(|part| refusal.contains(part)), "{text}{refusal}");
    }
}

#[test]
fn options_of_a_file_keep_their_order() {
    let text = "each.nodes = 1\n[[engine]]\ncmd = \"a\"\nargs = [\"x y\", \"z\"]\n\
                option = { Variant = \"v\", Hash = 1, Alpha = 0.5, Beta = false }\n\
                [[engine]]\ncmd = \"b\"\n";
    let (settings, _) = build(read_text(text).unwrap()).unwrap();
    let player = &settings.players[0];
    assert_eq!(player.args, ["x y", "z"]);
    let options: Vec<(&str, &str)> =
        player.options.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(options, [("Variant", "v"), ("Hash", "1"), ("Alpha", "0.5"), ("Beta", "false")]);
}

#[test]
fn a_missing_settings_file_is_named() {
    let refusal = read_file("no/such.toml").expect_err("it is missing");
    assert_eq!(refusal.place, "no/such.toml");
}

#[test]
fn settings_of_a_journal_are_checked_in_the_same_way() {
    let whole = Shard::default();
    assert_eq!(check(&sample_settings(2), whole), Ok(()));
    let refused = |change: fn(&mut Settings)| {
        let mut settings = sample_settings(3);
        change(&mut settings);
        check(&settings, whole).expect_err("it is wrong").to_string()
    };
    assert!(refused(|s| s.players[1].name = "a".into()).contains("two are named a"));
    assert!(refused(|s| s.players[1].name = "\n".into()).contains("name: "));
    assert!(refused(|s| s.players[2].options[0].1 = "1\nquit".into()).contains("option.Hash"));
    assert!(refused(|s| s.players[2].options[0].0 = "a b".into()).contains("no blanks"));
    assert!(refused(|s| s.players[2].limit.nodes = Some(0)).contains("more than 0"));
    assert!(refused(|s| s.players[2].command.clear()).contains("-engine 3 (c): cmd"));
    assert!(refused(|s| s.players.truncate(1)).contains("1 players"));
}

#[test]
fn files_that_are_missing_are_found_before_the_first_game() {
    let folder = Folder::new("config-files");
    let file = folder.file("engine");
    std::fs::write(&file, "").unwrap();
    let name = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let mut settings = sample_settings(2);
    // Without a folder in its name, the system looks for the program.
    assert_eq!(check_files(&settings), Ok(()));
    settings.players[1].command = name(&file);
    settings.players[1].folder = Some(name(&std::env::temp_dir()));
    assert_eq!(check_files(&settings), Ok(()));
    let refused = |settings: &Settings| check_files(settings).unwrap_err().to_string();
    settings.players[1].folder = Some(name(&file));
    assert!(refused(&settings).starts_with("-engine 2 (b): dir: "));
    settings.players[1].command = name(&folder.file("none"));
    assert!(refused(&settings).starts_with("-engine 2 (b): cmd: "));
    settings.players.truncate(1);
    let tables = |folder| TableAdjudication { folder, draws: true, wins: true };
    settings.adjudication.tables = Some(tables(name(&file)));
    assert!(refused(&settings).starts_with("-tb: dir: "));
    settings.adjudication.tables = None;
    let path = name(&folder.file("book"));
    settings.openings = OpeningSettings::File { path, random: true, plies: None, start: 1 };
    assert!(refused(&settings).starts_with("-openings: file: "));
}
