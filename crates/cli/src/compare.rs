//! `randlog compare`: do inference engines agree?

mod formats;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use randlog_base::batch;
use randlog_engines::compare::{Comparison, compare};
use randlog_engines::{Catalogue, Engine};
use randlog_recipe::header;

use crate::engines::Choice;
use crate::failure::Failure;
use crate::output::Stream;
use crate::{input, options};

/// Run inference engines on ProbLog files, and compare their answers and times
///
/// The answer of the built-in engine is the reference, or else the median of the others. An answer that
/// is more than 1e-6 away from it is marked with `≠`, and with the known fault that explains it, if any.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// ProbLog programs with queries
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    /// How many programs to run at the same time; they disturb each other's times
    #[arg(long, value_name = "T", value_parser = options::threads, default_value = "1")]
    threads: std::num::NonZero<usize>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A table for each program
    Table,
    /// An object for each program, one per line
    Json,
    /// A row for each answer or failure
    Csv,
}

const EXAMPLES: &str = "\
Examples:
  All engines on a program:
    randlog compare program.pl
  Two of them, and one of your own, on many:
    randlog compare instances/*.pl --engines 'exact,sdd,mine=./my-engine --fast' --timeout 10
  An engine of your own takes a file as its last argument and prints one JSON object:
    {\"answers\": [{\"atom\": \"p(a)\", \"probability\": 0.25}]}

Exit codes: 0 if all answers agree, 1 if some do not, 2 for bad usage or files that cannot be read.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    for file in &args.files {
        check(file)?;
    }
    let engines = args.choice.installed(&Catalogue::names())?;
    let engines: Vec<Box<dyn Engine>> = engines.into_iter().map(|(_, engine)| engine).collect();
    let limits = args.choice.limits();
    let mut stdout = Stream::create(None)?;
    stdout.write(args.format.start())?;
    let mut outcome = Ok(());
    let mut disputed = 0;
    let worker = || |index: u64| Some(compare(&engines, &args.files[index as usize], &limits));
    batch::in_order(args.threads.get(), 0..args.files.len() as u64, worker, |index, comparison| {
        disputed += usize::from(comparison.disagree());
        let text = args.format.text(&args.files[index as usize], &comparison);
        outcome = stdout.write(&text).and_then(|()| stdout.flush());
        if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    outcome?;
    stdout.finish()?;
    match disputed {
        0 => Ok(()),
        programs => Err(Failure::EnginesDisagree { programs, of: args.files.len() }),
    }
}

/// Is this one program, and not several?
fn check(file: &Path) -> Result<(), Failure> {
    if file.as_os_str() == "-" {
        return Err(Failure::NotAFile);
    }
    let count = header::sections(&input::text(file)?).len();
    match count {
        1 => Ok(()),
        count => Err(Failure::SeveralPrograms { path: file.to_owned(), count }),
    }
}

impl Format {
    /// What comes before all programs.
    fn start(self) -> &'static str {
        match self {
            Format::Csv => formats::CSV_HEADER,
            Format::Table | Format::Json => "",
        }
    }

    fn text(self, file: &Path, comparison: &Comparison) -> String {
        let file = file.display().to_string();
        match self {
            Format::Table => formats::table(&file, comparison),
            Format::Json => formats::json(&file, comparison),
            Format::Csv => formats::csv(&file, comparison),
        }
    }
}
