//! Programs as a Prolog wants them, and as one with tabling does.
//!
//! Prologs have habits, and complain where programs break them: clauses of a predicate stand together, and a
//! variable that is met once is written `_` (or `_1`, if it is met once in each of several places).
//!
//! Prolog tries clauses in order, and loops on `p :- p.` With tabling, it keeps the answers of each call,
//! and so a program without function symbols always ends. SWI-Prolog, XSB and others read the directive
//! `:- table`; a predicate without clauses is declared, too.

use crate::directive::indicator;
use crate::{Atom, Clause, Formula, Predicate, Program, Symbol, Term};
use std::collections::{HashMap, HashSet};

impl Program {
    /// The same program, written so that a Prolog loads it without a warning: its clauses in another order, and
    /// with other names for variables.
    ///
    /// ```
    /// use randlog_logic::Dialect;
    ///
    /// let program = Dialect::Prolog.parse("p(X) :- q(X, Y). q(a, b). p(c).")?;
    /// let expected = Dialect::Prolog.parse("p(X) :- q(X, _). p(c). q(a, b).")?;
    /// assert_eq!(program.arranged(), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn arranged(&self) -> Program {
        let mut clauses: Vec<Clause> = self.clauses.iter().map(without_singletons).collect();
        let defined = distinct(heads(&self.clauses)).into_iter().zip(0..);
        let places: HashMap<Predicate, usize> = defined.collect();
        let place = |clause: &Clause| {
            let predicate = clause.heads.first().map(|head| head.atom.predicate());
            predicate.and_then(|predicate| places.get(&predicate).copied())
        };
        // Stable: the order within a predicate stays.
        clauses.sort_by_cached_key(place);
        Program { clauses: clauses.into(), ..self.clone() }
    }

    /// The same program with all predicates tabled, written so that a Prolog loads it without a warning.
    ///
    /// ```
    /// use randlog_logic::Dialect;
    ///
    /// let program = Dialect::Prolog.parse("p(X) :- q(X, Y), \\+ r(X). q(a, b). p(c).")?;
    /// let text = Dialect::Prolog.print(&program.tabled())?.to_string();
    /// let expected = ":- dynamic r/1.\n:- table p/1, q/2.\n\
    ///                 p(X) :- q(X, _), \\+ r(X).\np(c).\nq(a, b).\n";
    /// assert_eq!(text, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tabled(&self) -> Program {
        let defined = distinct(heads(&self.clauses));
        let used = distinct(self.clauses.iter().flat_map(Clause::atoms).chain(self.goals()));
        let undefined: Vec<Predicate> =
            used.into_iter().filter(|predicate| !defined.contains(predicate)).collect();
        let mut directives = self.directives.clone();
        directives.extend(directive("dynamic", &undefined));
        directives.extend(directive("table", &defined));
        Program { directives, ..self.arranged() }
    }
}

/// The heads of clauses.
fn heads(clauses: &[Clause]) -> impl Iterator<Item = &Atom> {
    clauses.iter().flat_map(|clause| &clause.heads).map(|head| &head.atom)
}

/// The predicates of these atoms, in the order of their first occurrence.
fn distinct<'a>(atoms: impl Iterator<Item = &'a Atom>) -> Vec<Predicate> {
    let mut seen = HashSet::new();
    atoms.map(Atom::predicate).filter(|predicate| seen.insert(predicate.clone())).collect()
}

/// `name p/1, q/2`, if there are any.
fn directive(name: &str, predicates: &[Predicate]) -> Option<Term> {
    let mut indicators = predicates.iter().rev().map(indicator);
    let last = indicators.next()?;
    let all = indicators.fold(last, |rest, first| Term::function(",", vec![first, rest]));
    Some(Term::function(name, vec![all]))
}

