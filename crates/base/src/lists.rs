//! Many lists in one array.

/// Lists, known by number, that stand one after another in one array: two allocations for all.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    /// Where each list starts, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// This many lists of items that are given with the number of their list. What belongs to one list
    /// keeps its order.
    ///
    /// ```
    /// let lists = randlog_base::Lists::grouped(3, [(2, 'a'), (0, 'b'), (2, 'c')].into_iter());
    /// assert_eq!([0, 1, 2].map(|list| &lists[list]), [&['b'][..], &[], &['a', 'c']]);
    /// ```
    pub fn grouped(count: usize, items: impl Iterator<Item = (u32, T)> + Clone) -> Lists<T>
    where
        T: Copy,
    {
        let mut starts = vec![0; count + 1];
        items.clone().for_each(|(list, _)| starts[list as usize + 1] += 1);
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let Some((_, any)) = items.clone().next() else {
            return Lists { starts, items: Vec::new() };
        };
        let mut next = starts.clone();
        let mut sorted = vec![any; starts[count] as usize];
        for (list, item) in items {
            sorted[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Lists { starts, items: sorted }
    }

    /// Make room for more lists, and for this many items in them.
    pub fn reserve(&mut self, lists: usize, items: usize) {
        self.starts.reserve(lists);
        self.items.reserve(items);
    }

    /// Append a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// How many lists there are.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The items of all lists, one list after another.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Where the items of a list stand among those of all.
    #[inline]
    pub fn range(&self, list: usize) -> std::ops::Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    /// About how many bytes this holds.
    pub fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.items.capacity() * size_of::<T>()
    }
}

impl<T> std::ops::Index<usize> for Lists<T> {
    type Output = [T];

    #[inline]
    fn index(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_hold_what_lists_apart_would_hold(items in vec((0..7u32, 0..100u32), 0..40)) {
            let grouped = Lists::grouped(7, items.iter().copied());
            let mut pushed = Lists::default();
            for list in 0..7 {
                let own = items.iter().filter(|(number, _)| *number == list);
                let own: Vec<u32> = own.map(|&(_, item)| item).collect();
                prop_assert_eq!(&grouped[list as usize], own.as_slice());
                pushed.push(own);
            }
            prop_assert_eq!(pushed.count(), grouped.count());
            prop_assert_eq!(pushed.items(), grouped.items());
        }
    }
}
