//! What a step does with a state.

use super::super::number::Chance;
use super::bits::Bits;
use super::steps::{Bit, Cycle, Step, Test};

/// What becomes of a state.
pub(super) enum Next<'s, N, const W: usize> {
    /// It goes on as this.
    One(Bits<W>),
    /// As the first if something does not happen, and as the second if it does.
    Two(Bits<W>, Bits<W>, &'s Chance<N>),
    /// It is excluded.
    None,
}

/// A step, ready for states of this size.
pub(super) enum Ready<'s, N, const W: usize> {
    Draw(Bit, &'s Chance<N>),
    Choose(Bit, Bit, &'s Chance<N>),
    Make(Bit, Condition<'s, N, W>),
    Absorb(Bit, Condition<'s, N, W>, bool),
    Link(Condition<'s, N, W>, Option<usize>, &'s [usize], &'s Cycle),
    Keep(Bit, bool),
    Forget(Bits<W>),
    Idle,
}

impl<'s, N, const W: usize> Ready<'s, N, W> {
    pub(super) fn new(step: &'s Step<N>) -> Ready<'s, N, W> {
        match step {
            Step::Draw(place, chance) => Ready::Draw(*place, chance),
            Step::Choose(place, taken, chance) => Ready::Choose(*place, *taken, chance),
            Step::Make(place, test) => Ready::Make(*place, Condition::new(test)),
            Step::Absorb(place, test, when) => Ready::Absorb(*place, Condition::new(test), *when),
            Step::Link(test, from, to, cycle) => {
                Ready::Link(Condition::new(test), *from, to, cycle)
            }
            Step::Keep(place, value) => Ready::Keep(*place, *value),
            Step::Forget(places) => {
                let mut mask = Bits::NONE;
                places.iter().for_each(|&place| mask.set(place));
                Ready::Forget(mask)
            }
            Step::Ask(..) => Ready::Idle,
        }
    }

    pub(super) fn next(&self, bits: &Bits<W>) -> Next<'s, N, W> {
        let with = |place: Bit, value: bool| if value { bits.with(place) } else { *bits };
        match self {
            Ready::Draw(place, chance) => Next::Two(*bits, bits.with(*place), chance),
            Ready::Choose(_, taken, _) if bits.has(*taken) => Next::One(*bits),
            Ready::Choose(place, taken, chance) => {
                Next::Two(*bits, bits.with(*place).with(*taken), chance)
            }
            Ready::Make(place, condition) => match condition.outcome(bits) {
                Ok(chance) => Next::Two(*bits, bits.with(*place), chance),
                Err(outcome) => Next::One(with(*place, outcome)),
            },
            Ready::Absorb(place, ..) if bits.has(*place) => Next::One(*bits),
            Ready::Absorb(place, condition, when) => match condition.outcome(bits) {
                Ok(chance) => Next::Two(with(*place, !when), with(*place, *when), chance),
                Err(outcome) => Next::One(with(*place, outcome == *when)),
            },
            Ready::Link(condition, from, to, cycle) => {
                if to.iter().all(|&to| cycle.is_known(bits, *from, to)) {
                    return Next::One(*bits);
                }
                let linked = || {
                    let mut linked = *bits;
                    to.iter().for_each(|&to| cycle.link(&mut linked, *from, to));
                    linked
                };
                match condition.outcome(bits) {
                    Ok(chance) => Next::Two(*bits, linked(), chance),
                    Err(true) => Next::One(linked()),
                    Err(false) => Next::One(*bits),
                }
            }
            Ready::Keep(place, value) if bits.has(*place) != *value => Next::None,
            Ready::Forget(mask) => Next::One(bits.without(mask)),
            Ready::Keep(..) | Ready::Idle => Next::One(*bits),
        }
    }
}

/// A test, as masks.
pub(super) struct Condition<'t, N, const W: usize> {
    mask: Bits<W>,
    /// With these values all literals hold; or, where one suffices, none.
    values: Bits<W>,
    any: bool,
    chance: Option<&'t Chance<N>>,
}

impl<'t, N, const W: usize> Condition<'t, N, W> {
    fn new(test: &'t Test<N>) -> Condition<'t, N, W> {
        let (mut mask, mut values) = (Bits::NONE, Bits::NONE);
        let mut contradiction = false;
        for &(place, value) in &test.literals {
            contradiction |= mask.has(place) && values.has(place) != (value != test.any);
            mask.set(place);
            if value != test.any {
                values.set(place);
            }
        }
        if contradiction {
            // A literal and its negation: no state has a bit where nothing is asked for.
            (mask, values) = (Bits::NONE, Bits([1; W]));
        }
        Condition { mask, values, any: test.any, chance: test.chance.as_ref() }
    }

    /// What the state says, if it decides; else the chance that does.
    fn outcome(&self, bits: &Bits<W>) -> Result<&'t Chance<N>, bool> {
        match (bits.agrees(&self.mask, &self.values), self.chance) {
            (true, Some(chance)) => Ok(chance),
            (agrees, _) => Err(agrees != self.any),
        }
    }
}
