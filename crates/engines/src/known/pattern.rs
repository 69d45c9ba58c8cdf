//! What can be said of a program in a word, so that a data file can refer to it.

use std::collections::BTreeSet;

use randlog_logic::{Atom, Clause, DependencyGraph, Formula, Predicate, Program, Symbol, Term};

/// The part of a program that matters: rules that queries and evidence do not depend on excuse no engine.
pub struct Reached<'p> {
    /// The rules; facts show nothing.
    rules: Vec<Clause>,
    program: &'p Program,
}

impl<'p> Reached<'p> {
    /// What the queries and the evidence of a program reach.
    pub fn by(program: &'p Program) -> Reached<'p> {
        let reached = program.relevant().clauses.into_iter();
        Reached { rules: reached.filter(|clause| !clause.is_fact()).cloned().collect(), program }
    }

    fn graph(&self) -> DependencyGraph {
        DependencyGraph::new(&self.rules)
    }
}

/// A property of programs that has a name.
#[derive(Clone, Copy)]
pub struct Pattern {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub words: &'static str,
    /// Does it hold?
    pub holds: fn(&Reached<'_>) -> bool,
}

impl Pattern {
    /// All patterns.
    pub const ALL: [Pattern; 12] = [
        Pattern { name: "has-a-cycle", words: "a predicate depends on itself", holds: has_a_cycle },
        Pattern {
            name: "negates-a-cycle",
            words: "what is negated depends on a predicate that depends on itself",
            holds: negates_a_cycle,
        },
        Pattern {
            name: "negates",
            words: "something is negated",
            holds: |reached| {
                let mut atoms = reached.rules.iter().flat_map(|rule| rule.body.atoms());
                atoms.any(|occurrence| occurrence.negated)
            },
        },
        Pattern {
            name: "is-stratified",
            words: "no predicate depends on its own negation",
            holds: |reached| reached.graph().strata().is_ok(),
        },
        Pattern {
            name: "is-not-stratified",
            words: "a predicate depends on its own negation",
            holds: |reached| reached.graph().strata().is_err(),
        },
        Pattern {
            name: "has-variables-of-negations-only",
            words: "a probabilistic rule has a variable, or `_`, that occurs in a negation and nowhere else",
            holds: has_variables_of_negations_only,
        },
        Pattern {
            name: "has-nameless-variables-in-nested-negations",
            words: "a negation has two `_`, one of them within a further negation",
            holds: |it| it.rules.iter().any(|rule| has_nested_nameless(&rule.body)),
        },
        Pattern {
            name: "asks-with-a-repeated-variable",
            words: "a query has a variable twice",
            holds: |reached| reached.program.queries.iter().any(|query| repeats(&query.atom)),
        },
        Pattern {
            name: "calls-with-a-repeated-variable",
            words: "an atom of a body has a variable twice",
            holds: |reached| {
                let atoms = reached.rules.iter().flat_map(|rule| rule.body.atoms());
                atoms.map(|occurrence| occurrence.atom).any(repeats)
            },
        },
        Pattern {
            name: "observes",
            words: "there is evidence",
            holds: |reached| !reached.program.evidence.is_empty(),
        },
        Pattern {
            name: "observes-a-cycle",
            words: "there is evidence on a predicate that depends on itself",
            holds: |reached| {
                let graph = reached.graph();
                let mut evidence = reached.program.evidence.iter();
                evidence.any(|seen| is_on_a_cycle(&graph, &seen.atom.predicate()))
            },
        },
        Pattern {
            name: "has-several-heads",
            words: "a clause is an annotated disjunction",
            holds: |reached| {
                let mut clauses = reached.program.clauses.iter();
                clauses.any(|clause| clause.heads.len() > 1)
            },
        },
    ];

    /// The pattern of this name.
    pub fn named(name: &str) -> Option<Pattern> {
        Pattern::ALL.into_iter().find(|pattern| pattern.name == name)
    }

    /// The names of those that hold of a program. Of one that was reduced until nothing more could go, they
    /// tell what matters: a fault has the same ones, whatever form its reduced programs take.
    pub fn of(program: &Program) -> Vec<&'static str> {
        let reached = Reached::by(program);
        let holding = Pattern::ALL.into_iter().filter(|pattern| (pattern.holds)(&reached));
        holding.map(|pattern| pattern.name).collect()
    }
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.name == other.name
    }
}

fn has_a_cycle(reached: &Reached<'_>) -> bool {
    reached.graph().check_acyclic().is_err()
}

fn is_on_a_cycle(graph: &DependencyGraph, predicate: &Predicate) -> bool {
    let mut into = graph.edges().filter(|edge| edge.to == *predicate);
    into.any(|edge| graph.dependencies(&edge.from).contains(predicate))
}

