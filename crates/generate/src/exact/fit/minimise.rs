//! The least value of a convex function.
//!
//! Newton's method where the function is cheap: the second derivatives are differences of gradients, computed anew when they have
//! become too old to lead much further (Shamanskii, 1967). Where it is expensive,
//! they come from a cheap function that is like it, and each step corrects them by the method of Broyden, Fletcher, Goldfarb
//! and Shanno (BFGS, 1970).

use super::error::NotFitted;

/// A function's value and gradient at a point.
#[derive(Clone, Debug)]
pub(crate) struct Slope {
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    /// Whatever else was computed on the way.
    pub(crate) extra: Vec<f64>,
}

/// The lowest point that was found.
pub(crate) struct Lowest {
    pub(crate) point: Vec<f64>,
    /// The inverse of the second derivatives there.
    pub(crate) inverse: Inverse,
}

/// Whether second derivatives are computed at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    Cheap,
    Dear,
}

/// No coordinate changes by more than this in a step, or than the point is away from the origin: far from
/// where it was computed, a quadratic is a poor picture of the function.
const LONGEST: f64 = 4.0;
/// A step must bring at least this share of what the gradient promises.
const SUFFICIENT: f64 = 1e-4;
/// Second derivatives are made larger by this part, so that averages which determine each other do no
/// harm.
const RIDGE: f64 = 1e-3;
/// Second derivatives are still good if a step leaves no more than this part of what can be gained by their account.
const FURTHER: f64 = 0.1;
/// The distance over which gradients are compared.
const DISTANCE: f64 = 1e-4;

/// Walk downhill from a point, within a box of this size around the origin, until `is_done`, or until
/// there is nowhere to go, or until there were so many steps. `function` may be [`NotFitted::Imprecise`] at some points.
pub(crate) fn minimise(
    start: Lowest,
    (cost, steps): (Cost, usize),
    bound: f64,
    function: impl Fn(&[f64]) -> Result<Slope, NotFitted>,
    is_done: impl Fn(&Slope) -> bool,
) -> Result<Lowest, NotFitted> {
    let Lowest { mut point, mut inverse } = start;
    let mut here = function(&point)?;
    let mut is_old = true;
    for _ in 0..steps {
        if is_done(&here) {
            break;
        }
        if cost == Cost::Cheap && is_old {
            inverse = Inverse::by_differences(&point, &here, &function)?;
        }
        let Some((next, there)) = step(&point, &here, &inverse, bound, &function)? else {
            if cost == Cost::Dear || is_old {
                break;
            }
            is_old = true;
            continue;
        };
        is_old = inverse.decrement(&there) > FURTHER * inverse.decrement(&here);
        let moved: Vec<f64> = next.iter().zip(&point).map(|(to, from)| to - from).collect();
        let change: Vec<f64> =
            there.gradient.iter().zip(&here.gradient).map(|(to, from)| to - from).collect();
        inverse.learn(&moved, &change);
        (point, here) = (next, there);
    }
    Ok(Lowest { point, inverse })
}

/// A point that is lower by enough.
fn step(
    point: &[f64],
    here: &Slope,
    inverse: &Inverse,
    bound: f64,
    function: impl Fn(&[f64]) -> Result<Slope, NotFitted>,
) -> Result<Option<(Vec<f64>, Slope)>, NotFitted> {
    let mut direction: Vec<f64> = inverse.times(&here.gradient).iter().map(|step| -step).collect();
    // What pushes against the box does not count.
    for (step, place) in direction.iter_mut().zip(point) {
        if place.abs() >= bound && *step * place > 0.0 {
            *step = 0.0;
        }
    }
    let downhill = dot(&direction, &here.gradient);
    let longest = direction.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
    if downhill >= 0.0 || longest < 1e-9 {
        return Ok(None);
    }
    let far = point.iter().fold(LONGEST, |far, place| far.max(place.abs()));
    let mut scale = (far / longest).min(1.0);
    for _ in 0..30 {
        let moved = point.iter().zip(&direction);
        let moved = moved.map(|(place, step)| (place + scale * step).clamp(-bound, bound));
        let tried: Vec<f64> = moved.collect();
        let enough = here.value + SUFFICIENT * scale * downhill;
        match function(&tried) {
            Ok(there) if there.value <= enough => return Ok(Some((tried, there))),
            Ok(_) | Err(NotFitted::Imprecise) => scale /= 2.0,
            Err(stopped) => return Err(stopped),
        }
    }
    Ok(None)
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(x, y)| x * y).sum()
}

/// What is known of the inverse of the second derivatives.
#[derive(Clone, Debug)]
pub(crate) struct Inverse {
    rows: Vec<Vec<f64>>,
}

impl Lowest {
    /// The origin, where nothing is known yet.
    pub(crate) fn origin(dimensions: usize) -> Lowest {
        Lowest { point: vec![0.0; dimensions], inverse: Inverse { rows: identity(dimensions) } }
    }
}

