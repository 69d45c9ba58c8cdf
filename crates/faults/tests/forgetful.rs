//! An engine whose worker remembers too much.

use std::path::Path;
use std::sync::Mutex;

use randlog_engines::{Answers, Engine, EngineLimits, Run, Status, Worker};
use randlog_logic::Dialect;

use crate::mutants::{ended, right};

/// An engine whose worker takes the last answer for that to the next program with as many queries.
#[derive(Debug, Default)]
pub(crate) struct Forgetful {
    last: Mutex<Option<(usize, Answers)>>,
}

impl Engine for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn status(&self) -> Status {
        Status::Installed("0".to_owned())
    }

    fn run(&self, file: &Path, _: &EngineLimits) -> Run {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        ended(Dialect::ProbLog.parse(&text).ok().map_or(Ok(Vec::new()), |program| right(&program)))
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Remembering(self))
    }
}

struct Remembering<'e>(&'e Forgetful);

impl Worker for Remembering<'_> {
    fn answer(&mut self, text: &str, _: &EngineLimits) -> Run {
        let Ok(program) = Dialect::ProbLog.parse(text) else { return ended(Ok(Vec::new())) };
        let mut last = self.0.last.lock().unwrap();
        let count = program.queries.len();
        if count == 3
            && let Some((_, answers)) = last.take_if(|(before, _)| *before == count)
        {
            return ended(Ok(answers));
        }
        let outcome = right(&program);
        *last = outcome.as_ref().ok().map(|answers| (count, answers.clone()));
        ended(outcome)
    }

    fn was_first(&self) -> bool {
        false
    }
}
