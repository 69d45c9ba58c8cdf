//! Bodies of clauses, by nodes.
//!
//! A body is an ordered tree. The paper counts trees by nodes and total arity, `T(n, a)`, and puts
//! terms into the gaps afterwards; here a [`Matrix`] keeps, for each number of nodes, how many
//! variables are known before the tree is read and after, and terms are counted with it. Three facts
//! make the recursion short:
//!
//! - A conjunction is read child after child: the first child, then the rest. Matrices are
//!   multiplied.
//! - The branches of a safe disjunction all start from the same known variables and must end with
//!   the same ones. The first branch names the new variables in order of first use; each later one
//!   may use them in any order, hence a factor `(k' - k)!`.
//! - Inside a negation of a safe clause all variables are known and none is learnt: only the
//!   diagonals of the matrices are left.
//!
//! Clauses that need not be safe are the special case in which the variables of interest are known
//! from the start (see [`terms`](super::terms)): there too only the diagonals are kept, and nothing
//! else changes.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::matrix::{Matrix, Span};
use super::number::Weight;
use super::pieces::Pieces;
use super::terms::Terms;
use crate::spec;

/// What bodies may look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) max_nodes: usize,
    pub(crate) bodies: spec::Bodies,
    pub(crate) empty: bool,
    pub(crate) span: Span,
}

/// Where a part of a body stands. What is inside a negation stays inside, whatever else is above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// Below no negation.
    Outside,
    /// Below one negation or more.
    Inside,
}

/// Something for each context.
#[derive(Clone, Debug)]
pub(crate) struct ByContext<T> {
    pub(crate) outside: T,
    pub(crate) inside: T,
}

impl<T> ByContext<T> {
    /// What belongs to a context.
    pub(crate) fn at(&self, context: Context) -> &T {
        match context {
            Context::Outside => &self.outside,
            Context::Inside => &self.inside,
        }
    }
}

/// Trees in one context. Every table is indexed by a number of nodes; equal entries are shared.
#[derive(Debug)]
pub(crate) struct Trees<W> {
    /// What may be the child of a connective.
    pub(crate) single: Vec<Arc<Matrix<W>>>,
    /// Two or more of these, read one after the other.
    pub(crate) conjoined: Vec<Arc<Matrix<W>>>,
    /// Two or more of these, side by side.
    pub(crate) disjoined: Vec<Arc<Matrix<W>>>,
}

/// Bodies under one status bound.
#[derive(Debug)]
pub(crate) struct Bodies<W> {
    /// Whole bodies, by nodes.
    pub(crate) whole: Vec<Arc<Matrix<W>>>,
    pub(crate) trees: ByContext<Arc<Trees<W>>>,
}

impl<W: Weight> Trees<W> {
    /// Count the trees that may stand inside a negation.
    pub(crate) fn inside(
        form: Form,
        terms: &Terms,
        atoms: Matrix<W>,
        pieces: &Pieces<W>,
        stop: &Stop,
    ) -> Result<Trees<W>, Stopped> {
        let room = form.max_nodes.saturating_sub(1);
        let max_nodes = match form.bodies {
            spec::Bodies::Formula => room,
            spec::Bodies::Conjunction | spec::Bodies::Set => room.min(1),
        };
        let form = Form { max_nodes, span: Span::Fixed, ..form };
        Trees::new(form, terms, atoms, pieces, None, stop)
    }

