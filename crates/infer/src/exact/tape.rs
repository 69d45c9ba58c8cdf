//! Derivatives of answers by the probabilities that the program states: reverse-mode automatic differentiation
//! (Linnainmaa 1976; Griewank and Walther, *Evaluating Derivatives*, 2008).
//!
//! Whatever solves a circuit only adds, multiplies and divides numbers. Here numbers record on a *tape* how they arise. One
//! look at every entry of the tape, from the last to the first, then gives the derivatives of an answer by all
//! probabilities at once, in about the time that the answer took.
//!
//! The probability that a choice takes none of its heads is one minus those of the heads: so numbers stand for polynomials
//! in the probabilities of heads, and what is 0 now is not left out. Derivatives may be negative, [`Number`]s may not:
//! what is to be added and what is to be subtracted are summed apart, and meet in the end.

use super::circuit::Head;
use super::float::Float;
use super::number::{Chance, Number};
use dashu_int::UBig;
use dashu_ratio::RBig;
use hashbrown::HashMap;
use randlog_logic::Probability;
use std::cell::RefCell;

/// How a number arises from others, by their places on the tape.
enum Origin {
    Constant,
    /// The probability of a head.
    Head(Head),
    /// The probability that a choice takes none of these heads.
    None(Vec<Head>),
    Sum(u32, u32),
    Product(u32, u32),
    Quotient(u32, u32),
}

/// Numbers, and how they arise.
pub(super) struct Tape<N> {
    entries: Vec<(N, Origin)>,
    /// How many entries there is room for.
    room: usize,
}

/// Numbers whose origins can be recorded, on a tape of their own in each thread.
pub(super) trait Recorded: Number + 'static {
    fn with_tape<T>(work: impl FnOnce(&mut Tape<Self>) -> T) -> T;
}

macro_rules! recorded {
    ($($number:ty),*) => {$(
        impl Recorded for $number {
            fn with_tape<T>(work: impl FnOnce(&mut Tape<Self>) -> T) -> T {
                thread_local! {
                    static TAPE: RefCell<Tape<$number>> = const {
                        RefCell::new(Tape { entries: Vec::new(), room: 0 })
                    };
                }
                TAPE.with_borrow_mut(work)
            }
        }
    )*};
}

recorded!(Float, RBig);

/// A number, and its place on the tape. Constants get a place when they are first used.
#[derive(Clone)]
pub(super) struct Traced<N> {
    value: N,
    place: Option<u32>,
}

/// What a derivative is the difference of.
pub(super) struct Difference<N> {
    pub(super) more: N,
    pub(super) less: N,
}

impl<N: Number> Difference<N> {
    pub(super) fn zero() -> Difference<N> {
        Difference { more: N::zero(), less: N::zero() }
    }

    /// Adds another one times a factor, which may be negative.
    fn add(&mut self, other: &Difference<N>, factor: &N, is_negative: bool) {
        let Difference { more, less } = other;
        let (more, less) = if is_negative { (less, more) } else { (more, less) };
        self.more = self.more.plus(&more.times(factor));
        self.less = self.less.plus(&less.times(factor));
    }

    pub(super) fn negated(self) -> Difference<N> {
        Difference { more: self.less, less: self.more }
    }

    /// Adds another one.
    pub(super) fn join(&mut self, other: Difference<N>) {
        self.add(&other, &N::one(), false);
    }

    fn is_zero(&self) -> bool {
        self.more.is_zero() && self.less.is_zero()
    }
}

/// Does some work with an empty tape, on which there is room for so many bytes; nothing if that did not suffice.
pub(super) fn record<N: Recorded, T>(bytes: usize, work: impl FnOnce() -> T) -> Option<T> {
    // With what is needed to go back.
    let each = 3 * size_of::<(N, Origin)>();
    N::with_tape(|tape| *tape = Tape { entries: Vec::new(), room: bytes / each });
    let done = work();
    N::with_tape(|tape| (tape.entries.len() < tape.room).then_some(done))
}

/// Empties the tape.
pub(super) fn forget<N: Recorded>() {
    N::with_tape(|tape| *tape = Tape { entries: Vec::new(), room: 0 });
}

impl<N: Recorded> Traced<N> {
    fn constant(value: N) -> Traced<N> {
        Traced { value, place: None }
    }

    /// Writes a number down, unless the tape is full.
    fn new(value: N, origin: impl FnOnce(&mut Tape<N>) -> Origin) -> Traced<N> {
        N::with_tape(|tape| {
            if tape.entries.len() >= tape.room {
                return Traced::constant(value);
            }
            let origin = origin(tape);
            tape.entries.push((value.clone(), origin));
            Traced { value, place: Some(tape.entries.len() as u32 - 1) }
        })
    }

    fn combined(&self, other: &Traced<N>, value: N, origin: fn(u32, u32) -> Origin) -> Traced<N> {
        match (self.place, other.place) {
            (None, None) => Traced::constant(value),
            _ => Traced::new(value, |tape| origin(tape.place(self), tape.place(other))),
        }
    }

