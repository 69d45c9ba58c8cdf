//! Value precedence: interchangeable values in order of first use.
//!
//! Law and Lee, "Global constraints for integer and set value precedence" (2004).

use std::ops::Range;

use crate::model::Model;
use crate::vars::Vars;
use crate::{Cell, Conflict, Event, Propagator, Status, Store, Var, Watch};

/// Values `0, 1, …, k-1` are interchangeable; break the symmetry by first use: in the sequence
/// `xs`, value `v + 1` occurs only after value `v` has occurred. Values from `k` on are free.
///
/// Read the sequence as an automaton whose state is the number of values introduced so far. The
/// forward pass knows the most that can have been introduced before each position, which bounds
/// the values there. The backward pass knows the least that must have been introduced for the
/// rest to work out: where the most is just enough, every position that could introduce its value
/// must do so.
#[derive(Clone, Debug)]
pub struct Precedence {
    xs: Vars,
    values: u32,
    /// The length of the fixed prefix, and the number of values introduced in it.
    prefix: Cell,
    introduced: Cell,
    /// From here on, all variables are fixed to free values.
    end: Cell,
    /// Scratch memory of the forward pass: the most introduced before each position.
    most: Vec<u32>,
}

impl Precedence {
    /// The values `0..values` occur in `xs` in this order of first use.
    pub fn new(model: &mut Model, xs: impl Into<Vars>, values: u32) -> Precedence {
        let xs = xs.into();
        let most = vec![0; xs.len()];
        let (prefix, introduced, end) = (model.cell(0), model.cell(0), model.cell(xs.len() as u64));
        Precedence { xs, values, prefix, introduced, end, most }
    }

    /// Advance over fixed variables; the rest of the work begins where they end.
    fn extend_prefix(&self, store: &mut Store) -> Result<(usize, u32), Conflict> {
        let mut prefix = store.get(self.prefix) as usize;
        let mut introduced = store.get(self.introduced) as u32;
        while let Some(value) = self.xs.get(prefix).and_then(|&x| store.value(x)) {
            introduced = self.step(value, introduced).ok_or(Conflict)?;
            prefix += 1;
        }
        store.set(self.prefix, prefix as u64);
        store.set(self.introduced, u64::from(introduced));
        Ok((prefix, introduced))
    }

    /// Go back over variables that are fixed to free values, as long as they are the last: they have
    /// no say.
    fn shorten_end(&self, store: &mut Store) -> usize {
        let mut end = store.get(self.end) as usize;
        let is_free = |&x: &Var| store.value(x).is_some_and(|value| value >= self.values);
        while self.xs[..end].last().is_some_and(is_free) {
            end -= 1;
        }
        store.set(self.end, end as u64);
        end
    }

    /// The number of values introduced after `value`, or none if it comes too early.
    fn step(&self, value: u32, introduced: u32) -> Option<u32> {
        if value >= self.values || value < introduced {
            Some(introduced)
        } else {
            (value == introduced).then_some(introduced + 1)
        }
    }

    /// Values above the next new one come too early, whatever happens before. Tells whether some
    /// position cannot do without values introduced before it: if not, the backward pass has
    /// nothing to say.
    fn forward(
        &mut self,
        store: &mut Store,
        open: Range<usize>,
        introduced: u32,
    ) -> Result<bool, Conflict> {
        let values = self.values;
        let (mut next, mut is_demanding) = (introduced, false);
        for (&x, most) in self.xs[open.clone()].iter().zip(&mut self.most[open]) {
            *most = next;
            if next < values {
                store.remove_between(x, next + 1..values)?;
                next += u32::from(store.contains(x, next));
            }
            is_demanding |= !store.contains(x, 0) && store.max(x) < values;
        }
        Ok(is_demanding)
    }

    /// The least number of values that must be introduced before each position.
    fn backward(&self, store: &mut Store, open: Range<usize>) -> Result<(), Conflict> {
        let mut least = 0;
        for at in open.rev() {
            let x = self.xs[at];
            if least == self.most[at] + 1 {
                // Only introducing a value right here makes the rest work out.
                store.assign(x, self.most[at])?;
            }
            least = self.least_before(store, x, least);
        }
        Ok(())
    }

    /// How many values must have been introduced for `x` to come next and `least` to be reached
    /// after it: the smallest such number over the values of `x`.
    fn least_before(&self, store: &Store, x: Var, least: u32) -> u32 {
        if least > 0 && store.contains(x, least - 1) {
            return least - 1;
        }
        let has_old_or_free = store.min(x) < least || store.max(x) >= self.values;
        if has_old_or_free { least } else { store.min(x) }
    }
}

impl Propagator for Precedence {
    const SETTLES: bool = true;
    const IDEMPOTENT: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (prefix, introduced) = self.extend_prefix(store)?;
        if prefix == self.xs.len() {
            return Ok(Status::Entailed);
        }
        let open = prefix..self.shorten_end(store);
        if self.forward(store, open.clone(), introduced)? {
            self.backward(store, open)?;
        }
        Ok(Status::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    /// Every value below `k` but the first is preceded by the one before it.
    fn in_order_of_first_use(sequence: &[u32], k: u32) -> bool {
        sequence
            .iter()
            .enumerate()
            .all(|(at, &value)| value == 0 || value >= k || sequence[..at].contains(&(value - 1)))
    }

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 5), k in 0u32..5) {
            check(
                &domains,
                Strength::DomainConsistent,
                |model, x| Precedence::new(model, x.to_vec(), k),
                |v| in_order_of_first_use(v, k),
            )?;
        }
    }
}
