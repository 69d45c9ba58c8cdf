//! Sets of clauses in floating point.
//!
//! Newton's identities add and subtract. If a few clauses outweigh all others, the terms cancel, the more so the more clauses a
//! set has. So clauses are divided by the nodes of their bodies, which make most of the difference between weights. The
//! identities count sets only within a part, and multiplying the parts cancels nothing. The largest parts have so many clauses
//! that it does not matter whether one is chosen twice: they need only the first two power sums. Where digits are lost all the
//! same, clauses are told apart by all that they are made of ([`kinds`](super::kinds)). If there are too many kinds, the result
//! is not a number, and the fit reports that it is imprecise.

use randlog_base::{Stop, Stopped};

use super::dual::Dual;
use super::kinds::{Indeterminates, Kind};
use crate::exact::classes::{Group, Habits};
use crate::exact::clauses::{Clauses, Measure};
use crate::exact::heads::SetsAbove;
use crate::exact::number::{Natural, Semiring, Weight, binomials};
use crate::exact::pieces::Pieces;
use crate::exact::series::{Degree, Series};

/// A relative error that is not seen.
const NEGLIGIBLE: f64 = 1e-9;
/// A relative error that does no harm.
const HARMLESS: f64 = 1e-6;

/// The measures for the sums of powers that sets of clauses need; the first counts clauses.
pub(super) fn powers<const M: usize>(
    clauses: &Clauses,
    pieces: &[Pieces<Dual<M>>],
    most: usize,
) -> Vec<Habits<Measure<Dual<M>>>> {
    let power = |exponent| pieces.iter().map(|pieces| pieces.power(exponent)).collect();
    (0..=most).map(|exponent| clauses.measures(power(exponent))).collect()
}

/// Sets of clauses, as in [`heads`](crate::exact::heads).
pub(super) fn above<'a, const M: usize>(
    clauses: &'a Clauses,
    powers: &'a [Habits<Measure<Dual<M>>>],
    indeterminates: &'a [Option<Indeterminates>],
    anywhere: Group,
    reach: Degree,
    stop: &'a Stop,
) -> Result<SetsAbove<'a, Dual<M>>, Stopped> {
    let inside = clauses.inside_powers(powers, anywhere, stop)?;
    let most = reach.spare + 1;
    Ok(Box::new(move |bound| {
        let mut parts = vec![Parts::new(clauses.form.max_nodes); clauses.classes.len()];
        let mut nodes = clauses.form.max_nodes;
        for (measures, inside) in powers.iter().zip(&inside) {
            let by_class = clauses.by_nodes(nodes, measures, bound, inside, stop)?;
            for (parts, by_nodes) in parts.iter_mut().zip(by_class) {
                for (sums, clauses) in parts.0.iter_mut().zip(by_nodes) {
                    sums.push(clauses);
                }
            }
            let scarce = parts.iter().filter_map(|parts| parts.largest_scarce(most));
            match scarce.max() {
                Some(largest) => nodes = largest,
                None => break,
            }
        }
        let kinds = |class: usize, nodes: usize| {
            let habit = clauses.classes.habit_of[class];
            let (Some(indeterminates), Some(measures)) = (&indeterminates[habit], powers.get(1))
            else {
                return Ok(None);
            };
            let Measure { pieces, .. } = &measures[habit];
            let kinds = indeterminates.kinds(clauses, bound, nodes, stop)?;
            let weights = indeterminates.logarithms(pieces);
            let weighed = |kind: &Kind| {
                let weight = indeterminates.weight(*kind, &weights).product(&pieces.heads[class]);
                (weight, kind.number)
            };
            Ok(kinds[class][nodes].as_ref().map(|kinds| kinds.iter().map(weighed).collect()))
        };
        let sets = |(class, parts): (usize, &Parts<M>)| {
            Ok(series(&parts.sets(most, |nodes| kinds(class, nodes))?, reach))
        };
        parts.iter().enumerate().map(sets).collect()
    }))
}

fn series<const M: usize>(sets: &[Dual<M>], reach: Degree) -> Series<Dual<M>> {
    let mut series = Series::zero(reach);
    for (spare, sets) in sets[1..].iter().enumerate() {
        series.set(Degree { spare, second: 0 }, *sets);
    }
    series
}

/// For each number of nodes, how many clauses there are, then the sum of their weights, of the squares of
/// these, and so on.
#[derive(Clone)]
struct Parts<const M: usize>(Vec<Vec<Dual<M>>>);

impl<const M: usize> Parts<M> {
    fn new(max_nodes: usize) -> Parts<M> {
        Parts(vec![Vec::new(); max_nodes + 1])
    }

    /// The largest number of nodes for which more sums are needed.
    fn largest_scarce(&self, most: usize) -> Option<usize> {
        self.0.iter().rposition(|sums| !is_crowd(sums, most))
    }