    fn is_constant(&self, value: &N) -> bool
    where
        N: PartialEq,
    {
        self.place.is_none() && self.value == *value
    }

    /// The derivatives by the probabilities of all heads that it depends on.
    pub(super) fn gradient(&self) -> HashMap<Head, Difference<N>> {
        let Some(place) = self.place else { return HashMap::new() };
        N::with_tape(|tape| tape.gradient(place))
    }
}

impl<N: Recorded> Tape<N> {
    fn place(&mut self, number: &Traced<N>) -> u32 {
        number.place.unwrap_or_else(|| {
            self.entries.push((number.value.clone(), Origin::Constant));
            self.entries.len() as u32 - 1
        })
    }

    fn gradient(&self, place: u32) -> HashMap<Head, Difference<N>> {
        let mut gradient: HashMap<Head, Difference<N>> = HashMap::new();
        let mut by: Vec<Difference<N>> = (0..=place).map(|_| Difference::zero()).collect();
        by[place as usize].more = N::one();
        let one = N::one();
        for place in (0..=place as usize).rev() {
            let own = std::mem::replace(&mut by[place], Difference::zero());
            let (value, origin) = &self.entries[place];
            let of = |place: &u32| &self.entries[*place as usize].0;
            let mut pass = |to: &u32, factor: &N, is_negative: bool| {
                by[*to as usize].add(&own, factor, is_negative);
            };
            match origin {
                _ if own.is_zero() => {}
                Origin::Constant => {}
                Origin::Head(head) => {
                    gradient.entry(*head).or_insert_with(Difference::zero).add(&own, &one, false);
                }
                Origin::None(heads) => {
                    for head in heads {
                        let entry = gradient.entry(*head).or_insert_with(Difference::zero);
                        entry.add(&own, &one, true);
                    }
                }
                Origin::Sum(a, b) => [a, b].into_iter().for_each(|to| pass(to, &one, false)),
                Origin::Product(a, b) => {
                    pass(a, of(b), false);
                    pass(b, of(a), false);
                }
                Origin::Quotient(a, b) => {
                    pass(a, &one.over(of(b)), false);
                    pass(b, &value.over(of(b)), true);
                }
            }
        }
        gradient
    }
}

impl<N: Recorded + PartialEq> Number for Traced<N> {
    const IS_FUNCTION: bool = true;

    fn zero() -> Self {
        Traced::constant(N::zero())
    }

    fn one() -> Self {
        Traced::constant(N::one())
    }

    fn ratio(numerator: u128, denominator: u128) -> Self {
        Traced::constant(N::ratio(numerator, denominator))
    }

    fn long_ratio(numerator: &UBig, denominator: &UBig) -> Self {
        Traced::constant(N::long_ratio(numerator, denominator))
    }

    fn head(head: Head, probability: Probability) -> Self {
        Traced::new(N::head(head, probability), |_| Origin::Head(head))
    }

    fn none(heads: &[(Head, Probability)]) -> Self {
        let all = || heads.iter().map(|&(head, _)| head).collect();
        Traced::new(N::none(heads), |_| Origin::None(all()))
    }

    fn one_by_one(heads: &[(Head, Probability)]) -> Vec<Chance<Self>> {
        let chance = |position: usize| {
            let (head, probability) = heads[position];
            let [before, after] = [position, position + 1].map(|end| Self::none(&heads[..end]));
            let share = |part: &Self| if position == 0 { part.clone() } else { part.over(&before) };
            Chance { yes: share(&Self::head(head, probability)), no: share(&after) }
        };
        (0..heads.len()).map(chance).collect()
    }

    fn plus(&self, other: &Self) -> Self {
        match (self.is_zero(), other.is_zero()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => self.combined(other, self.value.plus(&other.value), Origin::Sum),
        }
    }

    fn times(&self, other: &Self) -> Self {
        let one = N::one();
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        match (self.is_constant(&one), other.is_constant(&one)) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => self.combined(other, self.value.times(&other.value), Origin::Product),
        }
    }

    fn over(&self, other: &Self) -> Self {
        match self.is_zero() {
            true => Self::zero(),
            false => self.combined(other, self.value.over(&other.value), Origin::Quotient),
        }
    }

    /// Is it 0 whatever the probabilities are?
    fn is_zero(&self) -> bool {
        self.place.is_none() && self.value.is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_has_the_derivatives_of_a_quotient() {
        let head = |position| Head { clause: 0, position };
        let half = Probability::new(1, 2).unwrap();
        let work = || {
            let [a, b] = [0, 1].map(|n| Traced::<RBig>::head(head(n), half));
            a.times(&a).plus(&Traced::none(&[(head(0), half)])).over(&b)
        };
        // (a² + 1 − a) / b
        let gradient = record::<RBig, _>(1 << 20, work).unwrap().gradient();
        let value = |n| &gradient[&head(n)].more - &gradient[&head(n)].less;
        assert_eq!((value(0), value(1)), (RBig::ZERO, RBig::from(-3)));
        assert!(record::<RBig, _>(100, work).is_none());
    }
}
