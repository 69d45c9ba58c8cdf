//! Room for deep recursion.
//!
//! Operations on diagrams recurse once per variable, the grounder once per literal of a body, and what is certain is worked
//! out by recursion, too. Little of that is deep, and to start a thread takes longer than to solve a small program; so
//! whoever knows that it is shallow stays where it is. Where there are no threads, everything does.

use crate::Error;
use std::cell::Cell;
use std::thread::{self, Builder};

use randlog_base::batch::HAS_THREADS;

/// The stack of a thread with room. Only what is used of it takes memory.
const STACK: usize = 512 << 20;

/// Recursion up to this depth fits onto any stack.
const SHALLOW: usize = 1000;

thread_local! {
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Works on a thread with room: on this one, if it has it or the recursion is not that deep.
pub(crate) fn with_room<T: Send>(
    depth: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Error> {
    if depth <= SHALLOW || !HAS_THREADS || HAS_ROOM.get() {
        return Ok(work());
    }
    thread::scope(|scope| {
        let builder = Builder::new().name("exact".to_owned()).stack_size(STACK);
        let worker = builder.spawn_scoped(scope, || {
            HAS_ROOM.set(true);
            work()
        });
        match worker.map_err(|_| Error::NoThread { stack: STACK })?.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::{ThreadId, current};

    fn place(depth: usize) -> ThreadId {
        with_room(depth, || current().id()).unwrap()
    }

    #[test]
    fn what_is_shallow_stays_where_it_is_and_a_thread_with_room_is_not_left() {
        assert_eq!(place(SHALLOW), current().id());
        assert_ne!(place(SHALLOW + 1), current().id());
        let inside = with_room(usize::MAX, || place(usize::MAX) == current().id());
        assert_eq!(inside, Ok(true));
    }
}
