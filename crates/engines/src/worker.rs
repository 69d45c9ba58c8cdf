//! Engines that answer one program after the other.
//!
//! Starting an engine may take a hundred times as long as a small program does. A [`Worker`] is
//! started once, and asked as often as one likes. Every engine has one; for those that cannot do
//! better, it starts a process for each program.
//!
//! What a worker says may depend on what it was asked before, if its engine forgets to forget. So an
//! answer that looks wrong is asked for again in a fresh process before it counts, unless
//! [`was_first`](Worker::was_first).

mod kept;
mod streams;

pub(super) use kept::Kept;

use randlog_base::Stop;

use super::{Answered, Engine, EngineLimits, TestCase};

/// Answers one program after the other.
pub trait Worker: Send {
    /// Answer the queries of a program.
    fn answer(&mut self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered;

    /// Did the last answer owe nothing to any program before? It is what a fresh process says.
    fn was_first(&self) -> bool {
        true
    }
}

/// A fresh run for each program.
pub(super) struct Fresh<'e, E: ?Sized>(pub(super) &'e E);

impl<E: Engine + ?Sized> Worker for Fresh<'_, E> {
    fn answer(&mut self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        self.0.answer(program, limits, stop)
    }
}