fn negates_a_cycle(reached: &Reached<'_>) -> bool {
    let graph = reached.graph();
    let atoms = reached.rules.iter().flat_map(|rule| rule.body.atoms());
    let negated: BTreeSet<Predicate> = atoms
        .filter(|occurrence| occurrence.negated)
        .flat_map(|occurrence| graph.dependencies(&occurrence.atom.predicate()))
        .collect();
    negated.iter().any(|predicate| is_on_a_cycle(&graph, predicate))
}

fn has_variables_of_negations_only(reached: &Reached<'_>) -> bool {
    let is_probabilistic = |rule: &Clause| rule.heads.iter().any(|head| !head.probability.is_one());
    reached.rules.iter().any(|rule| is_probabilistic(rule) && has_local_variable(rule))
}

fn has_local_variable(clause: &Clause) -> bool {
    let (inside, outside): (Vec<_>, Vec<_>) =
        clause.body.atoms().partition(|occurrence| occurrence.negated);
    let heads = clause.heads.iter().map(|head| &head.atom);
    let outside = heads.chain(outside.iter().map(|occurrence| occurrence.atom));
    let known: Vec<&Symbol> = outside.flat_map(Atom::variables).collect();
    inside.iter().any(|occurrence| {
        let nameless = occurrence.atom.args.contains(&Term::Anonymous);
        nameless || occurrence.atom.variables().any(|name| !known.contains(&name))
    })
}

/// Is there a negation with a `_` in it, and another in a negation within it?
fn has_nested_nameless(formula: &Formula) -> bool {
    let children: &[Formula] = match formula {
        Formula::True | Formula::Atom(_) => return false,
        Formula::Not(child) => {
            let (mut at_all, mut nested) = (0, 0);
            count_nameless(child, false, &mut at_all, &mut nested);
            if at_all > 1 && nested > 0 {
                return true;
            }
            std::slice::from_ref(child)
        }
        Formula::And(children) | Formula::Or(children) => children,
    };
    children.iter().any(has_nested_nameless)
}

fn count_nameless(formula: &Formula, negated: bool, at_all: &mut usize, nested: &mut usize) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => {
            let found = atom.args.iter().filter(|term| **term == Term::Anonymous).count();
            *at_all += found;
            *nested += if negated { found } else { 0 };
        }
        Formula::Not(child) => count_nameless(child, true, at_all, nested),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().for_each(|child| count_nameless(child, negated, at_all, nested));
        }
    }
}

/// Does an atom have a variable twice?
fn repeats(atom: &Atom) -> bool {
    let names: Vec<&Symbol> = atom.variables().collect();
    names.iter().enumerate().any(|(index, name)| names[..index].contains(name))
}

#[cfg(test)]
mod tests {
    use randlog_logic::Dialect;

    use super::*;

    /// The patterns that hold of a program.
    fn patterns(text: &str) -> Vec<&'static str> {
        Pattern::of(&Dialect::ProbLog.parse(text).unwrap())
    }

    #[test]
    fn each_pattern_holds_where_it_should() {
        let stratified = "is-stratified";
        assert_eq!(patterns("p. query(p)."), [stratified]);
        assert_eq!(patterns("p :- p. query(p)."), ["has-a-cycle", stratified]);
        assert_eq!(patterns("p :- p. q. query(q)."), [stratified]);
        assert_eq!(
            patterns("p :- \\+ q. q :- r. r :- r. query(p)."),
            ["has-a-cycle", "negates-a-cycle", "negates", stratified]
        );
        let negative = ["has-a-cycle", "negates-a-cycle", "negates", "is-not-stratified"];
        assert_eq!(patterns("p :- \\+ p. query(p)."), negative);
        let own = ["negates", stratified, "has-variables-of-negations-only"];
        assert_eq!(patterns("0.5::p :- \\+ q(X). q(a). query(p)."), own);
        assert_eq!(patterns("0.5::p :- \\+ q(_). q(a). query(p)."), own);
        assert_eq!(patterns("p :- \\+ q(X). q(a). query(p)."), ["negates", stratified]);
        let asked = [stratified, "asks-with-a-repeated-variable"];
        assert_eq!(patterns("p(a, b). query(p(X, X))."), asked);
        assert_eq!(patterns("p(a, b). query(p(_, _))."), [stratified]);
        let called = [stratified, "calls-with-a-repeated-variable"];
        assert_eq!(patterns("p(a, b). q :- p(X, X). query(q)."), called);
        let observed = ["has-a-cycle", stratified, "observes", "observes-a-cycle"];
        assert_eq!(patterns("p :- q. q :- p. 0.5::p. r. evidence(q). query(r)."), observed);
        let nested = ["negates", stratified, "has-nameless-variables-in-nested-negations"];
        assert_eq!(patterns("p :- \\+ (u(_), \\+ t(_)). u(a). t(a). query(p)."), nested);
        let negates = ["negates", stratified];
        assert_eq!(patterns("p :- \\+ (u(_, _), \\+ t). u(a, b). t. query(p)."), negates);
        let disjunction = [stratified, "has-several-heads"];
        assert_eq!(patterns("0.5::p; 0.5::q. query(p)."), disjunction);
    }
}