/// The clause with names for its variables that a Prolog does not complain about: `_` for one that is written
/// once; and `_1`, `_2`, … for one that is met once on some way through the body, though it is written more often.
/// So nothing but names changes.
fn without_singletons(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    let names: Vec<Symbol> = clause.atoms().flat_map(|atom| atom.variables().cloned()).collect();
    if names.is_empty() {
        return clause;
    }
    let mut written: HashMap<Symbol, usize> = HashMap::new();
    names.iter().for_each(|name| *written.entry(name.clone()).or_default() += 1);
    let heads: HashSet<Symbol> =
        clause.heads.iter().flat_map(|head| head.atom.variables().cloned()).collect();
    let mut met_once = HashSet::new();
    let scope = Scope { elsewhere: heads.clone(), before: heads };
    find_met_once(&clause.body, &scope, &mut met_once);
    let mut numbered = (1..).map(|number| Symbol::from(format!("_{number}")));
    let mut new_names: HashMap<Symbol, Term> = HashMap::new();
    for name in names {
        if written[&name] == 1 {
            new_names.insert(name, Term::Anonymous);
        } else if met_once.contains(&name) && !is_numbered(&name) && !new_names.contains_key(&name)
        {
            let unused = numbered.find(|number| !written.contains_key(number));
            new_names.extend(unused.map(|number| (name, Term::Variable(number))));
        }
    }
    clause.change_atoms(&mut |atom| {
        for term in &mut atom.args {
            if let Some(new) = term.variable().and_then(|name| new_names.get(name)) {
                *term = new.clone();
            }
        }
    });
    clause
}

/// Is this a name that no Prolog complains about, `_1` or the like?
fn is_numbered(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// What is known of the variables around a formula.
#[derive(Clone)]
struct Scope {
    /// Those met anywhere else.
    elsewhere: HashSet<Symbol>,
    /// Those that may have a value when the formula is reached.
    before: HashSet<Symbol>,
}

/// Find the variables that are met once on some way through a formula. A negation gives no value to a variable,
/// so one that has not been met before it is another variable inside of it.
fn find_met_once(formula: &Formula, scope: &Scope, found: &mut HashSet<Symbol>) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => {
            let times = |name: &Symbol| atom.variables().filter(|other| *other == name).count();
            let is_alone = |name: &&Symbol| !scope.elsewhere.contains(*name) && times(name) == 1;
            found.extend(atom.variables().filter(is_alone).cloned());
        }
        Formula::Not(child) => {
            let (before, elsewhere) = (scope.before.clone(), scope.before.clone());
            find_met_once(child, &Scope { elsewhere, before }, found);
        }
        // Of these, one is taken.
        Formula::Or(children) => {
            children.iter().for_each(|child| find_met_once(child, scope, found));
        }
        Formula::And(children) => {
            let variables: Vec<HashSet<Symbol>> =
                children.iter().map(|child| child.variables().cloned().collect()).collect();
            let mut before = scope.before.clone();
            for (place, child) in children.iter().enumerate() {
                let others = variables.iter().enumerate().filter(|(other, _)| *other != place);
                let mut elsewhere = scope.elsewhere.clone();
                elsewhere.extend(others.flat_map(|(_, names)| names.iter().cloned()));
                find_met_once(child, &Scope { elsewhere, before: before.clone() }, found);
                give(child, &mut before);
            }
        }
    }
}

