//! `randlog reduce`: the few lines of a program that show a fault.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use randlog_base::Stop;
use randlog_engines::known::KnownFaults;
use randlog_engines::script::Script;
use randlog_engines::{Engine, Status};
use randlog_faults::reduce::engine::{EngineJudge, observe};
use randlog_faults::reduce::script::ScriptJudge;
use randlog_faults::reduce::{Judge, NotReduced, Options, Progress, Reduction, reduce};
use randlog_faults::{Fault, TestCase};
use randlog_logic::Program;

use crate::engines::{EngineFlags, Trust};
use crate::failure::Failure;
use crate::input::ProgramText;
use crate::interrupt::stop_on_interrupt;
use crate::known::KnownArgs;
use crate::options::counted;
use crate::output::{note, print, say, write_whole};
use crate::{limits, options, progress};

/// Reduce a program to the few lines that show a fault (delta debugging)
///
/// With `--engine`, the built-in engine is the reference, and the reduced program makes the given engine fail in the
/// same way. With `--judge`, your own command decides by its exit code: 0 if a program is still interesting.
///
/// `reduce` removes clauses, then parts of bodies, heads, arguments, constants, predicates and probabilities, until
/// nothing more can be removed. Then it simplifies the names. The result does not depend on the number of threads.
/// After an interrupt, it prints the smallest program so far.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("timeout", |arg| arg.default_value("10")))]
pub(crate) struct Args {
    /// A ProbLog program (`-` for standard input)
    file: PathBuf,

    /// The engine with the fault: a name, or NAME=COMMAND for your own engine
    #[arg(
        long,
        value_name = "ENGINE",
        required_unless_present = "judge",
        conflicts_with = "judge"
    )]
    engine: Option<String>,

    /// A shell command that exits with 0 if the program in the file `{}` is interesting
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,

    /// Write the reduced program to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The number of programs to judge at a time [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    #[command(flatten)]
    known: KnownArgs,

    #[command(flatten)]
    trust: Trust,

    #[command(flatten)]
    flags: EngineFlags,
}

const EXAMPLES: &str = "\
Examples:
  Reduce a fault of ProbLog's back-end `sdd`:
    randlog reduce program.pl --engine sdd
  Reduce a fault of your own engine:
    randlog reduce program.pl --engine 'mine=./my-engine --fast' -o reduced.pl
  Let a script decide what is interesting:
    randlog reduce program.pl --judge './still-wrong {}'

Exit codes: 0 if reduced; 1 if the program shows no fault, or the engine or the command cannot be run; 2 for \
bad usage or a program that cannot be read; 130 if interrupted, after writing the smallest program so far.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let threads = u64::try_from(options::threads_or_all(args.threads).get()).unwrap_or(u64::MAX);
    limits::back_up(None, args.flags.limits().memory.saturating_mul(threads));
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
        return Err(program.not_parsed(error));
    }
    let known = args.known.load()?;
    match (&args.judge, &args.engine) {
        (Some(command), _) => by_script(args, &case, command),
        (None, name) => {
            let catalogue = args.flags.catalogue(args.trust)?;
            let engine = catalogue.engine(name.as_deref().unwrap_or_default())?;
            by_engine(args, &case, &*engine, &known)
        }
    }
}

fn by_script(args: &Args, program: &TestCase, command: &str) -> Result<(), Failure> {
    let judge = ScriptJudge { script: Script::new(command), limits: args.flags.limits() };
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
    let limits = args.flags.limits();
    let fault = observe(engine, program, &limits, known.refusals(), &Stop::NEVER)?;
    note!("{}", heading(&fault));
    let judge = EngineJudge::new(engine, fault, limits, known.refusals());
    let reduction = reduced(args, program, &judge)?;
    finish(args, &reduction)?;
    // An unsteady engine may not show it again: that takes nothing from the result.
    let Ok(seen) = observe(engine, &reduction.program, &limits, known.refusals(), &Stop::NEVER)
    else {
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
    let shown = Arc::new(progress::Progress::message());
    let say = shown.printer();
    let stop = stop_on_interrupt(move || {
        say("stopping; interrupt again to stop at once");
    });
    let (started, message) = (Instant::now(), shown.clone());
    let progress = move |Progress { calls, lines, step }: &Progress| {
        let (lines, programs) = (counted(*lines as u64, "line"), counted(*calls as u64, "program"));
        message.set_message(format!("{lines}, {programs} judged: {step}"));
    };
    let threads = options::threads_or_all(args.threads);
    let options = Options { threads, repetitions: REPETITIONS, stop, progress: Some(&progress) };
    let reduction = reduce(program, judge, &options);
    drop((shown, progress));
    let reduction = reduction.map_err(|error: NotReduced| Failure::NotReduced(error))?;
    note!(
        "{}, of {}; {} judged in {:.1} s",
        counted(reduction.size.lines as u64, "line"),
        reduction.before.lines,
        counted(reduction.calls as u64, "program"),
        started.elapsed().as_secs_f64()
    );
    Ok(reduction)
}

/// How often a judge must say the same about the program as it is given, and about the result.
const REPETITIONS: usize = 5;

fn finish(args: &Args, reduction: &Reduction) -> Result<(), Failure> {
    match &args.output {
        Some(path) => write_whole(path, reduction.program.text()),
        None => print(reduction.program.text()),
    }
}

fn complete(reduction: &Reduction) -> Result<(), Failure> {
    let stopped = || Failure::Stopped {
        done: "this is the best program so far".to_owned(),
        remedy: "continue with the same command on the reduced program",
    };
    reduction.complete.then_some(()).ok_or_else(stopped)
}
