//! Orbits of literals under permutations of variables: what sets of literals are made of.

use super::bound::{Bound, Own};
use super::classes::Classes;
use super::number::{Natural, Weight, binomials, factorials};
use super::pieces::Pieces;
use super::symmetry::{CycleType, sequences};

/// Which permutations of variables are summed over, and what is counted for each.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    pub(crate) constants: usize,
    pub(crate) types: Vec<Symmetry>,
    /// What the sum is divided by.
    pub(crate) all: Natural,
    /// Whether every variable must occur in a positive literal.
    pub(crate) safe: bool,
    /// Whether the atoms must hang together by shared variables.
    pub(crate) connected: bool,
    /// Whether a variable may occur in an atom several times.
    pub(crate) repeated: bool,
}

/// The permutations of one cycle type.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// The cycles of the variables that may occur.
    pub(crate) cycles: CycleType,
    /// How often what such a permutation leaves alone is counted.
    pub(crate) factor: Natural,
    /// The variables that positive literals may have, with signs.
    pub(crate) terms: Vec<SignedTerm>,
}

/// A term of inclusion and exclusion: positive literals over some of the cycles.
#[derive(Clone, Debug)]
pub(crate) struct SignedTerm {
    pub(crate) positive: CycleType,
    pub(crate) ways: Natural,
    pub(crate) is_added: bool,
}

impl Symmetries {
    /// The permutations of so many variables. If clauses must be safe or connected, those of fewer variables, too: then
    /// clauses are counted by the variables that they use.
    pub(crate) fn new(
        constants: usize,
        variables: usize,
        safe: bool,
        connected: bool,
        repeated: bool,
    ) -> Symmetries {
        let factorials = factorials(variables);
        let all = &factorials[variables];
        let least = if safe || connected { 0 } else { variables };
        let symmetry = |cycles: CycleType| {
            let term = |(positive, ways): (CycleType, Natural)| {
                let is_added = (cycles.number() - positive.number()).is_multiple_of(2);
                SignedTerm { positive, ways, is_added }
            };
            let everywhere = || vec![(cycles.clone(), Natural::ONE)];
            let unions = if safe { cycles.unions() } else { everywhere() };
            Symmetry {
                factor: cycles.permutations() * (all / &factorials[cycles.points()]),
                terms: unions.into_iter().map(term).collect(),
                cycles,
            }
        };
        let types = (least..=variables).flat_map(CycleType::of_points).map(symmetry).collect();
        Symmetries { constants, types, all: all.clone(), safe, connected, repeated }
    }

    /// The sequences of so many of these variables that an atom may have.
    pub(crate) fn sequences(&self, variables: usize, length: usize) -> Natural {
        sequences(variables, length, self.repeated)
    }
}

/// How many predicates of one class may occur where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Statuses {
    /// With both signs.
    pub(crate) both: usize,
    /// Outside negations only.
    pub(crate) positive: usize,
    /// Inside negations only.
    pub(crate) negative: usize,
}

impl Statuses {
    pub(crate) fn new(classes: &Classes, bound: Bound, class: usize) -> Statuses {
        let outside = classes.count(bound.outside, class);
        let inside = classes.count(bound.inside, class);
        // One of the two sets holds the other.
        let both = outside.min(inside);
        Statuses { both, positive: outside - both, negative: inside - both }
    }
}

/// Which signs the atoms of a factor may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signs {
    Both,
    Positive,
    Negative,
}

impl Signs {
    pub(crate) const ALL: [Signs; 3] = [Signs::Both, Signs::Positive, Signs::Negative];
}

/// Orbits that are alike: of atoms of one class, with as many variables, of one length, and with the same signs.
#[derive(Clone, Debug)]
pub(crate) struct Factor<W> {
    pub(crate) variables: usize,
    pub(crate) length: usize,
    pub(crate) signs: Signs,
    /// How many there are.
    pub(crate) orbits: Natural,
    /// What all atoms of an orbit weigh together.
    pub(crate) positive: W,
    pub(crate) negative: W,
}

/// So many orbits of a factor: what they weigh, and how many nodes their literals have.
#[derive(Clone, Debug)]
pub(crate) struct Chosen<W> {
    pub(crate) positive: usize,
    pub(crate) negative: usize,
    pub(crate) nodes: usize,
    pub(crate) weight: W,
}

