//! Numbers that neither underflow nor cancel.
//!
//! All that is ever done with probabilities here is to multiply and to add them: nothing is
//! subtracted, because an event and its opposite are weighed apart ([`Chance`]). So no digits cancel,
//! and the relative error of a result is at most the number of roundings on the way to it, each of
//! one unit in the last place. [`Float`](super::float::Float) has 64 binary digits, an exponent that no product of
//! probabilities exhausts, and counts its roundings: whoever asks for the result knows how good it is.
//! [`RBig`] does not round at all.

use super::circuit::Head;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use randlog_logic::Probability;

/// A number that is not negative.
pub(super) trait Number: Send + Sync + Clone {
    fn zero() -> Self;
    fn one() -> Self;
    /// `numerator / denominator`.
    fn ratio(numerator: u128, denominator: u128) -> Self;
    /// The same, however long they are.
    fn long_ratio(numerator: &UBig, denominator: &UBig) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn over(&self, other: &Self) -> Self;
    fn is_zero(&self) -> bool;

    /// Does it stand for a function of the probabilities of heads? Then what is 0 for their present values still counts.
    const IS_FUNCTION: bool = false;

    /// The probability of a head.
    fn head(_: Head, probability: Probability) -> Self {
        Chance::new(probability).yes
    }

    /// The probability that a choice takes none of these heads.
    fn none(heads: &[(Head, Probability)]) -> Self {
        if let [(_, probability)] = heads {
            return Chance::new(*probability).no;
        }
        let rest = heads.iter().fold(RBig::ONE, |rest, (_, part)| rest - part.to_ratio());
        let (rest, whole) = if rest < RBig::ZERO { RBig::ZERO } else { rest }.into_parts();
        Self::long_ratio(&rest.into_parts().1, &whole)
    }

    /// For each of some heads of a choice, in order: is it chosen, given that none before it is?
    fn one_by_one(heads: &[(Head, Probability)]) -> Vec<Chance<Self>> {
        let probabilities: Vec<Probability> = heads.iter().map(|&(_, part)| part).collect();
        conditional(&probabilities)
    }
}

/// The probability of an event, and that of its opposite.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chance<N> {
    pub(super) yes: N,
    pub(super) no: N,
}

impl<N: Number> Chance<N> {
    pub(super) fn certain() -> Chance<N> {
        Chance { yes: N::one(), no: N::zero() }
    }

    /// A probability and the rest, each rounded once.
    pub(super) fn new(probability: Probability) -> Chance<N> {
        if let Some((part, whole)) = probability.fraction() {
            return Chance { yes: N::ratio(part, whole), no: N::ratio(whole - part, whole) };
        }
        let (part, whole) = probability.to_ratio().into_parts();
        let part = part.into_parts().1;
        Chance { yes: N::long_ratio(&part, &whole), no: N::long_ratio(&(&whole - &part), &whole) }
    }

    /// The same, for a head of a choice.
    pub(super) fn of_head(head: Head, probability: Probability) -> Chance<N> {
        Chance { yes: N::head(head, probability), no: N::none(&[(head, probability)]) }
    }

    pub(super) fn negated_if(self, negated: bool) -> Chance<N> {
        match negated {
            true => Chance { yes: self.no, no: self.yes },
            false => self,
        }
    }

    /// Both of two independent events.
    pub(super) fn and(&self, other: &Chance<N>) -> Chance<N> {
        let yes = self.yes.times(&other.yes);
        Chance { yes, no: self.no.plus(&self.yes.times(&other.no)) }
    }

    /// At least one of two independent events.
    pub(super) fn or(&self, other: &Chance<N>) -> Chance<N> {
        let no = self.no.times(&other.no);
        Chance { yes: self.yes.plus(&self.no.times(&other.yes)), no }
    }
}

/// For each of some events that exclude each other, in order: does it happen, given that none before
/// it did?
fn conditional<N: Number>(probabilities: &[Probability]) -> Vec<Chance<N>> {
    let mut left = RBig::ONE;
    let chance = |probability: &Probability| {
        let whole = std::mem::take(&mut left);
        let part = probability.to_ratio();
        let rest = &whole - &part;
        if rest <= RBig::ZERO {
            return Chance::certain();
        }
        let share = |part: &RBig| {
            let (numerator, denominator) = (part / &whole).into_parts();
            N::long_ratio(&numerator.into_parts().1, &denominator)
        };
        let chance = Chance { yes: share(&part), no: share(&rest) };
        left = rest;
        chance
    };
    probabilities.iter().map(chance).collect()
}

impl Number for RBig {
    fn zero() -> RBig {
        RBig::ZERO
    }

    fn one() -> RBig {
        RBig::ONE
    }

    fn ratio(numerator: u128, denominator: u128) -> RBig {
        RBig::from_parts(IBig::from(numerator), UBig::from(denominator))
    }

    fn long_ratio(numerator: &UBig, denominator: &UBig) -> RBig {
        RBig::from_parts(IBig::from(numerator.clone()), denominator.clone())
    }

    fn plus(&self, other: &RBig) -> RBig {
        self + other
    }

    fn times(&self, other: &RBig) -> RBig {
        self * other
    }

    fn over(&self, other: &RBig) -> RBig {
        self / other
    }

    fn is_zero(&self) -> bool {
        *self == RBig::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn alternatives_come_back_from_their_conditional_chances(
            parts in proptest::collection::vec(1..50u128, 1..8), rest in 0..50u128,
        ) {
            let whole = parts.iter().sum::<u128>() + rest;
            let probabilities: Vec<Probability> =
                parts.iter().map(|&part| Probability::new(part, whole).unwrap()).collect();
            let mut none = RBig::ONE;
            for (chance, &part) in conditional::<RBig>(&probabilities).iter().zip(&parts) {
                prop_assert_eq!(&none * &chance.yes, RBig::ratio(part, whole));
                prop_assert_eq!(&chance.yes + &chance.no, RBig::ONE);
                none *= &chance.no;
            }
            prop_assert_eq!(none, RBig::ratio(rest, whole));
        }
    }
}
