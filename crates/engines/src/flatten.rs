//! Programs without nested formulas, for engines that know conjunctions of literals only.
//!
//! [`Program::flattened`] does it. (`randlog-infer` does without: its grounder asks for a new predicate
//! only where its arguments have values, so it needs fewer literals and arguments, but no other engine
//! could read its rules.)
//!
//! Before that, the program is reduced to the predicates that queries and evidence depend on, and
//! refused if it is not stratified, not safe, or uses a predicate that has no clauses. Engines judge
//! by the ground program, and may accept what is refused here: that it cannot be translated says nothing
//! about them ([`FailureKind::Untranslated`]).

use randlog_logic::{Atom, Clause, DependencyGraph, Formula, Number, Program, Symbol, Term, name};

use super::{FailureKind, NoAnswer};

/// The part of a program that matters to its queries, without nested formulas.
pub(super) fn flatten(program: &Program) -> Result<Program, NoAnswer> {
    let relevant = relevant(program)?;
    plain_names(&relevant)?;
    relevant.flattened().map_err(|reason| untranslated(reason.to_string()))
}

/// Only the clauses that queries and evidence depend on, if they are in order.
pub(super) fn relevant(program: &Program) -> Result<Program, NoAnswer> {
    if program.queries.is_empty() {
        return Err(untranslated("there is no query"));
    }
    let relevant = program.relevant();
    if let Some(predicate) = relevant.undefined().map(|(predicate, _)| predicate).min() {
        return Err(untranslated(format!("there is no clause for {predicate}")));
    }
    let clauses: Vec<Clause> = relevant.clauses.into_iter().cloned().collect();
    if let Err(cycle) = DependencyGraph::new(&clauses).strata() {
        return Err(untranslated(format!("a cycle through a negation: {cycle}")));
    }
    Ok(Program { directives: Vec::new(), clauses: clauses.into(), ..program.clone() })
}

/// Only names that every engine reads the same way.
fn plain_names(program: &Program) -> Result<(), NoAnswer> {
    let is_plain_name = |name: &str| name::is_plain_atom(name) && name != "not";
    let is_plain = |term: &Term| match term {
        Term::Constant(constant) => is_plain_name(constant),
        // clingo, and aspmc with it, counts modulo 2^32.
        Term::Number(Number::Integer(number)) => i32::try_from(*number).is_ok(),
        Term::Number(Number::Float(_)) => false,
        Term::Variable(variable) => variable.is_ascii(),
        Term::Anonymous => true,
        Term::Text(_) | Term::Compound(_) => false,
    };
    let mut atoms = program.clauses.iter().flat_map(Clause::atoms).chain(program.goals());
    let odd = atoms.find(|atom| !is_plain_name(&atom.name) || !atom.args.iter().all(is_plain));
    odd.map_or(Ok(()), |atom| {
        let words =
            format!("`{atom}`: only plain names and whole numbers of 32 bits can be translated");
        Err(untranslated(words))
    })
}

fn untranslated(words: impl Into<String>) -> NoAnswer {
    FailureKind::Untranslated.because(words)
}

/// Name each `_` of a query by its place: each has a value of its own in an answer.
pub(super) fn name_places(query: &mut Atom, prefix: &str) {
    for (place, term) in query.args.iter_mut().enumerate() {
        if *term == Term::Anonymous {
            *term = Term::Variable(format!("{prefix}{place}").into());
        }
    }
}

/// What no variable of these atoms starts with.
pub(super) fn unused_prefix<'a>(atoms: impl Iterator<Item = &'a Atom>) -> String {
    name::unused_prefix("Anonymous", atoms.flat_map(Atom::variables).map(Symbol::as_str))
}

/// The named variables of a formula, in the order of their first occurrence.
pub(super) fn variables(formula: &Formula) -> Vec<Symbol> {
    let mut names: Vec<Symbol> = Vec::new();
    for name in formula.variables() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use randlog_logic::Dialect;

    use super::*;

    fn flat(text: &str) -> Result<String, NoAnswer> {
        let program = flatten(&Dialect::ProbLog.parse(text).unwrap())?;
        Ok(Dialect::ProbLog.print(&program).unwrap().to_string())
    }

    #[test]
    fn nested_formulas_become_predicates() {
        let text = "p(X) :- q(X, Y), \\+ (r(X) ; s(Y)).\nq(a, b).\nr(a).\ns(b).\nquery(p(a)).\n";
        let expected = "aux_2(X, Y) :- q(X, Y), r(X).\n\
             aux_2(X, Y) :- q(X, Y), s(Y).\n\
             aux_1(X, Y) :- q(X, Y), aux_2(X, Y).\n\
             p(X) :- q(X, Y), \\+ aux_1(X, Y).\nq(a, b).\nr(a).\ns(b).\nquery(p(a)).\n";
        assert_eq!(flat(text).unwrap(), expected);
    }

    #[test]
    fn flat_programs_stay_as_they_are() {
        let text = "0.5::p(X) :- q(X, Y), \\+ r(Y).\nq(a, b).\nr(b).\nquery(p(a)).\n";
        assert_eq!(flat(text).unwrap(), text);
        assert_eq!(flat(&format!("{text}irrelevant(a).\n")).unwrap(), text);
    }

    #[test]
    fn names_of_the_nameless_are_new() {
        let flattened = flat(
            "0.5::p :- q(_, Anonymous1), q(_Anonymous1, _), q(Anonymous_2, _).\n\
             q(a, b).\nquery(p).\n",
        );
        let expected = "0.5::p :- q(Anonymous__1, Anonymous1), q(_Anonymous1, Anonymous__2), \
                        q(Anonymous_2, Anonymous__3).\nq(a, b).\nquery(p).\n";
        assert_eq!(flattened.unwrap(), expected);
    }

    #[test]
    fn truth_can_be_negated() {
        let flattened = flat("p :- \\+ true.\nq.\nquery(p).\n").unwrap();
        assert_eq!(flattened, "aux_1.\np :- \\+ aux_1.\nquery(p).\n");
    }

    #[test]
    fn what_cannot_be_translated_says_why() {
        for (text, words) in [
            ("p. ", "no query"),
            ("p :- q. query(p).", "no clause for q/0"),
            ("p :- \\+ p. query(p).", "a cycle through a negation"),
            ("p(X). query(p(a)).", "X"),
            ("0.1::p :- (q(_) ; r). q(a). r. query(p).", "_"),
            ("p('A b'). query(p(a)).", "plain names"),
            ("p(1.5). query(p(a)).", "whole numbers"),
            ("p(2147483648). query(p(X)).", "32 bits"),
            ("p(-2147483649). query(p(X)).", "32 bits"),
        ] {
            let failure = flat(text).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Untranslated, "{text}");
            assert!(failure.words.contains(words), "{text}: {}", failure.words);
        }
        assert!(flat("p(2147483647). query(p(X)).").is_ok());
    }
}
