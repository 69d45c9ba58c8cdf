//! Reading files of records, which may be cut off anywhere.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::{Header, Stamp};
use crate::report::grouped;
use crate::{Error, Experiment};

/// The header of a file, and its records with the numbers of their runs.
#[derive(Debug)]
pub struct Records<R> {
    /// The first line.
    pub header: Header,
    /// The other lines, in the order of the file.
    pub records: Vec<(u64, R)>,
}

impl<R> Records<R> {
    /// How much of an experiment was run, by which version and on what, in words.
    pub(crate) fn origin(&self, expected: usize) -> String {
        let Header { randlog, machine, shard, .. } = &self.header;
        let (count, all) = (grouped(self.records.len()), grouped(expected));
        let amount = match count == all {
            true => format!("All {count} runs"),
            false => format!("{count} of {all} runs (shard {shard}, or not complete)"),
        };
        format!("{amount}, executed by randlog {randlog} on: {machine}.")
    }
}

/// Read a whole file.
pub fn read<E: Experiment>(path: &Path) -> Result<Records<E::Record>, Error> {
    let mut lines = Lines::open(path)?;
    let header = lines.header_of::<E>()?;
    let mut records = Vec::new();
    while lines.advance()? {
        let stamp: Stamp = lines.parse()?;
        if stamp.version != E::VERSION {
            return Err(Error::OtherFormat(path.to_owned(), stamp.version, E::VERSION));
        }
        records.push((stamp.id, lines.parse()?));
    }
    Ok(Records { header, records })
}

/// Read the first line of a file.
pub fn read_header(path: &Path) -> Result<Header, Error> {
    Lines::open(path)?.header()
}

/// The whole lines of a file, one by one.
pub(crate) struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    /// The last line read, with its end.
    pub(crate) line: Vec<u8>,
    /// How many lines were read.
    number: u64,
    /// How many bytes they have.
    pub(crate) end: u64,
}

impl Lines {
    pub(crate) fn open(path: &Path) -> Result<Lines, Error> {
        let file = File::open(path).map_err(Error::reading(path))?;
        let reader = BufReader::with_capacity(1 << 18, file);
        Ok(Lines { path: path.to_owned(), reader, line: Vec::new(), number: 0, end: 0 })
    }

    pub(crate) fn header(&mut self) -> Result<Header, Error> {
        let missing = Error::NoHeader(self.path.clone());
        if self.advance()? { self.parse().map_err(|_| missing) } else { Err(missing) }
    }

    /// The header, if it is one of this experiment.
    pub(crate) fn header_of<E: Experiment>(&mut self) -> Result<Header, Error> {
        let header = self.header()?;
        let path = self.path.clone();
        if header.experiment != E::NAME {
            let differences = format!("experiment is {}, not {}", header.experiment, E::NAME);
            return Err(Error::OtherConfig(path, differences));
        }
        if header.version != E::VERSION {
            return Err(Error::OtherFormat(path, header.version, E::VERSION));
        }
        Ok(header)
    }

    /// Go to the next line; false at the end of the file or at a line that was cut off.
    pub(crate) fn advance(&mut self) -> Result<bool, Error> {
        self.line.clear();
        self.reader.read_until(b'\n', &mut self.line).map_err(Error::reading(&self.path))?;
        let is_whole = self.line.ends_with(b"\n");
        if is_whole {
            self.number += 1;
            self.end += self.line.len() as u64;
        }
        Ok(is_whole)
    }

    /// What the line says.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(&self.line).map_err(|error| self.bad(&error))
    }

    /// The last line read is not what it should be.
    pub(crate) fn bad(&self, reason: &impl Display) -> Error {
        Error::BadRecord(self.path.clone(), self.number, reason.to_string())
    }
}

/// Whether a file holds nothing but the beginning of this header.
pub(crate) fn is_unfinished_header(path: &Path, header: &[u8]) -> Result<bool, Error> {
    let file = File::open(path).map_err(Error::reading(path))?;
    let mut start = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut start).map_err(Error::reading(path))?;
    Ok(start.len() < header.len() && header.starts_with(&start))
}
