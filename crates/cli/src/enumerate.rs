//! `randlog enumerate`: every program of a space, as a stream.

use std::ops::ControlFlow;
use std::time::Instant;

use randlog_generate::search::{Ending, Searcher};
use randlog_generate::{Spec, Stop, Stopped};
use randlog_logic::{Dialect, Program};
use randlog_recipe::Enumeration;

use crate::failure::Failure;
use crate::limits::Limits;
use crate::options;
use crate::output::note;
use crate::program_writer::{OutputFlags, ProgramWriter};
use crate::progress::Progress;
use crate::spec_args::SpecArgs;

/// List every program that meets a spec
///
/// Programs are listed once each, in a fixed order. Two programs that differ only in the names of variables, the
/// order of clauses or the probabilities count as one; every clause gets the first probability of the spec. If a
/// limit is reached, the programs found so far are kept.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Stop after this many programs
    #[arg(long, value_name = "K", value_parser = options::whole::<u64>(0..))]
    limit: Option<u64>,

    /// The language to write
    #[arg(long, value_name = "LANGUAGE", value_parser = options::dialect(), default_value_t = Dialect::ProbLog)]
    format: Dialect,

    #[command(flatten)]
    output: OutputFlags,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    spec: SpecArgs,
}

const EXAMPLES: &str = "\
Examples:
  The 15 programs with one clause about p, then only the first three:
    randlog enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any
    randlog enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any --limit 3
  Write all programs of a spec to a file:
    randlog enumerate spec.toml --output programs.pl
  Write one file per program:
    randlog enumerate spec.toml --output-dir programs";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let started = Instant::now();
    args.limits.back_up();
    let spec = args.spec.spec()?;
    options::expressible(args.format, &spec)?;

    let (ended, found) = list(args, &spec)?;
    let which = match ended {
        Err(_) => {
            return Err(Failure::OutOfTime {
                done: format!(
                    "{} listed, and there may be more",
                    options::counted(found, "program")
                ),
                remedy: "what was found is kept; give a longer `--timeout`, or a `--limit`",
            });
        }
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
    let Args { limit, format: dialect, .. } = *args;
    let mut writer = ProgramWriter::open(&args.output, false, "program", dialect)?;
    let progress = Progress::programs(limit, args.output.is_stdout());
    let mut outcome = Ok(());
    let header = Enumeration { spec: spec.clone(), dialect, limit }.invocation().header("search");
    let mut add = |program: &Program| -> Result<bool, Failure> {
        let append = |text: &mut String| {
            dialect.print(program)?.write_to(text).expect("strings take any text");
            Ok(())
        };
        writer.add(writer.written, || header.clone(), append)?;
        if writer.written.is_multiple_of(1024) {
            progress.set(writer.written);
        }
        Ok(limit == Some(writer.written))
    };
    let ended = match args.limit {
        Some(0) => Ok(Ending::Enough),
        _ => Searcher::new(spec).enumerate(&Stop::NEVER.within(args.limits.timeout), |program| {
            let is_last = add(&program);
            let goes_on = matches!(is_last, Ok(false));
            outcome = is_last.map(|_| ());
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }),
    };
    outcome?;
    let found = writer.written;
    writer.finish()?;
    Ok((ended, found))
}
