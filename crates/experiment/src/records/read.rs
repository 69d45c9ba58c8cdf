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
    let Some((header, mut lines)) = RecordLines::open(path)? else {
        return Err(Error::NoHeader(path.to_owned()));
    };
    header.check_is::<E>(path)?;
    let mut machine = header.machine.clone();
    let mut found = Records { machines: Vec::new(), header, records: Vec::new() };
    while let Some(line) = lines.next()? {
        match line {
            RecordLine::Run(id) => {
                if !found.machines.contains(&machine) {
                    found.machines.push(machine.clone());
                }
                found.records.push((id, lines.parse()?));
            }
            RecordLine::Session(header) => machine = header.machine,
            RecordLine::Failure(_) => {}
        }
    }
    Ok(found)
}

/// Read the first line of a file.
pub fn read_header(path: &Path) -> Result<Header, Error> {
    let opened = RecordLines::open(path)?;
    opened.map(|(header, _)| header).ok_or_else(|| Error::NoHeader(path.to_owned()))
}

/// What a line after the first one is.
#[derive(Debug)]
pub(crate) enum RecordLine {
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

/// The whole lines of a file after its header, one by one.
pub(crate) struct RecordLines {
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

impl RecordLines {
    /// Open a file and read its header; nothing if only the beginning of one was written.
    pub(crate) fn open(path: &Path) -> Result<Option<(Header, RecordLines)>, Error> {
        let file = File::open(path).map_err(Error::reading(path))?;
        let reader = BufReader::with_capacity(1 << 18, file);
        let (line, path) = (Vec::new(), path.to_owned());
        let mut lines = RecordLines { path, reader, line, version: 0, number: 0, end: 0 };
        if !lines.advance()? && is_beginning_of_header(&lines.line) {
            return Ok(None);
        }
        let header: Result<Header, Error> = lines.parse();
        let header = header.map_err(|_| Error::NoHeader(lines.path.clone()))?;
        lines.version = header.version;
        Ok(Some((header, lines)))
    }

    /// The next line; nothing at the end of the file or at a line that was cut off.
    pub(crate) fn next(&mut self) -> Result<Option<RecordLine>, Error> {
        if !self.advance()? {
            return Ok(None);
        }
        let Stamp { version, id, failed } = self.parse()?;
        if version != self.version {
            return Err(Error::OtherFormat(self.path.clone(), version, self.version));
        }
        Ok(Some(match (id, failed) {
            (Some(id), _) => RecordLine::Run(id),
            (None, Some(_)) => RecordLine::Failure(self.parse()?),
            (None, None) => RecordLine::Session(self.parse()?),
        }))
    }

    /// The number of the next run that is recorded.
    pub(crate) fn next_run(&mut self) -> Result<Option<u64>, Error> {
        loop {
            match self.next()? {
                Some(RecordLine::Run(id)) => return Ok(Some(id)),
                Some(RecordLine::Session(_) | RecordLine::Failure(_)) => {}
                None => return Ok(None),
            }
        }
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
