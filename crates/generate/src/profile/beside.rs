//! What other programs of the same space are like, as far as that is known in time.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use randlog_base::stop;

use super::measure::Measure;
use super::typical::Typical;
use crate::Spec;
use crate::exact::NoSampler;
use crate::generator::Method;
use crate::search::Budget;

/// What programs of a space are like that are drawn in one way.
#[derive(Debug)]
pub struct Beside {
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

impl Beside {
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
/// time may go by until the first one is drawn; a description that waits for large tables helps nobody.
pub fn beside(space: &Spec, programs: u64, timeout: Duration) -> [Beside; 2] {
    type Find = fn(&Spec, u64, &Budget) -> Result<Typical, NoSampler>;
    let methods: [(&str, Find); 2] = [
        ("uniform", Typical::uniform),
        ("search", |space, programs, budget| {
            Typical::measured(space, Method::Search, programs, budget)
        }),
    ];
    let begin = Instant::now();
    let started = methods.map(|(name, find)| {
        let (sender, receiver) = mpsc::channel();
        let deadline = begin.checked_add(timeout / 2);
        let (space, budget) = (space.clone(), Budget { deadline, ..Budget::default() });
        // Whoever is too late is not waited for.
        let work = move || drop(sender.send(find(&space, programs, &budget)));
        thread::spawn(stop::passed_on(|| stop::caught(work)));
        (name, receiver)
    });
    started.map(|(name, receiver)| {
        let rest = timeout.saturating_sub(begin.elapsed());
        let typical = match stop::received(&receiver, rest) {
            Ok(found) => found.map_err(Unknown::from),
            Err(_) => Err(Unknown::Late(timeout)),
        };
        Beside { name, typical }
    })
}
