//! Drawing many programs: the flags, the threads and the files, for every command that does so.

use std::hash::{BuildHasher, RandomState};
use std::iter;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::Method;
use randlog_generate::{Spec, Stop, identity};
use randlog_recipe::{Distinct, Made, Prepared, Product, Programs, Recipe, header};

use crate::failure::Failure;
use crate::input;
use crate::limits;
use crate::options;
use crate::output::{Directory, Place, Stream, note};
use crate::progress::Progress;

/// Which programs to draw, how, and where to put them.
#[derive(Debug, clap::Args)]
pub(crate) struct Drawing {
    /// How many programs to draw
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// The seed; program I depends on the spec, the seed and I alone [default: a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// The first program to draw: with `--count 1`, the program I of a longer run alone
    #[arg(long, value_name = "I", default_value_t = 0)]
    index: u64,

    /// Exactly (every program as likely as it weighs) in closed form or by rejection, by search, or the
    /// cheapest exact way where there is one
    #[arg(long, value_name = "METHOD", value_parser = options::one_of(Method::ALL, Method::name), default_value = "auto")]
    method: Method,

    /// Choose the size evenly first: the number of clauses, of body nodes, or both
    #[arg(long, value_name = "SIZES", value_parser = options::spread, default_value = "", hide_default_value = true)]
    spread: SizeSpread,

    /// The most memory that drawing exactly may use
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "2GiB")]
    memory: u64,

    /// How many threads to use; the output is the same for any number [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// Give up after this many seconds, keeping what was found
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// Write all programs into one file, which appears when all are done
    #[arg(short, long, value_name = "FILE", conflicts_with = "output_dir")]
    output: Option<PathBuf>,

    /// Write a file per program into a directory that is empty or does not exist yet
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    /// Go on with what the same command has written into the directory before it was stopped
    #[arg(long, requires_all = ["output_dir", "seed"])]
    resume: bool,
}

impl Drawing {
    /// From now on, the limits hold: for reading programs to be like, too.
    pub(crate) fn watch(&self) {
        limits::back_up(self.timeout, self.memory);
    }

    /// Draw everything, write it, and tell what was done. Whatever happens, what was found is kept.
    pub(crate) fn run(&self, spec: Spec, product: Product) -> Result<(), Failure> {
        let started = Instant::now();
        let indices = self.indices()?;
        let (method, spread) = (self.method, self.spread);
        let seed = self.seed.unwrap_or_else(random_seed);
        let recipe = Recipe { spec: spec.clone(), method, spread, seed, product };
        let stop = Stop::NEVER.within(self.timeout).with_memory(self.memory);
        let prepared = recipe.prepare_within(&stop).map_err(Failure::from);
        let prepared = prepared.map_err(|failure| failure.about(&spec))?;
        if let Some(note) = prepared.fewer_facts() {
            note!("{note}");
        }
        if let Some(reason) = prepared.why_by_search() {
            note!("by search, so programs are not equally likely, since {reason}");
        }
        let (thing, rules, comma) = match prepared.recipe.product {
            Product::Programs(_) => ("program", "", ""),
            Product::Instances(_) => ("instance", ", rules", ","),
        };
        let drawn = self.draw(&prepared, indices, &stop, thing);
        drawn.map_err(|failure| failure.about(&spec))?;
        let (things, method) = (options::counted(self.count, thing), prepared.recipe.method.name());
        note!("{things}{rules} by {method}{comma} in {:.2?}, seed {seed}", started.elapsed());
        Ok(())
    }

    fn indices(&self) -> Result<Range<u64>, Failure> {
        let overflow = Failure::IndexOverflow { first: self.index, count: self.count };
        let end = self.index.checked_add(self.count).ok_or(overflow)?;
        Ok(self.index..end)
    }

