//! A spec, taken apart for the closed forms, and the series that counts its programs.

use randlog_base::{Stop, Stopped};

use super::OutsideClosedForms;
use super::bound::{Bound, Firing};
use super::classes::{Classes, Group};
use super::clauses::Clauses;
use super::components::{component_weights, signed_weights};
use super::estimate::{self, Purpose};
use super::heads::{Heads, SecondVariable, SetsAbove, as_fixed, sets};
use super::independent::PreorderWeights;
use super::preorders::{Completions, MOST_PREDICATES, Rules, is_hopeless, walk};
use super::programs;
use super::rounds::{Round, Rounds};
use super::series::{Coefficient, Degree, Series};
use crate::Spec;
use crate::spec::{Bodies, Cycles};

/// More predicates than this are not counted under a rule on cycles or pairs.
const MOST_RULED: usize = 64;

/// Of more variables than this, the permutations have too many cycle types.
const MOST_PERMUTED: usize = 16;

/// So many predicates never have too many preorders.
const ALWAYS_FEW: usize = 7;

/// The walk over the preorders of seven predicates never takes more steps than this.
pub(crate) const MOST_STEPS: u64 = 16_000_000;

/// The first key of a spec that the closed forms do not cover.
fn uncovered(spec: &Spec, second: SecondVariable) -> Option<&'static str> {
    let tied = spec.cycles() != Cycles::Any || !spec.independent().is_empty();
    let keys = [
        ("connected", spec.connected() && spec.bodies() != Bodies::Set),
        ("repeated_variables", !spec.repeated_variables() && spec.bodies() != Bodies::Set),
        ("redundant", !spec.redundant()),
        ("derivable", spec.derivable() && (tied || second == SecondVariable::Nodes)),
        ("goals", !spec.goals().is_empty()),
        ("uses", !spec.uses().is_empty()),
    ];
    keys.into_iter().find(|(_, is_asked)| *is_asked).map(|(key, _)| key)
}

/// What the closed forms need to know of a spec.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) clauses: Clauses,
    pub(crate) cycles: Cycles,
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) reach: Degree,
    pub(crate) second: SecondVariable,
    /// The fewest clauses of a program.
    pub(crate) min_clauses: usize,
    /// Whether every predicate must be derivable.
    pub(crate) derivable: bool,
}

impl Space {
    /// Check that the closed forms cover the spec and that their tables will fit. `None` if there
    /// are fewer clauses than predicates, so that there is no program.
    pub(crate) fn new(
        spec: &Spec,
        second: SecondVariable,
        purpose: Purpose,
        stop: &Stop,
    ) -> Result<Option<Space>, OutsideClosedForms> {
        let classes = match purpose {
            Purpose::Expect => Classes::told_apart(spec),
            Purpose::Count | Purpose::Sample => Classes::new(spec),
        };
        Space::with_classes(spec, classes, second, purpose, stop)
    }

    /// The same, with predicates classified in some way.
    pub(crate) fn with_classes(
        spec: &Spec,
        classes: Classes,
        second: SecondVariable,
        purpose: Purpose,
        stop: &Stop,
    ) -> Result<Option<Space>, OutsideClosedForms> {
        if spec.required().is_some() {
            return Err(OutsideClosedForms::Required);
        }
        if let Some(key) = uncovered(spec, second) {
            return Err(OutsideClosedForms::Key(key));
        }
        if !spec.data().is_empty() && !spec.independent().is_empty() {
            return Err(OutsideClosedForms::PairsWithData);
        }
        if classes.groups() == usize::MAX {
            return Err(OutsideClosedForms::Kinds { kinds: classes.len() });
        }
        let variables = Clauses::most_variables(spec, &classes);
        if spec.bodies() == Bodies::Set && variables > MOST_PERMUTED {
            return Err(OutsideClosedForms::Variables { variables, most: MOST_PERMUTED });
        }
        let predicates = spec.heads().len();
        let tied = spec.cycles() != Cycles::Any || !spec.independent().is_empty();
        let ruled = tied || spec.derivable();
        if ruled && predicates > MOST_RULED {
            return Err(OutsideClosedForms::Predicates { predicates, most: MOST_RULED });
        }
        let Some(spare) = spec.max_clauses().checked_sub(predicates) else { return Ok(None) };
        let second_reach = match second {
            SecondVariable::Unused => 0,
            SecondVariable::Tally(_) => 1,
            SecondVariable::Nodes => spec.max_clauses().saturating_mul(spec.max_nodes()),
        };
        let reach = Degree { spare, second: second_reach };
        estimate::bodies_fit(spec, stop)?;
        let clauses = Clauses::new(spec, classes, spare + 1);
        let pairs = spec.independent().to_vec();
        let space = Space {
            clauses,
            cycles: spec.cycles(),
            pairs,
            reach,
            second,
            min_clauses: spec.min_clauses(),
            derivable: spec.derivable(),
        };
        let completions = space.check_pairs(purpose, stop)?;
        let (clauses, is_unruled) = (&space.clauses, space.is_unruled());
        estimate::programs_fit(clauses, reach, is_unruled, completions, purpose, stop)?;
        Ok(Some(space))
    }

    /// The preorders that the independent pairs allow.
    pub(crate) fn rules(&self) -> Rules {
        let predicates = self.clauses.classes.predicates();
        Rules::new(predicates, &self.pairs, self.cycles != Cycles::Acyclic)
    }

