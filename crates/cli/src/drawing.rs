//! Drawing many programs: the flags, the threads and the files, for every command that does so.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_generate::Spec;
use randlog_generate::exact::{MemoryLimit, SizeSpread};
use randlog_generate::generator::Method;
use randlog_generate::search::Budget;
use randlog_recipe::{Prepared, Product, Recipe, header};

use crate::failure::Failure;
use crate::limits;
use crate::options;
use crate::output::{Directory, Stream, note};
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
    #[arg(long, value_name = "SIZE", value_parser = options::memory, default_value = "2GiB")]
    memory: MemoryLimit,

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
}

impl Drawing {
    /// From now on, the limits hold: for reading programs to be like, too.
    pub(crate) fn watch(&self) {
        limits::back_up(self.timeout, self.memory.bytes);
    }

    /// Draw everything, write it, and tell what was done. Whatever happens, what was found is kept.
    pub(crate) fn run(&self, spec: Spec, product: Product) -> Result<(), Failure> {
        let started = Instant::now();
        let indices = self.indices()?;
        let (method, spread) = (self.method, self.spread);
        let seed = self.seed.unwrap_or_else(random_seed);
        let recipe = Recipe { spec: spec.clone(), method, spread, seed, product };
        let (memory, budget) = (self.memory, options::budget(self.timeout));
        let prepared = options::within(&budget, move || Ok(recipe.prepare_within(memory)?));
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
        let drawn = self.draw(&prepared, indices, &budget, thing);
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
            Some(path) => Place::Directory(Directory::prepare(path)?),
            None => Place::Stream(Stream::create(self.output.as_deref())?),
        })
    }

    /// Draw on all threads, and write in order, until the first failure.
    fn draw(
        &self,
        prepared: &Prepared,
        indices: Range<u64>,
        budget: &Budget,
        thing: &str,
    ) -> Result<(), Failure> {
        let mut place = self.open()?;
        let is_stdout = self.output.is_none() && self.output_dir.is_none();
        let progress = Progress::new(Some(self.count), is_stdout);
        let (mut found, mut outcome) = (0, Ok(()));
        let mut add = |index: u64, program: String| -> Result<(), Failure> {
            let header = |count| prepared.recipe.header(&(index..index + count));
            let dialect = prepared.recipe.dialect();
            match &mut place {
                Place::Directory(directory) => {
                    let name = format!("{thing}-{index:06}.{}", dialect.extension());
                    directory.write(&name, &header::commented(header(1) + &program, dialect))?;
                }
                Place::Stream(stream) => {
                    let mut text = if found == 0 { header(self.count) } else { "\n".to_owned() };
                    header::separate(&mut text, index);
                    stream.write(&header::commented(text + &program, dialect))?;
                }
            }
            found += 1;
            progress.set(found);
            Ok(())
        };
        let text = |made| prepared.text(&made).map_err(Failure::from);
        let threads = options::threads_or_all(self.threads);
        prepared.make_all(threads, indices, budget, text, |index, text| {
            outcome = text.map_err(Failure::from).flatten().and_then(|text| add(index, text));
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        drop(progress);
        if let (Place::Stream(stream), 1..) = (place, found) {
            stream.finish()?;
        }
        outcome?;
        match self.count {
            wanted if found < wanted => Err(Failure::OutOfTime { found, wanted }),
            _ => Ok(()),
        }
    }
}

/// A seed that is short enough to be typed again. The standard library keys its hash maps at random.
fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}

/// Where programs go.
enum Place<'a> {
    Stream(Stream),
    Directory(Directory<'a>),
}
