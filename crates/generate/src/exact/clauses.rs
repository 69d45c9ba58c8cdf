//! Clauses under a status bound.
//!
//! The *status* of a predicate in a body is 0 if it does not occur, 1 if it occurs but never below
//! a negation, 2 if it occurs below one (double negation does not cancel). A [`Bound`] gives each
//! predicate the largest status it may have. How many clauses there are under a bound depends only
//! on how many predicates of each arity have each status, and on the arity of the head.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::bodies::{Bodies, ByContext, Context, Form, Trees};
use super::classes::{Classes, Group};
use super::matrix::{Matrix, Span};
use super::number::{Natural, Weight};
use super::pieces::Pieces;
use super::power_sums::PowerSums;
use super::terms::Terms;
use crate::Spec;
use crate::spec::Cycles;

/// Which predicates may occur in bodies, and where. All others must not.
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
    /// What clauses weigh; then the squares of their weights, the cubes and so on, as far as sets of
    /// clauses need them. If all weigh one, so do their powers, and the first is enough.
    pub(crate) powers: Vec<Measure<Natural>>,
    /// The most clauses of a set.
    pub(crate) most: usize,
    /// Whether all clauses weigh one.
    pub(crate) equal: bool,
}

/// Clauses by their pieces, with weights of some kind.
#[derive(Clone, Debug)]
pub(crate) struct Measure<W> {
    pub(crate) pieces: Pieces<W>,
    /// For each class, the sequences of arguments of an atom. Inside negations no variable is new.
    arguments: ByContext<Vec<Matrix<W>>>,
    /// For each class and number of variables known after the body, the weight of all heads.
    pub(crate) heads: Vec<Vec<W>>,
}

impl Clauses {
    /// The clauses of a spec, with its predicates classified in some way; for sets of up to `most` of them.
    pub(crate) fn new(spec: &Spec, classes: Classes, most: usize) -> Clauses {
        // A connective takes a node of its own.
        let most_atoms = spec.max_nodes().saturating_sub(1).max(spec.max_nodes().min(1));
        let positions = classes.longest().saturating_mul(most_atoms.saturating_add(1));
        let terms = Terms::new(spec.constants().len(), spec.variables().len(), positions);
        let form = Form {
            max_nodes: spec.max_nodes(),
            bodies: spec.bodies(),
            empty: spec.empty_bodies(),
            span: if spec.safe() { Span::Growing } else { Span::Fixed },
        };
        let pieces = Pieces::new(spec, &classes);
        let equal = pieces.equal;
        let mut clauses = Clauses { classes, terms, form, powers: Vec::new(), most, equal };
        clauses.powers = clauses.powers_of(&pieces);
        clauses
    }

    /// The powers of the weights of clauses made up of such pieces.
    pub(crate) fn powers_of<W: Weight>(&self, pieces: &Pieces<W>) -> Vec<Measure<W>> {
        let powers = if self.equal { 1 } else { self.most };
        (1..=powers).map(|exponent| self.measure(pieces.power(exponent))).collect()
    }

    /// What clauses weigh.
    pub(crate) fn weights(&self) -> &Measure<Natural> {
        &self.powers[0]
    }

    /// Clauses whose pieces weigh something else.
    pub(crate) fn measure<W: Weight>(&self, pieces: Pieces<W>) -> Measure<W> {
        let Clauses { classes, terms, form, .. } = self;
        let by_class = 0..classes.len();
        let times = |matrix: Matrix<W>, class: usize| match pieces.equal {
            true => matrix,
            false => {
                let mut product = Matrix::zero(terms.variables, matrix.span());
                product.add_scaled(&pieces.atoms[class], &matrix);
                product
            }
        };
        let inside = |class: usize| {
            let arity = classes.arities[class];
            let known = |known, _| terms.known(&pieces, arity, known);
            times(Matrix::new(terms.variables, Span::Fixed, known), class)
        };
        let inside: Vec<_> = by_class.clone().map(inside).collect();
        let outside = match form.span {
            Span::Fixed => inside.clone(),
            Span::Growing => {
                let sequences: Vec<Matrix<W>> = terms.sequences(&pieces, classes.longest());
                let outside =
                    |class: usize| times(sequences[classes.arities[class]].clone(), class);
                by_class.clone().map(outside).collect()
            }
        };
        let head = |class: usize, known: usize| {
            let arguments = terms.known(&pieces, classes.arities[class], known);
            let heads = arguments.product(&pieces.heads[class]);
            match form.span {
                Span::Growing => heads,
                Span::Fixed => heads.scaled(terms.permutations_fixing(known)),
            }
        };
        let heads_by_known =
            |class| (0..=terms.variables).map(|known| head(class, known)).collect();
        let heads = by_class.map(heads_by_known).collect();
        Measure { pieces, arguments: ByContext { outside, inside }, heads }
    }

    /// A clause that weighs one is counted as so many.
    pub(crate) fn unit(&self) -> Natural {
        let Pieces { filled, absent, head_unit, .. } = &self.weights().pieces;
        head_unit * filled * absent.pow(self.form.max_nodes)
    }

