//! An engine whose worker remembers too much.

use randlog_base::Stop;
use randlog_engines::{Answered, Answers, Engine, EngineLimits, Status, TestCase, Worker};

use crate::mutants::{ended, right};

/// An engine whose worker takes the last answer for that to the next program with as many queries.
#[derive(Debug)]
pub(crate) struct Forgetful;

impl Engine for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn status(&self) -> Status {
        Status::Installed("worker:forgetful --all".to_owned())
    }

    fn answer(&self, program: &TestCase, _: &EngineLimits, _: &Stop) -> Answered {
        Ok(ended(program.program().map_or(Ok(Vec::new()), |program| right(&program))))
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Remembering::default())
    }
}

#[derive(Default)]
struct Remembering {
    last: Option<(usize, Answers)>,
    asked: usize,
}

impl Worker for Remembering {
    fn answer(&mut self, program: &TestCase, _: &EngineLimits, _: &Stop) -> Answered {
        self.asked += 1;
        let Some(program) = program.program() else { return Ok(ended(Ok(Vec::new()))) };
        let count = program.queries.len();
        if count == 3
            && let Some((_, answers)) = self.last.take_if(|(before, _)| *before == count)
        {
            return Ok(ended(Ok(answers)));
        }
        let outcome = right(&program);
        self.last = outcome.as_ref().ok().map(|answers| (count, answers.clone()));
        Ok(ended(outcome))
    }

    fn was_first(&self) -> bool {
        self.asked == 1
    }
}