impl<W: Weight> Factor<W> {
    /// All numbers of orbits that fit into so many nodes; at first none.
    pub(crate) fn choices(&self, nodes: usize) -> Vec<Chosen<W>> {
        let most = nodes / self.length;
        let most_positive = if self.signs == Signs::Negative { 0 } else { most };
        let mut choices = Vec::new();
        let mut positive_weight = W::ONE;
        for (positive, ways) in binomials(&self.orbits, most_positive).into_iter().enumerate() {
            if ways.is_zero() {
                break;
            }
            let most_negative =
                if self.signs == Signs::Positive { 0 } else { (most - positive) / 2 };
            let others = &self.orbits - positive;
            let mut weight = positive_weight.scaled(&ways);
            for (negative, ways) in binomials(&others, most_negative).into_iter().enumerate() {
                if ways.is_zero() {
                    break;
                }
                let nodes = self.length * (positive + 2 * negative);
                let weight_of_all = weight.scaled(&ways);
                choices.push(Chosen { positive, negative, nodes, weight: weight_of_all });
                weight = weight.product(&self.negative);
            }
            positive_weight = positive_weight.product(&self.positive);
        }
        choices
    }
}

/// The literals that clauses of a spec may have, if bodies are sets.
#[derive(Debug)]
pub(crate) struct Literals<'a, W> {
    pub(crate) classes: &'a Classes,
    pub(crate) symmetries: &'a Symmetries,
    pub(crate) pieces: &'a Pieces<W>,
    pub(crate) max_nodes: usize,
    pub(crate) empty: bool,
    /// The habit of the heads that are counted.
    pub(crate) habit: usize,
}

impl<W> Clone for Literals<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Literals<'_, W> {}

impl<W: Weight> Literals<'_, W> {
    /// Whether heads of this class are counted under a bound: nobody asks for others than those that it mentions.
    pub(crate) fn may_head(self, class: usize, bound: Bound) -> bool {
        let Statuses { both, positive, .. } = Statuses::new(self.classes, bound, class);
        let is_meant = match bound.own {
            Own::Absent => true,
            Own::Positive => positive > 0,
            Own::Anywhere => both > 0,
        };
        is_meant && self.classes.habit_of[class] == self.habit
    }

    /// The factors of one class: positive literals are over some of the cycles, negative ones over all.
    pub(crate) fn factors(
        self,
        cycles: &CycleType,
        positive: &CycleType,
        class: usize,
        statuses: Statuses,
    ) -> Vec<Factor<W>> {
        let mut factors = Vec::new();
        for variables in 0..=self.classes.arities[class] {
            let places = self.places(class, variables);
            let orbits = |cycles: &CycleType| {
                cycles.orbits(variables, self.max_nodes, self.symmetries.repeated)
            };
            let atom = self.atom(class, variables);
            for (length, (all, among)) in
                orbits(cycles).iter().zip(orbits(positive)).enumerate().skip(1)
            {
                let (all, among) = (all * &places, among * &places);
                let weight = atom.power(length);
                let negated = weight.product(&self.pieces.negation.power(length));
                for signs in Signs::ALL {
                    let orbits = match signs {
                        Signs::Both => &among * statuses.both,
                        Signs::Positive => &among * statuses.positive,
                        Signs::Negative => {
                            (&all - &among) * statuses.both + &all * statuses.negative
                        }
                    };
                    if !orbits.is_zero() {
                        let (positive, negative) = (weight.clone(), negated.clone());
                        factors.push(Factor {
                            variables,
                            length,
                            signs,
                            orbits,
                            positive,
                            negative,
                        });
                    }
                }
            }
        }
        factors
    }

    /// The ways to have this many variables among the arguments of a class: which arguments, and which constants elsewhere.
    pub(crate) fn places(self, class: usize, variables: usize) -> Natural {
        let arity = self.classes.arities[class];
        let choices = binomials(&Natural::from(arity), variables).swap_remove(variables);
        choices * Natural::from(self.symmetries.constants).pow(arity - variables)
    }

    /// What a positive literal with so many variables weighs.
    pub(crate) fn atom(self, class: usize, variables: usize) -> W {
        self.pieces.atoms[class].product(&self.arguments(class, variables))
    }

    pub(crate) fn head(self, class: usize, variables: usize) -> W {
        self.pieces.heads[class].product(&self.arguments(class, variables))
    }

    fn arguments(self, class: usize, variables: usize) -> W {
        let constants = self.classes.arities[class] - variables;
        let Pieces { variable, constant, .. } = self.pieces;
        variable.power(variables).product(&constant.power(constants))
    }
}
