//! `randlog compare`: do inference engines agree?

mod formats;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use randlog_experiment::compare::{Comparison, compare};
use randlog_experiment::engine::{Catalogue, Engine, Limits, Status};
use randlog_generate::batch;

use crate::engines::Place;
use crate::failure::Failure;
use crate::output::Stream;
use crate::{header, input, method, options};

/// Run inference engines on ProbLog files, and compare their answers and times
///
/// The answer of the built-in engine is the reference, or else the median of all. An answer that is
/// more than 1e-6 away from it is marked with `≠`, unless a known fault of the engine explains it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// ProbLog programs with queries
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The engines to run, by name, or NAME=COMMAND for one of your own (see `randlog engines`)
    /// [default: all that are installed]
    #[arg(long, value_name = "ENGINE,…", value_delimiter = ',')]
    engines: Vec<String>,

    /// The longest that an engine may take for a program, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    timeout: Duration,

    /// The most memory that an engine may use: address space, of each process
    #[arg(long, value_name = "SIZE", value_parser = method::memory, default_value = "4GiB")]
    memory: randlog_generate::exact::Limits,

    /// How many programs to run at the same time; they disturb each other's times
    #[arg(long, value_name = "T", value_parser = options::threads, default_value = "1")]
    threads: std::num::NonZero<usize>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    #[command(flatten)]
    place: Place,
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
    let engines = args.engines(&args.place.catalogue()?)?;
    let limits = Limits { time: args.timeout, memory: args.memory.memory };
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
    let text = input::read(file)?;
    let count = header::sections(&String::from_utf8_lossy(&text)).len();
    match count {
        1 => Ok(()),
        count => Err(Failure::SeveralPrograms { path: file.to_owned(), count }),
    }
}

impl Args {
    /// The engines to run. One that is missing is left out, with a word on how to get it.
    fn engines(&self, catalogue: &Catalogue) -> Result<Vec<Box<dyn Engine>>, Failure> {
        let named = self.engines.iter().map(|name| catalogue.engine(name));
        let mut engines: Vec<Box<dyn Engine>> = match self.engines.is_empty() {
            true => catalogue.all(),
            false => named.collect::<Result<_, _>>()?,
        };
        let is_installed = |engine: &dyn Engine| match engine.status() {
            Status::Installed(_) => true,
            Status::Missing { remedy } => {
                eprintln!("{} is not installed; install it by `{remedy}`", engine.name());
                false
            }
        };
        engines.retain(|engine| is_installed(&**engine));
        if engines.is_empty() { Err(Failure::NoEngines) } else { Ok(engines) }
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
