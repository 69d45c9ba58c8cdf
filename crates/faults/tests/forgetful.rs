//! An engine whose worker remembers too much.

use std::sync::Mutex;

use randlog_base::Stop;
use randlog_engines::{Answered, Answers, Engine, EngineLimits, Status, TestCase, Worker};

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

    fn answer(&self, program: &TestCase, _: &EngineLimits, _: &Stop) -> Answered {
        Ok(ended(program.program().map_or(Ok(Vec::new()), |program| right(&program))))
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Remembering(self))
    }
}

struct Remembering<'e>(&'e Forgetful);

impl Worker for Remembering<'_> {
    fn answer(&mut self, program: &TestCase, _: &EngineLimits, _: &Stop) -> Answered {
        let Some(program) = program.program() else { return Ok(ended(Ok(Vec::new()))) };
        let mut last = self.0.last.lock().unwrap();
        let count = program.queries.len();
        if count == 3
            && let Some((_, answers)) = last.take_if(|(before, _)| *before == count)
        {
            return Ok(ended(Ok(answers)));
        }
        let outcome = right(&program);
        *last = outcome.as_ref().ok().map(|answers| (count, answers.clone()));
        Ok(ended(outcome))
    }

    fn was_first(&self) -> bool {
        false
    }
}
