//! The files of all shards put together.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use randlog_base::files;

use crate::records::{Header, Lines, Stamp, line};
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
    let ids = header.configured::<E>()?.ids();
    let mut seen = Seen { first_in: vec![None; ids.len()], ids, again: BTreeMap::new() };
    if output.exists() {
        return Err(Error::AlreadyThere(output.to_owned()));
    }
    let directory = output.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(directory).map_err(Error::writing(output))?;
    // It appears when it is finished.
    let file = files::beside(output).map_err(Error::writing(output))?;
    let mut merged = BufWriter::with_capacity(1 << 18, file);
    let first = line(&header).map_err(Error::writing(output))?;
    merged.write_all(&first).map_err(Error::writing(output))?;
    for (number, file) in files.iter().enumerate() {
        let mut lines = Lines::open(file)?;
        lines.header()?;
        while lines.advance()? {
            let Stamp { id, .. } = lines.parse()?;
            if !seen.count(id, number) {
                return Err(lines.bad(&format!("there is no run {id} in this experiment")));
            }
            merged.write_all(&lines.line).map_err(Error::writing(output))?;
        }
    }
    seen.check(files, &shards, extent)?;
    let file = merged.into_inner().map_err(Error::writing(output))?;
    file.persist_new(output).map_err(Error::writing(output))?;
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
            return Err(Error::OtherConfig(path.clone(), differences));
        }
        if !whole.machine.split("; ").any(|machine| machine == header.machine) {
            whole.machine = format!("{}; {}", whole.machine, header.machine);
        }
    }
    Ok((whole.ok_or_else(|| Error::NoRecords(PathBuf::new()))?, shards))
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
    /// Count a run; false if there is no such run.
    fn count(&mut self, id: u64, file: usize) -> bool {
        let Ok(place) = self.ids.binary_search(&id) else { return false };
        match self.first_in[place] {
            None => self.first_in[place] = Some(file),
            Some(first) => self.again.entry((first, file)).or_insert((0, id)).0 += 1,
        }
        true
    }

    /// Whether everything is there that must be, and nothing twice.
    fn check(&self, files: &[PathBuf], shards: &[Shard], extent: Extent) -> Result<(), Error> {
        let missing = |shard: &Shard| self.missing(*shard);
        let mut gaps: Vec<String> = match extent {
            Extent::Whole => common_shards(shards).iter().filter_map(missing).collect(),
            Extent::Part => Vec::new(),
        };
        for (&(first, second), (runs, example)) in &self.again {
            let mut names = format!("`{}`", files[first].display());
            if files[first] != files[second] {
                names += &format!(" and `{}`", files[second].display());
            }
            gaps.push(format!("  twice: {runs} runs in {names}, such as {example}"));
        }
        if gaps.is_empty() { Ok(()) } else { Err(Error::Gaps(gaps)) }
    }

    /// What is missing of a shard, in words, if something is.
    fn missing(&self, shard: Shard) -> Option<String> {
        const SHOWN: usize = 5;
        let all = self.ids.iter().zip(&self.first_in).filter(|(id, _)| shard.contains(**id));
        let missing = all.clone().filter(|(_, seen)| seen.is_none()).map(|(id, _)| id.to_string());
        let (all, missing) = (all.count(), missing.collect::<Vec<_>>());
        let (count, more) = (missing.len(), if missing.len() > SHOWN { ", …" } else { "" });
        let some = || missing[..count.min(SHOWN)].join(", ");
        match count {
            0 => None,
            _ if count == all => Some(format!("  missing: shard {shard}, all of its {all} runs")),
            _ => Some(format!("  missing: shard {shard}, {count} runs: {}{more}", some())),
        }
    }
}

/// The shards that these are some of, if all were split alike; else the whole.
fn common_shards(shards: &[Shard]) -> Vec<Shard> {
    let alike = shards.windows(2).all(|pair| pair[0].count() == pair[1].count());
    let one = shards.first().filter(|_| alike).copied().unwrap_or(Shard::WHOLE);
    one.all().collect()
}
