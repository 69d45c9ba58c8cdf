//! Sets of values.

/// A fixed set of values, used to state constraints such as "`x` is one of these".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<u64>);

impl Values {
    /// Whether `value` is in the set.
    pub fn contains(&self, value: u32) -> bool {
        self.word(value as usize / 64) & (1 << (value % 64)) != 0
    }

    /// All members of some sets.
    pub fn union<'a>(sets: impl Iterator<Item = &'a Values>) -> Values {
        sets.flat_map(Values::iter).collect()
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        Members::new(&self.0)
    }

    /// How many members there are.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn unite(&mut self, words: &[u64]) {
        if self.0.len() < words.len() {
            self.0.resize(words.len(), 0);
        }
        self.0.iter_mut().zip(words).for_each(|(mine, yours)| *mine |= yours);
    }

    /// The 64 members from `64 * index` on, as bits. Words past the end are empty.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Values {
        let mut words = Vec::new();
        for value in values {
            let word = value as usize / 64;
            if word >= words.len() {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (value % 64);
        }
        Values(words)
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
        assert_eq!(Members::new(&set.0).collect::<Vec<_>>(), members);
    }
}