    /// The weights of all sets of up to so many clauses.
    fn sets(
        &self,
        most: usize,
        kinds: impl Fn(usize) -> Result<Option<Vec<(Dual<M>, u128)>>, Stopped>,
    ) -> Result<Vec<Dual<M>>, Stopped> {
        // Parts with many clauses make up one.
        let mut crowd = vec![Dual::<M>::ZERO; 3];
        let mut all = vec![Dual::<M>::ONE];
        for (nodes, sums) in self.0.iter().enumerate() {
            if is_crowd(sums, most) {
                crowd.iter_mut().zip(sums).for_each(|(sum, more)| sum.add(more));
                continue;
            }
            let sets = match sets_of_part(sums, most) {
                Some(sets) => Some(sets),
                None => kinds(nodes)?.map(|kinds| sets_by_kinds(kinds, most)),
            };
            all = product(&all, &sets.unwrap_or_else(|| vec![Dual::LOST]), most);
        }
        let crowd = sets_of_part(&crowd, most).unwrap_or_else(|| vec![Dual::LOST]);
        let mut all = product(&all, &crowd, most);
        all.resize(most + 1, Dual::<M>::ZERO);
        Ok(all)
    }
}

/// Whether there are so many clauses, none of which weighs much, that further sums of powers do not
/// change the weight of sets of up to `most` of them by what could be seen; or none at all.
fn is_crowd<const M: usize>(sums: &[Dual<M>], most: usize) -> bool {
    let [_, sum, squares, ..] = sums else { return false };
    squares.ratio(&sum.product(sum)) * (most as f64).powi(3) < 1e-6
}

fn product<const M: usize>(left: &[Dual<M>], right: &[Dual<M>], most: usize) -> Vec<Dual<M>> {
    let length = (left.len() + right.len() - 1).min(most + 1);
    let mut product = vec![Dual::<M>::ZERO; length];
    for (i, x) in left.iter().enumerate() {
        for (sum, y) in product[i.min(length)..].iter_mut().zip(right) {
            sum.add(&x.product(y));
        }
    }
    product
}

/// Newton's identities, with an eye on what they lose: nothing if it is too much.
fn sets_of_part<const M: usize>(sums: &[Dual<M>], most: usize) -> Option<Vec<Dual<M>>> {
    let one = Dual::<M>::ONE;
    let count = sums[0].ratio(&one).round().min(most as f64) as usize;
    let (mut row, mut error, mut largest) = (vec![one], f64::EPSILON, one);
    for size in 1..=count {
        let (mut added, mut taken_away) = (Dual::<M>::ZERO, Dual::<M>::ZERO);
        for (number, power) in (1..=size).zip(&sums[1..]) {
            let sum = if number.is_multiple_of(2) { &mut taken_away } else { &mut added };
            sum.add(&row[size - number].product(power));
        }
        let left = added.minus(&taken_away);
        // An error of what is added is an error of what is left, of which it is a larger part.
        error = (error + f64::EPSILON) / left.ratio(&added).max(f64::MIN_POSITIVE);
        if error > HARMLESS {
            // The weights of sets, each divided by the one before, fall with their size.
            let bound = match row[..] {
                [.., before, last] => last.product(&last).ratio(&before.product(&largest)),
                _ => f64::INFINITY,
            };
            return (bound < NEGLIGIBLE).then_some(row);
        }
        row.push(left.divided(&size.into()));
        if row[size].ratio(&largest) > 1.0 {
            largest = row[size];
        }
    }
    Some(row)
}

/// The weights of sets of clauses of several kinds, given by the weight of a clause and how many there are.
fn sets_by_kinds<const M: usize>(kinds: Vec<(Dual<M>, u128)>, most: usize) -> Vec<Dual<M>> {
    // Clauses that are many and weigh little need not be told apart. Taking lighter kinds first, those
    // make up as long a run as possible.
    let one = Dual::<M>::ONE;
    let mut kinds = kinds;
    kinds.sort_by(|(left, _), (right, _)| left.ratio(&one).total_cmp(&right.ratio(&one)));
    let mut crowd = vec![Dual::<M>::ZERO; 3];
    let mut longest = (0, crowd.clone());
    for (index, (weight, number)) in kinds.iter().enumerate() {
        for (exponent, sum) in crowd.iter_mut().enumerate() {
            sum.add(&weight.power(exponent).scaled(&Natural::from(*number)));
        }
        if is_crowd(&crowd, most) {
            longest = (index + 1, crowd.clone());
        }
    }
    let (length, crowd) = longest;
    let mut all = sets_of_part(&crowd, most).unwrap_or_else(|| vec![Dual::LOST]);
    for (weight, number) in &kinds[length..] {
        let choices = binomials(&Natural::from(*number), most);
        let sets = choices.iter().enumerate().take_while(|(_, choices)| !choices.is_zero());
        let sets: Vec<Dual<M>> =
            sets.map(|(size, choices)| weight.power(size).scaled(choices)).collect();
        all = product(&all, &sets, most);
    }
    all
}
