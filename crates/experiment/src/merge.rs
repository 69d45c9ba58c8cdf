//! The files of all shards put together.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use randlog_base::files::{self, Unfinished};

use crate::directory;
use crate::records::{Header, RecordLine, RecordLines, line, lock};
use crate::{Error, Experiment, Shard};

/// How much of an experiment must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every run.
    Whole,
    /// Any part, to look at, or to go on with.
    Part,
}

/// What was put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// How many runs there are.
    pub runs: usize,
    /// Which are missing, a line for each shard.
    pub missing: Vec<String>,
    /// Which were executed more than once, with different records, a line for each pair of files.
    pub repeated: Vec<String>,
}

/// Put the files of shards of an experiment into one, at `output`, which appears only if what must be
/// there is. If there is such a file already, its records are among those that are put together, and it
/// is replaced.
///
/// The shards may be of different numbers. If a run is recorded more than once, the first record is
/// taken: that of the file that is replaced, or else of the file that is named first.
pub fn merge<E: Experiment>(
    files: &[PathBuf],
    extent: Extent,
    output: &Path,
) -> Result<Merged, Error> {
    let directory = output.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(directory).map_err(Error::writing(output))?;
    let _held = directory::hold(directory);
    let replaced = replaced(output)?;
    let before = replaced.iter().map(|_| output.to_owned());
    let files: Vec<PathBuf> =
        before.chain(files.iter().filter(|file| *file != output).cloned()).collect();
    let (header, shards) = common_header::<E>(&files)?;
    let ids = header.configured::<E>()?.ids();
    let mut seen = SeenRuns { first: vec![None; ids.len()], ids, again: BTreeMap::new() };
    let mut merged = MergedFile::new(output)?;
    for (number, file) in files.iter().enumerate() {
        let Some((mut session, mut lines)) = RecordLines::open(file)? else { continue };
        while let Some(line) = lines.next()? {
            match line {
                RecordLine::Session(next) => session = *next,
                RecordLine::Failure(_) => {}
                RecordLine::Run(id) => match seen.count(id, number, &lines.line) {
                    None => {
                        return Err(lines.bad(&format!("there is no run {id} in this experiment")));
                    }
                    Some(true) => merged.write(&session, &lines.line)?,
                    Some(false) => {}
                },
            }
        }
    }
    let missing = seen.missing(&shards);
    if extent == Extent::Whole && !missing.is_empty() {
        return Err(Error::Gaps(missing));
    }
    if merged.session.is_none() {
        // Without any record, there is a header at least.
        merged.write(&header, b"")?;
    }
    let file = merged.file.into_inner().map_err(Error::writing(output))?;
    file.persist(output).map_err(Error::writing(output))?;
    let runs = seen.first.iter().flatten().count();
    Ok(Merged { runs, missing, repeated: seen.repeated(&files) })
}

/// The file that is to be replaced, if there is one: nobody writes to it meanwhile.
fn replaced(output: &Path) -> Result<Option<File>, Error> {
    if !output.exists() {
        return Ok(None);
    }
    let file = File::options().read(true).write(true).open(output);
    let file = file.map_err(Error::writing(output))?;
    lock(&file, output)?;
    Ok(Some(file))
}

/// The first header, if all files belong to the same experiment, and the shard of each.
fn common_header<E: Experiment>(files: &[PathBuf]) -> Result<(Header, Vec<Shard>), Error> {
    let (mut first, mut shards): (Option<Header>, Vec<Shard>) = (None, Vec::new());
    for path in files {
        let Some((header, _)) = RecordLines::open(path)? else { continue };
        header.check_is::<E>(path)?;
        shards.push(header.shard);
        match &first {
            Some(first) => first.check(&header, path)?,
            None => first = Some(header),
        }
    }
    let nothing = || Error::NoRecords(files.first().cloned().unwrap_or_default());
    Ok((first.ok_or_else(nothing)?, shards))
}

/// A file that appears when it is finished.
struct MergedFile<'p> {
    path: &'p Path,
    file: BufWriter<Unfinished>,
    /// The header that what is written stands under.
    session: Option<Header>,
}

