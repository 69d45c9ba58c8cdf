//! Exact numbers of any size, and the few combinatorial functions the closed forms need.

pub(crate) use dashu_int::IBig as Integer;
pub use dashu_int::UBig as Natural;
use dashu_int::ops::UnsignedAbs;

/// What is counted with: plain numbers, or numbers that also carry a tally, a gradient or indeterminates.
///
/// The recursions only add and multiply, so they run unchanged over any of these.
pub(crate) trait Semiring: Clone {
    const ZERO: Self;
    const ONE: Self;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn product(&self, other: &Self) -> Self;
}

/// What clauses are counted with.
pub(crate) trait Weight: Semiring {
    fn scaled(&self, factor: &Natural) -> Self;
    /// Divide by a number known to divide exactly.
    fn divided(&self, divisor: &Natural) -> Self;
    /// Take away something that is known not to be more.
    fn minus(&self, other: &Self) -> Self;

    /// This counts things that all weigh one: for each number up to `most`, the sets of so many of them.
    fn subsets(&self, most: usize) -> Vec<Self>;

    /// Multiply by itself.
    fn power(&self, exponent: usize) -> Self {
        (0..exponent).fold(Self::ONE, |power, _| power.product(self))
    }
}

impl Semiring for Natural {
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
}

impl Weight for Natural {
    fn scaled(&self, factor: &Natural) -> Natural {
        self * factor
    }
    fn divided(&self, divisor: &Natural) -> Natural {
        self / divisor
    }
    fn minus(&self, other: &Natural) -> Natural {
        self - other
    }
    fn subsets(&self, most: usize) -> Vec<Natural> {
        binomials(self, most)
    }
    fn power(&self, exponent: usize) -> Natural {
        self.pow(exponent)
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

impl Semiring for Tallied {
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
}

impl Weight for Tallied {
    fn scaled(&self, factor: &Natural) -> Tallied {
        Tallied { count: &self.count * factor, marks: &self.marks * factor }
    }
    fn divided(&self, divisor: &Natural) -> Tallied {
        Tallied { count: &self.count / divisor, marks: &self.marks / divisor }
    }
    fn minus(&self, other: &Tallied) -> Tallied {
        Tallied { count: &self.count - &other.count, marks: &self.marks - &other.marks }
    }
    /// A thing is in `binomial(n - 1, h - 1)` of the sets of `h` things, and brings its marks.
    fn subsets(&self, most: usize) -> Vec<Tallied> {
        let counts = binomials(&self.count, most);
        let others = if self.count.is_zero() { Natural::ZERO } else { &self.count - Natural::ONE };
        let with_one = std::iter::once(Natural::ZERO).chain(binomials(&others, most));
        let sets = counts.into_iter().zip(with_one);
        sets.map(|(count, with_one)| Tallied { count, marks: with_one * &self.marks }).collect()
    }
}

impl Semiring for Integer {
    const ZERO: Integer = Integer::ZERO;
    const ONE: Integer = Integer::ONE;

    fn is_zero(&self) -> bool {
        self.is_zero()
    }
    fn add(&mut self, other: &Integer) {
        *self += other;
    }
    fn product(&self, other: &Integer) -> Integer {
        self * other
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

/// `[e(0), e(1), …, e(most)]`: the sum over all sets of so many things, each set weighing the product of
/// its things' weights, by Newton's identities. `powers` are the sums over all things of their weights,
/// of the squares of these, and so on.
pub(crate) fn elementary<W: Weight>(powers: &[W], most: usize) -> Vec<W> {
    let mut row = vec![W::ONE];
    for size in 1..=most {
        let (mut added, mut taken_away) = (W::ZERO, W::ZERO);
        for (number, power) in (1..=size).zip(powers) {
            let sum = if number.is_multiple_of(2) { &mut taken_away } else { &mut added };
            sum.add(&row[size - number].product(power));
        }
        row.push(added.minus(&taken_away).divided(&size.into()));
    }
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
