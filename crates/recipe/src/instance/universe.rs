//! All ground atoms over a domain, numbered.

use std::ops::Range;

use randlog_logic::{Atom, Predicate, Symbol, Term};

/// The ground atoms of some predicates over some constants.
///
/// They are numbered from zero, predicate by predicate, and those of a predicate as numbers are
/// counted: `p(a, a)`, `p(a, b)`, …, `p(b, a)`, ….
#[derive(Clone, Debug)]
pub(crate) struct Universe {
    /// In the order of their blocks.
    pub(super) predicates: Vec<Predicate>,
    /// By number.
    pub(super) constants: Vec<Symbol>,
    /// Zero, then the number after the last atom of each predicate.
    bounds: Vec<u64>,
}

impl Universe {
    /// `None` if there are more than 2⁶⁴ − 1 atoms.
    pub(crate) fn new(predicates: Vec<Predicate>, constants: Vec<Symbol>) -> Option<Universe> {
        let mut bounds = vec![0_u64];
        for predicate in &predicates {
            // Larger exponents make no difference: powers of 0 and 1 stay what they are.
            let arity = u32::try_from(predicate.arity).unwrap_or(u32::MAX);
            let atoms = (constants.len() as u64).checked_pow(arity)?;
            bounds.push(bounds[bounds.len() - 1].checked_add(atoms)?);
        }
        Some(Universe { predicates, constants, bounds })
    }

    /// How many atoms there are.
    pub(crate) fn size(&self) -> u64 {
        self.bounds[self.bounds.len() - 1]
    }

    /// The numbers of the atoms of each predicate.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Range<u64>> {
        self.bounds.windows(2).map(|bounds| bounds[0]..bounds[1])
    }

    /// Append the arguments, as numbers of constants, of an atom with so many arguments, `number`
    /// being its place among the atoms of its predicate.
    pub(crate) fn push_arguments(&self, mut number: u64, arity: usize, arguments: &mut Vec<u32>) {
        let (start, base) = (arguments.len(), self.constants.len() as u64);
        for _ in 0..arity {
            arguments.push((number % base) as u32);
            number /= base;
        }
        arguments[start..].reverse();
    }

    /// The number of an atom, given the numbers of its arguments.
    pub(crate) fn number(&self, predicate: &Predicate, arguments: &[u32]) -> Option<u64> {
        let place = self.predicates.iter().position(|known| known == predicate)?;
        let base = self.constants.len() as u64;
        let within = arguments.iter().fold(0, |number, &digit| number * base + u64::from(digit));
        self.blocks().nth(place).map(|block| block.start + within)
    }

    /// The atom of a number, if it has one.
    pub(crate) fn atom(&self, number: u64) -> Option<Atom> {
        let place = self.bounds[1..].partition_point(|&end| end <= number);
        let predicate = self.predicates.get(place)?;
        let mut rest = number - self.bounds[place];
        let base = self.constants.len() as u64;
        // The last argument is the one that changes from number to number.
        let mut args = vec![Term::Anonymous; predicate.arity];
        for argument in args.iter_mut().rev() {
            *argument = Term::Constant(self.constants[(rest % base) as usize].clone());
            rest /= base;
        }
        Some(Atom { name: predicate.name.clone(), args })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn universe(predicates: &[(&str, usize)], constants: &[&str]) -> Option<Universe> {
        let predicate = |&(name, arity): &(&str, usize)| Predicate::new(name, arity);
        let constants = constants.iter().map(|&name| name.into()).collect();
        Universe::new(predicates.iter().map(predicate).collect(), constants)
    }

    fn all(universe: &Universe) -> Vec<String> {
        (0..).map_while(|number| universe.atom(number)).map(|atom| atom.to_string()).collect()
    }

    #[test]
    fn atoms_are_numbered_in_order() {
        let universe = universe(&[("p", 1), ("r", 0), ("q", 2)], &["a", "b"]).unwrap();
        let atoms = ["p(a)", "p(b)", "r", "q(a, a)", "q(a, b)", "q(b, a)", "q(b, b)"];
        assert_eq!(all(&universe), atoms);
        assert_eq!(universe.size(), 7);
        assert_eq!(universe.blocks().collect::<Vec<_>>(), [0..2, 2..3, 3..7]);
    }

    #[test]
    fn atoms_and_numbers_are_two_ways_to_say_the_same() {
        let universe = universe(&[("p", 1), ("r", 0), ("q", 3)], &["a", "b", "c"]).unwrap();
        for (predicate, block) in universe.predicates.iter().zip(universe.blocks()) {
            for number in block.clone() {
                let mut arguments = Vec::new();
                universe.push_arguments(number - block.start, predicate.arity, &mut arguments);
                assert_eq!(universe.number(predicate, &arguments), Some(number));
                let names = arguments.iter().map(|&n| universe.constants[n as usize].clone());
                let args: Vec<Term> = names.map(Term::Constant).collect();
                assert_eq!(universe.atom(number).unwrap().args, args);
            }
        }
    }

    #[test]
    fn without_constants_only_arity_zero_has_atoms() {
        assert_eq!(all(&universe(&[("p", 1), ("r", 0), ("q", 3)], &[]).unwrap()), ["r"]);
        assert_eq!(all(&universe(&[("q", 1000), ("r", 0)], &[]).unwrap()), ["r"]);
        assert_eq!(all(&universe(&[], &["a"]).unwrap()), [""; 0]);
    }

    #[test]
    fn a_universe_that_cannot_be_numbered_is_refused() {
        assert!(universe(&[("p", 64)], &["a", "b"]).is_none());
        assert!(universe(&[("p", 63), ("q", 63)], &["a", "b"]).is_none());
        assert!(universe(&[("p", usize::MAX)], &["a", "b"]).is_none());
        assert_eq!(universe(&[("p", 63)], &["a", "b"]).unwrap().size(), 1 << 63);
    }
}
