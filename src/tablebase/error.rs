//! What is wrong with a table file.

use super::format::Metric;
use super::sector::Sector;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a file is not used, or could not be written.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum Fault {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a table file")]
    Foreign,
    /// A folder, a pipe or a device.
    #[error("not a regular file")]
    Irregular,
    /// It was made by a later version.
    #[error("format version {0}, this program reads {known}", known = super::format::VERSION)]
    Version(u16),
    /// The header does not fit its checksum, or makes no sense.
    #[error("the header is damaged")]
    Header,
    /// It holds other rules.
    #[error("made for other rules: digest {found:016x}, wanted {wanted:016x}")]
    Rules {
        /// The digest in the file.
        found: u64,
        /// That of the rules in force.
        wanted: u64,
    },
    /// It holds another sector.
    #[error("holds sector {found}, wanted {wanted}")]
    Sector {
        /// The sector in the file.
        found: Sector,
        /// The one that its name says.
        wanted: Sector,
    },
    /// It holds other values.
    #[error("holds {found} values, wanted {wanted}")]
    Metric {
        /// The metric in the file.
        found: Metric,
        /// The one that its name says.
        wanted: Metric,
    },
    /// It numbers its positions differently.
    #[error("has {found} numbers, wanted {wanted}")]
    Slots {
        /// Numbers in the file.
        found: u64,
        /// Numbers of the sector.
        wanted: u64,
    },
    /// It has another length than its header says.
    #[error("{found} bytes long instead of {wanted}")]
    Length {
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        wanted: u64,
    },
    /// The list of frames does not fit its checksum.
    #[error("the list of frames is damaged")]
    Directory,
    /// A frame does not fit its checksum or holds no values.
    #[error("frame {0} is damaged")]
    Frame(usize),
}
