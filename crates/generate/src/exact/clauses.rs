//! Clauses under a status bound.
//!
//! The *status* of a predicate in a body is 0 if it does not occur, 1 if it occurs but never below
//! a negation, 2 if it occurs below one (double negation does not cancel). A [`Bound`] gives each
//! predicate the largest status it may have. How many clauses there are under a bound depends only
//! on how many predicates of each arity have each status, and on the arity of the head.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::bodies::{Bodies, ByContext, Context, Form, Trees};
use super::bound::{Bound, Firing, Own};
use super::classes::{Classes, Group, Habits};
use super::literals::{LiteralClauses, LiteralMeasure};
use super::matrix::{Matrix, Span};
use super::number::{Natural, Weight};
use super::orbits::{Literals, Symmetries};
use super::pieces::Pieces;
use super::power_sums::PowerSums;
use super::terms::Terms;
use crate::Spec;
use crate::spec;

/// The clauses of a spec.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    pub(crate) classes: Classes,
    pub(crate) terms: Terms,
    pub(crate) form: Form,
    /// What clauses weigh; then the squares of their weights, the cubes and so on, as far as sets of
    /// clauses need them. If all weigh one, so do their powers, and the first is enough.
    pub(crate) powers: Vec<Habits<Measure<Natural>>>,
    /// The most clauses of a set.
    pub(crate) most: usize,
    /// Whether all clauses weigh one.
    pub(crate) equal: bool,
    /// Permutations of variables, if bodies are sets.
    pub(crate) symmetries: Option<Arc<Symmetries>>,
}

/// Clauses by their pieces, with weights of some kind, as heads of one habit have them.
#[derive(Clone, Debug)]
pub(crate) struct Measure<W> {
    pub(crate) pieces: Pieces<W>,
    /// For each class, the sequences of arguments of an atom. Inside negations no variable is new.
    arguments: ByContext<Vec<Matrix<W>>>,
    /// For each class and number of variables known after the body, the weight of all heads.
    pub(crate) heads: Vec<Vec<W>>,
    literals: LiteralMeasure<W>,
    habit: usize,
}

/// What may stand inside negations.
pub(crate) type Inside<W> = Habits<Arc<Trees<W>>>;

impl Clauses {
    /// The clauses of a spec, with its predicates classified in some way; for sets of up to `most` of them.
    pub(crate) fn new(spec: &Spec, classes: Classes, most: usize) -> Clauses {
        let positions = Clauses::positions(spec, &classes);
        let terms = Terms::new(spec.constants().len(), spec.variables().len(), positions);
        let form = Form {
            max_nodes: spec.max_nodes(),
            bodies: spec.bodies(),
            empty: spec.empty_bodies(),
            span: if spec.safe() { Span::Growing } else { Span::Fixed },
        };
        let pieces = Pieces::new(spec, &classes);
        let equal = pieces[0].equal;
        let symmetries = (spec.bodies() == spec::Bodies::Set).then(|| {
            let (constants, variables) = (terms.constants, terms.variables);
            let (safe, connected) = (spec.safe(), spec.connected());
            let repeated = spec.repeated_variables();
            Symmetries::new(constants, variables, safe, connected, repeated).into()
        });
        let powers = Vec::new();
        let mut clauses = Clauses { classes, terms, form, powers, most, equal, symmetries };
        clauses.powers = clauses.powers_of(&pieces);
        clauses
    }

    /// How many terms a clause can have.
    fn positions(spec: &Spec, classes: &Classes) -> usize {
        // A connective takes a node of its own.
        let most_atoms = spec.max_nodes().saturating_sub(1).max(spec.max_nodes().min(1));
        classes.longest().saturating_mul(most_atoms.saturating_add(1))
    }

    /// How many different variables a clause can have.
    pub(crate) fn most_variables(spec: &Spec, classes: &Classes) -> usize {
        spec.variables().len().min(Clauses::positions(spec, classes))
    }

    /// The powers of the weights of clauses made up of such pieces.
    pub(crate) fn powers_of<W: Weight>(&self, pieces: &[Pieces<W>]) -> Vec<Habits<Measure<W>>> {
        let powers = if self.equal { 1 } else { self.most };
        let power = |exponent| pieces.iter().map(|pieces| pieces.power(exponent)).collect();
        (1..=powers).map(|exponent| self.measures(power(exponent))).collect()
    }

    /// What clauses weigh.
    pub(crate) fn weights(&self) -> &Habits<Measure<Natural>> {
        &self.powers[0]
    }

    /// What clauses weigh that a predicate heads.
    pub(crate) fn weights_of(&self, head: usize) -> &Measure<Natural> {
        &self.weights()[self.classes.habit(head)]
    }

