//! Sets of small numbers, as bits.

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

    /// All members of some sets.
    pub fn union<'a>(sets: impl Iterator<Item = &'a BitSet>) -> BitSet {
        sets.flat_map(BitSet::iter).collect()
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let rest = Members::new(&self.rest).map(|value| value + 64);
        Members::new(std::slice::from_ref(&self.first)).chain(rest)
    }

    /// How many members there are.
    pub fn count(&self) -> u32 {
        self.first.count_ones() + self.rest.iter().map(|word| word.count_ones()).sum::<u32>()
    }

    /// Add all members of a set given as words of bits.
    pub fn unite(&mut self, words: &[u64]) {
        for (index, word) in words.iter().enumerate() {
            *self.word_mut(index) |= word;
        }
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

/// The members of a bit set given as words, in ascending order.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    words: &'a [u64],
    index: usize,
    current: u64,
}

impl<'a> Members<'a> {
    /// The members of a set in which bit `b` of word `w` stands for `64 * w + b`.
    pub fn new(words: &'a [u64]) -> Members<'a> {
        Members { words, index: 0, current: words.first().copied().unwrap_or(0) }
    }
}

impl Iterator for Members<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.current == 0 {
            self.index += 1;
            self.current = *self.words.get(self.index)?;
        }
        let bit = self.current.trailing_zeros();
        self.current &= self.current - 1;
        Some(self.index as u32 * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_it_was_built_from_across_words() {
        let set: BitSet = [3, 64, 399].into_iter().collect();
        let members: Vec<u32> = (0..500).filter(|&v| set.contains(v)).collect();
        assert_eq!(members, [3, 64, 399]);
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!(set.count(), 3);
    }
}
