//! Bodies of clauses, by nodes.
//!
//! A body is an ordered tree; [`Threads`] keep, for each size, how many variables are known before
//! it is read and after. Three facts make the recursion short:
//!
//! - A conjunction is read child after child: the first child, then the rest. Threads multiply as
//!   matrices.
//! - The branches of a safe disjunction all start from the same known variables and must end with
//!   the same ones. The first branch names the new variables in order of first use; each later one
//!   may use them in any order, hence a factor `(k' - k)!`.
//! - Inside a negation of a safe clause all variables are known and none is learnt, so trees there
//!   are counted with plain numbers, once for each number of known variables.
//!
//! Clauses that need not be safe are the special case in which the variables of interest are known
//! from the start (see [`terms`](super::terms)): only the diagonal of each matrix is kept, and
//! nothing else changes.

use std::sync::Arc;

use super::number::{Natural, Weight};
use super::terms::Terms;
use super::threads::{Span, Threads};
use crate::spec;

/// What bodies may look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) max_nodes: usize,
    pub(crate) bodies: spec::Bodies,
    pub(crate) empty: bool,
    pub(crate) span: Span,
}

/// Trees inside a negation, when some number of variables is known.
#[derive(Debug)]
pub(crate) struct Negated<W> {
    /// `trees[n]`: trees of `n` nodes.
    pub(crate) trees: Vec<W>,
    /// `tuples[n]`: sequences of two or more trees of `n` nodes in all.
    pub(crate) tuples: Vec<W>,
}

/// Bodies under one status bound. Every table is indexed by a number of nodes; equal entries are
/// shared.
#[derive(Debug)]
pub(crate) struct Bodies<W> {
    /// Whole bodies.
    pub(crate) whole: Vec<Arc<Threads<W>>>,
    /// What may be the child of a conjunction or disjunction.
    pub(crate) items: Vec<Arc<Threads<W>>>,
    /// Two or more items, read one after the other.
    pub(crate) in_turn: Vec<Arc<Threads<W>>>,
    /// Two or more items, side by side.
    pub(crate) side_by_side: Vec<Arc<Threads<W>>>,
    /// What stands below a negation.
    pub(crate) below: Arc<Below<W>>,
}

/// What may stand below a negation, and what a negation weighs: one, or one that bears a mark.
#[derive(Debug)]
pub(crate) struct Below<W> {
    /// For each number of known variables.
    pub(crate) negated: Vec<Negated<W>>,
    negation: W,
}

impl<W: Weight> Below<W> {
    /// Count trees with these leaves, one kind for each number of known variables.
    pub(crate) fn new(form: Form, leaves: &[W], negation: W) -> Below<W> {
        let max_nodes = match form.bodies {
            spec::Bodies::Formula => form.max_nodes.saturating_sub(1),
            spec::Bodies::Conjunction => form.max_nodes.saturating_sub(1).min(1),
        };
        let trees = |leaf| negated_trees(max_nodes, leaf, &negation);
        Below { negated: leaves.iter().map(trees).collect(), negation }
    }

    /// A negation of a tree of this many nodes; it learns nothing.
    fn negations(&self, form: Form, nodes: usize) -> Threads<W> {
        Threads::new(self.negated.len() - 1, form.span, |k, known| {
            if k == known {
                self.negated[k].trees[nodes].product(&self.negation)
            } else {
                W::zero()
            }
        })
    }
}

impl<W: Weight> Bodies<W> {
    /// Count bodies with these atoms outside and these trees inside negations.
    pub(crate) fn new(
        form: Form,
        terms: &Terms,
        atoms: &Threads<W>,
        below: Arc<Below<W>>,
    ) -> Bodies<W> {
        match form.bodies {
            spec::Bodies::Formula => formulas(form, terms, atoms, below),
            spec::Bodies::Conjunction => conjunctions(form, terms, atoms, below),
        }
    }

    /// Bodies of all sizes together.
    pub(crate) fn total(&self) -> Threads<W> {
        let (empty, others) = self.whole.split_at(1);
        let mut total = Threads::clone(&empty[0]);
        for bodies in others {
            total.add(bodies);
        }
        total
    }
}

