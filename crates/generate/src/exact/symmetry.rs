//! Permutations of variables, by their cycles.
//!
//! Burnside's lemma counts things up to renaming of variables as the mean number of things that a permutation leaves alone.
//! How many that are depends only on the *cycle type* of the permutation: how many cycles of each length it has. There are 22
//! cycle types of eight variables, but 40,320 permutations.

use super::number::{Integer, Natural, binomials, factorials, natural};

/// All permutations with the same numbers of cycles of each length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CycleType {
    /// How many cycles have length 1, 2, and so on.
    cycles: Vec<usize>,
}

impl CycleType {
    /// The cycle types of the permutations of so many points: the partitions of this number.
    pub(crate) fn of_points(points: usize) -> Vec<CycleType> {
        let mut found = Vec::new();
        extend(&mut vec![0; points], points, points, &mut found);
        found
    }

    /// The identity on so many points.
    pub(crate) fn fixed_points(points: usize) -> CycleType {
        CycleType { cycles: vec![points] }
    }

    /// The same cycles, in the one way in which equal types are equal.
    pub(crate) fn trimmed(&self) -> CycleType {
        let mut cycles = self.cycles.clone();
        while cycles.last() == Some(&0) {
            cycles.pop();
        }
        CycleType { cycles }
    }

    /// The cycles of both.
    pub(crate) fn plus(&self, other: &CycleType) -> CycleType {
        let length = self.cycles.len().max(other.cycles.len());
        let at = |cycles: &CycleType, place| cycles.cycles.get(place).copied().unwrap_or(0);
        CycleType { cycles: (0..length).map(|place| at(self, place) + at(other, place)).collect() }
    }

    /// The cycles without some of them.
    pub(crate) fn minus(&self, part: &CycleType) -> CycleType {
        let parts = part.cycles.iter().copied().chain(std::iter::repeat(0));
        CycleType { cycles: self.cycles.iter().zip(parts).map(|(all, part)| all - part).collect() }
    }

    /// One cycle of the least length.
    pub(crate) fn first(&self) -> CycleType {
        let mut cycles = vec![0; self.cycles.len()];
        if let Some(place) = self.cycles.iter().position(|number| *number > 0) {
            cycles[place] = 1;
        }
        CycleType { cycles }
    }

    /// Cycles of a part of their lengths, if it divides all of them.
    pub(crate) fn divided(&self, divisor: usize) -> Option<CycleType> {
        let mut cycles = vec![0; self.cycles.len() / divisor];
        for (length, number) in self.with_lengths() {
            if !length.is_multiple_of(divisor) {
                return None;
            }
            cycles[length / divisor - 1] = number;
        }
        Some(CycleType { cycles })
    }

    /// How many points there are.
    pub(crate) fn points(&self) -> usize {
        self.with_lengths().map(|(length, number)| length * number).sum()
    }

    /// How many cycles there are.
    pub(crate) fn number(&self) -> usize {
        self.cycles.iter().sum()
    }

    /// The lengths of cycles, each with the number of these.
    pub(crate) fn with_lengths(&self) -> impl Iterator<Item = (usize, usize)> {
        (1..).zip(self.cycles.iter().copied()).filter(|(_, number)| *number > 0)
    }

    /// How many permutations there are: `n! / Π l^m·m!` over the `m` cycles of each length `l`.
    pub(crate) fn permutations(&self) -> Natural {
        let factorials = factorials(self.points());
        let alike = self
            .with_lengths()
            .map(|(length, number)| Natural::from(length).pow(number) * &factorials[number]);
        &factorials[self.points()] / alike.product::<Natural>()
    }

    /// How many points a power of the permutation leaves alone.
    pub(crate) fn fixed_by_power(&self, exponent: usize) -> usize {
        let fixed = self.with_lengths().filter(|(length, _)| exponent.is_multiple_of(*length));
        fixed.map(|(length, number)| length * number).sum()
    }

    /// The unions of some cycles, by their types, each with the number of these.
    pub(crate) fn unions(&self) -> Vec<(CycleType, Natural)> {
        let mut unions = vec![(CycleType { cycles: vec![0; self.cycles.len()] }, Natural::ONE)];
        for (length, number) in self.with_lengths() {
            let choices = binomials(&Natural::from(number), number);
            let with = |(union, ways): (CycleType, Natural)| {
                let chosen = choices.iter().enumerate();
                let extended = chosen.map(move |(chosen, more)| {
                    let mut union = union.clone();
                    union.cycles[length - 1] = chosen;
                    (union, &ways * more)
                });
                extended.collect::<Vec<_>>()
            };
            unions = unions.into_iter().flat_map(with).collect();
        }
        unions
    }

