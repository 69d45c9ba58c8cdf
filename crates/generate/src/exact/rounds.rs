//! Programs in which every predicate can be derived.
//!
//! A predicate is derivable if it is data, or heads a clause whose body can be true when derivable predicates are taken as
//! possibly true, and everything below a negation, too. So predicates become derivable in *rounds*. Let `S_0` be the data, and
//! `S_i` be `S_{i-1}` and the predicates `R_i` of the `i`-th round: each of them has a clause that fires with `S_{i-1}`, but none
//! that fires with `S_{i-2}` already. If `j` heads `F` clauses of which `a(U)` fire when only `U` is derivable, the ways to choose
//! `h` of them in this round are
//!
//! ```text
//! binomial(F - a(S_{i-2}), h) - binomial(F - a(S_{i-1}), h)          (a(S_{-1}) = 0)
//! ```
//!
//! and the programs are the sum over all ways to divide the predicates into rounds. No term is negative, so this is also what
//! sampling walks down. It holds for any cycles; rules on cycles are met by rejection.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::classes::{Classes, Group};
use super::memo::Memo;
use super::number::Integer;
use super::series::{Coefficient, Degree, Series};

/// The predicates that are derivable so far. All of them are heads; data always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Round {
    /// Those that were so one round earlier; nothing in the first round.
    pub(crate) before: Option<Group>,
    pub(crate) now: Group,
}

impl Round {
    pub(crate) const FIRST: Round = Round { before: None, now: Group::EMPTY };

    /// The round after these predicates have become derivable.
    pub(crate) fn then(self, derived: Group) -> Round {
        Round { before: Some(self.now), now: self.now + derived }
    }
}

/// Programs by rounds.
#[derive(Debug)]
pub(crate) struct Rounds<N = Integer> {
    pub(crate) classes: Classes,
    reach: Degree,
    /// For each class of heads, the sets of clauses none of which fires with these predicates.
    idle: Memo<Option<Group>, Vec<Series<N>>>,
    products: Memo<(Round, Group), Series<N>>,
    weights: Memo<Round, Series<N>>,
}

/// Gives, for each class of heads, the sets of clauses none of which fires when these predicates are derivable; all sets, if
/// nothing is given.
pub(crate) type IdleSets<'a, N> = &'a dyn Fn(Option<Group>) -> Result<Vec<Series<N>>, Stopped>;

impl<N: Coefficient> Rounds<N> {
    pub(crate) fn new(classes: &Classes, reach: Degree) -> Rounds<N> {
        let (idle, products, weights) = (Memo::default(), Memo::default(), Memo::default());
        Rounds { classes: classes.clone(), reach, idle, products, weights }
    }

    /// The programs, from this round on.
    pub(crate) fn weight(
        &self,
        round: Round,
        sets: IdleSets<N>,
        stop: &Stop,
    ) -> Result<Arc<Series<N>>, Stopped> {
        let rest = self.classes.heads - round.now;
        self.weights.get(round, || {
            if rest == Group::EMPTY {
                return Ok(Series::one(self.reach));
            }
            let mut weight = Series::zero(self.reach);
            for (derived, ways) in self.classes.parts(rest) {
                let here = self.product(round, derived, sets, stop)?;
                if here.is_zero() {
                    continue;
                }
                let later = self.weight(round.then(derived), sets, stop)?;
                weight.add_product(&ways.into(), &here, &later, stop)?;
            }
            Ok(weight)
        })
    }

    /// The clauses of some predicates, all of which become derivable in this round.
    pub(crate) fn product(
        &self,
        round: Round,
        derived: Group,
        sets: IdleSets<N>,
        stop: &Stop,
    ) -> Result<Arc<Series<N>>, Stopped> {
        self.products.get((round, derived), || match self.classes.first(derived) {
            None => Ok(Series::one(self.reach)),
            Some(class) => {
                let rest = derived - self.classes.one(class);
                let others = self.product(round, rest, sets, stop)?;
                others.times(&self.head(round, class, sets)?, stop)
            }
        })
    }

    /// The clauses of a predicate of this class that becomes derivable in this round.
    pub(crate) fn head(
        &self,
        round: Round,
        class: usize,
        sets: IdleSets<N>,
    ) -> Result<Series<N>, Stopped> {
        let idle = |derivable| self.idle.get(derivable, || sets(derivable));
        let mut series = idle(round.before)?[class].clone();
        series.add_scaled(&-Integer::ONE, &idle(Some(round.now))?[class]);
        Ok(series)
    }
}
