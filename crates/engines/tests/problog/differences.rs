//! Where ProbLog 2.3.0 is known to differ: with which words, and on which programs. `tests/faults.rs`
//! has an example of each fault with the right answer. To see whether one still exists, remove it from
//! the list.
//!
//! A difference is no excuse for any answer. Wherever it can be told what ProbLog would say without it,
//! by a program that means the same, that is asked, and must agree.

use super::apart::with_variables_apart;
use super::orders::orders;
use super::process::{ProbLog, Reply};
use super::{Found, agree};
use randlog_infer::{Algorithm, Error, Inference};
use randlog_logic::{Atom, Clause, DependencyGraph, Formula, Probability, Program, Term};

/// A program, and what two say of it who do not agree.
pub(crate) struct Case<'a> {
    pub(crate) problog: &'a mut ProbLog,
    pub(crate) program: &'a Program,
    pub(crate) algorithm: Algorithm,
    pub(crate) found: &'a Found,
    pub(crate) reply: &'a Reply,
}

/// The known difference that this is a case of, if there is one.
pub(crate) fn explanation(case: &mut Case<'_>) -> Option<&'static str> {
    KNOWN.iter().find(|(_, explains)| explains(case)).map(|(name, _)| *name)
}

/// Is this a case of a known difference?
type Explains = fn(&mut Case<'_>) -> bool;

const KNOWN: [(&str, Explains); 8] = [
    // Not a fault: undefined predicates are an error here even if nothing calls them. They may as well
    // be false then.
    ("undefined, but not called", |case| {
        matches!(case.found, Err(Error::Undefined { .. }))
            && agree(&case.solve(&with_all_defined(case.program)), case.reply)
    }),
    // Not a fault: `exact` takes no look at the rules of certain facts.
    ("negative cycle that a certain fact cuts here", |case| {
        case.is_error("NegativeCycle")
            && case.algorithm == Algorithm::Exact
            && case.has_an_answer()
            && has_certain_fact(case.program)
            && agree(&Inference::new(case.program).algorithm(Algorithm::Worlds).solve(), case.reply)
    }),
    // In part not a fault: a certain atom cuts the cycle, if it is met first.
    ("negative cycle that is not met in this order", |case| {
        matches!(case.found, Err(Error::NegativeCycle { .. }))
            && (case.reply.is_ok() || case.is_error("InconsistentEvidenceError"))
            && !has_strata(case.program)
            && case.agrees_in_another_order("sdd", case.program)
    }),
    ("positive cycle taken for a negative one in this order", |case| {
        case.is_error("NegativeCycle")
            && case.has_an_answer()
            && is_cyclic(case.program)
            && has_negation(case.program)
            && case.agrees_in_another_order("sdd", case.program)
    }),
    ("evidence and a certain atom of a cycle", |case| {
        case.is_error("AssertionError in get_node")
            && case.has_an_answer()
            && is_cyclic(case.program)
            && has_certain_fact(case.program)
            && !case.program.evidence.is_empty()
            && (agree(case.found, &case.problog.solve("sdd", &with_nothing_certain(case.program)))
                || case.agrees_in_another_order("sdd", case.program))
    }),
    ("negative cycle through what is impossible", |case| {
        case.is_error("NegativeCycle")
            && case.has_an_answer()
            && !has_strata(case.program)
            && [Algorithm::Exact, Algorithm::Worlds].iter().all(|&algorithm| {
                let other = Inference::new(case.program).algorithm(algorithm).solve();
                matches!(other, Ok(_) | Err(Error::ImpossibleEvidence))
            })
    }),
    // Forward compilation goes another way about cycles, but wrong if they are negated.
    ("cycles that take forever with sdd", |case| {
        case.is_error("Slow")
            && case.has_an_answer()
            && is_cyclic(case.program)
            && (has_negation(case.program)
                || case.agrees_in_another_order("fsdd", &with_variables_apart(case.program)))
    }),
    ("call with a repeated variable", |case| {
        let apart = with_variables_apart(case.program);
        if apart == *case.program || case.reply.is_err() {
            return false;
        }
        let reply = case.problog.solve("sdd", &apart);
        agree(case.found, &reply) || explanation(&mut case.of(&apart, &reply)).is_some()
    }),
];

/// In how many orders a program is tried.
const ORDERS: usize = 50;

impl Case<'_> {
    fn is_error(&self, name: &str) -> bool {
        self.reply.as_ref().is_err_and(|error| error == name)
    }

    /// Has the program a meaning, if perhaps no world that agrees with the evidence?
    fn has_an_answer(&self) -> bool {
        matches!(self.found, Ok(_) | Err(Error::ImpossibleEvidence))
    }

    /// The same for another program that means the same.
    fn of<'b>(&'b mut self, program: &'b Program, reply: &'b Reply) -> Case<'b> {
        Case { problog: self.problog, program, algorithm: self.algorithm, found: self.found, reply }
    }

    fn solve(&self, program: &Program) -> Found {
        Inference::new(program).algorithm(self.algorithm).solve()
    }

    /// Does a back-end of ProbLog agree on a program that means the same, in this or another order?
    fn agrees_in_another_order(&mut self, back_end: &str, program: &Program) -> bool {
        let mut orders = orders(program).take(ORDERS);
        orders.any(|order| agree(self.found, &self.problog.solve(back_end, &order)))
    }
}

/// The program with a clause that never holds for each predicate that has none.
fn with_all_defined(program: &Program) -> Program {
    let mut defined = program.clone();
    let never = Formula::Not(Box::new(Formula::True));
    defined.clauses.extend(program.relevant().undefined().map(|(predicate, _)| {
        let args = vec![Term::Constant("a".into()); predicate.arity];
        Clause::new(Probability::ONE, Atom::new(predicate.name, args), never.clone())
    }));
    defined
}

/// The program with facts that are nearly certain in place of certain ones.
fn with_nothing_certain(program: &Program) -> Program {
    let nearly = Probability::new(999_999_999_999, 1_000_000_000_000).expect("a probability");
    let mut uncertain = program.clone();
    for fact in uncertain.clauses.iter_mut().filter(|clause| clause.is_fact()) {
        if fact.is_certain() {
            fact.heads[0].probability = nearly.into();
        }
    }
    uncertain
}

fn relevant_graph(program: &Program) -> DependencyGraph {
    DependencyGraph::new(program.relevant().clauses)
}

fn is_cyclic(program: &Program) -> bool {
    relevant_graph(program).check_acyclic().is_err()
}

fn has_strata(program: &Program) -> bool {
    relevant_graph(program).strata().is_ok()
}

/// Is something negated, or observed to be false?
fn has_negation(program: &Program) -> bool {
    program.evidence.iter().any(|evidence| evidence.negated)
        || program.relevant().clauses.iter().any(|clause| clause.body.negations() > 0)
}

fn has_certain_fact(program: &Program) -> bool {
    program.relevant().clauses.iter().any(|clause| clause.is_fact() && clause.is_certain())
}
