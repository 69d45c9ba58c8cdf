//! The `randlog` command line: parse flags, call a crate, print.
//!
//! stdout is data, stderr is for people; `output` writes to both, and nothing else does.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod again;
mod check;
mod compare;
mod count;
mod describe;
mod drawing;
mod engines;
mod enumerate;
mod experiment;
mod explain;
mod failure;
mod fuzz;
mod fuzz_run;
mod idle;
mod infer;
mod input;
mod instance;
mod interrupt;
mod json;
mod known;
mod like;
mod limits;
mod measures;
mod options;
mod output;
mod paths;
mod presets;
mod program_writer;
mod progress;
mod reduce;
mod report;
mod sample;
mod shell;
mod spec_args;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

/// Generate random logic programs, and use them to test and compare inference engines.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
A spec describes the programs to generate. It is a TOML file, or flags, or a file overridden by flags.

Examples:
  randlog sample --predicates p/1,q/2 --variables 2 --constants 1 --max-nodes 3 --max-clauses 4
  randlog sample spec.toml --count 1000 --seed 42 --output-dir programs
  randlog enumerate spec.toml --limit 20
  randlog count spec.toml
  randlog check program.pl --spec spec.toml
  randlog describe program.pl
  randlog sample --like program.pl --count 1000 --output-dir relatives
  randlog infer program.pl
  randlog instance spec.toml --count 10 --output-dir instances
  randlog compare instances/*.pl
  randlog again instances/instance-000007.pl
  randlog reduce program.pl --engine sdd

Exit codes: 0 success, or yes; 1 no, or not finished (a limit, a failure); 2 bad usage or bad input; \
130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    Sample(sample::Args),
    Enumerate(enumerate::Args),
    Count(count::Args),
    Check(check::Args),
    Describe(describe::Args),
    Presets(presets::Args),
    Verify(verify::Args),
    Infer(infer::Args),
    Instance(instance::Args),
    Again(again::Args),
    Engines(engines::Args),
    Compare(compare::Args),
    Reduce(reduce::Args),
    Fuzz(fuzz::Args),
    Experiment(experiment::Args),
    Completions(shell::Completions),
    Man(shell::Man),
}

fn main() -> ExitCode {
    interrupt::listen();
    let outcome = run(Cli::try_parse());
    let code = outcome.as_ref().map_or_else(Failure::exit_code, |()| 0);
    if let Err(failure) = outcome
        && !failure.is_silent()
    {
        // Whoever closed the output does not want to know.
        let _ = json::failed(&failure).map(|line| output::print(&line));
        output::complain(failure);
    }
    ExitCode::from(code)
}

/// Print what was asked for, such as help, or what is wrong with the arguments.
fn help_or_usage(words: &clap::Error) -> Result<(), Failure> {
    let styled = words.render();
    match words.use_stderr() {
        true => {
            output::say_styled(&styled.ansi().to_string(), &styled.to_string());
            Err(Failure::Checked { exit_code: failure::BAD_INPUT })
        }
        false => output::print_styled(&styled.ansi().to_string(), &styled.to_string()),
    }
}

fn run(parsed: Result<Cli, clap::Error>) -> Result<(), Failure> {
    let command = match parsed {
        Ok(cli) => cli.command,
        Err(words) => return help_or_usage(&words),
    };
    match command {
        Command::Sample(args) => sample::run(&args),
        Command::Enumerate(args) => enumerate::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Describe(args) => describe::run(&args),
        Command::Presets(args) => presets::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Infer(args) => infer::run(&args),
        Command::Instance(args) => instance::run(&args),
        Command::Again(args) => match again::run(&args)? {
            Some(words) => run(Cli::try_parse_from(words)),
            None => Ok(()),
        },
        Command::Engines(args) => engines::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Reduce(args) => reduce::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Completions(args) => shell::completions(&args, &mut Cli::command()),
        Command::Man(args) => shell::man(&args, Cli::command()),
    }
}
