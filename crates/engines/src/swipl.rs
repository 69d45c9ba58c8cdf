//! SWI-Prolog, for programs without probabilities.
//!
//! Where every probability is one there is one world, and what is true in it is a question of plain
//! logic. SWI-Prolog answers it by tabling: it reads nested formulas as they are, and shares nothing
//! with the engines that ground and compile.
//!
//! A program may call a predicate `open` or `halt`, and SWI-Prolog has such a one. It would refuse the
//! clauses, and call its own. So every predicate gets a name that is none of its own.
//!
//! It gets safe and stratified programs only. (Others mean nothing to it: it takes a negation of what
//! has no value yet for one of all values.) Starting it takes some hundredths of a second, so its worker
//! starts a process for each program.

use std::process::{Command, Stdio};

use randlog_base::Stop;
use randlog_logic::{Atom, Dialect, Program, Role, name::quoted};

use super::flatten::relevant;
use super::process::wall::Walled;
use super::process::{self, Ended, Invocation, Reply};
use super::{Answered, Answers, Attempt, Bounds, Engine, EngineLimits, FailureKind, Lack};
use super::{NoAnswer, Phases, Status, TestCase, protocol};

/// What the names of the program's predicates start with. None of SWI-Prolog's own has a blank in it.
const PREFIX: &str = "the ";

/// The predicate that prints the answers.
const ASK: &str = "print the answers";

/// What it prints last.
const END: &str = "end of answers";

/// SWI-Prolog, as it is found by its name.
#[derive(Clone, Debug)]
pub(super) struct Swipl {
    /// The command.
    pub(super) command: &'static str,
    /// Whether it is run behind the wall.
    pub(super) is_walled: bool,
}

impl Engine for Swipl {
    fn name(&self) -> &str {
        "swipl"
    }

    fn status(&self) -> Status {
        let mut version = Command::new(self.command);
        match version.arg("--version").stdin(Stdio::null()).output() {
            Ok(said) if said.status.success() => {
                let said = String::from_utf8_lossy(&said.stdout).into_owned();
                let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
                let number = said.split_whitespace().find(is_number).unwrap_or("unknown");
                Status::Installed(number.to_owned())
            }
            _ => Status::Missing(Lack::Command {
                name: self.command.to_owned(),
                remedy: "apt install swi-prolog-nox".to_owned(),
            }),
        }
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        let attempt = Attempt::new(limits, stop);
        attempt.make(|| {
            let program = program.function_free()?;
            let text = translated(&program)?;
            // No file of the user's own is loaded first.
            let goal = quoted(ASK).to_string();
            let words = [self.command, "-q", "-f", "none", "-g", &goal, "-t", "halt"];
            let words = words.iter().map(Into::into).collect();
            let wall = self.is_walled.then(|| Walled::shell(self.command));
            let invocation = Invocation { words, is_contained: true, wall, reserved: 0 };
            let read = |ended: &Ended| read(&program, ended);
            Ok(process::ask(invocation, &text.into(), attempt, read)?)
        })
    }
}

/// The part that matters as a tabled program, and a predicate that prints all answers.
fn translated(program: &Program) -> Result<String, NoAnswer> {
    let refused = |words: String| Err(FailureKind::Untranslated.because(words));
    let relevant = relevant(program)?;
    if let Some(clause) = relevant.clauses.iter().find(|clause| !clause.is_certain()) {
        return refused(format!("`{clause}`: SWI-Prolog knows nothing of probabilities"));
    }
    if !relevant.evidence.is_empty() {
        return refused("SWI-Prolog knows nothing of evidence".to_owned());
    }
    for clause in &relevant.clauses {
        if let Err(reason) = clause.check_safety_in_scope() {
            return refused(format!("in `{clause}`, {reason}"));
        }
    }
    let mut prefixed = relevant;
    // Names that are none of SWI-Prolog's own.
    prefixed.rename(&mut |name, role| match role {
        Role::Predicate(_) => format!("{PREFIX}{name}").into(),
        _ => name.clone(),
    });
    let queries: Vec<String> = prefixed.queries.iter().map(|it| it.atom.to_string()).collect();
    let plain = Program { queries: Vec::new(), ..prefixed.tabled() };
    let text = match Dialect::Prolog.print(&plain) {
        Ok(text) => text.to_string(),
        Err(error) => return refused(error.to_string()),
    };
    let (ask, end, queries) = (quoted(ASK), quoted(END), queries.join(", "));
    let print = "forall(Q, (writeq(Q), nl))";
    let last = format!("{ask} :- forall(lists:member(Q, [{queries}]), {print}), write({end}), nl.");
    Ok(format!("{text}:- style_check(-singleton).\n{last}\n"))
}

/// The atom of the program that is meant by one that was printed.
fn meant(line: &str) -> Result<Atom, NoAnswer> {
    let Atom { name, args } = protocol::atom(line)?;
    match name.strip_prefix(PREFIX) {
        Some(name) => Ok(Atom::new(name, args)),
        None => Err(FailureKind::Unparsable.because(format!("`{line}` is no atom of the program"))),
    }
}

/// The atoms that it printed are true, and no others.
fn read(program: &Program, ended: &Ended) -> Reply {
    (failure(ended).map_or_else(|| answers(program, ended), Err), Phases::default())
}

/// It may end well in spite of errors.
fn failure(ended: &Ended) -> Option<NoAnswer> {
    let said = |words: &str| ended.stderr.contains(words);
    let kind = match ended.failure() {
        Some(failure) if ended.status.is_err() => return Some(failure),
        _ if said("Stack limit") || ended.speaks_of_memory() => FailureKind::Memory,
        _ if said("No permission to") => FailureKind::Rejected,
        _ if said("Unknown procedure") => FailureKind::UnknownClause,
        Some(failure) => return Some(failure),
        None if said("ERROR:") => FailureKind::Crash,
        None => return None,
    };
    Some(kind.because(ended.words()))
}

fn answers(program: &Program, ended: &Ended) -> Result<Answers, NoAnswer> {
    let mut lines: Vec<&str> = ended.stdout.lines().collect();
    if lines.pop() != Some(END) {
        let words = format!("the answers break off: {}", ended.words());
        return Err(FailureKind::Unparsable.because(words));
    }
    let mut answers = Answers::new();
    let mut add = |atom, probability| {
        if !answers.iter().any(|(known, _)| *known == atom) {
            answers.push((atom, Bounds::exactly(probability)));
        }
    };
    for line in lines {
        add(meant(line)?, 1.0);
    }
    program.queries.iter().filter(|query| query.atom.is_ground()).for_each(|query| {
        add(query.atom.clone(), 0.0);
    });
    Ok(answers)
}