    /// Count what may stand inside negations if these predicates may occur there.
    pub(crate) fn inside<W: Weight>(
        &self,
        measure: &Measure<W>,
        anywhere: Group,
        stop: &Stop,
    ) -> Result<Arc<Trees<W>>, Stopped> {
        let atoms = self.atoms(measure, Context::Inside, anywhere, Span::Fixed);
        Trees::inside(self.form, &self.terms, atoms, &measure.pieces, stop).map(Arc::new)
    }

    /// Count the bodies with these predicates outside negations.
    pub(crate) fn bodies<W: Weight>(
        &self,
        measure: &Measure<W>,
        outside: Group,
        inside: Arc<Trees<W>>,
        stop: &Stop,
    ) -> Result<Bodies<W>, Stopped> {
        self.bodies_up_to(self.form.max_nodes, measure, outside, inside, stop)
    }

    /// The same of up to so many nodes.
    pub(crate) fn bodies_up_to<W: Weight>(
        &self,
        max_nodes: usize,
        measure: &Measure<W>,
        outside: Group,
        inside: Arc<Trees<W>>,
        stop: &Stop,
    ) -> Result<Bodies<W>, Stopped> {
        let atoms = self.atoms(measure, Context::Outside, outside, self.form.span);
        let form = Form { max_nodes, ..self.form };
        Bodies::new(form, &self.terms, atoms, inside, &measure.pieces, stop)
    }

    /// The bodies under a bound.
    pub(crate) fn bodies_under<W: Weight>(
        &self,
        measure: &Measure<W>,
        bound: Bound,
        stop: &Stop,
    ) -> Result<Bodies<W>, Stopped> {
        let inside = self.inside(measure, bound.anywhere, stop)?;
        self.bodies(measure, bound.allowed(Context::Outside), inside, stop)
    }

    /// What may stand inside negations, for several powers of the weights.
    pub(crate) fn inside_powers<W: Weight>(
        &self,
        powers: &[Measure<W>],
        anywhere: Group,
        stop: &Stop,
    ) -> Result<Vec<Arc<Trees<W>>>, Stopped> {
        powers.iter().map(|measure| self.inside(measure, anywhere, stop)).collect()
    }

    /// The bodies with these predicates outside negations, for several powers of the weights.
    pub(crate) fn bodies_powers<W: Weight>(
        &self,
        powers: &[Measure<W>],
        outside: Group,
        inside: &[Arc<Trees<W>>],
        stop: &Stop,
    ) -> Result<Vec<Bodies<W>>, Stopped> {
        let bodies = |(measure, inside): (_, &Arc<Trees<W>>)| {
            self.bodies(measure, outside, inside.clone(), stop)
        };
        powers.iter().zip(inside).map(bodies).collect()
    }

    /// The clauses with these bodies, given for each power, headed by a predicate of this class.
    pub(crate) fn population<W: Weight>(
        &self,
        powers: &[Measure<W>],
        bodies: &[Matrix<W>],
        class: usize,
    ) -> PowerSums<W> {
        let sum = |(measure, bodies): (_, _)| self.headed(measure, bodies, class);
        PowerSums::new(powers.iter().zip(bodies).map(sum).collect(), self.equal)
    }

    /// The same, by nodes.
    pub(crate) fn populations_by_nodes(
        &self,
        bodies: &[Bodies<Natural>],
        class: usize,
    ) -> Vec<PowerSums<Natural>> {
        let of_size = |nodes: usize| {
            let sum = |(measure, bodies): (_, &Bodies<Natural>)| {
                self.headed(measure, &bodies.whole[nodes], class)
            };
            PowerSums::new(self.powers.iter().zip(bodies).map(sum).collect(), self.equal)
        };
        (0..=self.form.max_nodes).map(of_size).collect()
    }

    /// The atoms of a group, class by class.
    pub(crate) fn atoms_by_class<W: Weight>(
        &self,
        measure: &Measure<W>,
        context: Context,
        group: Group,
        before: usize,
        after: usize,
    ) -> impl Iterator<Item = W> {
        (0..self.classes.len()).map(move |class| {
            let members = self.classes.count(group, class).into();
            measure.arguments(context, class).at(before, after).scaled(&members)
        })
    }

    fn atoms<W: Weight>(
        &self,
        measure: &Measure<W>,
        context: Context,
        group: Group,
        span: Span,
    ) -> Matrix<W> {
        Matrix::new(self.terms.variables, span, |before, after| {
            let mut sum = W::ZERO;
            for atoms in self.atoms_by_class(measure, context, group, before, after) {
                sum.add(&atoms);
            }
            sum
        })
    }

    /// Count the clauses with these bodies, headed by a predicate of this class.
    pub(crate) fn headed<W: Weight>(
        &self,
        measure: &Measure<W>,
        bodies: &Matrix<W>,
        class: usize,
    ) -> W {
        let mut total = W::ZERO;
        for (heads, after) in measure.heads[class].iter().zip(0..) {
            let bodies = bodies.at(self.known_before(after), after);
            if !bodies.is_zero() {
                total.add(&bodies.product(heads));
            }
        }
        match self.form.span {
            Span::Fixed => total.divided(self.terms.permutations()),
            Span::Growing => total,
        }
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

impl<W> Measure<W> {
    /// An atom of this class, with its arguments.
    pub(crate) fn arguments(&self, context: Context, class: usize) -> &Matrix<W> {
        &self.arguments.at(context)[class]
    }
}
