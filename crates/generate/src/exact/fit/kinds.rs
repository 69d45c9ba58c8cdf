//! Clauses told apart by what they are made of: a multivariate generating function.
//!
//! All clauses with the same numbers of negations, constants, atoms of each predicate and so on have the same weight, whatever
//! the weights of these pieces are: they are of one *kind*. The recursions that count clauses also count each kind, if every
//! piece is an indeterminate of a polynomial ([`Indeterminates`]) and not a number: a monomial is a kind, its coefficient the
//! number of clauses. Binomial coefficients count sets of clauses of one kind, and the sets of all kinds are multiplied.
//! Nothing is subtracted, so no digits are lost, however much some clauses outweigh others.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use randlog_base::{Stop, Stopped};

use super::dual::Dual;
use crate::exact::bound::Bound;
use crate::exact::clauses::Clauses;
use crate::exact::number::{Natural, Semiring, Weight};
use crate::exact::pieces::{Mark, Pieces};

/// Beyond so many kinds of clauses of one size, they are not told apart.
const MOST_KINDS: usize = 2_000;
/// Beyond so many pairs of kinds, they are not multiplied.
const MOST_PAIRS: usize = 100 * MOST_KINDS;
/// The bits for the number of pieces of one sort in a clause.
const BITS: u32 = 8;
/// The most sorts of pieces.
const MOST_SORTS: usize = (u128::BITS / BITS) as usize;

/// How many pieces of each sort a clause has, `BITS` bits for each.
type Exponents = u128;

/// The clauses of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    exponents: Exponents,
    /// How many there are.
    pub(super) number: u128,
}

/// For each class of heads of a habit and number of nodes, up to some number, the kinds of clauses; nothing where they
/// are too many.
pub(super) type KindsOfClauses = Vec<Vec<Option<Vec<Kind>>>>;

/// Which pieces of clauses with heads of a habit are of one sort.
#[derive(Debug)]
pub(super) struct Indeterminates {
    /// A piece of each sort.
    sorts: Vec<Mark>,
    /// The habit of the heads.
    habit: usize,
    pieces: Pieces<Option<usize>>,
    /// What has been told apart already.
    known: RefCell<HashMap<Bound, Rc<KindsOfClauses>>>,
}

impl Indeterminates {
    /// Pieces are of one sort if this is the same for both, and need not be told apart from nothing if it is
    /// nothing. There may be too many sorts.
    pub(super) fn new<T: PartialEq>(
        habit: usize,
        pieces: &Pieces<f64>,
        sort: impl Fn(Mark, f64) -> Option<T>,
    ) -> Option<Indeterminates> {
        let found: RefCell<Vec<(T, Mark)>> = RefCell::default();
        let pieces = pieces.map(|piece, &weight| {
            // Heads are the same for all clauses of a head, and what is no piece weighs nothing.
            if matches!(piece, Mark::Heads(_) | Mark::Nothing) {
                return None;
            }
            let this = sort(piece, weight)?;
            let mut found = found.borrow_mut();
            let place = found.iter().position(|(other, _)| *other == this);
            Some(place.unwrap_or_else(|| {
                found.push((this, piece));
                found.len() - 1
            }))
        });
        let sorts: Vec<Mark> = found.into_inner().into_iter().map(|(_, mark)| mark).collect();
        (sorts.len() <= MOST_SORTS).then(|| Indeterminates {
            sorts,
            habit,
            pieces,
            known: RefCell::default(),
        })
    }

    /// The kinds of clauses of up to so many nodes under a bound.
    pub(super) fn kinds(
        &self,
        clauses: &Clauses,
        bound: Bound,
        nodes: usize,
        stop: &Stop,
    ) -> Result<Rc<KindsOfClauses>, Stopped> {
        let known = self.known.borrow().get(&bound).cloned();
        match known.filter(|known| known.iter().all(|of_class| of_class.len() > nodes)) {
            Some(known) => Ok(known),
            None => {
                let found = Rc::new(self.find(clauses, bound, nodes, stop)?);
                self.known.borrow_mut().insert(bound, found.clone());
                Ok(found)
            }
        }
    }

    fn find(
        &self,
        clauses: &Clauses,
        bound: Bound,
        nodes: usize,
        stop: &Stop,
    ) -> Result<KindsOfClauses, Stopped> {
        let mut clauses = clauses.clone();
        clauses.form.max_nodes = nodes;
        let pieces = self.pieces.map(|_, sort| Polynomial::of_one(sort.map_or(0, of_sort)));
        let measure = clauses.measure(self.habit, pieces);
        let inside = clauses.inside(std::slice::from_ref(&measure), bound.inside, stop)?.remove(0);
        let by_class = clauses.by_nodes_of_habit(nodes, &measure, bound, inside, stop)?;
        let kinds = |by_nodes: Vec<Polynomial>| by_nodes.iter().map(Polynomial::kinds).collect();
        Ok(by_class.into_iter().map(kinds).collect())
    }

    /// What a clause of a kind weighs, without its head.
    pub(super) fn weight<const M: usize>(&self, kind: Kind, weights: &Logarithms<M>) -> Dual<M> {
        let (mut logarithm, mut slopes) = (0.0, [0.0; M]);
        for (sort, (weight, of_piece)) in weights.0.iter().enumerate() {
            let number = (kind.exponents >> (sort as u32 * BITS) & ((1 << BITS) - 1)) as f64;
            logarithm += number * weight;
            slopes.iter_mut().zip(of_piece).for_each(|(slope, more)| *slope += number * more);
        }
        Dual::exponential(logarithm, slopes)
    }

