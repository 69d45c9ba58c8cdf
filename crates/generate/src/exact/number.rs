//! Exact numbers of any size, and the few combinatorial functions the closed forms need.

pub(crate) use dashu_int::IBig as Integer;
pub use dashu_int::UBig as Natural;
use dashu_int::ops::UnsignedAbs;

/// What clauses are counted with: plain numbers, or numbers that also carry a tally.
///
/// The recursions over bodies only add and multiply, so they run unchanged over either.
pub(crate) trait Weight: Clone {
    const ZERO: Self;
    const ONE: Self;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn product(&self, other: &Self) -> Self;
    fn scaled(&self, factor: &Natural) -> Self;
    /// Divide by a number known to divide exactly.
    fn divided(&self, divisor: &Natural) -> Self;
}

impl Weight for Natural {
    const ZERO: Natural = Natural::ZERO;
    const ONE: Natural = Natural::ONE;

    fn is_zero(&self) -> bool {
        self.is_zero()
    }
    fn add(&mut self, other: &Natural) {
        *self += other;
    }
    fn product(&self, other: &Natural) -> Natural {
        self * other
    }
    fn scaled(&self, factor: &Natural) -> Natural {
        self * factor
    }
    fn divided(&self, divisor: &Natural) -> Natural {
        self / divisor
    }
}

/// How many things there are, and how many marks they bear in total.
///
/// Counting pairs of things multiplies the counts and adds the marks of both sides, which is the
/// product rule: these are dual numbers, and the tally is a derivative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tallied {
    pub(crate) count: Natural,
    pub(crate) marks: Natural,
}

impl Tallied {
    /// One thing that bears one mark.
    pub(crate) const MARK: Tallied = Tallied { count: Natural::ONE, marks: Natural::ONE };
}

impl Weight for Tallied {
    const ZERO: Tallied = Tallied { count: Natural::ZERO, marks: Natural::ZERO };
    const ONE: Tallied = Tallied { count: Natural::ONE, marks: Natural::ZERO };

    fn is_zero(&self) -> bool {
        self.count.is_zero() && self.marks.is_zero()
    }
    fn add(&mut self, other: &Tallied) {
        self.count += &other.count;
        self.marks += &other.marks;
    }
    fn product(&self, other: &Tallied) -> Tallied {
        Tallied {
            count: &self.count * &other.count,
            marks: &self.count * &other.marks + &self.marks * &other.count,
        }
    }
    fn scaled(&self, factor: &Natural) -> Tallied {
        Tallied { count: &self.count * factor, marks: &self.marks * factor }
    }
    fn divided(&self, divisor: &Natural) -> Tallied {
        Tallied { count: &self.count / divisor, marks: &self.marks / divisor }
    }
}

/// `[n choose 0, n choose 1, …, n choose most]`, for `n` of any size.
pub(crate) fn binomials(n: &Natural, most: usize) -> Vec<Natural> {
    let mut row = Vec::with_capacity(most + 1);
    let mut next = Natural::ONE;
    for chosen in 0..most {
        let rest = if *n > Natural::from(chosen) { n - chosen } else { Natural::ZERO };
        let following = &next * rest / (chosen + 1);
        row.push(std::mem::replace(&mut next, following));
    }
    row.push(next);
    row
}

/// `n choose k` for `n` up to 64; beyond that it may saturate.
pub(crate) fn small_binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1u128, |ways, i| ways.saturating_mul((n - i) as u128) / (i as u128 + 1))
}

/// `[0!, 1!, …, most!]`.
pub(crate) fn factorials(most: usize) -> Vec<Natural> {
    let mut row = vec![Natural::ONE];
    for n in 1..=most {
        row.push(&row[n - 1] * n);
    }
    row
}

/// `[d(0), …, d(most)]`, where `d(n)` permutations of `n` things leave none in its place.
pub(crate) fn derangements(most: usize) -> Vec<Natural> {
    let mut row = vec![Natural::ONE, Natural::ZERO];
    for n in 2..=most {
        row.push((&row[n - 1] + &row[n - 2]) * (n - 1));
    }
    row.truncate(most + 1);
    row
}

/// A number that is known not to be negative.
pub(crate) fn natural(number: &Integer) -> Natural {
    debug_assert!(*number >= Integer::ZERO, "{number} counts something");
    number.clone().unsigned_abs()
}

/// The sign of a term of inclusion and exclusion that leaves out so many: plus if even.
pub(crate) fn sign(left_out: usize) -> Integer {
    if left_out.is_multiple_of(2) { Integer::ONE } else { -Integer::ONE }
}
