//! The first of a list that passes a test, found on several threads.
//!
//! Each thread takes the next item of the list. Once an item has passed, no more are taken; those before
//! it have all been taken by then, and are waited for. So the answer is the same as on one thread, and
//! at most one test per further thread was for nothing.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use randlog_base::stop;

/// The first item that passes. No more are tested once `stopped` says so.
pub(super) fn first<T: Send>(
    items: impl Iterator<Item = (usize, T)> + Send,
    threads: NonZero<usize>,
    stopped: &(dyn Fn() -> bool + Sync),
    passes: &(dyn Fn(&T) -> bool + Sync),
) -> Option<(usize, T)> {
    if threads.get() == 1 {
        return items.take_while(|_| !stopped()).find(|(_, item)| passes(item));
    }
    let state = Mutex::new((items, None::<(usize, T)>));
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || {
        let (items, found) = &mut *lock();
        if found.is_some() || stopped() { None } else { items.next() }
    };
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(stop::passed_on(|| {
                while let Some((index, item)) = next() {
                    if passes(&item) {
                        let found = &mut lock().1;
                        if found.as_ref().is_none_or(|(earlier, _)| index < *earlier) {
                            *found = Some((index, item));
                        }
                    }
                }
            }));
        }
    });
    state.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_first_is_the_same_for_any_number_of_threads() {
        for threads in [1, 2, 8] {
            let threads = NonZero::new(threads).unwrap();
            for accepted in [vec![], vec![0], vec![3, 4], vec![4, 3, 50], vec![99]] {
                let passes = |item: &usize| {
                    // The later ones are faster.
                    thread::sleep(Duration::from_micros(500 / (1 + *item as u64)));
                    accepted.contains(item)
                };
                let found = first((0..100).map(|i| (i, i)), threads, &|| false, &passes);
                assert_eq!(found.map(|(index, _)| index), accepted.iter().copied().min());
            }
        }
    }

    #[test]
    fn nothing_is_tested_once_it_is_stopped() {
        for threads in [1, 3] {
            let threads = NonZero::new(threads).unwrap();
            let found = first((0..9).map(|i| (i, i)), threads, &|| true, &|_| panic!("tested"));
            assert_eq!(found, None);
        }
    }
}
