//! A small game of which every table is there, and its tables as the document has them.

use crate::folder::{Folder, fill};
use crate::layout::{self, Table, class};
use crate::numbering::{Numbering, Paper};
use crate::slow::model::Model;
use crate::slow::sheets::{NINE, Sheet};
use crate::small::{self, MIRROR};
use modisa::game::Side;
use modisa::kit::PointSet;
use modisa::morris::{Morris, State};
use once_cell::sync::Lazy;
use std::fs;
use std::path::{Path, PathBuf};

/// What protocol.md says of the switches of nine men's morris.
pub(crate) const SWITCHES: [(&str, &str); 8] = [
    ("Fly", "three"),
    ("LoseBelow", "3"),
    ("Targets", "unless_all"),
    ("MillsAtOnce", "one"),
    ("CaptureOptional", "off"),
    ("MachineGun", "off"),
    ("NoMove", "loss"),
    ("TenMove", "0"),
];

/// Men of a side in the small game, whose tables are all there.
pub(crate) const MEN: usize = 5;

/// Every table of the small game.
pub(crate) static SMALL: Lazy<Folder> = Lazy::new(|| {
    let folder = Folder::new();
    fill(folder.path(), &game(), |_| true);
    folder
});

pub(crate) fn game() -> Morris {
    Morris::new(&small::variant("mirror", &MIRROR, MEN)).unwrap()
}

pub(crate) fn paper() -> Paper {
    Paper::new(&Model::new(Sheet { board: MIRROR, ..NINE }))
}

/// Every sector of the small game.
pub(crate) fn sectors() -> impl Iterator<Item = (usize, usize)> {
    (3..=MEN).flat_map(|own| (3..=MEN).map(move |other| (own, other)))
}

/// Where the file of a sector is.
pub(crate) fn path(
    folder: &Path,
    digest: u64,
    own: usize,
    other: usize,
    ending: &str,
) -> PathBuf {
    folder.join(format!("{digest:016x}/{own}-{other}.{ending}"))
}

/// The position with the larger set and the smaller one, for one side or the other to move.
pub(crate) fn state(
    game: &Morris,
    own: usize,
    other: usize,
    sets: (u32, u32),
    side: Side,
) -> State {
    let (large, small) = sets;
    let (mine, theirs) = if own >= other { (large, small) } else { (small, large) };
    let men = if side == Side::Light { [mine, theirs] } else { [theirs, mine] };
    game.arrange(men.map(PointSet::from_bits), side)
}

pub(crate) fn numbering(paper: &Paper, own: usize, other: usize) -> Numbering<'_> {
    paper.numbering(own.max(other), own.min(other))
}

/// The tables of a sector by the reader, with and without distances: one says what the
/// other says, and both are what their names promise.
pub(crate) fn read_both(folder: &Path, digest: u64, own: usize, other: usize) -> [Table; 2] {
    let [dtw, wdl] = ["dtw", "wdl"].map(|ending| {
        layout::read(&fs::read(path(folder, digest, own, other, ending)).unwrap())
    });
    for (table, metric) in [(&dtw, 2), (&wdl, 1)] {
        let found = (table.metric, table.own, table.other, table.digest);
        assert_eq!(found, (metric, own as u8, other as u8, digest));
    }
    assert_eq!((&wdl.counts, &wdl.longest), (&dtw.counts, &dtw.longest));
    assert!(dtw.codes.iter().map(|&code| class(code)).eq(wdl.codes.iter().copied()));
    [dtw, wdl]
}
