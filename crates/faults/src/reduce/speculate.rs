//! The first of a list that passes a test, found on several threads.
//!
//! Each thread takes the next item of the list. Once an item has passed, no more are taken; those before
//! it have all been taken by then, and are waited for. So the answer is the same as on one thread, and
//! at most one test per further thread was for nothing.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use randlog_base::{Stop, Stopped};

/// The first item that passes. No more are tested once the work is stopped.
pub(super) fn first<T: Send>(
    items: impl Iterator<Item = (usize, T)> + Send,
    threads: NonZero<usize>,
    stop: &Stop,
    passes: &(dyn Fn(&T) -> Result<bool, Stopped> + Sync),
) -> Result<Option<(usize, T)>, Stopped> {
    if threads.get() == 1 {
        for (index, item) in items {
            stop.check()?;
            if passes(&item)? {
                return Ok(Some((index, item)));
            }
        }
        return Ok(None);
    }
    let state = Mutex::new((items, Ok(None::<(usize, T)>)));
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || {
        let (items, found) = &mut *lock();
        if matches!(found, Ok(None)) { items.next() } else { None }
    };
    let work = || {
        while let Some((index, item)) = next() {
            let passed = stop.check().and_then(|()| passes(&item));
            let found = &mut lock().1;
            match (passed, &found) {
                (Ok(true), Ok(Some((earlier, _)))) if *earlier < index => {}
                (Ok(true), _) => *found = Ok(Some((index, item))),
                (Err(stopped), Ok(None)) => *found = Err(stopped),
                (Ok(false) | Err(_), _) => {}
            }
        }
    };
    thread::scope(|scope| (0..threads.get()).for_each(|_| drop(scope.spawn(work))));
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
                    Ok(accepted.contains(item))
                };
                let found = first((0..100).map(|i| (i, i)), threads, &Stop::NEVER, &passes);
                assert_eq!(found.unwrap().map(|(index, _)| index), accepted.iter().copied().min());
            }
        }
    }

    #[test]
    fn nothing_is_tested_once_it_is_stopped() {
        for threads in [1, 3] {
            let threads = NonZero::new(threads).unwrap();
            let stop = Stop::new();
            stop.interrupt();
            let found = first((0..9).map(|i| (i, i)), threads, &stop, &|_| panic!("tested"));
            assert_eq!(found, Err(Stopped::Interrupt));
        }
    }
}
