//! The function to be minimised.

use std::cell::Cell;

use randlog_base::Stop;

use super::Effort;
use super::dual::Dual;
use super::error::{NotFitted, Unmet};
use super::features::{Feature, Per, features};
use super::kinds::Indeterminates;
use super::minimise::{Cost, Lowest, Slope, minimise};
use super::sets;
use crate::Spec;
use crate::exact::NoSampler;
use crate::exact::classes::{Classes, Habits};
use crate::exact::estimate::{Purpose, is_cheap};
use crate::exact::heads::SecondVariable;
use crate::exact::number::Semiring;
use crate::exact::pieces::{Mark, Pieces};
use crate::exact::series::Degree;
use crate::exact::space::Space;
use crate::spec::{Averaged, Column, Number, Weighed, Weights};

/// Averages count as met within this part of them.
pub(super) const TOLERANCE: f64 = 0.01;
/// The fit goes on until they are met within this part, so that rounding does no harm.
const GOAL: f64 = 0.0005;
/// The digits of a fitted weight.
const DIGITS: usize = 5;
/// No parameter is larger than this: averages at the very border of what is possible have no finite
/// parameters.
const BOUND: f64 = 200.0;

/// The most features, and what they are divided by.
pub(super) const MOST: usize = 256;

/// What is to be fitted.
pub(super) struct Problem<'s> {
    spec: &'s Spec,
    stop: &'s Stop,
    effort: Effort,
    pub(super) space: Space,
    pub(super) features: Vec<Feature>,
    pieces: Habits<Pieces<f64>>,
    /// Tells clauses apart that do not weigh the same, if pieces are not too many.
    indeterminates: Habits<Option<Indeterminates>>,
    /// Whether some point could not be computed.
    imprecise: Cell<bool>,
}

