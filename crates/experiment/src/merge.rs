//! The files of all shards put together.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use randlog_base::files;
use tempfile::NamedTempFile;

use crate::records::{Header, Lines, Stamp};
use crate::{Error, Experiment, Shard};

/// How much of an experiment must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every run.
    Whole,
    /// Any part, to look at, or to go on with.
    Part,
}

/// Put the files of shards of an experiment into one, at `output`. It appears only if what must be
/// there is, and nothing twice.
///
/// Returns the number of runs.
pub fn merge<E: Experiment>(
    files: &[PathBuf],
    extent: Extent,
    output: &Path,
) -> Result<usize, Error> {
    let (header, shards) = common_header::<E>(files)?;
    let mut seen = Seen::new(header.configured::<E>()?.ids());
    let mut merged = Merged::create(output, &header)?;
    for (number, file) in files.iter().enumerate() {
        let mut lines = Lines::open(file)?;
        lines.header()?;
        while lines.advance()? {
            let Stamp { id, .. } = lines.parse()?;
            if !seen.count(id, number) {
                return Err(lines.bad(&format!("there is no run {id} in this experiment")));
            }
            merged.add(lines.line())?;
        }
    }
    seen.check(files, &shards, extent)?;
    merged.finish()?;
    Ok(seen.first_in.iter().flatten().count())
}

/// The header of the whole, if all files belong to the same experiment, and their shards.
fn common_header<E: Experiment>(files: &[PathBuf]) -> Result<(Header, Vec<Shard>), Error> {
    let (mut whole, mut shards): (Option<Header>, Vec<Shard>) = (None, Vec::new());
    for path in files {
        let header = Lines::open(path)?.header_of::<E>()?;
        shards.push(header.shard);
        let Some(whole) = &mut whole else {
            whole = Some(Header { shard: Shard::WHOLE, ..header });
            continue;
        };
        if let Some(differences) = whole.differences(&header) {
            return Err(Error::OtherConfig { path: path.clone(), differences });
        }
        if !whole.machine.split("; ").any(|machine| machine == header.machine) {
            whole.machine = format!("{}; {}", whole.machine, header.machine);
        }
    }
    Ok((whole.ok_or_else(|| Error::NoRecords(PathBuf::new()))?, shards))
}

/// The file to be: it appears when it is finished.
struct Merged<'p> {
    path: &'p Path,
    writer: BufWriter<NamedTempFile>,
}

impl<'p> Merged<'p> {
    fn create(path: &'p Path, header: &Header) -> Result<Merged<'p>, Error> {
        if path.exists() {
            return Err(Error::AlreadyThere(path.to_owned()));
        }
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(Error::writing(path))?;
        let file = files::beside(path).map_err(Error::writing(path))?;
        let mut merged = Merged { path, writer: BufWriter::with_capacity(1 << 18, file) };
        merged.add(&header.line().map_err(|error| Error::writing(path)(error.into()))?)?;
        Ok(merged)
    }

    fn add(&mut self, line: &[u8]) -> Result<(), Error> {
        self.writer.write_all(line).map_err(Error::writing(self.path))
    }

    fn finish(self) -> Result<(), Error> {
        let file =
            self.writer.into_inner().map_err(|e| Error::writing(self.path)(e.into_error()))?;
        file.persist_noclobber(self.path).map_err(|e| Error::writing(self.path)(e.error))?;
        Ok(())
    }
}

/// Which runs were seen, and where.
struct Seen {
    ids: Vec<u64>,
    /// For each run, the first file that it was seen in.
    first_in: Vec<Option<usize>>,
    /// Runs that were seen again: the two files, how often, and the first such run.
    again: BTreeMap<(usize, usize), (u64, u64)>,
}

impl Seen {
    fn new(ids: Vec<u64>) -> Seen {
        Seen { first_in: vec![None; ids.len()], ids, again: BTreeMap::new() }
    }

