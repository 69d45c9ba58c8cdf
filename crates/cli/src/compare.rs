//! `randlog compare`: do inference engines agree?

mod formats;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use randlog_base::Stop;
use randlog_engines::catalogue::Selection;
use randlog_engines::compare::{Comparison, Starts, Tally, compare_all};
use randlog_engines::{Catalogue, Engine, TestCase};

use crate::engines::{Choice, Trust};
use crate::failure::Failure;
use crate::input::ProgramText;
use crate::known::KnownArgs;
use crate::limits;
use crate::output::{self, Stream, complain};
use crate::progress::Progress;
use crate::{json, options, paths};

/// Run inference engines on ProbLog programs, and compare their answers and times
///
/// The reference is the answer of the built-in engine, or the median of the other answers if it has none. `compare`
/// marks an answer with `≠` if it differs from the reference by more than 1e-6, and names the known fault that
/// explains it, if there is one. Agreement needs at least two engines that answer.
///
/// For several programs, an engine is started once, if it can answer several. `compare` repeats a wrong answer in a
/// fresh process before it reports it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files of ProbLog programs with queries (`-` for standard input), or directories of them
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    known: KnownArgs,

    /// The number of programs to run at a time. More than one disturbs the times
    #[arg(long, value_name = "T", value_parser = options::threads, default_value = "1")]
    threads: std::num::NonZero<usize>,

    #[command(flatten)]
    trust: Trust,

    /// Start every engine anew for each program, so that times include the start
    #[arg(long)]
    fresh: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// One table per program
    Table,
    /// One JSON object per program and line
    Json,
    /// One row per answer or failure
    Csv,
}

const EXAMPLES: &str = "\
Examples:
  Run all engines on a program:
    randlog compare program.pl
  Run two of them and your own engine on many programs:
    randlog compare instances/*.pl --engines 'exact,sdd,mine=./my-engine --fast' --timeout 10
  Your own engine gets a file as its last argument, and prints one JSON object:
    {\"answers\": [{\"atom\": \"p(a)\", \"probability\": 0.25}]}

Exit codes: 0 if at least two engines answer each program, and agree; 1 if engines disagree, if fewer than \
two answer a program, if a requested engine cannot be run, or if an engine prints no valid answer; 2 for \
bad usage or a file that cannot be read.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Format::Json = args.format {
        json::Format::Json.begin("compare");
    }
    // Engines within this process share its memory.
    let threads = u64::try_from(args.threads.get()).unwrap_or(u64::MAX);
    limits::back_up(None, args.choice.flags.limits().memory.saturating_mul(threads));
    let mut programs = Vec::new();
    for file in &paths::files(&args.files)? {
        programs.extend(read(file, args.trust)?);
    }
    let selection = args.choice.select(&Catalogue::probabilistic_names(), args.trust)?;
    let Selection { engines, missing, .. } = selection;
    let tally = print(args, &engines, &programs)?;
    let mut failures = failures(tally);
    // What was left out is a failure only if somebody asked for it.
    if !args.choice.lists.is_empty() {
        failures.extend(missing.into_iter().map(|(name, _)| Failure::EngineMissing { name }));
    }
    let last = failures.pop();
    for failure in failures {
        if let Some(line) = json::failed(&failure) {
            output::print(&line)?;
        }
        complain(failure);
    }
    last.map_or(Ok(()), Err)
}

/// Compare the engines on all programs, and print as they come.
fn print(
    args: &Args,
    engines: &[Box<dyn Engine>],
    programs: &[(ProgramText, TestCase)],
) -> Result<Tally, Failure> {
    let mut stdout = Stream::create(None)?;
    if let Format::Csv = args.format {
        stdout.write(formats::CSV_HEADER)?;
    }
    let mut outcome = Ok(());
    let progress = Progress::programs(Some(programs.len() as u64), false);
    let print = |index: usize, comparison: &Comparison| {
        let text = match args.format {
            Format::Table => formats::table,
            Format::Json => formats::json,
            Format::Csv => formats::csv,
        };
        let text = text(&programs[index].0, comparison);
        outcome = progress.suspend(|| stdout.write(&text).and_then(|()| stdout.flush()));
        progress.set(index as u64 + 1);
        if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    // What a program loads is looked for where its file is.
    let is_once = programs.len() > 1 && !args.fresh && !args.trust.is_given;
    let starts = if is_once { Starts::Once } else { Starts::Fresh };
    let how = (starts, args.threads, &Stop::NEVER);
    let (limits, known) = (args.choice.flags.limits(), args.known.load()?);
    let cases: Vec<TestCase> = programs.iter().map(|(_, case)| case.clone()).collect();
    let tally = compare_all(engines, &cases, &limits, &known, how, print)?;
    outcome?;
    stdout.finish()?;
    Ok(tally)
}

/// What keeps the engines from agreeing.
fn failures(tally: Tally) -> Vec<Failure> {
    let Tally { programs: of, disagreements, too_few_answers, not_run, unparsable } = tally;
    let mut failures = Vec::new();
    if disagreements > 0 {
        failures.push(Failure::EnginesDisagree { programs: disagreements, of });
    }
    if too_few_answers > 0 {
        failures.push(Failure::TooFewAnswers { programs: too_few_answers, of });
    }
    let (not_run, unparsable) = (not_run.into_iter(), unparsable.into_iter());
    failures.extend(not_run.map(|(name, why)| Failure::EngineNotRun { name, reason: why }));
    failures.extend(unparsable.map(|(name, why)| Failure::NoReply { name, words: why.words }));
    failures
}

/// The programs of a file, which must load no code, and what to call them.
fn read(file: &Path, trust: Trust) -> Result<Vec<(ProgramText, TestCase)>, Failure> {
    let programs = ProgramText::all(file)?;
    let case = |program: &ProgramText| {
        // What stands alone in a file is left there: an engine may look around.
        let case = match program.is_whole && file.as_os_str() != "-" {
            true => TestCase::from(file),
            false => TestCase::from(program.text()),
        };
        (program.clone(), case)
    };
    if let Some(program) = programs.first() {
        trust.check(file, program.file.text())?;
    }
    Ok(programs.iter().map(case).collect())
}
