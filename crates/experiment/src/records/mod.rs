//! Files of records: JSON Lines.
//!
//! Every session begins with a [`Header`], the first one at the first line; what follows was
//! executed where and when the header says. Every other line is the record of one run, an object with
//! the version of its format, the number of the run, and the fields of the experiment's record, or else
//! a note that a run [could not be executed](Failure). Lines come in the order in which runs end.
//!
//! A file can be cut off anywhere, because a process or a machine can stop at any time. Whatever
//! comes after the last end of a line is not a record, so readers ignore it, and a
//! session removes it before it goes on.

mod header;
mod journal;
mod read;

pub use header::Header;
pub(crate) use header::seconds;
pub(crate) use journal::{Journal, lock};
pub(crate) use read::{RecordLine, RecordLines};
pub use read::{Records, read, read_header};

use serde::{Deserialize, Serialize};

/// A run that could not be executed. It is missing, until there is a record of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The version of the format of the experiment's records.
    pub version: u32,
    /// The number of the run.
    pub failed: u64,
    /// What went wrong.
    pub words: String,
}

/// A record with its stamp.
#[derive(Serialize)]
pub(crate) struct Stamped<'r, R> {
    pub(crate) version: u32,
    pub(crate) id: u64,
    #[serde(flatten)]
    pub(crate) record: &'r R,
}

/// The line of a header or a record, with its end.
pub(crate) fn line(content: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = serde_json::to_vec(content)?;
    line.push(b'\n');
    Ok(line)
}
