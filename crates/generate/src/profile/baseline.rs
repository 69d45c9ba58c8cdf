//! What other programs of the same space are like, as far as that is known in time.

use std::time::Duration;

use randlog_base::{Stop, batch};

use super::measure::Measure;
use super::typical::Typical;
use crate::Spec;
use crate::exact::NoSampler;
use crate::generator::Method;

/// What programs of a space are like that are drawn in one way.
#[derive(Debug)]
pub struct Baseline {
    /// The way: `uniform` or `search`.
    pub name: &'static str,
    /// The averages.
    pub typical: Result<Typical, Unknown>,
}

/// Why it is not known what programs are like.
#[derive(Debug, thiserror::Error)]
pub enum Unknown {
    /// None can be drawn.
    #[error(transparent)]
    NoSampler(#[from] NoSampler),
    /// There was not enough time.
    #[error("not known within {0:.1?}")]
    Late(Duration),
}

impl Baseline {
    /// What it comes to on average.
    pub fn average(&self, measure: Measure) -> Option<f64> {
        self.typical.as_ref().ok()?.average(measure)
    }

    /// How the numbers were found, or why there are none.
    pub fn basis(&self) -> String {
        match &self.typical {
            Ok(Typical::Expected(_)) => "by closed forms".to_owned(),
            Ok(Typical::Measured(tally)) => format!("measured on {} programs", tally.programs()),
            Err(reason) => reason.to_string(),
        }
    }
}

/// Find out what up to so many programs of a space are like, uniform ones and those that the search finds. Half of the
/// time may go by until the first one is drawn; a description should not wait for large tables.
pub fn baselines(space: &Spec, programs: u64, timeout: Duration, stop: &Stop) -> [Baseline; 2] {
    let (stop, drawing) = (stop.within(timeout), stop.within(timeout / 2));
    // Programs whose bodies hold the same are no others.
    let space = &space.without_uses();
    let uniform = || Typical::uniform(space, programs, &stop, &drawing);
    let searched = || Typical::measured(space, Method::Search, programs, &stop, &drawing);
    let (uniform, searched) = batch::both(uniform, searched);
    let known = |typical: Result<Typical, NoSampler>| match typical {
        Ok(Typical::Measured(tally)) if tally.programs() == 0 => Err(Unknown::Late(timeout)),
        Err(NoSampler::Stopped(_)) => Err(Unknown::Late(timeout)),
        typical => Ok(typical?),
    };
    [("uniform", uniform), ("search", searched)]
        .map(|(name, typical)| Baseline { name, typical: known(typical) })
}
