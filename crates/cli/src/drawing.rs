//! Drawing many programs: the flags, the threads and the files, for every command that does so.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::Duration;

use randlog_experiment::instance;
use randlog_generate::search::{Limits, Sampled};
use randlog_generate::source::{Method, Source};
use randlog_generate::{Spec, batch, exact};
use randlog_logic::Program;

use crate::failure::Failure;
use crate::method::Size;
use crate::output::{Directory, Stream};
use crate::progress::Progress;
use crate::{header, method, options};

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

    /// Exactly (every program equally likely), by search, or exactly where possible
    #[arg(long, value_name = "METHOD", value_parser = method::method(), default_value = "auto")]
    method: Method,

    /// Choose the size evenly first: the number of clauses, of body nodes, or both
    #[arg(long, value_name = "SIZES", value_enum, value_delimiter = ',')]
    spread: Vec<Size>,

    /// The most memory that drawing exactly may use
    #[arg(long, value_name = "SIZE", value_parser = method::memory, default_value = "2GiB")]
    memory: exact::MemoryLimit,

    /// How many threads to use; the output is the same for any number [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// Give up after so many seconds, keeping what was found
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// Write all programs into one file, which appears when all are done
    #[arg(short, long, value_name = "FILE", conflicts_with = "output_dir")]
    output: Option<PathBuf>,

    /// Write a file per program into a directory that is empty or does not exist yet
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

/// What a command makes of drawn programs.
pub(crate) trait Product: Sync {
    /// The command, without its arguments.
    const COMMAND: &'static str;

    /// What the files in a directory are called, before their number.
    const FILE: &'static str;

    /// The flags of this command alone, which make the same again.
    fn flags(&self) -> String;

    /// How many programs may be drawn for one index.
    fn attempts(&self) -> u64 {
        1
    }

    /// The text for a drawn program; `None` if another one must be drawn instead.
    fn text(&self, program: Program, draw: Draw) -> Result<Option<String>, Failure>;
}

/// Where a program comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// The seed of this attempt.
    pub(crate) seed: u64,
    pub(crate) index: u64,
    /// How many programs were drawn in vain before.
    pub(crate) attempt: u64,
}

/// What was drawn in the end.
pub(crate) struct Drawn {
    pub(crate) count: u64,
    pub(crate) seed: u64,
    pub(crate) method: &'static str,
}

impl Drawing {
    /// Draw everything and write it. Whatever happens, what was found is kept.
    pub(crate) fn run<P: Product>(&self, spec: &Spec, product: &P) -> Result<Drawn, Failure> {
        let indices = self.indices()?;
        let seed = self.seed.unwrap_or_else(random_seed);
        let source = Source::new(spec, self.method, Size::spread(&self.spread), self.memory)?;
        if let Source::Search(_, Some(reason)) = &source {
            eprintln!("by search, since {reason}");
        }
        let method = source.name();
        let place = self.open()?;
        let header = |index, count| {
            header::of(&self.command(product, method, seed, index, count), method, spec)
        };
        let mut programs =
            Destination { place, file: P::FILE, wanted: self.count, header, count: 0 };
        let is_stdout = self.output.is_none() && self.output_dir.is_none();
        let progress = Progress::new(Some(self.count), is_stdout);
        let outcome = self.draw(&source, seed, indices, product, |index, text| {
            programs.add(index, &text)?;
            progress.set(programs.count);
            Ok(())
        });
        drop(progress);
        let count = programs.count;
        programs.finish()?;
        outcome?;
        if count < self.count {
            return Err(Failure::OutOfTime { found: count, wanted: self.count });
        }
        Ok(Drawn { count, seed, method })
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

    /// The command that draws the given programs again.
    fn command<P: Product>(
        &self,
        product: &P,
        method: &str,
        seed: u64,
        index: u64,
        count: u64,
    ) -> String {
        let (command, flags) = (P::COMMAND, product.flags());
        let spread = method::spread_flag(Size::spread(&self.spread));
        format!(
            "randlog {command} SPEC --method {method}{spread} --seed {seed} --index {index} \
             --count {count} {flags}"
        )
    }

    /// Draw on all threads and pass the texts on in order, until the first failure.
    fn draw(
        &self,
        source: &Source,
        seed: u64,
        indices: Range<u64>,
        product: &impl Product,
        mut each: impl FnMut(u64, String) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let limits = Limits { deadline: options::deadline(self.timeout), ..Limits::default() };
        let make_worker = || {
            let mut drawer = source.drawer();
            move |index| {
                for attempt in 0..product.attempts() {
                    let seed = instance::attempt(seed, attempt);
                    let text = match drawer.draw(seed, index, &limits) {
                        Sampled::Found(program) => {
                            product.text(program, Draw { seed, index, attempt })
                        }
                        Sampled::Empty => Err(Failure::EmptySpace { how: "the search" }),
                        Sampled::Limit => return None,
                    };
                    if let Some(outcome) = text.transpose() {
                        return Some(outcome);
                    }
                }
                Some(Err(Failure::NoQuery { index, attempts: product.attempts() }))
            }
        };
        let mut outcome = Ok(());
        let threads = options::threads_or_all(self.threads);
        batch::in_order(threads, indices, make_worker, |index, text| {
            outcome = text.and_then(|text| each(index, text));
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        outcome
    }
}

/// A seed that is short enough to be typed again. The standard library keys its hash maps at random.
fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}

/// The programs written so far, and where to.
struct Destination<'a, H> {
    place: Place<'a>,
    /// What files in a directory are called.
    file: &'static str,
    /// How many programs a stream will have.
    wanted: u64,
    /// The header of so many programs from an index on.
    header: H,
    count: u64,
}

enum Place<'a> {
    Stream(Stream),
    Directory(Directory<'a>),
}

impl<H: Fn(u64, u64) -> String> Destination<'_, H> {
    fn add(&mut self, index: u64, program: &str) -> Result<(), Failure> {
        let mut text = match (&self.place, self.count) {
            (Place::Directory(_), _) => (self.header)(index, 1),
            (Place::Stream(_), 0) => (self.header)(index, self.wanted),
            (Place::Stream(_), _) => "\n".to_owned(),
        };
        match &mut self.place {
            Place::Directory(directory) => {
                directory.write(&format!("{}-{index:06}.pl", self.file), &(text + program))?;
            }
            Place::Stream(stream) => {
                header::separate(&mut text, index);
                stream.write(&(text + program))?;
            }
        }
        self.count += 1;
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        match self.place {
            Place::Stream(stream) if self.count > 0 => stream.finish(),
            _ => Ok(()),
        }
    }
}
