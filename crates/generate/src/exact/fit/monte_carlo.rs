//! Monte Carlo estimates of averages, where rules that tie clauses to each other make the sum over all programs too expensive.
//!
//! Without the ties the sum is cheap, and the averages of the looser space are known exactly. They serve as *control variates*:
//! only what the ties change is measured on drawn programs, the mean over the programs that meet them less the mean over
//! all. If most programs meet the rules, the difference is small, and so is its error. The second derivatives are the
//! covariances of features among the programs that meet the rules, so each round is a step of Newton's method.

use randlog_base::{Stop, Stopped};

use super::Effort;
use super::error::{NotFitted, Unmet};
use super::features::{Feature, Per};
use super::minimise::{Inverse, Lowest};
use super::problem::{Problem, TOLERANCE};
use crate::Spec;
use crate::exact::classes::Classes;
use crate::exact::pieces::Mark;
use crate::exact::sample::{Sampler, Token};

/// No parameter changes by more than this in a round.
const LONGEST: f64 = 2.0;

/// What drawn programs are like.
struct Measured {
    /// For each feature and each number that features are divided by: the mean over programs that meet
    /// the ties, less the mean over all.
    bias: Vec<f64>,
    /// The standard deviation of that.
    error: Vec<f64>,
    /// The covariances of features among the programs that meet the ties.
    covariances: Vec<Vec<f64>>,
}

/// The spec with weights that come as near as possible, and the averages that are still not met. Refused
/// if fewer than this share of programs meet the ties.
pub(super) fn nearest<const M: usize>(
    spec: &Spec,
    least_share: f64,
    effort: Effort,
    stop: &Stop,
) -> Result<(Spec, Vec<Unmet>), NotFitted> {
    let loose = spec.without_ties().with_derivable(false);
    let problem = Problem::new(&loose, Classes::told_apart(spec), effort, stop)?;
    let origin = Lowest::origin(problem.features.len());
    let mut point = problem.least::<M>(origin)?.point;
    let mut outcome = Err(NotFitted::Imprecise);
    for &draws in effort.rounds() {
        let found = spec.with_weights(problem.weights(&point));
        let sampler = Sampler::from_looser(
            &found.without_ties().with_derivable(false),
            &found,
            least_share,
            stop,
        )?;
        let measured = match measure(&problem, &sampler, draws, &effort.for_each(stop)) {
            Err(Stopped::Steps) if effort == Effort::Brief => return Err(NotFitted::Imprecise),
            measured => measured?,
        };
        let slope = problem.slope_of_weights::<M>(&found, &point)?;
        let expected = |place: usize| slope.gradient[place] + measured.bias[place];
        let off = |tolerance: f64, certain: f64| -> Vec<(Feature, f64)> {
            let features = problem.features.iter().enumerate();
            let averages = features.filter_map(|(place, feature)| {
                let per = Per::ALL.iter().position(|per| *per == feature.per());
                let count = problem.features.len();
                let number = per.map_or(1.0, |per| slope.extra[per] + measured.bias[count + per]);
                let average = feature.average(expected(place), number);
                let doubt = certain * measured.error[place] / number.max(1e-300);
                (!feature.is_met_within(average, tolerance, doubt)).then_some((*feature, average))
            });
            averages.collect()
        };
        let unmet = off(TOLERANCE, 2.0);
        let unmet = unmet.into_iter().map(|(feature, nearest)| problem.unmet_row(feature, nearest));
        outcome = Ok((found, unmet.collect::<Vec<Unmet>>()));
        // Known to be met, and not only not known to be off.
        if off(TOLERANCE / 2.0, -2.0).is_empty() {
            break;
        }
        let gradient: Vec<f64> = (0..point.len()).map(expected).collect();
        let step = Inverse::of(measured.covariances).times(&gradient);
        let longest = step.iter().fold(LONGEST, |longest, step| longest.max(step.abs()));
        for (place, step) in point.iter_mut().zip(&step) {
            *place -= step * LONGEST / longest;
        }
    }
    match outcome {
        Ok((_, unmet)) if !unmet.is_empty() && problem.is_imprecise() => Err(NotFitted::Imprecise),
        outcome => outcome,
    }
}

/// Draw programs of the looser space, and compare those that meet the ties with all.
fn measure(
    problem: &Problem,
    sampler: &Sampler,
    draws: u64,
    stop: &Stop,
) -> Result<Measured, Stopped> {
    let count = problem.features.len() + Per::ALL.len();
    let (mut all, mut kept, mut accepted) = (vec![0.0; count], vec![0.0; count], 0.0);
    let features = problem.features.len();
    let (mut squares, mut products) = (vec![0.0; count], vec![vec![0.0; features]; features]);
    for index in 0..draws {
        let (clauses, meets) = sampler.trial(index, stop)?;
        let value = values(problem, clauses.iter().map(|clause| &clause[..]));
        for (place, value) in value.iter().enumerate() {
            all[place] += value;
            if meets {
                kept[place] += value;
            } else {
                squares[place] += value * value;
            }
        }
        accepted += f64::from(u8::from(meets));
        for (row, left) in products.iter_mut().zip(&value).filter(|_| meets) {
            row.iter_mut().zip(&value).for_each(|(product, right)| *product += left * right);
        }
    }
    let draws = draws as f64;
    let accepted: f64 = f64::max(accepted, 1.0);
    let bias = kept.iter().zip(&all).map(|(kept, all)| kept / accepted - all / draws).collect();
    // Only what is thrown away is not known exactly.
    let error = |(squares, all): (&f64, &f64)| {
        let mean = all / draws;
        ((squares + (draws - accepted) * mean * mean) / draws).sqrt() / accepted.sqrt()
    };
    for (row, left) in products.iter_mut().zip(&kept) {
        for (product, right) in row.iter_mut().zip(&kept) {
            *product = *product / accepted - left / accepted * (right / accepted);
        }
    }
    let error = squares.iter().zip(&all).map(error).collect();
    Ok(Measured { bias, error, covariances: products })
}

/// What the clauses of a program add to each feature, and to what features are divided by.
fn values<'t>(problem: &Problem, clauses: impl Iterator<Item = &'t [Token]>) -> Vec<f64> {
    let features = &problem.features;
    let mut sums: Vec<f64> = features.iter().map(|feature| feature.of_program()).collect();
    sums.resize(features.len() + Per::ALL.len(), 0.0);
    for clause in clauses {
        let habit = match clause.first() {
            Some(Token::Atom(head)) => problem.space.clauses.classes.habit(*head as usize),
            _ => 0,
        };
        for (place, token) in clause.iter().enumerate() {
            let piece = piece(problem, *token, place == 0);
            let values = features.iter().map(|feature| feature.of_piece(habit, piece));
            let numbers = Per::ALL.iter().map(|per| f64::from(u8::from(per.counts(piece))));
            sums.iter_mut().zip(values.chain(numbers)).for_each(|(sum, value)| *sum += value);
        }
    }
    sums
}

fn piece(problem: &Problem, token: Token, is_head: bool) -> Mark {
    let class = |predicate: u32| problem.space.clauses.classes.class_of[predicate as usize];
    match token {
        Token::Atom(head) if is_head => Mark::Heads(class(head)),
        Token::Atom(atom) => Mark::Atoms(class(atom)),
        Token::True => Mark::EmptyBodies,
        Token::Not => Mark::Negations,
        Token::And(_) => Mark::Conjunctions,
        Token::Or(_) => Mark::Disjunctions,
        Token::Variable(_) => Mark::Variables,
        Token::Constant(_) => Mark::Constants,
    }
}
