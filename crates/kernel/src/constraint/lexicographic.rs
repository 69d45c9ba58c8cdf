//! Lexicographic order of two sequences, which breaks the symmetry between them.
//!
//! Frisch, Hnich, Kızıltan, Miguel and Walsh, "Global constraints for lexicographic orderings" (2002).

use std::cmp::Ordering;

use crate::model::Model;
use crate::vars::Vars;
use crate::{Cell, Conflict, Event, Propagator, Reifiable, Status, Store, Truth, Var, Watch};

/// `xs <lex ys`, for sequences of equal length.
///
/// The propagator remembers `tied`, the number of leading pairs known to be equal, so the work of
/// a run does not depend on how long the common prefix has become. At the first open pair,
/// `x ≤ y` must hold; and if the rest cannot decide in favour of `xs`, even `x < y`.
#[derive(Clone, Debug)]
pub struct LexLess {
    xs: Vars,
    ys: Vars,
    tied: Cell,
}

impl LexLess {
    /// `xs` comes before `ys`.
    ///
    /// # Panics
    /// If the sequences differ in length.
    pub fn strict(model: &mut Model, xs: impl Into<Vars>, ys: impl Into<Vars>) -> LexLess {
        let (xs, ys) = (xs.into(), ys.into());
        assert_eq!(xs.len(), ys.len(), "lexicographic order of sequences of different length");
        LexLess { xs, ys, tied: model.cell(0) }
    }

    fn pair(&self, at: usize) -> Option<(Var, Var)> {
        Some((*self.xs.get(at)?, self.ys[at]))
    }

    /// Whether the pairs from `at` on can make `xs` come before `ys`, if all earlier ones tie.
    ///
    /// Pairs are looked at for themselves, which is exact as long as no variable occurs twice.
    fn can_be_less_from(&self, store: &Store, mut at: usize) -> bool {
        while let Some((x, y)) = self.pair(at) {
            match store.min(x).cmp(&store.max(y)) {
                Ordering::Less => return true,
                Ordering::Equal => at += 1,
                Ordering::Greater => return false,
            }
        }
        false
    }
}

impl Propagator for LexLess {
    const SETTLES: bool = true;
    const IDEMPOTENT: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::FIXED);
        watch.on_all(&self.ys, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut at = store.get(self.tied) as usize;
        loop {
            let (x, y) = self.pair(at).ok_or(Conflict)?;
            store.at_most(x, store.max(y))?;
            store.at_least(y, store.min(x))?;
            if store.max(x) < store.min(y) {
                return Ok(Status::Entailed);
            }
            if !(store.is_fixed(x) && store.is_fixed(y)) {
                break;
            }
            at += 1;
        }
        store.set(self.tied, at as u64);
        if self.can_be_less_from(store, at + 1) {
            return Ok(Status::Active);
        }
        let (x, y) = (self.xs[at], self.ys[at]);
        store.at_most(x, store.max(y).checked_sub(1).ok_or(Conflict)?)?;
        store.at_least(y, store.min(x) + 1)?;
        Ok(Status::Active)
    }
}

impl Reifiable for LexLess {
    fn truth(&self, store: &Store) -> Truth {
        let mut at = store.get(self.tied) as usize;
        while let Some((x, y)) = self.pair(at) {
            if store.max(x) < store.min(y) {
                return Truth::True;
            }
            if !(store.is_fixed(x) && store.is_fixed(y)) || store.min(x) > store.max(y) {
                break;
            }
            at += 1;
        }
        if self.can_be_less_from(store, at) { Truth::Undecided } else { Truth::False }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check, check_truth};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(6, 4)) {
            let build = |model: &mut Model, x: &[Var]| {
                LexLess::strict(model, x[..3].to_vec(), x[3..].to_vec())
            };
            let twin = |v: &[u32]| v[..3] < v[3..];
            check(&domains, Strength::DomainConsistent, build, twin)?;
            check_truth(&domains, build, twin)?;
        }
    }

    #[test]
    fn empty_sequences_are_not_in_strict_order() {
        let mut model = Model::new();
        let less = LexLess::strict(&mut model, Vec::new(), Vec::new());
        model.post(less);
        assert!(model.into_solver().is_refuted());
    }
}
