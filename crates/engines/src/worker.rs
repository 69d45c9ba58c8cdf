//! Engines that answer one program after the other.
//!
//! Starting an engine may take a hundred times as long as a small program does. A [`Worker`] is
//! started once, and asked as often as one likes. Every engine has one; for those that cannot do
//! better, it starts a process for each program.

use super::{Attempt, Engine, EngineLimits, Run, input};

/// Answers one program after the other.
pub trait Worker: Send {
    /// Answer the queries of a ProbLog program, given as a text.
    fn answer(&mut self, program: &str, limits: &EngineLimits) -> Run;
}

/// A fresh run for each program.
pub(super) struct Fresh<'e, E: ?Sized>(pub(super) &'e E);

impl<E: Engine + ?Sized> Worker for Fresh<'_, E> {
    fn answer(&mut self, program: &str, limits: &EngineLimits) -> Run {
        Attempt::new(limits).make(|| Ok(self.0.run(input::temporary(program)?.path(), limits)))
    }
}
