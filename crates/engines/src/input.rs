//! What engines read: files with programs, or with what programs were translated to.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use randlog_base::files::Scratch;
use randlog_logic::{Dialect, Program};

use super::{FailureKind, NoAnswer, process};

/// The program in a file.
pub(super) fn source(file: &Path) -> Result<Program, NoAnswer> {
    let rejected = |error: &dyn Display| {
        FailureKind::Rejected.because(format!("`{}`: {error}", file.display()))
    };
    let text = fs::read_to_string(file).map_err(|error| rejected(&error))?;
    Program::parse(&text).map_err(|error| rejected(&error))
}

/// The program in a file, for engines that read function-free programs only.
pub(super) fn read(file: &Path) -> Result<Program, NoAnswer> {
    function_free(&source(file)?)
}

/// The program in a text, for engines that read function-free programs only.
pub(super) fn parse(text: &str) -> Result<Program, NoAnswer> {
    let program = Program::parse(text);
    function_free(&program.map_err(|error| FailureKind::Rejected.because(error.to_string()))?)
}

fn function_free(program: &Program) -> Result<Program, NoAnswer> {
    let words = "built-in predicates, compound terms and the like cannot be translated";
    let free = program.function_free().ok_or_else(|| FailureKind::Untranslated.because(words))?;
    // Directives that change no answer are of no use to others.
    Ok(Program { directives: Vec::new(), ..free.into_owned() })
}

/// A program as ProbLog writes it.
pub(super) fn printed(program: &Program) -> Result<String, NoAnswer> {
    let text = Dialect::ProbLog.print(program);
    text.map(|text| text.to_string()).map_err(|e| FailureKind::Rejected.because(e.to_string()))
}

/// A file with this text, for as long as the directory that it is in lives.
pub(super) fn temporary(text: &str) -> Result<(Scratch, PathBuf), NoAnswer> {
    let scratch = process::scratch()?;
    let file = scratch.path().join("program.pl");
    fs::write(&file, text).map_err(|error| not_written(&error))?;
    Ok((scratch, file))
}

/// What becomes of a program that no engine could be given.
pub(super) fn not_written(error: &io::Error) -> NoAnswer {
    let words = format!("the program cannot be written to a temporary file: {error}");
    FailureKind::Missing.because(words)
}
