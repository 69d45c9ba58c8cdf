//! Many programs at once: work spread over threads, results in order.

use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::stop::Stop;

/// Whether work can be spread over threads at all. WebAssembly has none.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// How many results a thread may be ahead of the one that is waited for.
const AHEAD: usize = 64;

/// Do the work for every index on several threads, and pass the results on in the order of the
/// indices, whatever the number of threads.
///
/// Each thread makes a worker of its own and takes every n-th index. A worker that returns `None`
/// has given up: its index and its later ones have no result. Memory stays bounded, because no
/// thread gets far ahead of the others. `sink` runs on the calling thread and may stop everything; so does an interrupt of
/// the token. (A deadline is left to the workers, which can say what it cut off.)
///
/// ```
/// use randlog_base::{Stop, batch};
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// batch::in_order(3, 0..5, &Stop::NEVER, || |i| Some(i * i), |i, square| {
///     squares.push((i, square));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)]);
/// ```
pub fn in_order<T: Send, W: FnMut(u64) -> Option<T>>(
    threads: usize,
    indices: Range<u64>,
    stop: &Stop,
    make_worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let count = indices.end.saturating_sub(indices.start);
    let threads = threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
    if threads == 1 || !HAS_THREADS {
        let mut work = make_worker();
        let _ = indices
            .take_while(|_| !stop.is_interrupted())
            .map_while(|index| Some((index, work(index)?)))
            .try_for_each(|(index, result)| sink(index, result));
        return;
    }
    thread::scope(|scope| {
        let make_worker = &make_worker;
        let channels = (0..threads).map(|thread| {
            let (sender, receiver) = mpsc::sync_channel(AHEAD);
            let own = indices.clone().skip(thread).step_by(threads);
            let work_through = move || {
                let mut work = make_worker();
                // Sending fails once the receiver is gone.
                own.take_while(|_| !stop.is_interrupted())
                    .map_while(|index| Some((index, work(index)?)))
                    .try_for_each(|result| sender.send(result))
            };
            scope.spawn(work_through);
            receiver
        });
        merge(channels.collect(), sink);
    });
}

/// Do two pieces of work, the first one on a thread of its own.
pub fn both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    if !HAS_THREADS {
        return (one(), other());
    }
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), other)
    })
}

/// Ask one channel after the other, which restores the order; leave out those that have ended.
fn merge<T>(
    mut channels: Vec<Receiver<(u64, T)>>,
    mut sink: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let mut turn = 0;
    while !channels.is_empty() {
        turn %= channels.len();
        match channels[turn].recv() {
            Ok((index, result)) => {
                if sink(index, result).is_break() {
                    return;
                }
                turn += 1;
            }
            Err(_) => {
                channels.remove(turn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(threads: usize, indices: Range<u64>, given_up_from: u64) -> Vec<u64> {
        let mut results = Vec::new();
        let worker = || move |index| (index < given_up_from).then_some(index);
        in_order(threads, indices, &Stop::NEVER, worker, |index, result| {
            assert_eq!(index, result);
            results.push(index);
            ControlFlow::Continue(())
        });
        results
    }

    #[test]
    fn the_order_does_not_depend_on_the_threads() {
        for threads in 1..6 {
            for indices in [0..0, 3..4, 5..1000] {
                let expected: Vec<u64> = indices.clone().collect();
                assert_eq!(collect(threads, indices, u64::MAX), expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn what_comes_before_giving_up_is_kept() {
        for threads in 1..6 {
            assert_eq!(collect(threads, 0..1000, 500), (0..500).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_sink_can_stop_an_endless_run() {
        for threads in 1..4 {
            let mut seen = 0;
            in_order(
                threads,
                0..u64::MAX,
                &Stop::NEVER,
                || Some,
                |_, _| {
                    seen += 1;
                    if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(seen, 10);
        }
    }

    #[test]
    fn one_that_gives_up_does_not_stop_the_others() {
        let worker = || |index| (index % 2 == 0).then_some(());
        let mut seen = Vec::new();
        in_order(2, 0..8, &Stop::NEVER, worker, |index, ()| {
            seen.push(index);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, [0, 2, 4, 6]);
    }

    #[test]
    fn an_interrupt_ends_an_endless_run() {
        for threads in 1..4 {
            let stop = Stop::new();
            let mut last = 0;
            in_order(
                threads,
                0..u64::MAX,
                &stop,
                || Some,
                |index, _| {
                    last = index;
                    if index == 10 {
                        stop.interrupt();
                    }
                    ControlFlow::Continue(())
                },
            );
            assert!(last >= 10);
        }
    }
}