    /// Count a run; false if there is no such run.
    fn count(&mut self, id: u64, file: usize) -> bool {
        let Ok(place) = self.ids.binary_search(&id) else { return false };
        match self.first_in[place] {
            None => self.first_in[place] = Some(file),
            Some(first) => self.again.entry((first, file)).or_insert((0, id)).0 += 1,
        }
        true
    }

    fn check(&self, files: &[PathBuf], shards: &[Shard], extent: Extent) -> Result<(), Error> {
        let is_missing = |seen: &Option<usize>| extent == Extent::Whole && seen.is_none();
        let unseen = self.ids.iter().zip(&self.first_in).filter(|(_, seen)| is_missing(seen));
        let missing: Vec<u64> = unseen.map(|(&id, _)| id).collect();
        if missing.is_empty() && self.again.is_empty() {
            return Ok(());
        }
        let name = |file: usize| files[file].display().to_string();
        let overlaps = self.again.iter().map(|(&(first, second), &(runs, example))| Overlap {
            first: name(first),
            second: name(second),
            runs,
            example,
        });
        let missing = group(&missing, &self.ids, &common_shards(shards));
        Err(Box::new(Gaps { missing, overlaps: overlaps.collect() }).into())
    }
}

/// The shards that these are some of, if all were split alike; else the whole.
fn common_shards(shards: &[Shard]) -> Vec<Shard> {
    let alike = shards.windows(2).all(|pair| pair[0].count() == pair[1].count());
    let one = shards.first().filter(|_| alike).copied().unwrap_or(Shard::WHOLE);
    one.all().collect()
}

/// Say of each shard what is missing.
fn group(missing: &[u64], ids: &[u64], shards: &[Shard]) -> Vec<Missing> {
    let of = |shard: Shard, ids: &[u64]| -> Vec<u64> {
        ids.iter().copied().filter(|&id| shard.contains(id)).collect()
    };
    let some = shards.iter().map(|&shard| {
        let runs = of(shard, missing);
        Missing { shard, all: runs.len() == of(shard, ids).len(), runs }
    });
    some.filter(|missing| !missing.runs.is_empty()).collect()
}

/// Files that do not make up the whole experiment.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[diagnostic(help(
    "execute what is missing, or ask for a part only; give the file of each shard once"
))]
pub struct Gaps {
    /// What is missing, shard by shard.
    pub missing: Vec<Missing>,
    /// What is there more than once.
    pub overlaps: Vec<Overlap>,
}

/// Runs of a shard that are not recorded.
#[derive(Debug)]
pub struct Missing {
    /// The shard.
    pub shard: Shard,
    /// The numbers of the runs.
    pub runs: Vec<u64>,
    /// Whether these are all runs of the shard.
    pub all: bool,
}

/// Runs that two files have in common.
#[derive(Debug)]
pub struct Overlap {
    /// The first file.
    pub first: String,
    /// The second file; the same, if it holds a run twice.
    pub second: String,
    /// How many runs there are in both.
    pub runs: u64,
    /// One of them.
    pub example: u64,
}

impl fmt::Display for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the files do not make up the whole experiment")?;
        self.missing.iter().try_for_each(|missing| write!(f, "\n  missing: {missing}"))?;
        self.overlaps.iter().try_for_each(|overlap| write!(f, "\n  twice: {overlap}"))
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        let Missing { shard, runs, all } = self;
        let count = runs.len();
        if *all {
            return write!(f, "shard {shard}, all of its {count} runs");
        }
        let some: Vec<String> = runs.iter().take(SHOWN).map(u64::to_string).collect();
        let more = if count > SHOWN { ", …" } else { "" };
        write!(f, "shard {shard}, {count} runs: {}{more}", some.join(", "))
    }
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Overlap { first, second, runs, example } = self;
        if first == second {
            write!(f, "{runs} runs in `{first}`, such as {example}")
        } else {
            write!(f, "{runs} runs in `{first}` and `{second}`, such as {example}")
        }
    }
}
