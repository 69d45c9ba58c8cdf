//! Clauses under a status bound.
//!
//! The *status* of a predicate in a body is 0 if it does not occur, 1 if it occurs but never below
//! a negation, 2 if it occurs below one (double negation does not cancel). A [`Bound`] gives each
//! predicate the largest status it may have. How many clauses there are under a bound depends only
//! on how many predicates of each arity have each status, and on the arity of the head.

use std::sync::Arc;

use super::bodies::{Below, Bodies, Form};
use super::classes::{Classes, Group};
use super::number::{Natural, Weight};
use super::terms::Terms;
use super::threads::{Span, Threads};
use crate::{Spec, spec};

/// Who may occur in bodies, and where. All others must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bound {
    /// Those that may occur outside negations only.
    pub(crate) positive: Group,
    /// Those that may occur anywhere.
    pub(crate) anywhere: Group,
}

/// The clauses of a spec.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    pub(crate) classes: Classes,
    pub(crate) terms: Terms,
    pub(crate) form: Form,
    /// For each class, the sequences of arguments of an atom.
    arguments: Vec<Threads<Natural>>,
    /// For each class and number of known variables, the sequences of known arguments.
    known: Vec<Vec<Natural>>,
    /// For each class and number of variables known after the body, the weight of all heads.
    heads: Vec<Vec<Natural>>,
}

/// One way of counting the variables of a whole clause: how many are known when the body begins
/// and when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) before: usize,
    pub(crate) after: usize,
}

impl Clauses {
    /// The clauses of a spec, with its predicates classified in some way.
    pub(crate) fn new(spec: &Spec, classes: Classes) -> Clauses {
        let longest = spec.predicates().iter().map(|p| p.arity).max().unwrap_or(0);
        let positions = longest.saturating_mul(most_leaves(spec).saturating_add(1));
        let terms = Terms::new(spec.constants().len(), spec.variables().len(), positions);
        let span = if spec.safe() { Span::Growing } else { Span::Fixed };
        let known: Vec<Vec<Natural>> = (0..classes.len())
            .map(|class| {
                (0..=terms.variables()).map(|k| terms.known(classes.arity(class), k)).collect()
            })
            .collect();
        let arguments = arguments(&classes, &terms, span, &known);
        let heads = match span {
            Span::Growing => known.clone(),
            Span::Fixed => known.iter().map(|known| per_permutation(&terms, known)).collect(),
        };
        let form = Form {
            max_nodes: spec.max_nodes(),
            bodies: spec.bodies(),
            empty: spec.empty_bodies(),
            span,
        };
        Clauses { classes, terms, form, arguments, known, heads }
    }

    /// The arguments of an atom of this class.
    pub(crate) fn arguments(&self, class: usize) -> &Threads<Natural> {
        &self.arguments[class]
    }

    /// The arguments of an atom of this class, when `variables` are known and no other may occur.
    pub(crate) fn known_arguments(&self, class: usize, variables: usize) -> &Natural {
        &self.known[class][variables]
    }

    /// Count what may stand below negations if these predicates may occur there. `negation` is the
    /// weight of a negation.
    pub(crate) fn below<W: Weight>(&self, anywhere: Group, negation: W) -> Arc<Below<W>> {
        let leaves: Vec<W> = (0..=self.terms.variables())
            .map(|k| W::one().scaled(&self.atoms(anywhere, |class| &self.known[class][k])))
            .collect();
        Arc::new(Below::new(self.form, &leaves, negation))
    }

    /// Count the bodies with these predicates outside negations.
    pub(crate) fn bodies<W: Weight>(&self, outside: Group, below: Arc<Below<W>>) -> Bodies<W> {
        let atoms = Threads::new(self.terms.variables(), self.form.span, |k, known| {
            W::one().scaled(&self.atoms(outside, |class| self.arguments[class].at(k, known)))
        });
        Bodies::new(self.form, &self.terms, &atoms, below)
    }

    /// The bodies under a bound.
    pub(crate) fn bodies_under(&self, bound: Bound) -> Bodies<Natural> {
        self.bodies(bound.positive + bound.anywhere, self.below(bound.anywhere, Natural::ONE))
    }

    /// Count the clauses with these bodies, headed by a predicate of this class.
    pub(crate) fn headed<W: Weight>(&self, bodies: &Threads<W>, class: usize) -> W {
        let mut total = W::zero();
        for frame in self.frames() {
            let bodies = bodies.at(frame.before, frame.after);
            if !bodies.is_zero() {
                total.add(&bodies.scaled(self.heads(class, &frame)));
            }
        }
        match self.form.span {
            Span::Fixed => total.divided(self.terms.permutations()),
            Span::Growing => total,
        }
    }

    /// The ways of counting the variables of a clause. See [`terms`](super::terms): a clause that
    /// need not be safe is counted once for each permutation of variables that leaves it alone; a
    /// safe one begins with no variable known, and its head can use those that its body ends with.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame> {
        (0..=self.terms.variables()).map(|position| self.frame(position))
    }

    /// The frame at this position among all.
    pub(crate) fn frame(&self, position: usize) -> Frame {
        match self.form.span {
            Span::Fixed => Frame { before: position, after: position },
            Span::Growing => Frame { before: 0, after: position },
        }
    }

    /// The weight of all heads of a class in a frame.
    pub(crate) fn heads(&self, class: usize, frame: &Frame) -> &Natural {
        &self.heads[class][frame.after]
    }

    fn atoms<'a>(&self, group: Group, arguments: impl Fn(usize) -> &'a Natural) -> Natural {
        (0..self.classes.len())
            .map(|class| arguments(class) * self.classes.count(group, class))
            .sum()
    }
}

fn arguments(
    classes: &Classes,
    terms: &Terms,
    span: Span,
    known: &[Vec<Natural>],
) -> Vec<Threads<Natural>> {
    let longest = (0..classes.len()).map(|class| classes.arity(class)).max().unwrap_or(0);
    let growing = (span == Span::Growing).then(|| terms.sequences(longest));
    (0..classes.len())
        .map(|class| {
            Threads::new(terms.variables(), span, |k, after| match &growing {
                Some(sequences) => sequences[classes.arity(class)][k][after - k].clone(),
                None => known[class][k].clone(),
            })
        })
        .collect()
}

fn per_permutation(terms: &Terms, known: &[Natural]) -> Vec<Natural> {
    let heads = known.iter().enumerate();
    heads.map(|(fixed, heads)| terms.permutations_fixing(fixed) * heads).collect()
}

/// The largest number of atoms in a body: a connective takes a node of its own.
fn most_leaves(spec: &Spec) -> usize {
    match (spec.max_nodes(), spec.bodies()) {
        (0, _) => 0,
        (1 | 2, _) => 1,
        (nodes, spec::Bodies::Formula | spec::Bodies::Conjunction) => nodes - 1,
    }
}
