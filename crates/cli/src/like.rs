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
    Ok(Profile::of(programs(files)?.iter().map(|(program, facts)| (program, *facts)))?)
}

/// The programs in some files.
pub(crate) fn programs(files: &[PathBuf]) -> Result<Vec<(Program, GroundFacts)>, Failure> {
    let mut programs = Vec::new();
    for path in paths::files(files)? {
        programs.extend(read(&path)?);
    }
    Ok(programs)
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
        let read = profile::read(program.text()).map_err(|error| program.not_parsed(error))?;
        read.notes().iter().for_each(|line| note!("{}: {line}", path.display()));
        programs.push((read.program, facts));
    }
    match programs.iter().any(|(program, facts)| has_rules(program, *facts)) {
        true => Ok(programs),
        false => Err(Failure::NoRules { path: path.to_owned() }),
    }
}
