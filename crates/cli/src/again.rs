//! `randlog again`: repeat the command that made a file.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use randlog_base::text::{shell_split, shell_word};
use randlog_experiment::{Shard, directory, known};
use randlog_generate::spec::SourceText;
use randlog_recipe::{BadHeader, Enumeration, Invocation, Recipe};
use serde::Deserialize;

use crate::failure::Failure;
use crate::{Cli, input, output};

/// Repeat the command that made a file
///
/// The header of a file of programs holds its command, and so do the records of an experiment, a run of
/// `fuzz` (`run.toml`) and each of its findings (`fault.toml`).
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file, `-` for standard input, or the directory of an experiment, of `fuzz`, or of a finding
    path: PathBuf,

    /// Print the command line, and do not run it
    #[arg(long)]
    show: bool,

    /// Where the output goes: a file, or a directory for an experiment or `fuzz`
    #[arg(short, long, value_name = "PATH", conflicts_with = "output_dir")]
    output: Option<PathBuf>,

    /// Write a file per program into a directory that is empty or does not exist yet
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    /// Further flags of the command, after `--`
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  The programs of a file once more, and the command that makes them:
    randlog again programs.pl
    randlog again programs.pl --show
  An experiment in another directory, on two threads:
    randlog again results --output repeated -- --threads 2
  The program that a finding comes from, asked again:
    randlog again faults/sdd-wrong-1 --output again

Exit codes: those of the command; 2 if the file does not say how it was made.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let invocation = read(&args.path)?;
    let is_about_directory = invocation.operand == "DIR";
    let output = args.output.as_ref().map(|path| path.to_string_lossy().into_owned());
    let mut line = match (&output, is_about_directory) {
        (Some(path), true) => invocation.line_about(&shell_word(path)),
        (None, true) if !args.show => return Err(Failure::NowhereToRepeat),
        _ => invocation.complete_line(),
    };
    if let (Some(path), false) = (&output, is_about_directory) {
        line += &format!(" --output {}", shell_word(path));
    }
    if let Some(path) = &args.output_dir {
        line += &format!(" --output-dir {}", shell_word(&path.to_string_lossy()));
    }
    line.extend(args.flags.iter().map(|flag| format!(" {}", shell_word(flag))));
    if args.show {
        return output::print(&format!("{line}\n"));
    }
    let words = shell_split(&line).unwrap_or_default();
    Cli::try_parse_from(words).map_or_else(|words| crate::help_or_usage(&words), crate::run)
}

/// What the command that made a file or directory was asked to do.
fn read(path: &Path) -> Result<Invocation, Failure> {
    if path.is_dir() {
        return of_directory(path)?
            .ok_or_else(|| Failure::NothingToRepeat { path: path.to_owned() });
    }
    match path.file_name().and_then(|name| name.to_str()) {
        Some(RUN) => return of_run(path),
        Some(FAULT) => return of_fault(path),
        Some(records) if Shard::of_file_name(records).is_some() => {
            return Ok(known::invocation(path)?);
        }
        _ => {}
    }
    let text = input::text(path)?;
    let name = path.display().to_string();
    match Invocation::from_header(&name, &text) {
        Ok(invocation) => {
            let checked = match invocation.command.as_str() {
                "enumerate" => Enumeration::from_invocation(&invocation).map(drop),
                _ => Recipe::from_invocation(&invocation).map(drop),
            };
            checked.map_err(|error| error.in_file(&SourceText::new(name, text)))?;
            Ok(invocation)
        }
        // A report or a program of a finding is beside the file that says how it was found.
        Err(BadHeader::NoHeader) => {
            let beside = path.parent().map(|parent| parent.join(FAULT));
            match beside.filter(|fault| fault.is_file()) {
                Some(fault) => of_fault(&fault),
                None => Err(Failure::NothingToRepeat { path: path.to_owned() }),
            }
        }
        Err(error) => Err(error.into()),
    }
}

fn of_directory(path: &Path) -> Result<Option<Invocation>, Failure> {
    let [run, fault] = [RUN, FAULT].map(|name| path.join(name));
    if run.is_file() {
        return of_run(&run).map(Some);
    }
    if fault.is_file() {
        return of_fault(&fault).map(Some);
    }
    let records = directory::files(path)?;
    Ok(records.first().map(|file| known::invocation(&file.path)).transpose()?)
}

/// The file of a run of `fuzz`.
const RUN: &str = "run.toml";

/// The file of a finding.
const FAULT: &str = "fault.toml";

#[derive(Deserialize)]
struct Run {
    search: Search,
    #[serde(default)]
    counts: Counts,
}

#[derive(Deserialize)]
struct Search {
    seed: String,
    engines: Vec<String>,
    oracles: Vec<String>,
    without: Vec<String>,
    spec: Option<String>,
}

#[derive(Default, Deserialize)]
struct Counts {
    #[serde(default)]
    next: u64,
}

#[derive(Deserialize)]
struct Fault {
    command: Option<String>,
    index: Option<String>,
}

fn of_toml<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, Failure> {
    let text = input::text(path)?;
    toml::from_str(&text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
        let line = 1 + before.matches('\n').count();
        let reason = format!("line {line}: {}", error.message());
        Failure::NotRepeated { path: path.to_owned(), reason }
    })
}

fn of_run(path: &Path) -> Result<Invocation, Failure> {
    let Run { search, counts } = of_toml(path)?;
    let mut invocation = Invocation::new("fuzz", "");
    if !search.engines.is_empty() {
        invocation = invocation.with("engines", search.engines.join(","));
    }
    invocation = invocation
        .with("seed", search.seed)
        .with("oracles", search.oracles.join(","))
        .with_unless(String::new(), "without", search.without.join(","));
    if search.spec.is_some() {
        invocation = invocation.with("spec", path.display());
    }
    Ok(invocation.with("programs", counts.next))
}

fn of_fault(path: &Path) -> Result<Invocation, Failure> {
    let Fault { command, index } = of_toml(path)?;
    let damaged =
        |reason: &str| Failure::NotRepeated { path: path.to_owned(), reason: reason.to_owned() };
    let command = command.ok_or_else(|| damaged("it holds no command"))?;
    let invocation =
        Invocation::from_line(&command).map_err(|error| damaged(&error.to_string()))?;
    Ok(match index {
        Some(index) => invocation.with("index", index).with("programs", 1),
        None => invocation,
    })
}

/// The spec of a run of `fuzz`, if the file is one and has a spec.
pub(crate) fn spec_of_run(path: &Path) -> Option<Vec<u8>> {
    let is_run = path.file_name().is_some_and(|name| name == RUN);
    let text = is_run.then(|| fs::read_to_string(path).ok())??;
    Some(toml::from_str::<Run>(&text).ok()?.search.spec?.into_bytes())
}
