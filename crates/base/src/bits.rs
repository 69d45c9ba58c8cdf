//! Sets of small numbers, as bits: of one word ([`ones`], [`subsets`]), or of any number of words
//! ([`BitSet`]).

/// The positions of the ones of a word, in ascending order.
///
/// ```
/// assert_eq!(randlog_base::bits::ones(0b1101_u64).collect::<Vec<_>>(), [0, 2, 3]);
/// ```
pub fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let least = rest.trailing_zeros() as usize;
        let found = rest != 0;
        rest &= rest.wrapping_sub(1);
        found.then_some(least)
    })
}

/// Every subset of the ones of a word, as words, in ascending order: first none, last all.
///
/// ```
/// assert_eq!(randlog_base::bits::subsets(0b101).collect::<Vec<_>>(), [0, 0b001, 0b100, 0b101]);
/// ```
pub fn subsets(word: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let subset: u64 = next?;
        // Adding one to a number that is full of ones outside the word carries to the next subset.
        let following = (subset | !word).wrapping_add(1) & word;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

/// The members of a set in which bit `b` of word `w` stands for `64 * w + b`, in ascending order.
pub fn members(words: &[u64]) -> impl Iterator<Item = u32> {
    let (mut index, mut current) = (0, words.first().copied().unwrap_or(0));
    std::iter::from_fn(move || {
        while current == 0 {
            index += 1;
            current = *words.get(index)?;
        }
        let bit = current.trailing_zeros();
        current &= current - 1;
        Some(index as u32 * 64 + bit)
    })
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
pub struct BitSet {
    /// The numbers below 64, as bits: most sets have no others, and should cost no more.
    first: u64,
    /// The numbers from 64 on.
    rest: Vec<u64>,
}

impl BitSet {
    /// The empty set, with room for all numbers below this one.
    pub fn below(bound: u32) -> BitSet {
        BitSet { first: 0, rest: vec![0; bound as usize / 64] }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        self.word(number as usize / 64) & (1 << (number % 64)) != 0
    }

    /// Add a number to the set; true if it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (self.word_mut(number as usize / 64), 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let rest = members(&self.rest).map(|value| value + 64);
        members(std::slice::from_ref(&self.first)).chain(rest)
    }

    /// The largest member.
    pub fn max(&self) -> Option<u32> {
        let index = self.rest.iter().rposition(|&word| word != 0).map_or(0, |index| index + 1);
        self.word(index).checked_ilog2().map(|bit| index as u32 * 64 + bit)
    }

    /// How many members there are.
    pub fn count(&self) -> u32 {
        self.first.count_ones() + self.rest.iter().map(|word| word.count_ones()).sum::<u32>()
    }

    /// Add all members of another set.
    pub fn unite(&mut self, other: &BitSet) {
        self.first |= other.first;
        if self.rest.len() < other.rest.len() {
            self.rest.resize(other.rest.len(), 0);
        }
        self.rest.iter_mut().zip(&other.rest).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Keep only the members of another set.
    pub fn intersect(&mut self, other: &BitSet) {
        self.first &= other.first;
        self.rest.truncate(other.rest.len());
        self.rest.iter_mut().zip(&other.rest).for_each(|(mine, theirs)| *mine &= theirs);
    }

    /// Whether the sets have a member in common.
    pub fn meets(&self, other: &BitSet) -> bool {
        self.first & other.first != 0 || self.rest.iter().zip(&other.rest).any(|(a, b)| a & b != 0)
    }

    /// Whether every member is one of another set.
    pub fn is_within(&self, other: &BitSet) -> bool {
        let mut rest = (1..).zip(&self.rest);
        self.first & !other.first == 0 && rest.all(|(i, word)| word & !other.word(i) == 0)
    }

    /// The 64 members from `64 * index` on, as bits. Words past the end are empty.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        match index {
            0 => self.first,
            _ => self.rest.get(index - 1).copied().unwrap_or(0),
        }
    }

    fn word_mut(&mut self, index: usize) -> &mut u64 {
        if index == 0 {
            return &mut self.first;
        }
        if self.rest.len() < index {
            self.rest.resize(index, 0);
        }
        &mut self.rest[index - 1]
    }
}

/// Sets are equal if their members are, however much room they have.
impl PartialEq for BitSet {
    fn eq(&self, other: &BitSet) -> bool {
        self.is_within(other) && other.is_within(self)
    }
}

impl Eq for BitSet {}

/// The positions of the ones of a word.
impl From<u64> for BitSet {
    fn from(first: u64) -> BitSet {
        BitSet { first, rest: Vec::new() }
    }
}

impl FromIterator<u32> for BitSet {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> BitSet {
        let mut set = BitSet::default();
        set.extend(values);
        set
    }
}

impl Extend<u32> for BitSet {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, numbers: I) {
        for number in numbers {
            self.insert(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_and_subsets_are_what_a_look_at_every_number_finds() {
        for word in (0..300).chain([u64::MAX, 1 << 63]) {
            let found: Vec<usize> = (0..64).filter(|&position| word >> position & 1 == 1).collect();
            assert_eq!(ones(word).collect::<Vec<_>>(), found);
        }
        for word in 0..300 {
            let found: Vec<u64> = (0..=word).filter(|subset| subset & !word == 0).collect();
            assert_eq!(subsets(word).collect::<Vec<_>>(), found);
        }
    }

    #[test]
    fn holds_what_it_was_built_from_across_words() {
        let set: BitSet = [3, 64, 399].into_iter().collect();
        let members: Vec<u32> = (0..500).filter(|&v| set.contains(v)).collect();
        assert_eq!(members, [3, 64, 399]);
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!((set.count(), set.max()), (3, Some(399)));
        assert_eq!(BitSet::below(100).max(), None);
    }

    #[test]
    fn sets_of_different_length_meet_unite_and_intersect() {
        let set = |members: &[u32]| members.iter().copied().collect::<BitSet>();
        for (a, b) in
            [([3, 64, 399], [3, 65, 66]), ([1, 2, 3], [64, 65, 200]), ([3, 64, 70], [3, 64, 70])]
        {
            for (a, b) in [(a, b), (b, a)] {
                let common: Vec<u32> = a.into_iter().filter(|member| b.contains(member)).collect();
                assert_eq!(set(&a).meets(&set(&b)), !common.is_empty());
                assert_eq!(set(&a).is_within(&set(&b)), common.len() == a.len());
                let (mut both, mut either) = (set(&a), set(&a));
                both.intersect(&set(&b));
                either.unite(&set(&b));
                assert_eq!(both.iter().collect::<Vec<_>>(), common);
                assert_eq!(either.count() as usize, 6 - common.len());
                assert!(both.is_within(&set(&b)) && set(&b).is_within(&either));
                assert_eq!(both, set(&common));
                assert_eq!(a == b, set(&a) == set(&b));
            }
        }
    }
}