    /// What pieces of each sort weigh.
    pub(super) fn logarithms<const M: usize>(&self, pieces: &Pieces<Dual<M>>) -> Logarithms<M> {
        let found: RefCell<Vec<(f64, [f64; M])>> =
            RefCell::new(vec![(0.0, [0.0; M]); self.sorts.len()]);
        pieces.map(|piece, weight| {
            if let Some(sort) = self.sorts.iter().position(|sort| *sort == piece) {
                found.borrow_mut()[sort] = weight.logarithm().unwrap_or((f64::NAN, [f64::NAN; M]));
            }
        });
        Logarithms(found.into_inner())
    }
}

/// For each sort of pieces, the logarithm of its weight, and the slopes of that.
pub(super) struct Logarithms<const M: usize>(Vec<(f64, [f64; M])>);

fn of_sort(sort: usize) -> Exponents {
    1 << (sort as u32 * BITS)
}

/// Kinds in the order of their makeups; nothing if they are too many or too large.
#[derive(Clone)]
struct Polynomial(Option<Cow<'static, [(Exponents, u128)]>>);

impl Polynomial {
    fn of_one(exponents: Exponents) -> Polynomial {
        Polynomial(Some(Cow::Owned(vec![(exponents, 1)])))
    }

    fn kinds(&self) -> Option<Vec<Kind>> {
        let kind = |&(exponents, number): &(Exponents, u128)| Kind { exponents, number };
        Some(self.0.as_ref()?.iter().map(kind).collect())
    }

    /// The same kinds, with other numbers of clauses.
    fn each(&self, with: impl Fn(u128) -> Option<u128>) -> Polynomial {
        let change = |&(exponents, number): &(Exponents, u128)| Some((exponents, with(number)?));
        Polynomial(self.0.as_ref().and_then(|kinds| kinds.iter().map(change).collect()))
    }

    /// Collect kinds, of which the same may come several times.
    fn collect(kinds: impl Iterator<Item = Option<(Exponents, u128)>>) -> Polynomial {
        let mut found: BTreeMap<Exponents, u128> = BTreeMap::new();
        for kind in kinds {
            let Some((exponents, number)) = kind else { return Polynomial(None) };
            let sum = found.entry(exponents).or_insert(0);
            let Some(larger) = sum.checked_add(number) else { return Polynomial(None) };
            *sum = larger;
            if found.len() > MOST_KINDS {
                return Polynomial(None);
            }
        }
        Polynomial(Some(found.into_iter().collect()))
    }
}

/// Puts makeups together, unless a number of pieces might be more than fits.
fn together(left: Exponents, right: Exponents) -> Option<Exponents> {
    // If no number has its highest bit set on either side, no sum runs over into the next.
    const HIGHEST: Exponents = (Exponents::MAX / ((1 << BITS) - 1)) << (BITS - 1);
    ((left | right) & HIGHEST == 0).then(|| left + right)
}

impl Semiring for Polynomial {
    const ZERO: Polynomial = Polynomial(Some(Cow::Borrowed(&[])));
    const ONE: Polynomial = Polynomial(Some(Cow::Borrowed(&[(0, 1)])));

    fn is_zero(&self) -> bool {
        self.0.as_ref().is_some_and(|kinds| kinds.is_empty())
    }
    fn add(&mut self, other: &Polynomial) {
        *self = match (&self.0, &other.0) {
            (Some(kinds), Some(more)) => {
                Polynomial::collect(kinds.iter().chain(&**more).copied().map(Some))
            }
            _ => Polynomial(None),
        };
    }
    fn product(&self, other: &Polynomial) -> Polynomial {
        if self.is_zero() || other.is_zero() {
            return Polynomial::ZERO;
        }
        let (Some(left), Some(right)) = (&self.0, &other.0) else { return Polynomial(None) };
        if left.len() * right.len() > MOST_PAIRS {
            return Polynomial(None);
        }
        Polynomial::collect(left.iter().flat_map(|(exponents, number)| {
            let product = |(other, times): &(Exponents, u128)| {
                Some((together(*exponents, *other)?, number.checked_mul(*times)?))
            };
            right.iter().map(product)
        }))
    }
}

impl Weight for Polynomial {
    fn scaled(&self, factor: &Natural) -> Polynomial {
        match u128::try_from(factor) {
            Ok(0) => Polynomial::ZERO,
            Ok(factor) => self.each(|number| number.checked_mul(factor)),
            Err(_) => Polynomial(None),
        }
    }
    fn divided(&self, divisor: &Natural) -> Polynomial {
        u128::try_from(divisor)
            .map_or(Polynomial(None), |divisor| self.each(|number| number.checked_div(divisor)))
    }
    fn minus(&self, other: &Polynomial) -> Polynomial {
        let Some(taken) = &other.0 else { return Polynomial(None) };
        let taken: BTreeMap<Exponents, u128> = taken.iter().copied().collect();
        let left = |&(exponents, number): &(Exponents, u128)| {
            Some((exponents, number.checked_sub(taken.get(&exponents).copied().unwrap_or(0))?))
        };
        Polynomial(self.0.as_ref().and_then(|kinds| kinds.iter().map(left).collect()))
    }
    fn subsets(&self, most: usize) -> Vec<Polynomial> {
        // Sets of clauses are not made of sums of kinds.
        vec![Polynomial(None); most + 1]
    }
}