impl<'s> Problem<'s> {
    pub(super) fn new(
        spec: &'s Spec,
        classes: Classes,
        effort: Effort,
        stop: &'s Stop,
    ) -> Result<Problem<'s>, NoSampler> {
        let space =
            Space::with_classes(spec, classes, SecondVariable::Unused, Purpose::Expect, stop)?;
        let space = space.ok_or(NoSampler::Empty)?;
        let features = features(spec, &space.clauses.classes);
        let pieces = Pieces::in_floats(spec, &space.clauses.classes);
        let is_divided_by = |per: &Per| features.iter().any(|feature| feature.per() == *per);
        let divided_by: Vec<Per> = Per::ALL.into_iter().filter(is_divided_by).collect();
        let of_habit = |(habit, pieces)| {
            Indeterminates::new(habit, pieces, |piece, weight| {
                let of_piece = features.iter().map(|feature| feature.of_piece(habit, piece));
                let numbers = divided_by.iter().map(|per| f64::from(u8::from(per.counts(piece))));
                let sort: Vec<f64> = of_piece.chain(numbers).chain([weight.ln()]).collect();
                sort.iter().any(|part| *part != 0.0).then_some(sort)
            })
        };
        let indeterminates = pieces.iter().enumerate().map(of_habit).collect();
        Ok(Problem {
            spec,
            stop,
            effort,
            space,
            features,
            pieces,
            indeterminates,
            imprecise: Cell::new(false),
        })
    }

    pub(super) fn solve<const M: usize>(&self) -> Result<(Spec, Vec<Unmet>), NotFitted> {
        let origin = Lowest::origin(self.features.len());
        let point = self.least::<M>(origin)?.point;
        let spec = self.spec.with_weights(self.weights(&point));
        let slope = self.slope_of_weights::<M>(&spec, &point)?;
        let unmet = self.unmet(&slope, TOLERANCE);
        let unmet: Vec<Unmet> =
            unmet.map(|(feature, nearest)| self.unmet_row(feature, nearest)).collect();
        match unmet.is_empty() || !self.is_imprecise() {
            true => Ok((spec, unmet)),
            false => Err(NotFitted::Imprecise),
        }
    }

    /// What is expected of programs of a spec with weights. What will be drawn are the rounded ones.
    pub(super) fn slope_of_weights<const M: usize>(
        &self,
        spec: &Spec,
        point: &[f64],
    ) -> Result<Slope, NotFitted> {
        let rounded = Pieces::in_floats(spec, &self.space.clauses.classes);
        let of_habit = |(habit, pieces): (usize, &Pieces<f64>)| {
            pieces.map(|piece, weight| self.dual::<M>(habit, piece, weight.ln()))
        };
        let pieces: Habits<_> = rounded.iter().enumerate().map(of_habit).collect();
        self.slope::<M>(&pieces, point)
    }

    /// An average of programs of a spec that differs in its weights only.
    pub(super) fn average_of(&self, spec: &Spec, column: Column, name: &str) -> Option<f64> {
        let classes = &self.space.clauses.classes;
        let (class, under) = match column {
            Column::Alone => (None, None),
            Column::Of(predicate) => (Some(classes.class_of[predicate]), None),
            Column::Under { head, predicate } => {
                (Some(classes.class_of[predicate]), Some(classes.habit(head)))
            }
        };
        let is_meant = |feature: &Feature| {
            feature.what.name() == name && (feature.class, feature.under) == (class, under)
        };
        let place = self.features.iter().position(is_meant)?;
        let origin = vec![0.0; self.features.len()];
        let slope = self.slope_of_weights::<MOST>(spec, &origin).ok()?;
        Some(self.average(&slope, place))
    }

    /// Whether some point on the way could not be computed.
    pub(super) fn is_imprecise(&self) -> bool {
        self.imprecise.get()
    }

    pub(super) fn unmet_row(&self, feature: Feature, nearest: f64) -> Unmet {
        Unmet { row: self.row(feature), wanted: feature.target, nearest, alone: false }
    }

    /// The point at which all averages are met, or as nearly as possible.
    pub(super) fn least<const M: usize>(&self, start: Lowest) -> Result<Lowest, NotFitted> {
        let slope = |point: &[f64]| self.slope::<M>(&self.tilted(point), point);
        let is_done = |slope: &Slope| self.unmet(slope, GOAL).next().is_none();
        let steps = self.effort.steps();
        if self.space.is_unruled() {
            return minimise(start, (Cost::Cheap, steps), BOUND, slope, is_done);
        }
        // Where rules tie predicates to each other, the point for the same space without them is not far
        // away, and is found in a small part of the time.
        let loose = self.spec.without_ties().with_derivable(false);
        let classes = self.space.clauses.classes.clone();
        let loose = Problem::new(&loose, classes, self.effort, self.stop).ok();
        let origin = Lowest::origin(self.features.len());
        let met = |loose: Problem| {
            let lowest = loose.least::<M>(origin).ok()?;
            let slope = loose.slope::<M>(&loose.tilted(&lowest.point), &lowest.point).ok()?;
            is_done(&slope).then_some(lowest)
        };
        let start = loose.and_then(met).unwrap_or(start);
        let lowest = minimise(start, (Cost::Dear, steps), BOUND, slope, is_done)?;
        let is_there = slope(&lowest.point).is_ok_and(|slope| is_done(&slope));
        match is_there || !is_cheap(self.spec) {
            true => Ok(lowest),
            // Second derivatives of the space itself lead further.
            false => minimise(lowest, (Cost::Cheap, steps), BOUND, slope, is_done),
        }
    }

    /// What is not met within a tolerance, with what it is instead. The gradient ends with the expected
    /// numbers of what features are divided by.
    fn unmet(&self, slope: &Slope, tolerance: f64) -> impl Iterator<Item = (Feature, f64)> {
        let average = move |place: usize| (self.features[place], self.average(slope, place));
        (0..self.features.len())
            .map(average)
            .filter(move |(feature, average)| !feature.is_met(*average, tolerance))
    }

    fn average(&self, slope: &Slope, place: usize) -> f64 {
        let feature = self.features[place];
        let per = Per::ALL.iter().position(|per| *per == feature.per());
        let number = per.map_or(1.0, |per| slope.extra[per]);
        feature.average(slope.gradient[place], number)
    }

    /// The logarithm of the weight of all programs, and the expected values of features.
    fn slope<const M: usize>(
        &self,
        pieces: &[Pieces<Dual<M>>],
        point: &[f64],
    ) -> Result<Slope, NotFitted> {
        let Space { clauses, reach, .. } = &self.space;
        let reach = Degree { second: 0, ..*reach };
        let powers = sets::powers(clauses, pieces, reach.spare + 1);
        let indeterminates = &self.indeterminates;
        let sets =
            |anywhere| sets::above(clauses, &powers, indeterminates, anywhere, reach, self.stop);
        let programs = self.space.sum(reach, sets, self.stop)?;
        let mut total = Dual::<M>::ZERO;
        for spare in 0..=reach.spare {
            total.add(programs.at(Degree { spare, second: 0 }));
        }
        let Some((value, slopes)) = total.logarithm() else {
            self.imprecise.set(true);
            return Err(NotFitted::Imprecise);
        };
        let offsets = self.features.iter().map(|feature| feature.of_program());
        let gradient = offsets.clone().zip(slopes).map(|(offset, slope)| slope + offset).collect();
        let value = value + offsets.zip(point).map(|(offset, place)| offset * place).sum::<f64>();
        let extra = slopes[self.features.len()..].iter().take(Per::ALL.len()).copied().collect();
        Ok(Slope { value, gradient, extra })
    }

    /// What pieces weigh at a point.
    fn tilted<const M: usize>(&self, point: &[f64]) -> Habits<Pieces<Dual<M>>> {
        let of_habit = |(habit, pieces): (usize, &Pieces<f64>)| {
            pieces.map(|piece, weight| {
                self.dual(habit, piece, weight.ln() + self.tilt(habit, piece, point))
            })
        };
        self.pieces.iter().enumerate().map(of_habit).collect()
    }

    fn tilt(&self, habit: usize, piece: Mark, point: &[f64]) -> f64 {
        let tilts = self.features.iter().zip(point);
        tilts.map(|(feature, place)| feature.of_piece(habit, piece) * place).sum()
    }

    /// The weight of a piece, given by its logarithm.
    fn dual<const M: usize>(&self, habit: usize, piece: Mark, logarithm: f64) -> Dual<M> {
        let features = self.features.iter().map(|feature| feature.of_piece(habit, piece));
        let numbers = Per::ALL.iter().map(|per| f64::from(u8::from(per.counts(piece))));
        let mut slopes = [0.0; M];
        for (slope, value) in slopes.iter_mut().zip(features.chain(numbers)) {
            *slope = value;
        }
        Dual::exponential(logarithm, slopes)
    }

    /// The weights of a spec that correspond to a point, rounded.
    pub(super) fn weights(&self, point: &[f64]) -> Weights {
        // What atoms weigh is the same for all habits, but for the averages in bodies of certain heads.
        let tilt = |piece| self.tilt(0, piece, point);
        let nodes: f64 = self.part_of(Averaged::Nodes, point);
        let classes = &self.space.clauses.classes;
        let of_class = |predicate: usize| classes.class_of[predicate];
        let heads = |predicate| self.class_part_of(Averaged::Head, of_class(predicate), point);
        // Nodes have a row of their own, and so have the clauses of a predicate.
        let clause = tilt(Mark::Heads(0)) - self.class_part_of(Averaged::Head, 0, point);
        let alone = [
            (Weighed::Negation, tilt(Mark::Negations) - nodes),
            (Weighed::Conjunction, tilt(Mark::Conjunctions) - nodes),
            (Weighed::Disjunction, tilt(Mark::Disjunctions) - nodes),
            (Weighed::Variable, tilt(Mark::Variables)),
            (Weighed::Constant, tilt(Mark::Constants)),
            (Weighed::Clause, clause),
            (Weighed::Node, nodes),
            (Weighed::EmptyBody, tilt(Mark::EmptyBodies)),
        ];
        let before = self.spec.weights();
        let alone =
            alone.map(|(piece, tilt)| (piece, Column::Alone, rounded(before.of(piece), tilt)));
        let clauses = (0..classes.predicates()).map(|head| {
            let weight = before.of_predicate(Weighed::Head, head);
            (Weighed::Head, Column::Of(head), rounded(weight, heads(head)))
        });
        let atoms = (0..classes.habits.len()).flat_map(|habit| {
            let head_class = classes.habits[habit].map(of_class);
            (0..classes.predicates()).flat_map(move |predicate| {
                let tilt = self.tilt(habit, Mark::Atoms(of_class(predicate)), point) - nodes;
                let weight = classes.atom_weight(before, habit, of_class(predicate));
                let number = rounded(weight, tilt);
                let of_heads: Vec<Column> = match head_class {
                    None => vec![Column::Of(predicate)],
                    Some(class) => {
                        let heads = classes.members[class].iter();
                        heads.map(|&head| Column::Under { head, predicate }).collect()
                    }
                };
                of_heads.into_iter().map(move |column| (Weighed::Body, column, number))
            })
        });
        Weights::new(alone.into_iter().chain(clauses).chain(atoms))
    }

    fn part_of(&self, what: Averaged, point: &[f64]) -> f64 {
        let parts = self.features.iter().zip(point).filter(|(feature, _)| feature.what == what);
        parts.map(|(_, place)| place).sum()
    }

    fn class_part_of(&self, what: Averaged, class: usize, point: &[f64]) -> f64 {
        let is_meant = |feature: &Feature| feature.what == what && feature.class == Some(class);
        let parts = self.features.iter().zip(point).filter(|(feature, _)| is_meant(feature));
        parts.map(|(_, place)| place).sum()
    }

    /// The row of a feature, as a spec names it.
    fn row(&self, feature: Feature) -> String {
        let name = feature.what.name();
        let classes = &self.space.clauses.classes;
        let head = feature.under.and_then(|habit| classes.habits[habit]);
        let member = feature.class.map(|class| classes.members[class][0]);
        let columns =
            head.into_iter().chain(member).map(|it| format!(".{}", self.spec.reference(it)));
        name.to_owned() + &columns.collect::<String>()
    }
}

/// A weight times the exponential of something, as a decimal of a few digits.
fn rounded(weight: Number, tilt: f64) -> Number {
    if tilt == 0.0 {
        return weight;
    }
    let value = (weight.to_f64() * tilt.exp()).clamp(1.0 / Number::LARGEST, Number::LARGEST);
    Number::rounded(value, DIGITS).unwrap_or(weight)
}
