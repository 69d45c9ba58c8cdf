//! Reading programs to find out what they are like.

use std::path::{Path, PathBuf};

use randlog_generate::profile::{GroundFacts, Profile, has_rules, outline};
use randlog_logic::{Dialect, Program};
use randlog_recipe::header;

use crate::failure::Failure;
use crate::input::ProgramText;
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
        // What only the wide language has is refused there if it cannot be inferred; here its shape counts.
        let parsed = Dialect::ProbLog.parse(program.text());
        let parsed = parsed.or_else(|_| {
            let outline = outline(&Program::parse(program.text())?);
            // An outline has other answers than the program.
            Ok(Program { queries: Vec::new(), ..outline })
        });
        programs.push((parsed.map_err(|error| program.not_parsed(error))?, facts));
    }
    match programs.iter().any(|(program, facts)| has_rules(program, *facts)) {
        true => Ok(programs),
        false => Err(Failure::NoRules { path: path.to_owned() }),
    }
}
