//! `randlog enumerate`: every program of a space, as a stream.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_generate::search::{Ending, Searcher};
use randlog_generate::{Spec, Stop, Stopped};
use randlog_logic::{Dialect, Program};
use randlog_recipe::{Enumeration, header};

use crate::failure::Failure;
use crate::limits;
use crate::options;
use crate::output::{Directory, Place, Stream, note};
use crate::progress::Progress;
use crate::spec_args::SpecArgs;

/// List every program that meets a spec, once, in a fixed order
///
/// Programs that differ in the names of variables, the order of clauses or the probabilities are
/// one program; every clause is written with the first probability of the list.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Stop after this many programs
    #[arg(long, value_name = "K")]
    limit: Option<u64>,

    /// Give up after this many seconds, keeping what was found
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// Give up when about this much memory is needed
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    memory: u64,

    /// The language to write
    #[arg(long, value_name = "LANGUAGE", value_parser = options::dialect(), default_value_t = Dialect::ProbLog)]
    format: Dialect,

    /// Write into a file, which appears when all programs are listed
    #[arg(short, long, value_name = "FILE", conflicts_with = "output_dir")]
    output: Option<PathBuf>,

    /// Write a file per program into a directory that is empty or does not exist yet
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    #[command(flatten)]
    spec: SpecArgs,
}

const EXAMPLES: &str = "\
Examples:
  The 15 programs of one clause about p, and the first three of them:
    randlog enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any
    randlog enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any --limit 3
  All programs of a spec into a file:
    randlog enumerate spec.toml --output programs.pl
  A file each:
    randlog enumerate spec.toml --output-dir programs";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let started = Instant::now();
    limits::back_up(args.timeout, args.memory);
    let spec = args.spec.spec()?;
    options::expressible(args.format, &spec)?;

    let (ended, found) = list(args, &spec)?;
    let which = match ended {
        Err(_) => return Err(Failure::EnumerationOutOfTime { found }),
        Ok(Ending::Exhausted) if found == 0 => {
            let empty = Failure::EmptySpace { how: "the search", rules: Vec::new() };
            return Err(empty.about(&spec));
        }
        Ok(Ending::Exhausted) => "all",
        Ok(Ending::Enough) => "the first",
    };
    let programs = options::counted(found, "program");
    note!("{which} {programs} by search in {:.2?}", started.elapsed());
    Ok(())
}

/// Write programs until one is too many, and tell how many there were.
fn list(args: &Args, spec: &Spec) -> Result<(Result<Ending, Stopped>, u64), Failure> {
    let mut place = match &args.output_dir {
        Some(path) => Place::Directory(Directory::prepare(path)?),
        None => Place::Stream(Stream::create(args.output.as_deref())?),
    };
    let is_stdout = args.output.is_none() && args.output_dir.is_none();
    let progress = Progress::new(args.limit, is_stdout);
    let (mut found, mut outcome) = (0, Ok(()));
    let Args { limit, format: dialect, .. } = *args;
    let header = Enumeration { spec: spec.clone(), dialect, limit }.invocation().header("search");
    // What is to be written next.
    let mut text = header.clone();
    let mut add = |program: &Program| -> Result<bool, Failure> {
        if let Place::Stream(_) = place {
            header::separate(&mut text, found);
        }
        args.format.print(program)?.write_to(&mut text).expect("strings take any text");
        // One buffer serves all programs, unless their comments are unlike ours.
        text = header::commented(std::mem::take(&mut text), args.format);
        match &mut place {
            Place::Stream(stream) => {
                stream.write(&text)?;
                text.clear();
                text.push('\n');
            }
            Place::Directory(directory) => {
                let name = format!("program-{found:06}.{}", args.format.extension());
                directory.write(&name, &text)?;
                text.clone_from(&header);
            }
        }
        found += 1;
        if found.is_multiple_of(1024) {
            progress.set(found);
        }
        Ok(args.limit == Some(found))
    };
    let ended = match args.limit {
        Some(0) => Ok(Ending::Enough),
        _ => Searcher::new(spec).enumerate(&Stop::NEVER.within(args.timeout), |program| {
            let is_last = add(&program);
            let goes_on = matches!(is_last, Ok(false));
            outcome = is_last.map(|_| ());
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }),
    };
    outcome?;
    if let (Place::Stream(stream), 1..) = (place, found) {
        stream.finish()?;
    }
    Ok((ended, found))
}
