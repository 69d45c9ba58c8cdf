//! A clause gets a further head, or two, of which one is chosen at most.

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Head, Probability, Program};

use super::{atom, bound_variables, predicates};
use crate::parts;

/// Probabilities of two heads, or of three, in percent.
const SHARES: [&[u128]; 5] = [&[30, 40], &[50, 50], &[20, 30], &[20, 30, 40], &[20, 30, 50]];

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let count = program.clauses.len() as u64;
    let (Some(shares), true) = (choose(rng, &SHARES), count > 0) else { return false };
    let clause = &mut program.clauses[below(rng, count) as usize];
    let terms = [bound_variables(clause), constants].concat();
    while clause.heads.len() < shares.len() {
        let Some(atom) = atom(&predicates, &terms, rng) else { return false };
        clause.heads.push(Head::new(Probability::ONE, atom));
    }
    for (head, share) in clause.heads.iter_mut().zip(*shares) {
        if let Some(share) = Probability::new(*share, 100) {
            head.probability = share.into();
        }
    }
    true
}
