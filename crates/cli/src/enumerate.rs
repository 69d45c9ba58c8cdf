//! `randlog enumerate`: every program of a space, as a stream.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_generate::Spec;
use randlog_generate::search::{Budget, Ending, Searcher};
use randlog_logic::{Dialect, Program};
use randlog_recipe::header;

use crate::failure::Failure;
use crate::options;
use crate::output::{self, Stream};
use crate::progress::Progress;
use crate::spec_args::SpecFlags;

/// List every program that meets a spec, once, in a fixed order
///
/// Programs that differ in the names of variables, the order of clauses or the probabilities are
/// one program; every clause is written with the first probability of the list.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The spec as a TOML file, or a program that carries its spec in its header
    spec: Option<PathBuf>,

    /// Stop after this many programs
    #[arg(long, value_name = "K")]
    limit: Option<u64>,

    /// Give up after this many seconds, keeping what was found
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// The language to write
    #[arg(long, value_name = "LANGUAGE", value_parser = options::dialect(), default_value_t = Dialect::ProbLog)]
    format: Dialect,

    /// Write into a file, which appears when all programs are listed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    flags: SpecFlags,
}

const EXAMPLES: &str = "\
Examples:
  The 15 programs of one clause about p, and the first three of them:
    randlog enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any
    randlog enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any --limit 3
  All programs of a spec into a file:
    randlog enumerate spec.toml --output programs.pl";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let started = Instant::now();
    let spec = args.flags.spec(args.spec.as_deref())?;
    options::expressible(args.format, &spec)?;
    output::clean_up_on_interrupt();

    let stream = Stream::create(args.output.as_deref())?;
    let progress = Progress::new(args.limit, args.output.is_none());
    let mut listing = Listing { args, stream, progress, text: args.header(&spec), count: 0 };
    let ended = listing.fill(&spec)?;
    let found = listing.finish()?;
    match ended {
        Ending::Limit => return Err(Failure::EnumerationOutOfTime { found }),
        Ending::Exhausted if found == 0 => {
            return Err(Failure::EmptySpace { how: "the search" });
        }
        Ending::Exhausted => eprint!("all "),
        Ending::Stopped => eprint!("the first "),
    }
    eprintln!("{} by search in {:.2?}", options::programs(found), started.elapsed());
    Ok(())
}

impl Args {
    fn header(&self, spec: &Spec) -> String {
        let limit = self.limit.map(|limit| format!(" --limit {limit}")).unwrap_or_default();
        let command = format!("randlog enumerate SPEC{limit} --format {}", self.format);
        header::text(&command, "search", spec)
    }
}

/// The stream of programs as it grows.
struct Listing<'a> {
    args: &'a Args,
    stream: Stream,
    progress: Progress,
    /// What is to be written next; one buffer serves all programs.
    text: String,
    count: u64,
}

impl Listing<'_> {
    fn fill(&mut self, spec: &Spec) -> Result<Ending, Failure> {
        let budget = Budget { deadline: options::deadline(self.args.timeout), ..Budget::default() };
        if self.args.limit == Some(0) {
            return Ok(Ending::Stopped);
        }
        let mut outcome = Ok(());
        let ended = Searcher::new(spec).enumerate(&budget, |program| {
            outcome = self.add(&program);
            if outcome.is_err() || self.args.limit == Some(self.count) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        outcome.map(|()| ended)
    }

    fn add(&mut self, program: &Program) -> Result<(), Failure> {
        let Listing { text, stream, .. } = self;
        header::separate(text, self.count);
        self.args.format.print(program)?.write_to(text).expect("strings take any text");
        stream.write(text)?;
        text.clear();
        text.push('\n');
        self.count += 1;
        if self.count.is_multiple_of(1024) {
            self.progress.set(self.count);
        }
        Ok(())
    }

    fn finish(self) -> Result<u64, Failure> {
        if self.count > 0 {
            self.stream.finish()?;
        }
        Ok(self.count)
    }
}