    /// Clauses whose pieces weigh something else.
    pub(crate) fn measures<W: Weight>(&self, pieces: Habits<Pieces<W>>) -> Habits<Measure<W>> {
        let measure = |(habit, pieces)| self.measure(habit, pieces);
        pieces.into_iter().enumerate().map(measure).collect()
    }

    /// The same for one habit.
    pub(crate) fn measure<W: Weight>(&self, habit: usize, pieces: Pieces<W>) -> Measure<W> {
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
        let literals = LiteralMeasure::default();
        Measure { pieces, arguments: ByContext { outside, inside }, heads, literals, habit }
    }

    /// A clause that weighs one is counted as so many.
    pub(crate) fn unit(&self) -> Natural {
        // Units are the same for all habits.
        let Pieces { filled, absent, head_unit, .. } = &self.weights()[0].pieces;
        head_unit * filled * absent.pow(self.form.max_nodes)
    }

    /// Count what may stand inside negations if these predicates may occur there.
    pub(crate) fn inside<W: Weight>(
        &self,
        measures: &[Measure<W>],
        anywhere: Group,
        stop: &Stop,
    ) -> Result<Inside<W>, Stopped> {
        let inside = |measure: &Measure<W>| {
            let atoms = self.atoms(measure, Context::Inside, anywhere, Span::Fixed);
            Trees::inside(self.form, &self.terms, atoms, &measure.pieces, stop).map(Arc::new)
        };
        measures.iter().map(inside).collect()
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
    #[cfg(test)]
    pub(crate) fn bodies_under<W: Weight>(
        &self,
        measure: &Measure<W>,
        bound: Bound,
        stop: &Stop,
    ) -> Result<Bodies<W>, Stopped> {
        let inside = self.inside(std::slice::from_ref(measure), bound.inside, stop)?.remove(0);
        self.bodies(measure, bound.outside, inside, stop)
    }

    /// For each class of heads and each number of nodes up to some number, the clauses with these predicates outside negations
    /// and these trees inside, given also by their predicates.
    pub(crate) fn by_nodes<W: Weight>(
        &self,
        max_nodes: usize,
        measures: &[Measure<W>],
        bound: Bound,
        inside: &Inside<W>,
        stop: &Stop,
    ) -> Result<Vec<Vec<W>>, Stopped> {
        self.each_by_its_habit(measures, inside, |measure, inside| {
            self.by_nodes_of_habit(max_nodes, measure, bound, inside, stop)
        })
    }

    /// Something of each class of heads, given what it is for all that have a habit.
    fn each_by_its_habit<W, T>(
        &self,
        measures: &[Measure<W>],
        inside: &Inside<W>,
        with: impl Fn(&Measure<W>, Arc<Trees<W>>) -> Result<Vec<T>, Stopped>,
    ) -> Result<Vec<T>, Stopped> {
        let of_habit =
            |(measure, inside): (_, &Arc<Trees<W>>)| Ok(with(measure, inside.clone())?.into_iter());
        let mut by_habit =
            measures.iter().zip(inside).map(of_habit).collect::<Result<Vec<_>, Stopped>>()?;
        let pick = |habit: &usize| {
            let mut of_class: Vec<T> = by_habit.iter_mut().filter_map(Iterator::next).collect();
            of_class.swap_remove(*habit)
        };
        Ok(self.classes.habit_of.iter().map(pick).collect())
    }

    /// The same for heads of one habit. What is counted for other heads means nothing.
    pub(crate) fn by_nodes_of_habit<W: Weight>(
        &self,
        max_nodes: usize,
        measure: &Measure<W>,
        bound: Bound,
        inside: Arc<Trees<W>>,
        stop: &Stop,
    ) -> Result<Vec<Vec<W>>, Stopped> {
        match bound.firing {
            Firing::All => {}
            Firing::With(group) if self.form.bodies != spec::Bodies::Formula => {
                // Of a conjunction, all positive literals must be derivable.
                let bound =
                    Bound { outside: group, own: Own::Absent, firing: Firing::All, ..bound };
                return self.by_nodes_of_habit(max_nodes, measure, bound, inside, stop);
            }
            Firing::With(group) => {
                let bodies = self.bodies_up_to(max_nodes, measure, bound.outside, inside, stop)?;
                let atoms = self.atoms(measure, Context::Outside, group, self.form.span);
                let form = Form { max_nodes, ..self.form };
                let firing = bodies.firing(form, &self.terms, atoms, &measure.pieces, stop)?;
                return Ok(self.headed_by_nodes(measure, &firing));
            }
            Firing::NotWith(group) => {
                let count = |firing, inside| {
                    let bound = Bound { firing, ..bound };
                    self.by_nodes_of_habit(max_nodes, measure, bound, inside, stop)
                };
                let all = count(Firing::All, inside.clone())?;
                let firing = count(Firing::With(group), inside)?;
                let of_class = |class: usize| {
                    // Nobody asks for heads that are derivable already.
                    let members = self.classes.members[class].len();
                    let is_asked = self.classes.count(group, class) < members;
                    let minus = |(all, firing): (&W, &W)| match is_asked {
                        true => all.minus(firing),
                        false => W::ZERO,
                    };
                    all[class].iter().zip(&firing[class]).map(minus).collect()
                };
                return Ok((0..self.classes.len()).map(of_class).collect());
            }
        }
        if let Some(sets) = self.literals(max_nodes, measure) {
            return sets.by_nodes(bound, stop);
        }
        let bodies = self.bodies_up_to(max_nodes, measure, bound.outside, inside, stop)?;
        Ok(self.headed_by_nodes(measure, &bodies.whole))
    }

    fn headed_by_nodes<W: Weight>(
        &self,
        measure: &Measure<W>,
        bodies: &[Arc<Matrix<W>>],
    ) -> Vec<Vec<W>> {
        let of_class =
            |class| bodies.iter().map(|bodies| self.headed(measure, bodies, class)).collect();
        (0..self.classes.len()).map(of_class).collect()
    }

    /// The same of all numbers of nodes together.
    pub(crate) fn by_class<W: Weight>(
        &self,
        measures: &[Measure<W>],
        bound: Bound,
        inside: &Inside<W>,
        stop: &Stop,
    ) -> Result<Vec<W>, Stopped> {
        if self.symmetries.is_some() || bound.firing != Firing::All {
            let sum = |by_nodes: Vec<W>| {
                let mut total = W::ZERO;
                by_nodes.iter().for_each(|clauses| total.add(clauses));
                total
            };
            let by_nodes = self.by_nodes(self.form.max_nodes, measures, bound, inside, stop)?;
            return Ok(by_nodes.into_iter().map(sum).collect());
        }
        self.each_by_its_habit(measures, inside, |measure, inside| {
            let bodies = self.bodies(measure, bound.outside, inside, stop)?.total();
            Ok((0..self.classes.len()).map(|class| self.headed(measure, &bodies, class)).collect())
        })
    }

    /// Clauses of up to so many nodes whose bodies are sets, if they are.
    pub(crate) fn literals<'a, W: Weight>(
        &'a self,
        max_nodes: usize,
        measure: &'a Measure<W>,
    ) -> Option<LiteralClauses<'a, W>> {
        let literals = Literals {
            classes: &self.classes,
            symmetries: self.symmetries.as_ref()?,
            pieces: &measure.pieces,
            max_nodes,
            empty: self.form.empty,
            habit: measure.habit,
        };
        Some(LiteralClauses { literals, measure: &measure.literals })
    }

    /// What may stand inside negations, for several powers of the weights.
    pub(crate) fn inside_powers<W: Weight>(
        &self,
        powers: &[Habits<Measure<W>>],
        anywhere: Group,
        stop: &Stop,
    ) -> Result<Vec<Inside<W>>, Stopped> {
        powers.iter().map(|measures| self.inside(measures, anywhere, stop)).collect()
    }

    /// For each class of heads, the clauses under a bound, given what may stand inside negations for each power.
    pub(crate) fn populations<W: Weight>(
        &self,
        powers: &[Habits<Measure<W>>],
        bound: Bound,
        inside: &[Inside<W>],
        stop: &Stop,
    ) -> Result<Vec<PowerSums<W>>, Stopped> {
        let sums =
            |(measures, inside): (&Habits<_>, _)| self.by_class(measures, bound, inside, stop);
        let sums = powers.iter().zip(inside).map(sums).collect::<Result<Vec<_>, _>>()?;
        let of_class = |class: usize| sums.iter().map(|sums| sums[class].clone()).collect();
        let population = |class| PowerSums::new(of_class(class), self.equal);
        Ok((0..self.classes.len()).map(population).collect())
    }

    /// The same, for each number of nodes.
    pub(crate) fn populations_by_nodes(
        &self,
        bound: Bound,
        inside: &[Inside<Natural>],
        stop: &Stop,
    ) -> Result<Vec<Vec<PowerSums<Natural>>>, Stopped> {
        let max_nodes = self.form.max_nodes;
        let sums = |(measures, inside): (&Habits<_>, _)| {
            self.by_nodes(max_nodes, measures, bound, inside, stop)
        };
        let sums = self.powers.iter().zip(inside).map(sums).collect::<Result<Vec<_>, _>>()?;
        let of_size = |class: usize, nodes: usize| {
            PowerSums::new(sums.iter().map(|sums| sums[class][nodes].clone()).collect(), self.equal)
        };
        let of_class = |class| (0..=max_nodes).map(|nodes| of_size(class, nodes)).collect();
        Ok((0..self.classes.len()).map(of_class).collect())
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
