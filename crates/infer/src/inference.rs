//! The one entry: a program, what is asked of it, and how.

use crate::input::Input;
use crate::limits::Budget;
use crate::{Error, Limits, Solution, exact, safety, watchdog, worlds};
use randlog_base::random::Rng;
use randlog_logic::Goal;
use std::sync::Arc;

/// How probabilities are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Relevant grounding, frontier dynamic programming and decision diagrams.
    #[default]
    Exact,
    /// All worlds, one by one: for small programs, and to test the other one.
    Worlds,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Algorithm; 2] = [Algorithm::Exact, Algorithm::Worlds];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Exact => "exact",
            Algorithm::Worlds => "worlds",
        }
    }
}

/// Which numbers probabilities are computed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Floating-point numbers, with a relative error below 10⁻¹².
    #[default]
    Float,
    /// Fractions, as well. They may be long: every probability of the program leaves its trace in the
    /// denominators.
    Exact,
}

/// A program, what is asked of it, and how it is to be solved.
///
/// ```
/// use randlog_infer::{Inference, Precision};
/// use randlog_logic::Dialect;
///
/// let program = Dialect::ProbLog.parse(
///     "1/3::rain. 1/3::sprinkler.
///      wet :- rain ; sprinkler.
///      evidence(wet). query(rain).",
/// )?;
/// let answers = Inference::new(&program).precision(Precision::Exact).solve()?.answers;
/// assert_eq!(answers[0].fraction.as_ref().unwrap().to_string(), "3/5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Inference<'p> {
    input: Input<'p>,
    queries: Vec<Goal>,
    evidence: Vec<Goal>,
    algorithm: Algorithm,
    precision: Precision,
    limits: Limits,
}

impl<'p> Inference<'p> {
    /// Asks a program its own queries, given its own evidence, by default settings.
    pub fn new(program: impl Into<Input<'p>>) -> Inference<'p> {
        Inference {
            input: program.into(),
            queries: Vec::new(),
            evidence: Vec::new(),
            algorithm: Algorithm::default(),
            precision: Precision::default(),
            limits: Limits::default(),
        }
    }

    /// Asks these queries, if there are any, in place of the program's own.
    pub fn queries(self, queries: Vec<Goal>) -> Self {
        Inference { queries, ..self }
    }

    /// Observes this beside the program's own evidence.
    pub fn evidence(self, evidence: Vec<Goal>) -> Self {
        Inference { evidence, ..self }
    }

    /// Chooses the algorithm.
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Inference { algorithm, ..self }
    }

    /// Chooses the kind of numbers.
    pub fn precision(self, precision: Precision) -> Self {
        Inference { precision, ..self }
    }

    /// Sets what the computation may use.
    pub fn limits(self, limits: Limits) -> Self {
        Inference { limits, ..self }
    }

    /// The probabilities of the queries, given the evidence.
    ///
    /// Algorithms look at the clock often, but make no promise how often. If the program is shared
    /// ([`Input::Shared`]) and there is a [`Limits::timeout`], the work is done on a thread of its own. If
    /// that does not answer in time, `solve` leaves it alone and returns [`Error::Timeout`].
    ///
    /// **A thread that is left alone works on** until its operation ends, and keeps its memory so long. That
    /// is fine if the process ends soon. To solve many hard programs one after the other, start a process
    /// for each.
    ///
    /// ```
    /// use randlog_infer::{Inference, Limits};
    /// use randlog_logic::Program;
    /// use std::{sync::Arc, time::Duration};
    ///
    /// let program = Program::parse("P::heads(C) :- coin(C, P). coin(c, 0.4). query(heads(X)).")?;
    /// let limits = Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() };
    /// let solution = Inference::new(&Arc::new(program)).limits(limits).solve()?;
    /// assert_eq!(solution.answers[0].probability, 0.4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<Solution, Error> {
        match (&self.input, self.limits.timeout) {
            (Input::Shared(program), Some(limit)) => {
                let input = Input::Shared(Arc::clone(program));
                let (queries, evidence) = (self.queries.clone(), self.evidence.clone());
                let own = Inference { input, queries, evidence, ..*self };
                watchdog::give_up_after(limit, watchdog::GRACE, move || own.solve_here())
            }
            _ => self.solve_here(),
        }
    }

    fn solve_here(&self) -> Result<Solution, Error> {
        let budget = Budget::start(&self.limits);
        let asked = self.input.asked(&self.queries, &self.evidence);
        safety::check_directives(asked.program())?;
        match self.algorithm {
            Algorithm::Exact => exact::solve(asked, budget, self.precision),
            Algorithm::Worlds => worlds::solve(asked, budget, self.precision),
        }
    }

    /// Is there an answer with a probability strictly between 0 and 1? That is often known long before the
    /// probability is: as soon as the answer is true in one of a few random worlds, and false in another.
    ///
    /// The algorithm is always [`Algorithm::Exact`].
    pub fn is_uncertain(&self, rng: &mut (impl Rng + Send)) -> Result<bool, Error> {
        let asked = self.input.asked(&self.queries, &self.evidence);
        exact::is_uncertain(asked, Budget::start(&self.limits), rng)
    }
}
