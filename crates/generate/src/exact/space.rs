//! A spec, taken apart for the closed forms, and the series that counts its programs.

use super::classes::{Classes, Group};
use super::clauses::Clauses;
use super::components::{component_weights, signed_weights};
use super::estimate::{self, Purpose};
use super::heads::{Heads, Second, SetsAbove, sets};
use super::independent::PreorderWeights;
use super::preorders::{Budget, MOST_PREDICATES, Rules, walk};
use super::programs;
use super::series::{Coefficient, Degree, Series};
use super::{MemoryLimit, OutsideClosedForms};
use crate::Spec;
use crate::spec::Cycles;

/// More predicates than this are not counted under a rule on cycles or pairs.
const MOST_RULED: usize = 64;

/// So many predicates never have too many preorders.
const ALWAYS_FEW: usize = 7;

/// The walk over the preorders of seven predicates never takes more steps than this.
pub(crate) const MOST_STEPS: u64 = 16_000_000;

/// What the closed forms need to know of a spec.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) clauses: Clauses,
    pub(crate) cycles: Cycles,
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) reach: Degree,
    pub(crate) second: Second,
}

impl Space {
    /// Check that the closed forms cover the spec and that their tables will fit. `None` if there
    /// are fewer clauses than predicates, so that there is no program.
    pub(crate) fn new(
        spec: &Spec,
        second: Second,
        purpose: Purpose,
        limit: MemoryLimit,
    ) -> Result<Option<Space>, OutsideClosedForms> {
        let classes = match purpose {
            Purpose::Expect => Classes::told_apart(spec),
            Purpose::Count | Purpose::Sample => Classes::new(spec),
        };
        Space::with_classes(spec, classes, second, purpose, limit)
    }

    /// The same, with predicates classified in some way.
    pub(crate) fn with_classes(
        spec: &Spec,
        classes: Classes,
        second: Second,
        purpose: Purpose,
        limit: MemoryLimit,
    ) -> Result<Option<Space>, OutsideClosedForms> {
        if spec.required().is_some() {
            return Err(OutsideClosedForms::Required);
        }
        let predicates = spec.predicates().len();
        let ruled = spec.cycles() != Cycles::Any || !spec.independent().is_empty();
        if ruled && predicates > MOST_RULED {
            return Err(OutsideClosedForms::Predicates { predicates, most: MOST_RULED });
        }
        let Some(spare) = spec.max_clauses().checked_sub(predicates) else { return Ok(None) };
        let second_reach = match second {
            Second::Unused => 0,
            Second::Tally(_) => 1,
            Second::Nodes => spec.max_clauses().saturating_mul(spec.max_nodes()),
        };
        let reach = Degree { spare, second: second_reach };
        estimate::bodies_fit(spec, limit)?;
        let clauses = Clauses::new(spec, classes, spare + 1);
        let pairs = spec.independent().to_vec();
        let space = Space { clauses, cycles: spec.cycles(), pairs, reach, second };
        let completions = space.check_pairs(purpose)?;
        estimate::programs_fit(&space, completions, purpose, limit)?;
        Ok(Some(space))
    }

    /// The preorders that the independent pairs allow.
    pub(crate) fn rules(&self) -> Rules {
        let predicates = self.clauses.classes.predicates();
        Rules::new(predicates, &self.pairs, self.cycles != Cycles::Acyclic)
    }

    /// Refuse if the pairs leave too many preorders; else say how many are kept for sampling.
    fn check_pairs(&self, purpose: Purpose) -> Result<u64, OutsideClosedForms> {
        let predicates = self.clauses.classes.predicates();
        let known_to_be_few = predicates <= ALWAYS_FEW && purpose != Purpose::Sample;
        if self.pairs.is_empty() || known_to_be_few {
            return Ok(0);
        }
        let mut budget = Budget { left: MOST_STEPS, completions: 0 };
        if predicates > MOST_PREDICATES || walk(&self.rules(), &mut budget).is_break() {
            return Err(OutsideClosedForms::Independent { predicates });
        }
        Ok(if purpose == Purpose::Sample { budget.completions } else { 0 })
    }

    /// Whether heads can be chosen without regard to each other.
    pub(crate) fn is_unruled(&self) -> bool {
        self.cycles == Cycles::Any && self.pairs.is_empty()
    }

    /// The sets of clauses for each class of heads, if bodies may use everybody in any way.
    pub(crate) fn unruled_sets(&self) -> Vec<Series> {
        self.sets(self.clauses.classes.all())(Group::EMPTY)
    }

    /// The sets of clauses for all heads under all bounds.
    pub(crate) fn heads(&self) -> Heads {
        Heads::new(&self.clauses.classes, self.cycles, self.reach, |anywhere| self.sets(anywhere))
    }

    fn sets(&self, anywhere: Group) -> SetsAbove<'_> {
        sets(&self.clauses, anywhere, self.reach, self.second)
    }

    /// The programs of the space by size, all sizes in the same unit.
    pub(crate) fn count(&self) -> Series {
        self.in_one_unit(self.by_size())
    }

    /// Programs by size, all sizes in the same unit: that of the largest.
    pub(crate) fn in_one_unit(&self, programs: Series) -> Series {
        if self.clauses.equal {
            return programs;
        }
        let unit = self.clauses.unit();
        let factors = (0..=self.reach.spare).map(|spare| unit.pow(self.reach.spare - spare));
        programs.scaled_by_size(factors)
    }

    /// The programs of the space by size.
    fn by_size(&self) -> Series {
        self.sum(self.reach, |anywhere| self.sets(anywhere))
    }

    /// The programs of the space by size, made up of sets of clauses that are counted in some way.
    pub(crate) fn sum<'a, N: Coefficient>(
        &self,
        reach: Degree,
        sets: impl Fn(Group) -> SetsAbove<'a, N>,
    ) -> Series<N> {
        let classes = &self.clauses.classes;
        if self.is_unruled() {
            return programs::unruled(classes, &sets(classes.all())(Group::EMPTY), reach);
        }
        let signed = signed_weights(&Heads::new(classes, self.cycles, reach, sets));
        if self.pairs.is_empty() {
            let mut weights = programs::above(classes, &signed, Group::EMPTY, reach);
            return weights.swap_remove(classes.all().0);
        }
        let components = component_weights(classes, &signed);
        PreorderWeights::new(classes, reach, signed, components.into()).total(&self.rules())
    }
}
