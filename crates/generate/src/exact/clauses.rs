//! Clauses under a status bound.
//!
//! The *status* of a predicate in a body is 0 if it does not occur, 1 if it occurs but never below
//! a negation, 2 if it occurs below one (double negation does not cancel). A [`Bound`] gives each
//! predicate the largest status it may have. How many clauses there are under a bound depends only
//! on how many predicates of each arity have each status, and on the arity of the head.

use std::sync::Arc;

use super::bodies::{Bodies, ByContext, Context, Form, Trees};
use super::classes::{Classes, Group};
use super::matrix::{Matrix, Span};
use super::number::{Natural, Weight};
use super::terms::Terms;
use crate::Spec;
use crate::spec::Cycles;

/// Who may occur in bodies, and where. All others must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bound {
    /// Those that may occur outside negations only.
    pub(crate) positive: Group,
    /// Those that may occur anywhere.
    pub(crate) anywhere: Group,
}

impl Bound {
    /// Bodies may use `inner`, mutually dependent predicates, in the way the cycle rule allows, and
    /// `outer`, all settled before, in any way.
    pub(crate) fn new(cycles: Cycles, inner: Group, outer: Group) -> Bound {
        match cycles {
            Cycles::Any => Bound { positive: Group::EMPTY, anywhere: inner + outer },
            Cycles::Stratified => Bound { positive: inner, anywhere: outer },
            Cycles::Acyclic => Bound { positive: Group::EMPTY, anywhere: outer },
        }
    }

    /// Those that may occur in a context.
    pub(crate) fn allowed(self, context: Context) -> Group {
        match context {
            Context::Outside => self.positive + self.anywhere,
            Context::Inside => self.anywhere,
        }
    }
}

/// The clauses of a spec.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    pub(crate) classes: Classes,
    pub(crate) terms: Terms,
    pub(crate) form: Form,
    /// For each class, the sequences of arguments of an atom. Inside negations no variable is new.
    arguments: ByContext<Vec<Matrix<Natural>>>,
    /// For each class and number of variables known after the body, the weight of all heads.
    pub(crate) heads: Vec<Vec<Natural>>,
}

impl Clauses {
    /// The clauses of a spec, with its predicates classified in some way.
    pub(crate) fn new(spec: &Spec, classes: Classes) -> Clauses {
        // A connective takes a node of its own.
        let most_atoms = spec.max_nodes().saturating_sub(1).max(spec.max_nodes().min(1));
        let positions = classes.longest().saturating_mul(most_atoms.saturating_add(1));
        let terms = Terms::new(spec.constants().len(), spec.variables().len(), positions);
        let span = if spec.safe() { Span::Growing } else { Span::Fixed };
        let arities = || (0..classes.len()).map(|class| classes.arities[class]);
        let known =
            |arity| Matrix::new(terms.variables, Span::Fixed, |known, _| terms.known(arity, known));
        let inside: Vec<_> = arities().map(known).collect();
        let outside = match span {
            Span::Fixed => inside.clone(),
            Span::Growing => {
                let sequences = terms.sequences(classes.longest());
                arities().map(|arity| sequences[arity].clone()).collect()
            }
        };
        let head = |arity, known| match span {
            Span::Growing => terms.known(arity, known),
            Span::Fixed => terms.permutations_fixing(known) * terms.known(arity, known),
        };
        let heads_by_known =
            |arity| (0..=terms.variables).map(|known| head(arity, known)).collect();
        let heads = arities().map(heads_by_known).collect();
        let form = Form {
            max_nodes: spec.max_nodes(),
            bodies: spec.bodies(),
            empty: spec.empty_bodies(),
            span,
        };
        Clauses { classes, terms, form, arguments: ByContext { outside, inside }, heads }
    }

    /// The arguments of an atom of this class.
    pub(crate) fn arguments(&self, context: Context, class: usize) -> &Matrix<Natural> {
        &self.arguments.at(context)[class]
    }

    /// Count what may stand inside negations if these predicates may occur there. `negation` is the
    /// weight of a negation.
    pub(crate) fn inside<W: Weight>(&self, anywhere: Group, negation: W) -> Arc<Trees<W>> {
        let atoms = self.atoms(Context::Inside, anywhere, Span::Fixed);
        Arc::new(Trees::inside(self.form, &self.terms, atoms, negation))
    }

    /// Count the bodies with these predicates outside negations.
    pub(crate) fn bodies<W: Weight>(&self, outside: Group, inside: Arc<Trees<W>>) -> Bodies<W> {
        let atoms = self.atoms(Context::Outside, outside, self.form.span);
        Bodies::new(self.form, &self.terms, atoms, inside)
    }

    /// The bodies under a bound.
    pub(crate) fn bodies_under(&self, bound: Bound) -> Bodies<Natural> {
        let inside = self.inside(bound.anywhere, Natural::ONE);
        self.bodies(bound.allowed(Context::Outside), inside)
    }

    /// The atoms of a group, class by class.
    pub(crate) fn atoms_by_class(
        &self,
        context: Context,
        group: Group,
        before: usize,
        after: usize,
    ) -> impl Iterator<Item = Natural> {
        (0..self.classes.len()).map(move |class| {
            self.arguments(context, class).at(before, after) * self.classes.count(group, class)
        })
    }

    fn atoms<W: Weight>(&self, context: Context, group: Group, span: Span) -> Matrix<W> {
        Matrix::new(self.terms.variables, span, |before, after| {
            W::ONE.scaled(&self.atoms_by_class(context, group, before, after).sum())
        })
    }

    /// Count the clauses with these bodies, headed by a predicate of this class.
    pub(crate) fn headed<W: Weight>(&self, bodies: &Matrix<W>, class: usize) -> W {
        let mut total = W::ZERO;
        for (heads, after) in self.heads[class].iter().zip(0..) {
            let bodies = bodies.at(self.known_before(after), after);
            if !bodies.is_zero() {
                total.add(&bodies.scaled(heads));
            }
        }
        match self.form.span {
            Span::Fixed => total.divided(self.terms.permutations()),
            Span::Growing => total,
        }
    }

    /// The same, by nodes.
    pub(crate) fn by_nodes<W: Weight>(&self, bodies: &Bodies<W>, class: usize) -> Vec<W> {
        bodies.whole.iter().map(|bodies| self.headed(bodies, class)).collect()
    }

    /// How many variables are known when the body of a clause begins, if so many are when it ends. See
    /// [`terms`](super::terms): a clause that need not be safe is counted once for each permutation of
    /// variables that leaves it alone; a safe one begins with no variable known, and its head can use
    /// those that its body ends with.
    pub(crate) fn known_before(&self, after: usize) -> usize {
        match self.form.span {
            Span::Fixed => after,
            Span::Growing => 0,
        }
    }
}
