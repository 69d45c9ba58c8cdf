//! An engine on a machine that hardly lets it run.

use std::time::Duration;

use randlog_base::Stop;
use randlog_engines::{Answered, Engine, EngineLimits, FailureKind, NoAnswer, Run, Status};
use randlog_engines::{TestCase, Usage};

use crate::mutants::{ended, right};

/// An engine that has an answer after some time by the wall, and used no processor until then.
#[derive(Debug)]
pub(crate) struct Starved {
    pub(crate) until: Duration,
}

impl Engine for Starved {
    fn name(&self) -> &str {
        "starved"
    }

    fn status(&self) -> Status {
        Status::Installed("0".to_owned())
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, _: &Stop) -> Answered {
        let usage = Usage { cpu_us: Some(0), ..Usage::default() };
        if limits.time < self.until {
            let words = "no answer in time".to_owned();
            let outcome = Err(NoAnswer { kind: FailureKind::Timeout, words });
            return Ok(Run { wall: limits.time, usage, ..ended(outcome) });
        }
        Ok(ended(program.program().map_or(Ok(Vec::new()), |program| right(&program))))
    }
}