impl MergedFile<'_> {
    fn new(path: &Path) -> Result<MergedFile<'_>, Error> {
        let file = files::beside(path).map_err(Error::writing(path))?;
        Ok(MergedFile { path, file: BufWriter::with_capacity(1 << 18, file), session: None })
    }

    /// Add a record of a session, under its header.
    fn write(&mut self, session: &Header, record: &[u8]) -> Result<(), Error> {
        let is_same =
            |last: &Header| last.machine == session.machine && last.started == session.started;
        if !self.session.as_ref().is_some_and(is_same) {
            let header = Header { shard: Shard::WHOLE, merged: true, ..session.clone() };
            let first = line(&header).map_err(Error::writing(self.path))?;
            self.session = Some(header);
            self.file.write_all(&first).map_err(Error::writing(self.path))?;
        }
        self.file.write_all(record).map_err(Error::writing(self.path))
    }
}

/// Which runs were seen, and where.
struct SeenRuns {
    ids: Vec<u64>,
    /// For each run, the first file that it was seen in, and a hash of its record.
    first: Vec<Option<(usize, u64)>>,
    /// Runs that were seen again with another record: the two files, how often, and the first such run.
    again: BTreeMap<(usize, usize), (u64, u64)>,
}

impl SeenRuns {
    /// Count a run, and say whether it is new; nothing if there is no such run.
    fn count(&mut self, id: u64, file: usize, record: &[u8]) -> Option<bool> {
        let place = self.ids.binary_search(&id).ok()?;
        let mut hasher = DefaultHasher::new();
        record.hash(&mut hasher);
        let found = (file, hasher.finish());
        match self.first[place] {
            None => self.first[place] = Some(found),
            Some((_, hash)) if hash == found.1 => return Some(false),
            Some((first, _)) => {
                self.again.entry((first, file)).or_insert((0, id)).0 += 1;
                return Some(false);
            }
        }
        Some(true)
    }

    /// What was executed twice, in words.
    fn repeated(&self, files: &[PathBuf]) -> Vec<String> {
        let name = |file: usize| format!("`{}`", files[file].display());
        let words = |(&(first, second), (runs, example)): (&(usize, usize), &(u64, u64))| {
            let names = match first == second {
                true => format!("twice in {}", name(first)),
                false => format!("in {} and {}", name(first), name(second)),
            };
            format!("{runs} runs are {names}, such as {example}: the first records are taken")
        };
        self.again.iter().map(words).collect()
    }

    /// What is missing of each shard, in words.
    fn missing(&self, shards: &[Shard]) -> Vec<String> {
        common_shards(shards).iter().filter_map(|shard| self.missing_of(*shard)).collect()
    }

    fn missing_of(&self, shard: Shard) -> Option<String> {
        const SHOWN: usize = 5;
        let all = self.ids.iter().zip(&self.first).filter(|(id, _)| shard.contains(**id));
        let missing = all.clone().filter(|(_, seen)| seen.is_none()).map(|(id, _)| id.to_string());
        let (all, missing) = (all.count(), missing.collect::<Vec<_>>());
        let (count, more) = (missing.len(), if missing.len() > SHOWN { ", …" } else { "" });
        let some = || missing[..count.min(SHOWN)].join(", ");
        match count {
            0 => None,
            1 => Some(format!("  missing: shard {shard}, 1 run: {}", some())),
            _ if count == all => Some(format!("  missing: shard {shard}, all of its {all} runs")),
            _ => Some(format!("  missing: shard {shard}, {count} runs: {}{more}", some())),
        }
    }
}

/// The shards that these are some of, if all were split alike; else the whole.
fn common_shards(shards: &[Shard]) -> Vec<Shard> {
    let parts: Vec<Shard> = shards.iter().copied().filter(|&shard| shard != Shard::WHOLE).collect();
    let alike = parts.windows(2).all(|pair| pair[0].count() == pair[1].count());
    let one = parts.first().filter(|_| alike).copied().unwrap_or(Shard::WHOLE);
    one.all().collect()
}