    /// Refuse if the pairs leave too many preorders; else say how many are kept for sampling.
    fn check_pairs(&self, purpose: Purpose, stop: &Stop) -> Result<u64, OutsideClosedForms> {
        let predicates = self.clauses.classes.predicates();
        let known_to_be_few = predicates <= ALWAYS_FEW && purpose != Purpose::Sample;
        if self.pairs.is_empty() || known_to_be_few {
            return Ok(0);
        }
        let too_many = OutsideClosedForms::Independent { predicates };
        if predicates > MOST_PREDICATES {
            return Err(too_many);
        }
        if predicates > ALWAYS_FEW && is_hopeless(&self.rules(), MOST_STEPS, stop)? {
            return Err(too_many);
        }
        let stop = stop.with_steps(MOST_STEPS);
        let mut completions = Completions { stop: &stop, steps: 0, count: 0 };
        match walk(&self.rules(), &mut completions) {
            Ok(()) if purpose == Purpose::Sample => Ok(completions.count),
            Ok(()) => Ok(0),
            Err(Stopped::Steps) => Err(too_many),
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// Whether heads can be chosen without regard to each other.
    pub(crate) fn is_unruled(&self) -> bool {
        self.cycles == Cycles::Any && self.pairs.is_empty() && !self.derivable
    }

    /// Everything may occur anywhere.
    pub(crate) fn unbounded(&self) -> Bound {
        Bound::above(self.cycles, Group::EMPTY, self.clauses.classes.all())
    }

    /// The clauses that do not fire if only data and these heads are derivable; all clauses, if nothing is given.
    pub(crate) fn idle(&self, derivable: Option<Group>) -> Bound {
        let firing = derivable.map_or(Firing::All, |derivable| {
            Firing::NotWith(derivable + self.clauses.classes.data())
        });
        Bound { firing, ..self.unbounded() }
    }

    /// For each class of heads, the sets of clauses of which none fires; see [`rounds`](super::rounds).
    pub(crate) fn idle_sets(
        &self,
        derivable: Option<Group>,
        stop: &Stop,
    ) -> Result<Vec<Series>, Stopped> {
        let classes = &self.clauses.classes;
        Ok(as_fixed(classes, self.sets(classes.all(), stop)?(self.idle(derivable))?))
    }

    /// The sets of clauses for each class of heads, if bodies may use everybody in any way.
    pub(crate) fn unruled_sets(&self, stop: &Stop) -> Result<Vec<Series>, Stopped> {
        let classes = &self.clauses.classes;
        Ok(as_fixed(classes, self.sets(classes.all(), stop)?(self.unbounded())?))
    }

    /// The sets of clauses for all heads under all bounds.
    pub(crate) fn heads(&self, stop: &Stop) -> Result<Heads, Stopped> {
        let Space { clauses, cycles, reach, .. } = self;
        Heads::new(&clauses.classes, *cycles, *reach, |anywhere| self.sets(anywhere, stop))
    }

    fn sets<'a>(&'a self, anywhere: Group, stop: &'a Stop) -> Result<SetsAbove<'a>, Stopped> {
        sets(&self.clauses, anywhere, self.reach, self.second, stop)
    }

    /// The programs of the space by size, all sizes in the same unit.
    pub(crate) fn count(&self, stop: &Stop) -> Result<Series, Stopped> {
        let by_size = self.sum(self.reach, |anywhere| self.sets(anywhere, stop), stop)?;
        Ok(self.in_one_unit(by_size))
    }

    /// Programs of the sizes that the spec allows.
    fn of_allowed_sizes<N: Coefficient>(&self, programs: Series<N>) -> Series<N> {
        let heads = self.clauses.classes.heads_in_order().len();
        programs.only(|spare| heads + spare >= self.min_clauses)
    }

    /// Programs of the sizes that the spec allows, all in the same unit: that of the largest.
    pub(crate) fn in_one_unit<N: Coefficient>(&self, programs: Series<N>) -> Series<N> {
        let programs = self.of_allowed_sizes(programs);
        if self.clauses.equal {
            return programs;
        }
        let unit = self.clauses.unit();
        let factors = (0..=self.reach.spare).map(|spare| unit.pow(self.reach.spare - spare));
        programs.scaled_by_size(factors)
    }

    /// The programs of the space by size, made up of sets of clauses that are counted in some way.
    pub(crate) fn sum<'a, N: Coefficient>(
        &self,
        reach: Degree,
        sets: impl Fn(Group) -> Result<SetsAbove<'a, N>, Stopped>,
        stop: &Stop,
    ) -> Result<Series<N>, Stopped> {
        self.sum_of_all_sizes(reach, sets, stop).map(|programs| self.of_allowed_sizes(programs))
    }

    fn sum_of_all_sizes<'a, N: Coefficient>(
        &self,
        reach: Degree,
        sets: impl Fn(Group) -> Result<SetsAbove<'a, N>, Stopped>,
        stop: &Stop,
    ) -> Result<Series<N>, Stopped> {
        let classes = &self.clauses.classes;
        if self.is_unruled() {
            let sets = as_fixed(classes, sets(classes.all())?(self.unbounded())?);
            return programs::unruled(classes, &sets, reach, stop);
        }
        if self.derivable {
            let sets = sets(classes.all())?;
            let sets = |derivable| Ok(as_fixed(classes, sets(self.idle(derivable))?));
            let programs = Rounds::new(classes, reach).weight(Round::FIRST, &sets, stop)?;
            return Ok(Series::clone(&programs));
        }
        let signed = signed_weights(&Heads::new(classes, self.cycles, reach, sets)?, stop)?;
        if self.pairs.is_empty() {
            let mut weights = programs::above(classes, &signed, Group::EMPTY, reach, stop)?;
            return Ok(weights.swap_remove(classes.heads.0));
        }
        let components = component_weights(classes, &signed, stop)?;
        PreorderWeights::new(classes, reach, signed, components.into()).total(&self.rules(), stop)
    }
}
