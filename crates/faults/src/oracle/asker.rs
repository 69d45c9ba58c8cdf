//! The engine that an oracle asks.

use randlog_base::Stopped;
use randlog_engines::known::{KnownFaults, Refusals};
use randlog_engines::{NoAnswer, Outcome};
use randlog_logic::Program;

/// What an engine said, unless it was stopped.
pub type Said = Result<Outcome, Stopped>;

/// Asks an engine, and remembers what it said: several relations start from the same program.
pub struct Asker<'a> {
    ask: Box<dyn FnMut(&Program) -> Said + 'a>,
    known: Vec<(Program, Outcome)>,
    name: &'a str,
    refusals: &'a Refusals,
}

impl<'a> Asker<'a> {
    /// Ask by calling this.
    pub fn new(ask: impl FnMut(&Program) -> Said + 'a) -> Asker<'a> {
        let refusals = KnownFaults::shipped().refusals();
        Asker { ask: Box::new(ask), known: Vec::new(), name: "", refusals }
    }

    /// The same, of an engine that may refuse something.
    #[must_use]
    pub fn of_engine(self, name: &'a str, refusals: &'a Refusals) -> Asker<'a> {
        Asker { name, refusals, ..self }
    }

    /// May the engine refuse a program in this way?
    pub(super) fn may_refuse(&self, program: &Program, failure: &NoAnswer) -> bool {
        self.refusals.excuse(self.name, program, failure).is_some()
    }

    /// What the engine says about a program.
    pub fn ask(&mut self, program: &Program) -> Said {
        if let Some((_, outcome)) = self.known.iter().find(|(known, _)| known == program) {
            return Ok(outcome.clone());
        }
        let outcome = (self.ask)(program)?;
        self.known.push((program.clone(), outcome.clone()));
        Ok(outcome)
    }
}