    /// For each length up to `longest`, how many orbits of this length there are of sequences of so many points, which may be
    /// repeated or not. (The first entry is for length 0.) The sequences of points that `π^d` leaves alone have an orbit whose
    /// length divides `d`; Möbius inversion over the divisors leaves those of length `d`.
    pub(crate) fn orbits(&self, length: usize, longest: usize, repeated: bool) -> Vec<Natural> {
        let mut orbits = vec![Natural::ZERO];
        for orbit in 1..=longest {
            let divisors = (1..=orbit).filter(|divisor| orbit.is_multiple_of(*divisor));
            let term = |divisor: usize| {
                let fixed = sequences(self.fixed_by_power(divisor), length, repeated);
                Integer::from(fixed) * Integer::from(moebius(orbit / divisor))
            };
            orbits.push(natural(&divisors.map(term).sum()) / orbit);
        }
        orbits
    }
}

/// The sequences of so many of some points, which may be repeated or not.
pub(crate) fn sequences(points: usize, length: usize, repeated: bool) -> Natural {
    match repeated {
        true => Natural::from(points).pow(length),
        false => (0..length).map(|used| Natural::from(points.saturating_sub(used))).product(),
    }
}

/// Add cycles of up to this length, until no point is left.
fn extend(cycles: &mut Vec<usize>, longest: usize, left: usize, found: &mut Vec<CycleType>) {
    if left == 0 {
        found.push(CycleType { cycles: cycles.clone() });
        return;
    }
    for length in 1..=longest.min(left) {
        cycles[length - 1] += 1;
        extend(cycles, length, left - length, found);
        cycles[length - 1] -= 1;
    }
}

/// The Möbius function of number theory.
fn moebius(mut number: usize) -> i32 {
    let (mut value, mut prime) = (1, 2);
    while number > 1 {
        if number.is_multiple_of(prime) {
            number /= prime;
            value = -value;
            if number.is_multiple_of(prime) {
                return 0;
            }
        }
        prime += 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A permutation of this type: cycles one after the other.
    fn permutation(cycles: &CycleType) -> Vec<usize> {
        let mut images = Vec::new();
        for (length, number) in cycles.with_lengths() {
            for _ in 0..number {
                let start = images.len();
                images.extend((0..length).map(|place| start + (place + 1) % length));
            }
        }
        images
    }

    #[test]
    fn partitions_make_up_all_permutations() {
        let partitions = [1, 1, 2, 3, 5, 7, 11, 15, 22];
        for (points, partitions) in partitions.into_iter().enumerate() {
            let types = CycleType::of_points(points);
            assert_eq!(types.len(), partitions);
            assert!(types.iter().all(|cycles| cycles.points() == points));
            let all: Natural = types.iter().map(CycleType::permutations).sum();
            assert_eq!(all, factorials(points)[points]);
        }
    }

    #[test]
    fn unions_are_subsets_of_cycles() {
        for cycles in CycleType::of_points(7) {
            let all: Natural = cycles.unions().iter().map(|(_, ways)| ways).sum();
            assert_eq!(all, Natural::ONE << cycles.number());
        }
    }

    #[test]
    fn orbits_are_counted_as_they_are_listed() {
        let sizes = [(1, 3), (3, 2), (4, 2), (5, 2), (5, 1), (3, 0), (0, 2), (0, 0)];
        for ((points, length), repeated) in
            sizes.into_iter().flat_map(|sizes| [(sizes, true), (sizes, false)])
        {
            for cycles in CycleType::of_points(points) {
                let images = permutation(&cycles);
                let mut seen = BTreeSet::new();
                let mut listed = [0usize; 7];
                for number in 0..points.pow(length) {
                    let digit = |place| number / points.pow(place) % points;
                    let mut sequence: Vec<usize> = (0..length).map(digit).collect();
                    let points: BTreeSet<&usize> = sequence.iter().collect();
                    if !repeated && points.len() < sequence.len() {
                        continue;
                    }
                    let mut orbit = 0;
                    while seen.insert(sequence.clone()) {
                        sequence.iter_mut().for_each(|point| *point = images[*point]);
                        orbit += 1;
                    }
                    listed[orbit] += 1;
                }
                let counted = cycles.orbits(length as usize, 6, repeated);
                for orbit in 1..=6 {
                    assert_eq!(counted[orbit], Natural::from(listed[orbit]), "{cycles:?}");
                }
            }
        }
    }
}