fn formulas<W: Weight>(
    form: Form,
    terms: &Terms,
    atoms: &Threads<W>,
    below: Arc<Below<W>>,
) -> Bodies<W> {
    let mut items = vec![none(form, terms)];
    let mut in_turn = vec![none(form, terms)];
    let mut side_by_side = vec![none(form, terms)];
    // Sequences of one or more items; a sequence's last item is where the recursion ends.
    let mut one_by_one = vec![none(form, terms)];
    let mut abreast = vec![none(form, terms)];
    for nodes in 1..=form.max_nodes {
        let mut item = if nodes == 1 { atoms.clone() } else { below.negations(form, nodes - 1) };
        item.add(&in_turn[nodes - 1]);
        item.add(&side_by_side[nodes - 1]);
        items.push(Arc::new(item));
        // No body has room for children of `max_nodes` nodes in all.
        if nodes == form.max_nodes {
            break;
        }
        let mut conjoined = Threads::zero(terms.variables(), form.span);
        for first in 1..nodes {
            conjoined.add_in_turn(&items[first], &one_by_one[nodes - first]);
        }
        one_by_one.push(sum(&items[nodes], &conjoined));
        in_turn.push(Arc::new(conjoined));
        // Where nothing can be learnt, connectives do not differ.
        if form.span == Span::Fixed {
            abreast.push(one_by_one[nodes].clone());
            side_by_side.push(in_turn[nodes].clone());
        } else {
            let mut disjoined = Threads::zero(terms.variables(), form.span);
            for first in 1..nodes {
                let orders = |new| terms.factorial(new);
                disjoined.add_side_by_side(&items[first], &abreast[nodes - first], orders);
            }
            abreast.push(sum(&items[nodes], &disjoined));
            side_by_side.push(Arc::new(disjoined));
        }
    }
    let mut whole = items.clone();
    whole[0] = empty(form, terms);
    Bodies { whole, items, in_turn, side_by_side, below }
}

fn conjunctions<W: Weight>(
    form: Form,
    terms: &Terms,
    atoms: &Threads<W>,
    below: Arc<Below<W>>,
) -> Bodies<W> {
    let mut whole = vec![empty(form, terms)];
    let mut items = vec![none(form, terms)];
    let mut in_turn = vec![none(form, terms)];
    let mut one_by_one = vec![none(form, terms)];
    for nodes in 1..=form.max_nodes {
        let item = match nodes {
            1 => Arc::new(atoms.clone()),
            2 => Arc::new(below.negations(form, 1)),
            _ => items[0].clone(),
        };
        whole.push(sum(&item, &in_turn[nodes - 1]));
        items.push(item);
        let mut conjoined = Threads::zero(terms.variables(), form.span);
        for literal in 1..nodes.min(3) {
            conjoined.add_in_turn(&items[literal], &one_by_one[nodes - literal]);
        }
        one_by_one.push(sum(&items[nodes], &conjoined));
        in_turn.push(Arc::new(conjoined));
    }
    let side_by_side = vec![items[0].clone(); form.max_nodes + 1];
    Bodies { whole, items, in_turn, side_by_side, below }
}

/// Trees whose leaves all weigh the same, whatever came before them.
fn negated_trees<W: Weight>(max_nodes: usize, leaf: &W, negation: &W) -> Negated<W> {
    let mut trees = vec![W::zero()];
    let mut tuples = vec![W::zero()];
    let mut sequences = vec![W::zero()];
    for nodes in 1..=max_nodes {
        let mut tree = if nodes == 1 { leaf.clone() } else { trees[nodes - 1].product(negation) };
        tree.add(&tuples[nodes - 1].scaled(&Natural::from(2u8)));
        trees.push(tree);
        let mut tuple = W::zero();
        for first in 1..nodes {
            tuple.add(&trees[first].product(&sequences[nodes - first]));
        }
        let mut sequence = trees[nodes].clone();
        sequence.add(&tuple);
        sequences.push(sequence);
        tuples.push(tuple);
    }
    Negated { trees, tuples }
}

fn empty<W: Weight>(form: Form, terms: &Terms) -> Arc<Threads<W>> {
    Arc::new(Threads::new(terms.variables(), form.span, |k, known| {
        if form.empty && k == known { W::one() } else { W::zero() }
    }))
}

fn none<W: Weight>(form: Form, terms: &Terms) -> Arc<Threads<W>> {
    Arc::new(Threads::zero(terms.variables(), form.span))
}

fn sum<W: Weight>(left: &Threads<W>, right: &Threads<W>) -> Arc<Threads<W>> {
    let mut total = left.clone();
    total.add(right);
    Arc::new(total)
}