/// Add the variables that may have a value once this formula holds.
fn give(formula: &Formula, values: &mut HashSet<Symbol>) {
    match formula {
        Formula::True | Formula::Not(_) => {}
        Formula::Atom(atom) => values.extend(atom.variables().cloned()),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().for_each(|child| give(child, values));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Dialect;

    fn tabled(text: &str) -> String {
        let program = Dialect::Prolog.parse(text).unwrap().tabled();
        let text = Dialect::Prolog.print(&program).unwrap().to_string();
        assert_eq!(Dialect::Prolog.parse(&text).unwrap(), program);
        text
    }

    #[test]
    fn variables_that_are_met_once_have_no_names() {
        for (text, expected) in [
            ("p(X).", "p(_)."),
            ("p(X, X).", "p(X, X)."),
            ("p(X) :- p(Y).", "p(_) :- p(_)."),
            ("p :- q(X), r(X). q(a). r(a).", "p :- q(X), r(X)."),
            // Only one of the branches is taken,
            ("p :- q(X) ; r(X). q(a). r(a).", "p :- q(_1) ; r(_1)."),
            ("p :- q(X), r(X) ; r(X). q(a). r(a).", "p :- q(_1), r(_1) ; r(_1)."),
            ("p :- q(_1, Y) ; r(Y, _1). q(a, a). r(a, a).", "p :- q(_1, _2) ; r(_2, _1)."),
            // but what comes before or after it is met in each.
            ("p :- (q(X) ; r(X)), r(X). q(a). r(a).", "p :- (q(X) ; r(X)), r(X)."),
            ("p(X) :- q(X) ; r(Y). q(a). r(a).", "p(X) :- q(X) ; r(_)."),
            ("p :- q(X), \\+ (r(X) ; q(Y)). q(a). r(a).", "p :- q(X), \\+ (r(X) ; q(_))."),
            // A negation gives no values,
            ("p :- \\+ q(X), \\+ r(X). q(a). r(a).", "p :- \\+ q(_1), \\+ r(_1)."),
            ("p :- \\+ q(X), r(X). q(a). r(a).", "p :- \\+ q(_1), r(_1)."),
            ("p :- \\+ (q(X), r(X)), r(X). q(a). r(a).", "p :- \\+ (q(X), r(X)), r(X)."),
            ("p :- \\+ (\\+ q(X), r(X)). q(a). r(a).", "p :- \\+ (\\+ q(_1), r(_1))."),
            ("p :- (q(a) ; \\+ q(X)), r(X). q(a). r(a).", "p :- (q(a) ; \\+ q(_1)), r(_1)."),
            // but what stands before it may.
            ("p :- (q(X) ; q(a)), \\+ r(X). q(a). r(a).", "p :- (q(X) ; q(a)), \\+ r(X)."),
            ("p(X) :- \\+ r(X). r(a).", "p(X) :- \\+ r(X)."),
        ] {
            let text = tabled(text);
            assert!(text.lines().any(|line| line == expected), "{text}");
        }
    }

    #[test]
    fn an_arranged_program_stays_as_it_is() {
        let text = "p. q(X, Y) :- r(X, Z). p :- q(A, A), r(B, _). r(a, b).";
        let once = Dialect::Prolog.parse(text).unwrap().arranged();
        assert_eq!(once.arranged(), once);
        let names = ["A", "B", "C", "D"].map(crate::Symbol::new);
        let canonical = |program: &crate::Program| -> Vec<_> {
            program.clauses.iter().map(|clause| clause.canonical(&names)).collect()
        };
        let text = "p(X) :- q(Y, X) ; \\+ r(Y, Z), r(Z, Z). q(X, _1) :- r(X, Y) ; r(Y, _1).";
        let before = Dialect::Prolog.parse(text).unwrap();
        assert_eq!(canonical(&before), canonical(&before.arranged()));
        assert_eq!(before.arranged().arranged(), before.arranged());
        let expected = "p.\np :- q(A, A), r(_, _).\nq(X, _) :- r(X, _).\nr(a, b).\n";
        assert_eq!(Dialect::Prolog.print(&once).unwrap().to_string(), expected);
    }

    #[test]
    fn clauses_of_a_predicate_stand_together() {
        let expected = ":- table p/0, q/1, p/1.\np.\np :- q(a).\nq(a).\nq(b).\np(c).\n";
        assert_eq!(tabled("p. q(a). p :- q(a). p(c). q(b)."), expected);
        assert_eq!(tabled(""), "");
        assert_eq!(tabled("'A b' :- c."), ":- dynamic c/0.\n:- table 'A b'/0.\n'A b' :- c.\n");
    }
}
