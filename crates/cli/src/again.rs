//! `randlog again`: repeat the command that made a file.

use std::path::{Path, PathBuf};

use randlog_base::text::{shell_split, shell_word};
use randlog_experiment::{Shard, directory, known};
use randlog_faults::campaign::session::FILE as RUN;
use randlog_generate::spec::SourceText;
use randlog_recipe::{BadHeader, Enumeration, Invocation, Recipe};
use serde::Deserialize;

use crate::failure::Failure;
use crate::fuzz_run::{self, FuzzRun};
use crate::{input, output};

/// Repeat the command that made a file
///
/// `again` reads the command from the header of a program file, from the records of an experiment, from a run
/// of `fuzz` (`run.toml`), or from a finding (`fault.toml`).
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file (`-` for standard input), or the directory of an experiment, of `fuzz`, or of a finding
    path: PathBuf,

    /// Print the command line without running it
    #[arg(long)]
    show: bool,

    /// Write the output to this file, or to this directory for an experiment or `fuzz`
    #[arg(short, long, value_name = "PATH", conflicts_with = "output_dir")]
    output: Option<PathBuf>,

    /// Write one file per program into this directory, which must be empty or absent
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    /// Additional flags for the command, after `--`
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  Generate the programs of a file again; show the command that generates them:
    randlog again programs.pl
    randlog again programs.pl --show
  Repeat an experiment in another directory, on two threads:
    randlog again results --output repeated -- --threads 2
  Run the engine again on the program that led to a finding:
    randlog again faults/sdd-wrong-1 --output again

Exit codes: those of the repeated command; 2 if the file does not say how it was made.";

/// The words of the command that is repeated; nothing if it was only to be shown.
pub(crate) fn run(args: &Args) -> Result<Option<Vec<String>>, Failure> {
    let invocation = read(&args.path)?;
    let is_about_directory = invocation.operand == "DIR";
    let flag =
        |name: &str, path: &PathBuf| format!(" {name} {}", shell_word(&path.to_string_lossy()));
    let mut line = match (&args.output, is_about_directory) {
        (Some(path), true) => invocation.line_about(&shell_word(&path.to_string_lossy())),
        (None, true) if !args.show => return Err(Failure::NowhereToRepeat),
        (Some(path), false) => invocation.complete_line() + &flag("--output", path),
        (None, _) => invocation.complete_line(),
    };
    line.extend(args.output_dir.iter().map(|path| flag("--output-dir", path)));
    line.extend(args.flags.iter().map(|flag| format!(" {}", shell_word(flag))));
    if args.show {
        output::print(&format!("{line}\n"))?;
        return Ok(None);
    }
    Ok(Some(shell_split(&line).unwrap_or_default()))
}

/// What the command that made a file or directory was asked to do.
fn read(path: &Path) -> Result<Invocation, Failure> {
    let nothing = || Failure::NothingToRepeat { path: path.to_owned() };
    if path.is_dir() {
        let named = [RUN, FAULT].map(|name| path.join(name)).into_iter().find(|it| it.is_file());
        let file = match named {
            Some(file) => Some(file),
            None => directory::files(path)?.into_iter().next().map(|file| file.path),
        };
        return read(&file.ok_or_else(nothing)?);
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
                None => Err(nothing()),
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// The file of a finding.
const FAULT: &str = "fault.toml";

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
    let FuzzRun { search, counts } = of_toml(path)?;
    let engines = search.engines.join(",");
    let lists = if engines.is_empty() { Vec::new() } else { vec![engines] };
    let spec = search.spec.as_ref().map(|_| path);
    Ok(fuzz_run::invocation(&lists, &search, spec).with("programs", counts.next))
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
