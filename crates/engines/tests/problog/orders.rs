//! The same program in other orders, which mean the same.

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng, shuffle};
use randlog_logic::{Formula, Program};

/// The program, and again with its clauses, queries and formulas in random orders, in which all
/// clauses are still safe from left to right. They are always the same ones for the same program.
pub(super) fn orders(program: &Program) -> impl Iterator<Item = Program> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let others = std::iter::repeat_with(move || {
        let mut other = program.clone();
        shuffle(&mut rng, &mut other.clauses);
        shuffle(&mut rng, &mut other.queries);
        for clause in &mut other.clauses {
            let written = clause.body.clone();
            reorder(&mut clause.body, &mut rng);
            if !clause.is_safe() {
                clause.body = written;
            }
        }
        other
    });
    std::iter::once(program.clone()).chain(others)
}

fn reorder(formula: &mut Formula, rng: &mut impl Rng) {
    match formula {
        Formula::True | Formula::Atom(_) => {}
        Formula::Not(child) => reorder(child, rng),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| reorder(child, rng));
            shuffle(rng, children);
        }
    }
}
