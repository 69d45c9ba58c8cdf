//! Reading files of records, which may be cut off anywhere.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Failure, Header};
use crate::machine::Machine;
use crate::report::grouped;
use crate::{Error, Experiment};

/// The header of a file, and its records with the numbers of their runs.
#[derive(Debug)]
pub struct Records<R> {
    /// The first line.
    pub header: Header,
    /// What the runs were executed on, each machine once.
    pub machines: Vec<Machine>,
    /// The records, in the order of the file.
    pub records: Vec<(u64, R)>,
}

impl<R> Records<R> {
    /// How much of an experiment was run, by which version and on what, in words.
    pub(crate) fn origin(&self, expected: usize) -> String {
        let Header { randlog, shard, .. } = &self.header;
        let (count, all) = (grouped(self.records.len()), grouped(expected));
        let amount = match count == all {
            true => format!("All {count} runs"),
            false => format!("{count} of {all} runs (shard {shard}, or not complete)"),
        };
        let mut kinds: Vec<String> = self.machines.iter().map(Machine::to_string).collect();
        kinds.sort();
        kinds.dedup();
        let warnings: BTreeSet<String> = self.machines.iter().flat_map(Machine::warnings).collect();
        let warnings = match Vec::from_iter(warnings).join("; ") {
            none if none.is_empty() => none,
            some => format!(" Mind that times were disturbed: {some}."),
        };
        let kinds = kinds.join("; ");
        format!("{amount}, executed by randlog {randlog} on: {kinds}.{warnings}")
    }
}

/// Read a whole file.
pub fn read<E: Experiment>(path: &Path) -> Result<Records<E::Record>, Error> {
    let mut lines = Lines::open(path)?;
    let header = lines.header_of::<E>()?;
    let mut found = Records { machines: Vec::new(), header, records: Vec::new() };
    let mut machine = found.header.machine.clone();
    while let Some(entry) = lines.entry()? {
        match entry {
            Entry::Run(id) => {
                if !found.machines.contains(&machine) {
                    found.machines.push(machine.clone());
                }
                found.records.push((id, lines.parse()?));
            }
            Entry::Session(header) => machine = header.machine,
            Entry::Failure(_) => {}
        }
    }
    Ok(found)
}

/// Read the first line of a file.
pub fn read_header(path: &Path) -> Result<Header, Error> {
    Lines::open(path)?.header()
}

/// What a line after the first one is.
#[derive(Debug)]
pub(crate) enum Entry {
    /// The record of this run.
    Run(u64),
    /// Another session began.
    Session(Box<Header>),
    /// A run that could not be executed.
    Failure(Failure),
}

/// What tells them apart.
#[derive(Deserialize)]
struct Stamp {
    version: u32,
    id: Option<u64>,
    failed: Option<u64>,
}

/// The whole lines of a file, one by one.
pub(crate) struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    /// The last line read, with its end.
    pub(crate) line: Vec<u8>,
    /// The version of its records.
    version: u32,
    /// How many lines were read.
    number: u64,
    /// How many bytes they have.
    pub(crate) end: u64,
}

impl Lines {
    pub(crate) fn open(path: &Path) -> Result<Lines, Error> {
        let file = File::open(path).map_err(Error::reading(path))?;
        let reader = BufReader::with_capacity(1 << 18, file);
        let path = path.to_owned();
        Ok(Lines { path, reader, line: Vec::new(), version: 0, number: 0, end: 0 })
    }

    /// The first line.
    pub(crate) fn header(&mut self) -> Result<Header, Error> {
        self.header_if_begun()?.ok_or_else(|| Error::NoHeader(self.path.clone()))
    }

    /// The first line; nothing if only the beginning of one was written.
    pub(crate) fn header_if_begun(&mut self) -> Result<Option<Header>, Error> {
        let is_whole = self.advance()?;
        if !is_whole && is_beginning_of_header(&self.line) {
            return Ok(None);
        }
        let header: Result<Header, Error> = self.parse();
        let header = header.map_err(|_| Error::NoHeader(self.path.clone()))?;
        self.version = header.version;
        Ok(Some(header))
    }

    /// The first line, if it is one of this experiment.
    pub(crate) fn header_of<E: Experiment>(&mut self) -> Result<Header, Error> {
        self.header_of_if_begun::<E>()?.ok_or_else(|| Error::NoHeader(self.path.clone()))
    }

    /// The same; nothing if only the beginning of a header was written.
    pub(crate) fn header_of_if_begun<E: Experiment>(&mut self) -> Result<Option<Header>, Error> {
        let Some(header) = self.header_if_begun()? else { return Ok(None) };
        let path = self.path.clone();
        if header.experiment != E::NAME {
            let differences = format!("experiment is {}, not {}", header.experiment, E::NAME);
            return Err(Error::OtherConfig(path, differences));
        }
        if header.version != E::VERSION {
            return Err(Error::OtherFormat(path, header.version, E::VERSION));
        }
        Ok(Some(header))
    }

    /// The next line; nothing at the end of the file or at a line that was cut off.
    pub(crate) fn entry(&mut self) -> Result<Option<Entry>, Error> {
        if !self.advance()? {
            return Ok(None);
        }
        let Stamp { version, id, failed } = self.parse()?;
        if version != self.version {
            return Err(Error::OtherFormat(self.path.clone(), version, self.version));
        }
        Ok(Some(match (id, failed) {
            (Some(id), _) => Entry::Run(id),
            (None, Some(_)) => Entry::Failure(self.parse()?),
            (None, None) => Entry::Session(self.parse()?),
        }))
    }

    /// Go to the next line; false at the end of the file or at a line that was cut off.
    fn advance(&mut self) -> Result<bool, Error> {
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

/// Can this become the first line of a file? What follows may differ from machine to machine.
fn is_beginning_of_header(text: &[u8]) -> bool {
    let first = b"{\"version\":";
    text.starts_with(first) || first.starts_with(text)
}