    /// Count trees, given their leaves and what may stand inside negations: trees of the same kind,
    /// unless told otherwise.
    ///
    /// This is the paper's T: a tree of `n` nodes is a negation of one of `n - 1`, or a connective
    /// over two or more with `n - 1` nodes in all.
    fn new(
        form: Form,
        terms: &Terms,
        atoms: Matrix<W>,
        pieces: &Pieces<W>,
        inside: Option<&Trees<W>>,
        stop: &Stop,
    ) -> Result<Trees<W>, Stopped> {
        let none = || Arc::new(Matrix::zero(terms.variables, form.span));
        let (single, conjoined, disjoined) = (vec![none()], vec![none()], vec![none()]);
        let mut trees = Trees { single, conjoined, disjoined };
        // Sequences of one tree or more; the last tree of a sequence is where the recursion ends.
        let (mut in_turn, mut side_by_side) = (vec![none()], vec![none()]);
        let literals = form.bodies == spec::Bodies::Conjunction;
        let largest = if literals { form.max_nodes.min(2) } else { form.max_nodes };
        for nodes in 1..=form.max_nodes {
            let mut tree = match nodes {
                1 => atoms.clone(),
                _ if nodes <= largest => {
                    inside.unwrap_or(&trees).negated(terms, form.span, nodes - 1, pieces)
                }
                _ => Matrix::zero(terms.variables, form.span),
            };
            if !literals {
                let (conjoined, disjoined) =
                    (&trees.conjoined[nodes - 1], &trees.disjoined[nodes - 1]);
                add_weighed(&mut tree, conjoined, &pieces.conjunction, pieces);
                add_weighed(&mut tree, disjoined, &pieces.disjunction, pieces);
            }
            trees.single.push(Arc::new(tree));
            // No body has room for children of `max_nodes` nodes in all.
            if nodes == form.max_nodes {
                break;
            }
            let firsts = 1..nodes.min(largest + 1);
            let mut conjoined = Matrix::zero(terms.variables, form.span);
            for first in firsts.clone() {
                stop.check()?;
                conjoined.add_in_turn(&trees.single[first], &in_turn[nodes - first]);
            }
            in_turn.push(sum(&trees.single[nodes], &conjoined));
            trees.conjoined.push(Arc::new(conjoined));
            // Where nothing can be learnt, connectives do not differ; and literals need only one.
            if form.span == Span::Fixed || literals {
                trees.disjoined.push(trees.conjoined[nodes].clone());
                side_by_side.push(in_turn[nodes].clone());
                continue;
            }
            let mut disjoined = Matrix::zero(terms.variables, form.span);
            for first in firsts {
                stop.check()?;
                let others = &side_by_side[nodes - first];
                disjoined.add_side_by_side(&trees.single[first], others, |n| terms.factorial(n));
            }
            side_by_side.push(sum(&trees.single[nodes], &disjoined));
            trees.disjoined.push(Arc::new(disjoined));
        }
        Ok(trees)
    }

    /// A negation of a tree of this many nodes; it learns nothing.
    fn negated(&self, terms: &Terms, span: Span, nodes: usize, pieces: &Pieces<W>) -> Matrix<W> {
        Matrix::new(terms.variables, span, |before, after| match before == after {
            true if pieces.equal => self.single[nodes].at(before, before).clone(),
            true => self.single[nodes].at(before, before).product(&pieces.negation),
            false => W::ZERO,
        })
    }
}

impl<W: Weight> Bodies<W> {
    /// Count bodies with these atoms outside and these trees inside negations.
    pub(crate) fn new(
        form: Form,
        terms: &Terms,
        atoms: Matrix<W>,
        inside: Arc<Trees<W>>,
        pieces: &Pieces<W>,
        stop: &Stop,
    ) -> Result<Bodies<W>, Stopped> {
        let outside = Trees::new(form, terms, atoms, pieces, Some(&inside), stop)?;
        let body = |nodes: usize| match (nodes, form.bodies) {
            (0, _) => Arc::new(Matrix::new(terms.variables, form.span, |before, after| {
                if form.empty && before == after { W::ONE } else { W::ZERO }
            })),
            (_, spec::Bodies::Formula) => outside.single[nodes].clone(),
            (_, spec::Bodies::Conjunction | spec::Bodies::Set) => {
                let mut bodies = Matrix::clone(&outside.single[nodes]);
                let conjoined = &outside.conjoined[nodes - 1];
                add_weighed(&mut bodies, conjoined, &pieces.conjunction, pieces);
                Arc::new(bodies)
            }
        };
        let filled_up = |nodes: usize| {
            let absent = pieces.absent.power(form.max_nodes - nodes);
            let besides = if nodes == 0 { &pieces.empty } else { &pieces.filled };
            let mut bodies = Matrix::zero(terms.variables, form.span);
            bodies.add_scaled(&absent.product(besides), &body(nodes));
            Arc::new(bodies)
        };
        let each = 0..=form.max_nodes;
        let whole =
            if pieces.equal { each.map(body).collect() } else { each.map(filled_up).collect() };
        Ok(Bodies { whole, trees: ByContext { outside: Arc::new(outside), inside } })
    }

