//! Programs as a Prolog with tabling wants them.
//!
//! Prolog tries clauses in order, and loops on `p :- p.` With tabling, it keeps the answers of each call,
//! and so a program without function symbols always ends. SWI-Prolog, XSB and others read the directive
//! `:- table`. They also have habits, and complain where programs break them: clauses of a predicate stand
//! together, a variable that is met once is written `_`, and a predicate without clauses is declared.

use crate::{Atom, Clause, Directive, Formula, Predicate, Program, Symbol, Term};
use std::collections::HashSet;
use std::fmt::Write;

impl Program {
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
        let defined =
            distinct(self.clauses.iter().flat_map(|clause| &clause.heads).map(|h| &h.atom));
        let used = distinct(self.clauses.iter().flat_map(Clause::atoms).chain(self.goals()));
        let undefined: Vec<Predicate> =
            used.into_iter().filter(|predicate| !defined.contains(predicate)).collect();
        let mut directives = self.directives.clone();
        directives.extend(directive("dynamic", &undefined));
        directives.extend(directive("table", &defined));
        let mut clauses: Vec<Clause> = self.clauses.iter().map(without_singletons).collect();
        let place = |clause: &Clause| {
            let predicate = clause.heads.first().map(|head| head.atom.predicate());
            defined.iter().position(|known| Some(known) == predicate.as_ref())
        };
        // Stable: the order within a predicate stays.
        clauses.sort_by_cached_key(place);
        Program { directives, clauses, ..self.clone() }
    }
}

/// The predicates of these atoms, in the order of their first occurrence.
fn distinct<'a>(atoms: impl Iterator<Item = &'a Atom>) -> Vec<Predicate> {
    let mut seen = HashSet::new();
    atoms.map(Atom::predicate).filter(|predicate| seen.insert(predicate.clone())).collect()
}

/// `name p/1, q/2`, if there are any.
fn directive(name: &str, predicates: &[Predicate]) -> Option<Directive> {
    let mut text = String::new();
    for (number, predicate) in predicates.iter().enumerate() {
        let before = if number == 0 { name } else { "," };
        write!(text, "{before} {predicate}").ok()?;
    }
    (!text.is_empty()).then(|| Directive { text: text.into() })
}

/// The clause with `_` for every variable that is met once, whatever branches are taken.
fn without_singletons(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    let heads: HashSet<Symbol> =
        clause.heads.iter().flat_map(|head| head.atom.variables().cloned()).collect();
    let body: HashSet<Symbol> = clause.body.variables().cloned().collect();
    if let [head] = &mut clause.heads[..] {
        forget_in_atom(&mut head.atom, &body);
    }
    forget(&mut clause.body, &heads);
    clause
}

/// Write `_` for variables that are met once, if they are not among those met elsewhere.
fn forget(formula: &mut Formula, elsewhere: &HashSet<Symbol>) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => forget_in_atom(atom, elsewhere),
        Formula::Not(child) => forget(child, elsewhere),
        // Of these, one is taken.
        Formula::Or(children) => children.iter_mut().for_each(|child| forget(child, elsewhere)),
        Formula::And(children) => {
            let variables: Vec<HashSet<Symbol>> =
                children.iter().map(|child| child.variables().cloned().collect()).collect();
            for (place, child) in children.iter_mut().enumerate() {
                let others = variables.iter().enumerate().filter(|(other, _)| *other != place);
                let mut elsewhere = elsewhere.clone();
                elsewhere.extend(others.flat_map(|(_, names)| names.iter().cloned()));
                forget(child, &elsewhere);
            }
        }
    }
}

fn forget_in_atom(atom: &mut Atom, elsewhere: &HashSet<Symbol>) {
    let within = atom.clone();
    for term in &mut atom.args {
        if let Term::Variable(name) = term
            && !elsewhere.contains(name)
            && within.variables().filter(|other| *other == name).count() == 1
        {
            *term = Term::Anonymous;
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
            ("p :- q(X) ; r(X). q(a). r(a).", "p :- q(_) ; r(_)."),
            ("p :- q(X), r(X) ; r(X). q(a). r(a).", "p :- q(X), r(X) ; r(_)."),
            // but what comes before or after it is met in each.
            ("p :- (q(X) ; r(X)), r(X). q(a). r(a).", "p :- (q(X) ; r(X)), r(X)."),
            ("p(X) :- q(X) ; r(Y). q(a). r(a).", "p(X) :- q(X) ; r(_)."),
            ("p :- q(X), \\+ (r(X) ; q(Y)). q(a). r(a).", "p :- q(X), \\+ (r(X) ; q(_))."),
            ("p :- \\+ q(X), \\+ r(X). q(a). r(a).", "p :- \\+ q(X), \\+ r(X)."),
        ] {
            let text = tabled(text);
            assert!(text.lines().any(|line| line == expected), "{text}");
        }
    }

    #[test]
    fn clauses_of_a_predicate_stand_together() {
        let expected = ":- table p/0, q/1, p/1.\np.\np :- q(a).\nq(a).\nq(b).\np(c).\n";
        assert_eq!(tabled("p. q(a). p :- q(a). p(c). q(b)."), expected);
        assert_eq!(tabled(""), "");
        assert_eq!(tabled("'A b' :- c."), ":- dynamic c/0.\n:- table 'A b'/0.\n'A b' :- c.\n");
    }
}
