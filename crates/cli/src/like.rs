//! Reading programs to find out what they are like.

use std::path::{Path, PathBuf};

use randlog_generate::profile::{self, GroundFacts, Profile, has_rules};
use randlog_logic::Program;
use randlog_recipe::header;

use crate::failure::Failure;
use crate::input::ProgramText;
use crate::output::note;
use crate::paths;

/// What the programs in some files are like.
pub(crate) fn profile(files: &[PathBuf]) -> Result<Profile, Failure> {
    let mut programs = Vec::new();
    for path in paths::files(files)? {
        programs.extend(read(&path)?);
    }
    Ok(Profile::of(programs.iter().map(|(program, facts)| (program, *facts)))?)
}

/// The programs of a file, in which there must be a rule.
fn read(path: &Path) -> Result<Vec<(Program, GroundFacts)>, Failure> {
    let mut programs = Vec::new();
    for program in ProgramText::all(path)? {
        let text = program.with_header();
        // A program that was drawn as it stands has no data in it.
        let facts = match header::is_header(text) && !header::has_facts(text) {
            true => GroundFacts::Clauses,
            false => GroundFacts::Data,
        };
        let read = profile::read(program.text());
        let (parsed, left_out) = read.map_err(|error| program.not_parsed(error))?;
        if left_out > 0 {
            let clauses = if left_out == 1 { "clause is" } else { "clauses are" };
            note!("{}: {left_out} {clauses} left out, as they cannot be read", path.display());
        }
        programs.push((parsed, facts));
    }
    match programs.iter().any(|(program, facts)| has_rules(program, *facts)) {
        true => Ok(programs),
        false => Err(Failure::NoRules { path: path.to_owned() }),
    }
}
