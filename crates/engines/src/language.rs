//! Engines of the user's own in their own language: the program is translated for them, and the atoms that they print
//! are read.

use std::collections::BTreeSet;

use randlog_logic::{Dialect, Program};

use super::adapter::Translation;
use super::flatten::relevant;
use super::process::{Ended, Reply};
use super::{Answers, Bounds, FailureKind, NoAnswer, Phases, protocol};

/// A language, with what starts the name of an engine that reads it.
#[derive(Debug)]
pub(super) struct Language {
    pub(super) prefix: &'static str,
    pub(super) translation: Translation,
}

/// All languages. None of them has probabilities.
pub(super) static LANGUAGES: [Language; 4] = [
    Language { prefix: "prolog-tabled:", translation: Translation { translate: tabled, read } },
    Language { prefix: "prolog:", translation: Translation { translate: prolog, read } },
    Language { prefix: "asp:", translation: Translation { translate: asp, read } },
    Language { prefix: "datalog:", translation: Translation { translate: datalog, read } },
];

/// The language that the name of an engine starts with, and the rest.
pub(super) fn split(name: &str) -> (Option<&'static Language>, &str) {
    let found = LANGUAGES.iter().find_map(|it| Some((it, name.strip_prefix(it.prefix)?)));
    found.map_or((None, name), |(language, rest)| (Some(language), rest))
}

fn tabled(program: &Program) -> Result<String, NoAnswer> {
    with_queries(program, Dialect::Tabled)
}

fn prolog(program: &Program) -> Result<String, NoAnswer> {
    with_queries(program, Dialect::Prolog)
}

fn asp(program: &Program) -> Result<String, NoAnswer> {
    printed(&in_order(program)?, Dialect::Asp)
}

fn datalog(program: &Program) -> Result<String, NoAnswer> {
    printed(&in_order(program)?, Dialect::Datalog)
}

/// What queries reach, if it is stratified, safe, and without evidence: only then all engines mean the same by it.
fn in_order(program: &Program) -> Result<Program, NoAnswer> {
    let relevant = relevant(program)?;
    let unsafe_clause = |clause: &randlog_logic::Clause| {
        let reason = clause.check_safety_in_scope().err()?;
        Some(format!("in `{clause}`, {reason}"))
    };
    if let Some(words) = relevant.clauses.iter().find_map(unsafe_clause) {
        return Err(FailureKind::Untranslated.because(words));
    }
    if !relevant.evidence.is_empty() {
        return Err(FailureKind::Untranslated.because("the language has no evidence"));
    }
    Ok(relevant)
}

fn printed(program: &Program, dialect: Dialect) -> Result<String, NoAnswer> {
    let untranslated = |words: String| FailureKind::Untranslated.because(words);
    let printed = dialect.print(program).map_err(|error| untranslated(error.to_string()))?;
    Ok(printed.to_string())
}

/// A Prolog program has no queries, so they are facts: `query(p(X)).`
fn with_queries(program: &Program, dialect: Dialect) -> Result<String, NoAnswer> {
    let program = in_order(program)?;
    let plain = Program { queries: Vec::new(), ..program.clone() };
    let mut text = printed(&plain, dialect)?;
    for query in &program.queries {
        text += &format!("query({}).\n", query.atom);
    }
    Ok(text)
}

/// The atoms that a command printed, as many on a line as it likes. What it says besides is none of them; and if it prints
/// the JSON object of other engines, that counts.
fn read(program: &Program, ended: &Ended) -> Reply {
    let has_object = || ended.stdout.lines().any(|line| line.starts_with('{'));
    if ended.status.is_ok() && has_object() {
        return protocol::read(ended);
    }
    let answers = match ended.failure() {
        Some(failure) => Err(failure),
        None => Ok(atoms(program, &ended.stdout)),
    };
    (answers, Phases::default())
}

/// The atoms in a text that have the predicate of a query.
fn atoms(program: &Program, text: &str) -> Answers {
    let asked: BTreeSet<_> = program.queries.iter().map(|query| query.atom.predicate()).collect();
    let atoms = text.lines().flat_map(words).filter_map(|word| protocol::atom(word).ok());
    let asked_for = atoms.filter(|atom| asked.contains(&atom.predicate()) && atom.is_ground());
    let all: BTreeSet<_> = asked_for.collect();
    all.into_iter().map(|atom| (atom, Bounds::exactly(1.0))).collect()
}

/// The words of a line: blanks within quotes and parentheses separate none.
fn words(line: &str) -> Vec<&str> {
    let (mut words, mut start, mut depth, mut is_quoted) = (Vec::new(), 0, 0_usize, false);
    for (place, character) in line.char_indices() {
        match character {
            '\'' => is_quoted = !is_quoted,
            '(' | '[' if !is_quoted => depth += 1,
            ')' | ']' if !is_quoted => depth = depth.saturating_sub(1),
            _ if character.is_whitespace() && !is_quoted && depth == 0 => {
                words.push(&line[start..place]);
                start = place + character.len_utf8();
            }
            _ => {}
        }
    }
    words.push(&line[start..]);
    words.into_iter().map(|word| word.trim_end_matches('.')).filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        Program::parse(text).unwrap()
    }

    #[test]
    fn programs_are_handed_over_in_the_language_with_their_queries() {
        let source = program("p(X) :- q(X), \\+ r(X). q(a). r(b). query(p(X)).");
        let prolog = prolog(&source).unwrap();
        assert!(prolog.ends_with("query(p(X)).\n") && prolog.contains("\\+ r(X)"), "{prolog}");
        let tabled = tabled(&source).unwrap();
        assert!(tabled.contains(":- table") && tabled.ends_with("query(p(X)).\n"), "{tabled}");
        let asp = asp(&source).unwrap();
        assert!(asp.contains("not r(X)") && asp.contains("#show p(X)"), "{asp}");
        let datalog = datalog(&source).unwrap();
        assert!(datalog.contains("!r(X)") && datalog.contains(".output p"), "{datalog}");
    }

    #[test]
    fn what_the_language_cannot_say_is_not_translated() {
        for text in [
            "0.5::p. query(p).",
            "p. evidence(p). query(p).",
            "p :- \\+ p. query(p).",
            "p(a). q :- \\+ p(X), p(X). query(q).",
        ] {
            for translate in [prolog, asp, datalog] {
                let failure = translate(&program(text)).unwrap_err();
                assert_eq!(failure.kind, FailureKind::Untranslated, "{text}");
            }
        }
    }

    #[test]
    fn atoms_of_the_queries_are_read_and_nothing_else() {
        let source = program("p(a, b). q. query(p(X, Y)). query(q).");
        let read = |text: &str| {
            let found = atoms(&source, text).into_iter().map(|(atom, _)| atom.to_string());
            found.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(read("p(a,b)\nq.\n"), "p(a, b) q");
        assert_eq!(read("Answer: 1\np(a,b) q\nSATISFIABLE\n"), "p(a, b) q");
        assert_eq!(read("p(a, 'x y')  q"), "p(a, 'x y') q");
        assert_eq!(read("no\n| ?- true\np(X,b)\nr(a)\n% q\n"), "q");
        assert_eq!(read(""), "");
    }
}