fn identity(dimensions: usize) -> Vec<Vec<f64>> {
    let row = |i| (0..dimensions).map(|j| if i == j { 1.0 } else { 0.0 }).collect();
    (0..dimensions).map(row).collect()
}

impl Inverse {
    /// Compare the gradients of neighbouring points.
    fn by_differences(
        point: &[f64],
        here: &Slope,
        function: impl Fn(&[f64]) -> Result<Slope, NotFitted>,
    ) -> Result<Inverse, NotFitted> {
        let mut second = Vec::with_capacity(point.len());
        for place in 0..point.len() {
            let mut beside = point.to_vec();
            beside[place] += DISTANCE;
            let there = function(&beside)?;
            let changes = there.gradient.iter().zip(&here.gradient);
            second.push(changes.map(|(to, from)| (to - from) / DISTANCE).collect::<Vec<f64>>());
        }
        let transposed: Vec<Vec<f64>> =
            (0..point.len()).map(|i| second.iter().map(|row| row[i]).collect()).collect();
        for (row, mirror) in second.iter_mut().zip(&transposed) {
            row.iter_mut().zip(mirror).for_each(|(entry, other)| *entry = (*entry + other) / 2.0);
        }
        Ok(Inverse::of(second))
    }

    /// Invert second derivatives. A direction in which the function hardly bends, or seems to bend upwards
    /// by rounding, is no reason for an endless step.
    pub(crate) fn of(mut second: Vec<Vec<f64>>) -> Inverse {
        let largest = (0..second.len()).map(|i| second[i][i]).fold(0.0, f64::max);
        for (i, row) in second.iter_mut().enumerate() {
            row[i] = row[i].max(0.0) * (1.0 + RIDGE) + RIDGE * RIDGE * largest + 1e-9;
        }
        Inverse { rows: inverted(second) }
    }

    /// What can be gained from a point, if the function is a quadratic: twice that, the square of Newton's decrement.
    fn decrement(&self, slope: &Slope) -> f64 {
        dot(&slope.gradient, &self.times(&slope.gradient))
    }

    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| dot(row, vector)).collect()
    }

    /// The gradient changed by this much over a step.
    fn learn(&mut self, step: &[f64], change: &[f64]) {
        let curvature = dot(step, change);
        if curvature <= 1e-12 * dot(step, step) {
            return;
        }
        let moved = self.times(change);
        let factor = (1.0 + dot(change, &moved) / curvature) / curvature;
        for (i, row) in self.rows.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += factor * step[i] * step[j]
                    - (moved[i] * step[j] + step[i] * moved[j]) / curvature;
            }
        }
    }
}

/// The inverse of a symmetric positive matrix, by elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut inverse = identity(matrix.len());
    for pivot in 0..matrix.len() {
        let divisor = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= divisor);
        inverse[pivot].iter_mut().for_each(|entry| *entry /= divisor);
        let (row, mirror) = (matrix[pivot].clone(), inverse[pivot].clone());
        for other in (0..matrix.len()).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot];
            for (entry, pivot) in matrix[other].iter_mut().zip(&row) {
                *entry -= factor * pivot;
            }
            for (entry, pivot) in inverse[other].iter_mut().zip(&mirror) {
                *entry -= factor * pivot;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function as it is in use, but for which the answer is known.
    fn valley(point: &[f64]) -> Result<Slope, NotFitted> {
        let (target, scales) = ([1.5, -4.0, 0.25], [1.0, 100.0, 0.01]);
        let terms = point.iter().zip(target).zip(scales);
        let value = terms.clone().map(|((x, t), s)| s * ((x - t).cosh().ln())).sum();
        let gradient = terms.map(|((x, t), s)| s * (x - t).tanh()).collect();
        Ok(Slope { value, gradient, extra: Vec::new() })
    }

    #[test]
    fn the_bottom_of_a_narrow_valley_is_found() {
        let done = |slope: &Slope| slope.gradient.iter().all(|g| g.abs() < 1e-6);
        for cost in [Cost::Cheap, Cost::Dear] {
            let found =
                minimise(Lowest::origin(3), (cost, 100), 20.0, valley, done).expect("defined");
            for (found, target) in found.point.iter().zip([1.5, -4.0, 0.25]) {
                assert!((found - target).abs() < 1e-3, "{found} {target}");
            }
        }
    }

    #[test]
    fn a_slope_without_a_bottom_ends_at_the_bound() {
        let function =
            |point: &[f64]| Ok(Slope { value: -point[0], gradient: vec![-1.0], extra: Vec::new() });
        let found = minimise(Lowest::origin(1), (Cost::Dear, 100), 7.0, function, |_| false);
        assert_eq!(found.map(|lowest| lowest.point), Ok(vec![7.0]));
    }
}
