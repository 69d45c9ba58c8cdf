//! Room for deep recursion.
//!
//! Operations on diagrams recurse once per variable, the grounder once per literal of a body, and what is certain is worked
//! out by recursion, too. Little of that is deep, and to start a thread takes longer than to solve a small program; so
//! whoever knows that it is shallow stays where it is.

use crate::Error;
use randlog_base::stop;
use std::cell::Cell;
use std::thread::Builder;

/// The stack of a thread with room. Only what is used of it takes memory.
pub(crate) const STACK: usize = 512 << 20;

/// Recursion up to this depth fits onto any stack.
pub(crate) const SHALLOW: usize = 1000;

thread_local! {
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// A thread with room, to be started by who calls [`declare`] first thing on it.
pub(crate) fn thread() -> Builder {
    Builder::new().name("exact".to_owned()).stack_size(STACK)
}

/// Says that this thread is one with room.
pub(crate) fn declare() {
    HAS_ROOM.set(true);
}

/// Works on a thread with room: on this one, if it has it or the recursion is not that deep.
pub(crate) fn with_room<T: Send, E: From<Error> + Send>(
    depth: usize,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    if depth <= SHALLOW || HAS_ROOM.get() {
        return work();
    }
    std::thread::scope(|scope| {
        let work = stop::passed_on(|| {
            declare();
            work()
        });
        let worker = thread().spawn_scoped(scope, work);
        match worker.map_err(|_| Error::NoThread { stack: STACK })?.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::{ThreadId, current};

    fn place(depth: usize) -> ThreadId {
        with_room(depth, || Ok::<_, Error>(current().id())).unwrap()
    }

    #[test]
    fn what_is_shallow_stays_where_it_is_and_a_thread_with_room_is_not_left() {
        assert_eq!(place(SHALLOW), current().id());
        assert_ne!(place(SHALLOW + 1), current().id());
        let inside = with_room(usize::MAX, || Ok::<_, Error>(place(usize::MAX) == current().id()));
        assert_eq!(inside, Ok(true));
    }
}
