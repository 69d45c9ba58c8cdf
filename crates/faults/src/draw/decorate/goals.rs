//! What is asked, and what is observed.

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Atom, Goal, Program, Term};

use super::{ground_atom, pick};
use crate::parts;

/// One to three atoms are observed to be true or false; more often one that has a clause of its own.
pub(in crate::draw) fn evidence(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let known: Vec<Atom> = parts::heads(program).filter(|atom| atom.is_ground()).cloned().collect();
    for _ in 0..1 + below(rng, 3) {
        let any = ground_atom(program, rng);
        let atom = choose(rng, &known).filter(|_| below(rng, 3) > 0).cloned().or(any);
        let negated = below(rng, 2) != 0;
        let Some(atom) = atom else { continue };
        if !program.evidence.iter().any(|evidence| evidence.atom == atom) {
            program.evidence.push(Goal { negated, ..Goal::new(atom) });
        }
    }
    !program.evidence.is_empty()
}

/// One to four ground atoms are asked for as well.
pub(in crate::draw) fn several_queries(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let before = program.queries.len();
    for _ in 0..1 + below(rng, 4) {
        let Some(atom) = ground_atom(program, rng) else { break };
        // A query that is asked twice is answered once by some engines.
        if !program.queries.iter().any(|query| query.atom == atom) {
            program.queries.push(atom.into());
        }
    }
    program.queries.len() > before
}

/// A query with so many arguments at least, any of them.
fn query<'p>(program: &'p mut Program, least: usize, rng: &mut ChaCha8Rng) -> Option<&'p mut Atom> {
    let queries = program.queries.iter_mut().map(|query| &mut query.atom);
    pick(&mut queries.filter(|atom| atom.args.len() >= least).collect(), rng)
}

/// An argument of a query, or all of them, becomes a variable.
pub(in crate::draw) fn open_query(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(query) = query(program, 1, rng) else { return false };
    let all = below(rng, 2) == 0;
    let chosen = below(rng, query.args.len() as u64) as usize;
    for (place, (term, name)) in query.args.iter_mut().zip(["X", "Y", "Z", "W"]).enumerate() {
        if all || place == chosen {
            *term = Term::Variable(name.into());
        }
    }
    true
}

/// A query has the same variable twice.
pub(in crate::draw) fn repeated_variable(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(query) = query(program, 2, rng) else { return false };
    query.args.fill(Term::Variable("X".into()));
    true
}
