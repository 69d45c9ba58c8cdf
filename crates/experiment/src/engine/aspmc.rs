//! aspmc: a model counter for answer set programs that also reads ProbLog, without nested formulas.
//!
//! It ignores evidence, silently, so programs with evidence are not given to it.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use randlog_logic::{Atom, Dialect, Probability, Program, Term};
use tempfile::NamedTempFile;

use super::clingo::read;
use super::flatten::{flatten, unused_prefix};
use super::process::{self, Ended};
use super::python::Environment;
use super::{Answer, Engine, Failure, Kind, Limits, Phases, Run, Status, protocol};

/// aspmc.
#[derive(Clone, Debug)]
pub(super) struct Aspmc {
    pub(super) environment: Environment,
}

impl Engine for Aspmc {
    fn name(&self) -> &str {
        "aspmc"
    }

    fn status(&self) -> Status {
        self.environment.status("aspmc")
    }

    fn run(&self, file: &Path, limits: &Limits) -> Run {
        let started = Instant::now();
        match read(file).and_then(|program| translate(&program)) {
            Ok((queries, file)) => self.count(&queries, &file, limits, started),
            Err(failure) => Run::refused(failure, started),
        }
    }
}

impl Aspmc {
    fn count(
        &self,
        queries: &[Atom],
        file: &NamedTempFile,
        limits: &Limits,
        started: Instant,
    ) -> Run {
        let python = self.environment.python();
        // Without guidance of the completion: with it, some programs make it crash.
        let options = "-I -m aspmc.main -m problog -c -g none -k d4 -v result";
        let mut arguments: Vec<OsString> = options.split(' ').map(OsString::from).collect();
        arguments.push(file.path().into());
        match process::run(python.as_os_str(), &arguments, limits, started) {
            Ok(ended) => Run {
                outcome: ended.failure(limits).map_or_else(|| answers(queries, &ended), Err),
                phases: Phases::default(),
                wall: ended.wall,
            },
            Err(error) => Run::refused(protocol::not_started(python.as_os_str(), &error), started),
        }
    }
}

/// The queries of a program, and a file that aspmc can read.
fn translate(program: &Program) -> Result<(Vec<Atom>, NamedTempFile), Failure> {
    if !program.evidence.is_empty() {
        return Err(Kind::Rejected.because("aspmc ignores evidence"));
    }
    let mut flat = flatten(program)?;
    for query in &mut flat.queries {
        name_anonymous(query);
    }
    for head in flat.clauses.iter_mut().flat_map(|clause| &mut clause.heads) {
        head.probability = decimal(head.probability);
    }
    let text = Dialect::ProbLog.print(&flat).map_err(|e| Kind::Rejected.because(e.to_string()))?;
    let file = NamedTempFile::new()
        .and_then(|mut file| write!(file, "{text}").and_then(|()| file.flush()).map(|()| file));
    let file = file.map_err(|error| Kind::Crash.because(error.to_string()))?;
    Ok((flat.queries, file))
}

/// A query may have variables, but not `_`.
fn name_anonymous(query: &mut Atom) {
    let prefix = unused_prefix(std::iter::once(&*query));
    for (place, term) in query.args.iter_mut().enumerate() {
        if *term == Term::Anonymous {
            *term = Term::Variable(format!("{prefix}{place}").into());
        }
    }
}

/// The nearest probability that is written without a fraction bar.
fn decimal(probability: Probability) -> Probability {
    let text = probability.to_string();
    match text.contains('/') {
        true => format!("{:.17}", probability.to_f64()).parse().unwrap_or(probability),
        false => probability,
    }
}

/// What it said: `[RESULT] aspmc: p(a):    0.25`. An atom that no model has is not mentioned.
fn answers(queries: &[Atom], ended: &Ended) -> Result<Vec<Answer>, Failure> {
    let said = ended.stderr.lines().chain(ended.stdout.lines());
    let results: Vec<&str> =
        said.filter_map(|line| Some(line.split_once("[RESULT] aspmc: ")?.1)).collect();
    if results.is_empty() {
        return Err(Kind::Unparsable.because(format!("no result: {}", ended.words())));
    }
    let mut answers = Vec::new();
    // The weight of the program is all it says if no query has an answer.
    let is_answer = |result: &&str| !result.starts_with("The overall weight");
    for result in results.into_iter().filter(is_answer) {
        let unparsable = || Kind::Unparsable.because(result);
        let (atom, number) = result.rsplit_once(':').ok_or_else(unparsable)?;
        let number: f64 = number.trim().parse().map_err(|_| unparsable())?;
        if !protocol::is_probability(number) {
            return Err(unparsable());
        }
        answers.push(Answer { atom: protocol::atom(atom)?, low: number, high: number });
    }
    for query in queries {
        if query.is_ground() && !answers.iter().any(|answer| answer.atom == *query) {
            answers.push(Answer { atom: query.clone(), low: 0.0, high: 0.0 });
        }
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_nameless_are_new() {
        let text = "0.5::e(a, b, c). query(e(_, Anonymous0, _)).";
        let (queries, _) = translate(&Dialect::ProbLog.parse(text).unwrap()).unwrap();
        assert_eq!(queries[0].to_string(), "e(Anonymous_0, Anonymous0, Anonymous_2)");
    }
}
