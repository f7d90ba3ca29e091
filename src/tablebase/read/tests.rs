//! Table files: what is written is read back, the layout is the documented one, and no
//! damage gives a wrong value.

use super::*;
use crate::kit::SplitMix64;
use crate::tablebase::format::{Metric, code_at};
use crate::tablebase::sector::Sector;
use crate::tablebase::solve::Counts;
use crate::tablebase::value::Value;
use crate::tablebase::write::write;

const DIGEST: u64 = 0x0123_4567_89AB_CDEF;

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let name = format!("modisa-table-files-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn header(metric: Metric, slots: usize) -> Header {
    let counts = Counts {
        states: 0x0102_0304_0506,
        wins: 0x1112_1314,
        draws: 0x2122_2324,
        losses: 0x3132_3334,
        longest_win: 253,
        longest_loss: 254,
    };
    let sector = Sector::new(5, 4);
    let variant = "twelve".to_owned();
    Header { variant, digest: DIGEST, sector, metric, slots: slots as u64, counts }
}

fn wanted(metric: Metric, slots: u64) -> Wanted {
    Wanted { digest: DIGEST, sector: Sector::new(5, 4), metric, slots }
}

/// Random codes with long runs among them, as tables have.
fn codes(slots: usize) -> Vec<u8> {
    let mut rng = SplitMix64::new(slots as u64);
    let mut codes = Vec::with_capacity(slots);
    while codes.len() < slots {
        let run = if rng.below(20) == 0 { 1 + rng.below(3_000) } else { 1 };
        let code = rng.below(254) as u8;
        codes.extend(std::iter::repeat_n(code, run as usize));
    }
    codes.truncate(slots);
    codes
}

/// Writes a table; where it is, and the codes that it has to give back.
fn written(folder: &Folder, metric: Metric, codes: &[u8]) -> (PathBuf, Vec<u8>) {
    let length = write(&folder.0, &header(metric, codes.len()), codes).unwrap();
    let path = wanted(metric, codes.len() as u64).path(&folder.0);
    assert_eq!(fs::metadata(&path).unwrap().len(), length);
    let class = |&code: &u8| match Value::of_code(code) {
        Value::Draw => 0,
        Value::Loss(_) => 1,
        Value::Win(_) => 2,
    };
    let kept = match metric {
        Metric::Wdl => codes.iter().map(class).collect(),
        Metric::Dtw => codes.to_vec(),
    };
    (path, kept)
}

#[test]
fn what_is_written_is_read_back() {
    let folder = Folder::new("back");
    for slots in [1, 3, 4, 32_767, 32_768, 65_536, 65_537, 200_001] {
        for metric in Metric::ALL {
            let (path, kept) = written(&folder, metric, &codes(slots));
            let table = TableFile::open(&folder.0, &wanted(metric, slots as u64)).unwrap();
            assert_eq!(table.header(), &header(metric, slots));
            assert_eq!(TableFile::peek(&path).unwrap().0, header(metric, slots));
            assert!(table.read_all().unwrap() == kept, "{metric} {slots}");
            table.verify().unwrap();
            for slot in [0, slots / 2, slots - 1] {
                let frame = table.frame(slot / metric.frame()).unwrap();
                assert_eq!(code_at(metric, &frame, slot % metric.frame()), Some(kept[slot]));
            }
            assert!(table.frame(slots.div_ceil(metric.frame())).is_err());
        }
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let folder = Folder::new("threads");
    let codes = codes(700_001);
    for metric in Metric::ALL {
        let [one, four] = [1, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            fs::read(pool.install(|| written(&folder, metric, &codes)).0).unwrap()
        });
        assert!(one == four, "{metric}");
    }
}

#[test]
fn the_layout_is_the_documented_one() {
    let folder = Folder::new("layout");
    let text = include_str!("../../../protocol.md");
    let (_, section) = text.split_once("\n## 15 Table files\n").expect("the section");
    let rows = &section[section.find("| 0 | 8 |").expect("its first row")..];
    let fields: Vec<[usize; 2]> = rows
        .lines()
        .map_while(|line| line.strip_prefix("| "))
        .map(|line| {
            let mut cells = line.split(" | ").map(|cell| cell.parse().expect("a number"));
            [cells.next().expect("an offset"), cells.next().expect("a length")]
        })
        .collect();
    assert!(fields.windows(2).all(|pair| pair[0][0] + pair[0][1] == pair[1][0]), "gaps");
    for (metric, number, frames) in [(Metric::Wdl, 1, 3), (Metric::Dtw, 2, 2)] {
        let bytes = fs::read(written(&folder, metric, &codes(65_545)).0).unwrap();
        let field = |at: usize, length: usize| {
            let bytes = bytes[at..at + length].iter().rev();
            bytes.fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
        };
        let numbers = fields.iter().filter(|[at, _]| *at != 0 && *at != 72);
        let stated: Vec<u64> = numbers.map(|&[at, length]| field(at, length)).collect();
        let Counts { states, wins, draws, losses, .. } = header(metric, 1).counts;
        let sum = xxh3_64(&bytes[..120]);
        let men = [1, number, 5, 4, 0, DIGEST, 65_545];
        let counts = [states, wins, draws, losses, 253, 254, 0, 0, sum];
        assert_eq!(stated, [&men[..], &counts].concat());
        assert_eq!(&bytes[..8], b"MODISATB");
        assert_eq!(&bytes[72..112], [&b"twelve"[..], &[0; 34]].concat());
        let end = 128 + 12 * frames;
        assert_eq!(field(end, 8), xxh3_64(&bytes[128..end]));
        let mut at = end + 8;
        for frame in 0..frames {
            let length = field(128 + 12 * frame, 4) as usize;
            let frame_bytes = &bytes[at..at + length];
            assert_eq!(field(132 + 12 * frame, 8), xxh3_64(frame_bytes));
            let decoded = zstd::bulk::decompress(frame_bytes, 65_536).unwrap();
            let table = TableFile::open(&folder.0, &wanted(metric, 65_545)).unwrap();
            assert!(table.frame(frame).unwrap() == decoded);
            at += length;
        }
        assert_eq!(at, bytes.len());
    }
}

