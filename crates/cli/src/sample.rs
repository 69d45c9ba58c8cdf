//! `randlog sample`: random programs that meet a spec.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_generate::search::{Limits, Sampled};
use randlog_generate::source::{Method, Source};
use randlog_generate::{Spec, batch, exact};
use randlog_logic::{Dialect, Program};

use crate::failure::Failure;
use crate::method::Size;
use crate::output::{self, Directory, Stream};
use crate::progress::Progress;
use crate::spec_args::SpecFlags;
use crate::{header, method, options};

/// Draw random programs that meet a spec
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The spec as a TOML file, or a program that carries its spec in its header
    spec: Option<PathBuf>,

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
    memory: exact::Limits,

    /// How many threads to use; the output is the same for any number [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// Give up after so many seconds, keeping what was found
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// The language to write
    #[arg(long, value_name = "LANGUAGE", value_parser = options::dialect(), default_value_t = Dialect::ProbLog)]
    format: Dialect,

    /// Write all programs into one file, which appears when all are done
    #[arg(short, long, value_name = "FILE", conflicts_with = "output_dir")]
    output: Option<PathBuf>,

    /// Write a file per program into a directory that is empty or does not exist yet
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    #[command(flatten)]
    flags: SpecFlags,
}

const EXAMPLES: &str = "\
Examples:
  One program, from flags alone:
    randlog sample --predicates p/1,q/2 --variables X,Y --constants 2 --max-nodes 3 --max-clauses 4
  A thousand programs from a file, a file each, always the same:
    randlog sample spec.toml --count 1000 --seed 42 --output-dir programs
  Program 17 of that run alone:
    randlog sample spec.toml --seed 42 --index 17
  Programs of all sizes, and not nearly always of the largest:
    randlog sample spec.toml --count 100 --spread clauses,nodes
  Plain Prolog with safe clauses only:
    randlog sample spec.toml --probabilities 1 --safe --format prolog";

/// What came of one index.
enum Drawn {
    Program(String),
    EmptySpace,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let started = Instant::now();
    let spec = args.flags.spec(args.spec.as_deref())?;
    options::expressible(args.format, &spec)?;
    let indices = args.indices()?;
    let seed = args.seed.unwrap_or_else(random_seed);
    output::clean_up_on_interrupt();

    let source = Source::new(&spec, args.method, Size::spread(&args.spread), &args.memory)?;
    if let Source::Search(_, Some(reason)) = &source {
        eprintln!("by search, since {reason}");
    }
    let mut programs = Destination::open(args, &spec, &source, seed)?;
    let progress = Progress::new(Some(args.count), programs.is_stdout());
    let outcome = draw(args, &source, seed, indices, |index, drawn| {
        let Drawn::Program(text) = drawn else {
            return Err(Failure::EmptySpace { how: "the search" });
        };
        programs.add(index, &text)?;
        progress.set(programs.count);
        Ok(())
    });
    drop(progress);
    let found = programs.count;
    // Whatever happened, what was found is kept.
    programs.finish()?;
    outcome?;
    if found < args.count {
        return Err(Failure::OutOfTime { found, wanted: args.count });
    }
    let (found, method) = (options::programs(found), source.name());
    eprintln!("{found} by {method} in {:.2?}, seed {seed}", started.elapsed());
    Ok(())
}

impl Args {
    fn indices(&self) -> Result<Range<u64>, Failure> {
        let overflow = Failure::IndexOverflow { first: self.index, count: self.count };
        let end = self.index.checked_add(self.count).ok_or(overflow)?;
        Ok(self.index..end)
    }

    /// The command that draws the given programs again.
    fn command(&self, method: &str, seed: u64, index: u64, count: u64) -> String {
        let spread = method::spread_flag(Size::spread(&self.spread));
        let format = self.format;
        format!(
            "randlog sample SPEC --method {method}{spread} --seed {seed} --index {index} \
             --count {count} --format {format}"
        )
    }
}

/// A seed that is short enough to be typed again. The standard library keys its hash maps at random.
fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}

/// Draw on all threads and pass the texts on in order, until the first failure.
fn draw(
    args: &Args,
    source: &Source,
    seed: u64,
    indices: Range<u64>,
    mut each: impl FnMut(u64, Drawn) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let limits = Limits { deadline: options::deadline(args.timeout), ..Limits::default() };
    let make_worker = || {
        let mut drawer = source.drawer();
        move |index| match drawer.draw(seed, index, &limits) {
            Sampled::Found(program) => Some(text(args.format, &program).map(Drawn::Program)),
            Sampled::Empty => Some(Ok(Drawn::EmptySpace)),
            Sampled::Limit => None,
        }
    };
    let mut outcome = Ok(());
    batch::in_order(options::threads_or_all(args.threads), indices, make_worker, |index, drawn| {
        outcome = drawn.and_then(|drawn| each(index, drawn));
        if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    outcome
}

fn text(format: Dialect, program: &Program) -> Result<String, Failure> {
    Ok(format.print(program)?.to_string())
}

/// The programs written so far, and where to.
struct Destination<'a> {
    args: &'a Args,
    spec: &'a Spec,
    source: &'a Source,
    seed: u64,
    place: Place<'a>,
    count: u64,
}

enum Place<'a> {
    Stream(Stream),
    Directory(Directory<'a>),
}

impl<'a> Destination<'a> {
    fn open(
        args: &'a Args,
        spec: &'a Spec,
        source: &'a Source,
        seed: u64,
    ) -> Result<Destination<'a>, Failure> {
        let place = match &args.output_dir {
            Some(path) => Place::Directory(Directory::prepare(path)?),
            None => Place::Stream(Stream::create(args.output.as_deref())?),
        };
        Ok(Destination { args, spec, source, seed, place, count: 0 })
    }

    fn is_stdout(&self) -> bool {
        self.args.output.is_none() && self.args.output_dir.is_none()
    }

    fn header(&self, index: u64, count: u64) -> String {
        let method = self.source.name();
        header::of(&self.args.command(method, self.seed, index, count), method, self.spec)
    }

    fn add(&mut self, index: u64, program: &str) -> Result<(), Failure> {
        let mut text = match (&self.place, self.count) {
            (Place::Directory(_), _) => self.header(index, 1),
            (Place::Stream(_), 0) => self.header(self.args.index, self.args.count),
            (Place::Stream(_), _) => "\n".to_owned(),
        };
        match &mut self.place {
            Place::Directory(directory) => {
                directory.write(&format!("program-{index:06}.pl"), &(text + program))?;
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
