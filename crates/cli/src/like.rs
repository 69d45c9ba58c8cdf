//! Reading programs to find out what they are like.

use std::path::{Path, PathBuf};

use randlog_generate::profile::{GroundFacts, Profile, has_rules, outline};
use randlog_generate::spec::SourceText;
use randlog_logic::{Dialect, Program};
use randlog_recipe::header;

use crate::failure::Failure;
use crate::input::{self, NotParsed};
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
    let file = SourceText::new(path.display().to_string(), input::text(path)?);
    let mut programs = Vec::new();
    for section in header::sections(file.text()) {
        let text = &file.text()[section.header..];
        // A program that was drawn as it stands has no data in it.
        let facts = match header::is_header(text) && !header::has_facts(text) {
            true => GroundFacts::Clauses,
            false => GroundFacts::Data,
        };
        // What only the wide language has is refused there if it cannot be inferred; here its shape counts.
        if let Ok(program) = Dialect::ProbLog.parse(section.text) {
            programs.push((program, facts));
            continue;
        }
        match Program::parse(section.text) {
            Ok(program) => programs.push((outline(&program), facts)),
            Err(error) => return Err(NotParsed::new(&file, section.offset, error).into()),
        }
    }
    match programs.iter().any(|(program, facts)| has_rules(program, *facts)) {
        true => Ok(programs),
        false => Err(Failure::NoRules { path: path.to_owned() }),
    }
}
