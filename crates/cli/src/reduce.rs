//! `randlog reduce`: the few lines of a program that show a fault.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::ProgressDrawTarget;
use randlog_base::Stop;
use randlog_engines::known::KnownFaults;
use randlog_engines::script::Script;
use randlog_engines::{Engine, EngineLimits, Status};
use randlog_faults::reduce::engine::{EngineJudge, observe};
use randlog_faults::reduce::script::ScriptJudge;
use randlog_faults::reduce::{Judge, NotReduced, Options, Progress, Reduction, reduce};
use randlog_faults::{Fault, TestCase};
use randlog_logic::Program;

use crate::engines::{Place, Trust};
use crate::failure::Failure;
use crate::input::ProgramText;
use crate::interrupt::stop_on_interrupt;
use crate::known::Known;
use crate::limits;
use crate::options;
use crate::output::{note, print, say, write_whole};
use crate::progress::bar;

/// Reduce a program to the few lines that show a fault
///
/// Either an engine is wrong about the program (`--engine`): the built-in engine knows what is right, and the
/// reduced program shows the same engine failing in the same way. Or a command of your own says what is
/// interesting (`--judge`), by its exit code: 0 if a program still is.
///
/// Clauses go, then parts of bodies, heads, arguments, constants, predicates and probabilities, until
/// nothing more can go; what is left gets plain names. The result is the same for any number of threads. An interrupt
/// ends it with the best program so far.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A ProbLog program; `-` is standard input
    file: PathBuf,

    /// The engine that is wrong about it, by name, or NAME=COMMAND for one of your own
    #[arg(
        long,
        value_name = "ENGINE",
        required_unless_present = "judge",
        conflicts_with = "judge"
    )]
    engine: Option<String>,

    /// A command for the shell that ends with 0 if a program is interesting; `{}` stands for its file
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,

    /// Write the reduced program to this file, not to standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many programs to judge at the same time [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// The longest that a program may take, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "10")]
    timeout: Duration,

    /// The most memory that the engine or the command may use: by all processes together where control groups can
    /// be made, else the address space of each
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    memory: u64,

    #[command(flatten)]
    known: Known,

    #[command(flatten)]
    trust: Trust,

    #[command(flatten)]
    place: Place,
}

const EXAMPLES: &str = "\
Examples:
  What ProbLog's back-end `sdd` gets wrong:
    randlog reduce program.pl --engine sdd
  An engine of your own:
    randlog reduce program.pl --engine 'mine=./my-engine --fast' -o reduced.pl
  Whatever a script says is interesting:
    randlog reduce program.pl --judge './still-wrong {}'

Exit codes: 0 done; 1 if the program shows no fault, or the engine or the command cannot be run; 2 for
bad usage or a program that cannot be read; 130 if interrupted, with the best program so far written.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let threads = u64::try_from(options::threads_or_all(args.threads)).unwrap_or(u64::MAX);
    limits::back_up(None, args.memory.saturating_mul(threads));
    let program = match &ProgramText::all(&args.file)?[..] {
        [program] => program.clone(),
        several => {
            let (path, count) = (args.file.clone(), several.len());
            return Err(Failure::SeveralPrograms { path, count });
        }
    };
    args.trust.check(&args.file, program.text())?;
    let case = TestCase::from(program.text());
    if let (None, Err(error)) = (case.tree(), Program::parse(program.text())) {
        return Err(program.not_parsed(error).into());
    }
    let known = args.known.load()?;
    match (&args.judge, &args.engine) {
        (Some(command), _) => by_script(args, &case, command),
        (None, name) => {
            let mut catalogue = args.place.catalogue()?;
            if args.trust.is_given {
                catalogue = catalogue.trusting_programs();
            }
            let engine = catalogue.engine(name.as_deref().unwrap_or_default())?;
            by_engine(args, &case, &*engine, &known)
        }
    }
}

impl Args {
    fn limits(&self) -> EngineLimits {
        EngineLimits { time: self.timeout, memory: self.memory }
    }
}

fn by_script(args: &Args, program: &TestCase, command: &str) -> Result<(), Failure> {
    let judge = ScriptJudge { script: Script::new(command), limits: args.limits() };
    let asked = judge.script.says_yes(program, &judge.limits, &Stop::NEVER);
    if let Ok(Err(failure)) = asked {
        return Err(Failure::JudgeNotRun { command: command.to_owned(), words: failure.words });
    }
    let reduction = reduced(args, program, &judge)?;
    finish(args, &reduction)?;
    complete(&reduction)
}

fn by_engine(
    args: &Args,
    program: &TestCase,
    engine: &dyn Engine,
    known: &KnownFaults,
) -> Result<(), Failure> {
    if let Status::Missing(_) = engine.status() {
        return Err(Failure::EngineMissing { name: engine.name().to_owned() });
    }
    let limits = args.limits();
    let fault = observe(engine, program, &limits, &Stop::NEVER)?;
    note!("{}", heading(&fault));
    let reduction = reduced(args, program, &EngineJudge::new(engine, fault, limits))?;
    finish(args, &reduction)?;
    // An unsteady engine may not show it again: that takes nothing from the result.
    let Ok(seen) = observe(engine, &reduction.program, &limits, &Stop::NEVER) else {
        return complete(&reduction);
    };
    let Fault { engine, expected, answered, .. } = &seen;
    let mut words = format!("expected {expected}, {engine} says {answered}\n");
    if let Some(fault) = known.of_reduced(engine, &seen.program, seen.no_answer().as_ref()) {
        words += &format!("this is the known fault {}: {}\n", fault.name, fault.words);
    }
    say(&words);
    complete(&reduction)
}

/// What is kept.
fn heading(Fault { engine, kind, message, .. }: &Fault) -> String {
    match message.is_empty() {
        true => format!("{engine}: {kind}"),
        false => format!("{engine}: {kind} ({message})"),
    }
}

fn reduced(args: &Args, program: &TestCase, judge: &dyn Judge) -> Result<Reduction, Failure> {
    let bar = bar("{spinner} {msg}");
    if io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    let shown = bar.clone();
    let stop = stop_on_interrupt(move || {
        shown.println("stopping; interrupt again to stop at once");
    });
    let (started, shown) = (Instant::now(), bar.clone());
    let progress = move |Progress { calls, lines, step }: &Progress| {
        shown.set_message(format!("{lines} lines, {calls} programs judged: {step}"));
        shown.tick();
    };
    let threads =
        NonZero::new(options::threads_or_all(args.threads)).unwrap_or(NonZero::<usize>::MIN);
    let options = Options { threads, stop, progress: Some(&progress) };
    let reduction = reduce(program, judge, &options);
    bar.finish_and_clear();
    let reduction = reduction.map_err(|error: NotReduced| Failure::NotReduced(error))?;
    note!(
        "{}, of {}; {} judged in {:.1} s",
        options::counted(reduction.size.lines as u64, "line"),
        reduction.before.lines,
        options::counted(reduction.calls as u64, "program"),
        started.elapsed().as_secs_f64()
    );
    Ok(reduction)
}

fn finish(args: &Args, reduction: &Reduction) -> Result<(), Failure> {
    match &args.output {
        Some(path) => write_whole(path, reduction.program.text()),
        None => print(reduction.program.text()),
    }
}

fn complete(reduction: &Reduction) -> Result<(), Failure> {
    if reduction.complete { Ok(()) } else { Err(Failure::ReductionStopped) }
}
