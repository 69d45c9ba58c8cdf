//! An engine on a machine that hardly lets it run.

use std::path::Path;
use std::time::Duration;

use randlog_engines::{Engine, EngineLimits, FailureKind, NoAnswer, Run, Status, Usage};
use randlog_logic::Dialect;

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

    fn run(&self, file: &Path, limits: &EngineLimits) -> Run {
        let usage = Usage { cpu_us: Some(0), ..Usage::default() };
        if limits.time < self.until {
            let words = "no answer in time".to_owned();
            let outcome = Err(NoAnswer { kind: FailureKind::Timeout, words });
            return Run { wall: limits.time, usage, ..ended(outcome) };
        }
        let text = std::fs::read_to_string(file).unwrap_or_default();
        ended(Dialect::ProbLog.parse(&text).map_or(Ok(Vec::new()), |program| right(&program)))
    }
}
