//! Sets of values.

/// A set of values, used to state constraints such as "`x` is one of these".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// The values below 64, as bits: most sets have no others, and should cost no more.
    first: u64,
    /// The values from 64 on.
    rest: Vec<u64>,
}

impl Values {
    /// Whether `value` is in the set.
    pub fn contains(&self, value: u32) -> bool {
        self.word(value as usize / 64) & (1 << (value % 64)) != 0
    }

    /// Add a value to the set.
    pub fn insert(&mut self, value: u32) {
        *self.word_mut(value as usize / 64) |= 1 << (value % 64);
    }

    /// All members of some sets.
    pub fn union<'a>(sets: impl Iterator<Item = &'a Values>) -> Values {
        sets.flat_map(Values::iter).collect()
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

    pub(crate) fn unite(&mut self, words: &[u64]) {
        for (index, word) in words.iter().enumerate() {
            *self.word_mut(index) |= word;
        }
    }

    /// The 64 members from `64 * index` on, as bits. Words past the end are empty.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
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

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Values {
        let mut set = Values::default();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

/// The members of a bit set given as words, in ascending order.
pub(crate) struct Members<'a> {
    words: &'a [u64],
    index: usize,
    current: u64,
}

impl<'a> Members<'a> {
    pub(crate) fn new(words: &'a [u64]) -> Members<'a> {
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
        let set: Values = [3, 64, 399].into_iter().collect();
        let members: Vec<u32> = (0..500).filter(|&v| set.contains(v)).collect();
        assert_eq!(members, [3, 64, 399]);
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!(set.count(), 3);
    }
}
