//! The engine that an oracle asks.

use randlog_base::Stopped;
use randlog_engines::Outcome;
use randlog_logic::Program;

/// What an engine said, unless it was stopped.
pub type Said = Result<Outcome, Stopped>;

/// Asks an engine, and remembers what it said: several relations start from the same program.
pub struct Asker<'a> {
    ask: Box<dyn FnMut(&Program) -> Said + 'a>,
    known: Vec<(Program, Outcome)>,
}

impl<'a> Asker<'a> {
    /// Ask by calling this.
    pub fn new(ask: impl FnMut(&Program) -> Said + 'a) -> Asker<'a> {
        Asker { ask: Box::new(ask), known: Vec::new() }
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