    /// Of these formulas, those that can be true if these atoms outside negations, and everything inside them, are taken as
    /// possibly true: a disjunction needs one branch, a conjunction all.
    pub(crate) fn firing(
        &self,
        form: Form,
        terms: &Terms,
        atoms: Matrix<W>,
        pieces: &Pieces<W>,
        stop: &Stop,
    ) -> Result<Vec<Arc<Matrix<W>>>, Stopped> {
        let none = || Matrix::zero(terms.variables, form.span);
        let (mut firing, mut idle) = (vec![none()], vec![none()]);
        // Sequences of one tree or more.
        let (mut all_firing, mut none_firing) = (vec![none()], vec![none()]);
        let (mut conjoined, mut disjoined) = (none(), none());
        let outside = &self.trees.outside;
        for nodes in 1..=form.max_nodes {
            let mut tree = match nodes {
                1 => atoms.clone(),
                _ => self.trees.inside.negated(terms, form.span, nodes - 1, pieces),
            };
            if nodes > 1 {
                add_weighed(&mut tree, &conjoined, &pieces.conjunction, pieces);
                let with_firing = outside.disjoined[nodes - 1].minus(&disjoined);
                add_weighed(&mut tree, &with_firing, &pieces.disjunction, pieces);
            }
            idle.push(outside.single[nodes].minus(&tree));
            firing.push(tree);
            (conjoined, disjoined) = (none(), none());
            for first in 1..nodes {
                stop.check()?;
                conjoined.add_in_turn(&firing[first], &all_firing[nodes - first]);
                let others = &none_firing[nodes - first];
                match form.span {
                    Span::Fixed => disjoined.add_in_turn(&idle[first], others),
                    Span::Growing => {
                        disjoined.add_side_by_side(&idle[first], others, |n| terms.factorial(n));
                    }
                }
            }
            all_firing.push(Matrix::clone(&sum(&firing[nodes], &conjoined)));
            none_firing.push(Matrix::clone(&sum(&idle[nodes], &disjoined)));
        }
        let whole = |(nodes, firing): (usize, Matrix<W>)| match nodes {
            0 => self.whole[0].clone(),
            _ if pieces.equal => Arc::new(firing),
            _ => {
                let absent = pieces.absent.power(form.max_nodes - nodes);
                let mut filled_up = none();
                filled_up.add_scaled(&absent.product(&pieces.filled), &firing);
                Arc::new(filled_up)
            }
        };
        Ok(firing.into_iter().enumerate().map(whole).collect())
    }

    /// Bodies of all sizes together: the paper's C, but for empty bodies, which it counts as those of
    /// total arity 0 (and so forgets about atoms without arguments).
    pub(crate) fn total(&self) -> Matrix<W> {
        let (empty, others) = self.whole.split_at(1);
        let mut total = Matrix::clone(&empty[0]);
        for bodies in others {
            total.add(bodies);
        }
        total
    }
}

/// Add trees below a connective of this weight.
fn add_weighed<W: Weight>(
    sum: &mut Matrix<W>,
    trees: &Matrix<W>,
    connective: &W,
    pieces: &Pieces<W>,
) {
    if pieces.equal { sum.add(trees) } else { sum.add_scaled(connective, trees) }
}

fn sum<W: Weight>(left: &Matrix<W>, right: &Matrix<W>) -> Arc<Matrix<W>> {
    let mut total = left.clone();
    total.add(right);
    Arc::new(total)
}