    fn open(&self) -> Result<Place<'_>, Failure> {
        Ok(match &self.output_dir {
            Some(path) if self.resume => Place::Directory(Directory::again(path)),
            Some(path) => Place::Directory(Directory::prepare(path)?),
            None => Place::Stream(Stream::create(self.output.as_deref())?),
        })
    }

    /// Draw on all threads, and write in order, until the first failure.
    fn draw(
        &self,
        prepared: &Prepared,
        indices: Range<u64>,
        stop: &Stop,
        thing: &str,
    ) -> Result<(), Failure> {
        let spec = &prepared.recipe.spec;
        let is_distinct = is_distinct(&prepared.recipe);
        let mut distinct = is_distinct.then(|| Distinct::new(spec, self.count, stop));
        let to_meet = |it: &Option<Distinct<'_>>| it.as_ref().map_or(self.count, Distinct::wanted);
        let wanted = to_meet(&distinct);
        let mut writer = Writer { prepared, thing, place: self.open()?, count: wanted, found: 0 };
        let ranges = match (&self.output_dir, is_distinct) {
            (Some(directory), _) if self.resume => writer.missing(directory, indices)?,
            // Some will be met again.
            (_, true) => iter::once(indices.start..u64::MAX - 1).collect(),
            _ => iter::once(indices).collect(),
        };
        let is_stdout = self.output.is_none() && self.output_dir.is_none();
        let progress = Progress::new(Some(wanted), is_stdout);
        let mut outcome = Ok(());
        let finish = |made: Made| -> Result<(String, String), Failure> {
            let identity = if is_distinct { identity(spec, &made.program) } else { String::new() };
            Ok((identity, prepared.text(&made)?))
        };
        let threads = options::threads_or_all(self.threads);
        for range in ranges {
            prepared.make_all(threads, range, stop, finish, |index, made| {
                outcome = made.map_err(Failure::from).flatten().and_then(|(identity, text)| {
                    let is_new =
                        distinct.as_mut().map_or(Ok(true), |it| it.is_new(identity, stop))?;
                    if is_new { writer.add(index, text) } else { Ok(()) }
                });
                progress.set(writer.found);
                let goes_on = outcome.is_ok() && writer.found < to_meet(&distinct);
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if outcome.is_err() {
                break;
            }
        }
        drop(progress);
        let (found, wanted) = (writer.found, to_meet(&distinct));
        writer.finish()?;
        outcome?;
        match distinct {
            _ if found < wanted => Err(Failure::OutOfTime { found, wanted }),
            Some(distinct) => Ok(distinct.check(self.count)?),
            None => Ok(()),
        }
    }
}

fn is_distinct(recipe: &Recipe) -> bool {
    matches!(&recipe.product, Product::Programs(Programs { distinct: true, .. }))
}

/// What was drawn, on its way into files.
struct Writer<'a> {
    prepared: &'a Prepared,
    thing: &'a str,
    place: Place<'a>,
    /// How many there will be.
    count: u64,
    found: u64,
}

impl Writer<'_> {
    fn header(&self, index: u64, count: u64) -> String {
        let indices = index..index.saturating_add(count);
        let mut recipe = self.prepared.recipe.clone();
        // A program alone is no repetition.
        if let (Place::Directory(_), Product::Programs(programs)) =
            (&self.place, &mut recipe.product)
        {
            programs.distinct = false;
        }
        recipe.header(&indices)
    }

    fn name(&self, index: u64) -> String {
        format!("{}-{index:06}.{}", self.thing, self.prepared.recipe.dialect().extension())
    }

    /// The indices that have no file yet. Those that have one must have been written by the same command.
    fn missing(
        &mut self,
        directory: &Path,
        indices: Range<u64>,
    ) -> Result<Vec<Range<u64>>, Failure> {
        let mut missing: Vec<Range<u64>> = Vec::new();
        for index in indices {
            let path = directory.join(self.name(index));
            if path.exists() {
                let header =
                    header::commented(self.header(index, 1), self.prepared.recipe.dialect());
                if !input::text(&path)?.starts_with(&header) {
                    return Err(Failure::OtherRun { path });
                }
                self.found += 1;
                continue;
            }
            match missing.last_mut() {
                Some(last) if last.end == index => last.end += 1,
                _ => missing.push(index..index + 1),
            }
        }
        Ok(missing)
    }

    fn add(&mut self, index: u64, program: String) -> Result<(), Failure> {
        let dialect = self.prepared.recipe.dialect();
        let name = self.name(index);
        let mut text = match (&self.place, self.found) {
            (Place::Directory(_), _) => self.header(index, 1),
            (Place::Stream(_), 0) => self.header(index, self.count),
            (Place::Stream(_), _) => "\n".to_owned(),
        };
        match &mut self.place {
            Place::Directory(directory) => {
                directory.write(&name, &header::commented(text + &program, dialect))?;
            }
            Place::Stream(stream) => {
                header::separate(&mut text, index);
                stream.write(&header::commented(text + &program, dialect))?;
            }
        }
        self.found += 1;
        Ok(())
    }

    /// Let a file appear, if there is anything in it.
    fn finish(self) -> Result<(), Failure> {
        match (self.place, self.found) {
            (Place::Stream(stream), 1..) => stream.finish(),
            _ => Ok(()),
        }
    }
}

/// A seed that is short enough to be typed again. The standard library keys its hash maps at random.
fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}