/// Every answer of a file is what was written or a refusal; whether something was refused.
fn refuses(folder: &Folder, metric: Metric, kept: &[u8], context: &str) -> bool {
    let Ok(table) = TableFile::open(&folder.0, &wanted(metric, kept.len() as u64)) else {
        return true;
    };
    let mut is_sound = table.verify().is_ok();
    for (number, codes) in kept.chunks(metric.frame()).enumerate() {
        match table.frame(number) {
            Ok(frame) => {
                let mut read = vec![0; codes.len()];
                unpack(metric, &frame, &mut read);
                assert!(read == codes, "{context}: wrong values");
            }
            Err(error) => {
                let is_it = matches!(error.fault, Fault::Frame(found) if found == number);
                assert!(is_it, "{context}: {error}");
                is_sound = false;
            }
        }
    }
    match table.read_all() {
        Ok(codes) => assert!(codes == kept, "{context}: wrong values"),
        Err(_) => assert!(!is_sound, "{context}: only one way of reading refuses"),
    }
    !is_sound
}

#[test]
fn no_damaged_byte_and_no_other_length_gives_a_wrong_value() {
    let folder = Folder::new("damage");
    for metric in Metric::ALL {
        // Two frames, and few bytes since most of the codes are one run.
        let mut codes = vec![3; metric.frame() + 70];
        codes[metric.frame() + 10..].copy_from_slice(&self::codes(60));
        let (path, kept) = written(&folder, metric, &codes);
        let sound = fs::read(&path).unwrap();
        assert!(sound.len() < 400, "few enough to try all: {}", sound.len());
        for (at, flip) in (0..sound.len()).flat_map(|at| [1, 0x80, 0xFF].map(|f| (at, f))) {
            let mut bytes = sound.clone();
            bytes[at] ^= flip;
            fs::write(&path, &bytes).unwrap();
            let context = format!("{metric}, byte {at} ^ {flip}");
            assert!(refuses(&folder, metric, &kept, &context), "{context}: not refused");
        }
        for length in (0..sound.len()).chain([1, 7, 5_000].map(|more| sound.len() + more)) {
            let mut bytes = sound.clone();
            bytes.resize(length, 0);
            fs::write(&path, &bytes).unwrap();
            let context = format!("{metric}, {length} bytes");
            assert!(refuses(&folder, metric, &kept, &context), "{context}: not refused");
        }
    }
}

#[test]
fn another_table_is_refused_by_what_is_different() {
    let folder = Folder::new("other");
    let (path, _) = written(&folder, Metric::Dtw, &codes(100));
    let right = wanted(Metric::Dtw, 100);
    let cases = [
        (Wanted { digest: 0x11, ..right }, "wanted 0000000000000011"),
        (Wanted { sector: Sector::new(4, 5), ..right }, "holds sector 5-4, wanted 4-5"),
        (Wanted { metric: Metric::Wdl, ..right }, "holds dtw values, wanted wdl"),
        (Wanted { slots: 99, ..right }, "has 100 numbers, wanted 99"),
    ];
    for (wanted, words) in cases {
        // Under the name of the other, as a careless copy would be.
        let place = wanted.path(&folder.0);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        if place != path {
            fs::copy(&path, &place).unwrap();
        }
        let text = TableFile::open(&folder.0, &wanted).map(drop).unwrap_err().to_string();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn forged_numbers_are_refused_before_memory_is_asked_for() {
    let folder = Folder::new("forged");
    let (path, _) = written(&folder, Metric::Dtw, &codes(100));
    let sound = fs::read(&path).unwrap();
    for slots in [1 << 40, 1 << 60, u64::MAX] {
        let mut bytes = Header { slots, ..header(Metric::Dtw, 100) }.write().to_vec();
        bytes.extend_from_slice(&sound[HEADER..]);
        fs::write(&path, bytes).unwrap();
        let error = TableFile::open(&folder.0, &wanted(Metric::Dtw, 100)).unwrap_err();
        assert!(matches!(error.fault, Fault::Slots { .. }), "{error}");
    }
    for length in [0, 1 << 31, u32::MAX] {
        let mut bytes = sound.clone();
        bytes[128..132].copy_from_slice(&length.to_le_bytes());
        let sum = xxh3_64(&bytes[128..140]).to_le_bytes();
        bytes[140..148].copy_from_slice(&sum);
        fs::write(&path, bytes).unwrap();
        let error = TableFile::open(&folder.0, &wanted(Metric::Dtw, 100)).unwrap_err();
        assert!(matches!(error.fault, Fault::Length { .. }), "{error}");
    }
}

#[test]
fn what_is_no_regular_file_is_refused_unread() {
    let folder = Folder::new("folder");
    let wanted = wanted(Metric::Dtw, 100);
    fs::create_dir_all(wanted.path(&folder.0)).unwrap();
    let error = TableFile::open(&folder.0, &wanted).unwrap_err();
    assert!(matches!(error.fault, Fault::Irregular), "{error}");
    assert!(TableFile::peek(&wanted.path(&folder.0)).is_err());
    #[cfg(unix)]
    assert!(TableFile::peek(Path::new("/dev/zero")).is_err());
}
