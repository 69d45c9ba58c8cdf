//! The plain check accepts a program of the space and names the rule that another one breaks.

use randlog_generate::Spec;
use randlog_generate::spec::Cycles;
use randlog_logic::{Atom, Clause, Formula, Probability, Program, Term};
use versus_pumpkin::check::check;
use versus_pumpkin::specs::{self, spec, with};

/// `p0/1` and `p1/1`, two variables, no constants, three nodes, three clauses.
fn space() -> Spec {
    with(&spec(&[1, 1], 2, 0, 3, 3), |draft| draft.cycles(Cycles::Stratified))
}

fn atom(name: &str, variable: &str) -> Atom {
    Atom { name: name.into(), args: vec![Term::Variable(variable.into())] }
}

fn leaf(name: &str, variable: &str) -> Formula {
    Formula::Atom(atom(name, variable))
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

fn program<const N: usize>(clauses: [(Atom, Formula); N]) -> Program {
    let clause = |(head, body)| Clause::new(Probability::ONE, head, body);
    Program { clauses: clauses.into_iter().map(clause).collect(), ..Program::default() }
}

#[track_caller]
fn assert_breaks(spec: &Spec, program: Program, rule: &str) {
    let error = check(spec, &program).expect_err("the program breaks a rule");
    assert!(error.contains(rule), "{error}");
}

#[test]
fn accepts_a_program_of_the_space() {
    let good = program([
        (atom("p0", "X0"), not(leaf("p1", "X0"))),
        (atom("p1", "X0"), Formula::And(vec![leaf("p1", "X0"), leaf("p1", "X1")])),
        (atom("p1", "X0"), Formula::True),
    ]);
    assert_eq!(check(&space(), &good), Ok(()));
}

#[test]
fn names_the_rule_on_sizes_and_names() {
    let fact = |name| (atom(name, "X0"), Formula::True);
    assert_breaks(&space(), program([fact("p0")]), "p1/1 heads no clause");
    assert_breaks(&space(), program([fact("p0"), fact("p1"), fact("p1")]), "twice");
    assert_breaks(&space(), program([fact("p0"), fact("p1"), fact("p2")]), "unknown predicate");
    let renamed = (atom("p1", "X1"), Formula::True);
    assert_breaks(&space(), program([fact("p0"), renamed]), "out of order");
    let deep = (atom("p1", "X0"), not(not(not(leaf("p1", "X0")))));
    assert_breaks(&space(), program([fact("p0"), deep]), "4 nodes");
    let narrow = (atom("p1", "X0"), Formula::Or(vec![leaf("p1", "X0")]));
    assert_breaks(&space(), program([fact("p0"), narrow]), "fewer than two children");
    let no_facts = with(&space(), |draft| draft.empty_bodies(false));
    assert_breaks(&no_facts, program([fact("p0"), fact("p1")]), "`true`");
}

#[test]
fn names_the_rule_on_dependencies() {
    let p0_on_p1 = || (atom("p0", "X0"), leaf("p1", "X0"));
    let p1_on_not_p0 = (atom("p1", "X0"), not(leaf("p0", "X0")));
    assert_breaks(&space(), program([p0_on_p1(), p1_on_not_p0]), "through a negation");
    let fact = (atom("p1", "X0"), Formula::True);
    let apart = specs::apart(&space(), &[(0, 1)]);
    assert_breaks(&apart, program([p0_on_p1(), fact]), "ancestor in common");
    let loops = (atom("p1", "X0"), leaf("p1", "X0"));
    let acyclic = with(&space(), |draft| draft.cycles(Cycles::Acyclic));
    assert_breaks(&acyclic, program([p0_on_p1(), loops]), "a cycle");
}
