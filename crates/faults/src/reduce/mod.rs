//! Delta debugging: programs reduced to the few lines that matter.
//!
//! A [`Judge`] says whether a program is still interesting: whether an engine still gets it wrong in the
//! same way, say. [`reduce`] looks for a program that is as small as possible and still interesting. It
//! works on the tree of the program, not on its text, so that every program it asks about can be read.
//!
//! - A [`Step`] lists programs that are a little smaller than a given one, and differ in one way: a set of
//!   clauses is gone, a part of a body, an argument, … [`STEPS`] has them all, coarse to fine. The step that leaves out
//!   lines goes through halves, quarters, …, as ddmin does (Zeller and Hildebrandt 2002); going from lines to the
//!   parts of their trees is hierarchical delta debugging (Misherghi and Su 2006).
//! - One step after the other goes through its candidates. A candidate that is accepted takes the place of the
//!   program, and the step goes on from there. It ends when no step finds anything any more. So the result
//!   is *1-minimal*: no candidate of any step is interesting.
//! - Each candidate is put into canonical form before it is judged, unless the judge minds: names and
//!   order carry no meaning, and the judge sees fewer programs.
//! - A program of usual size is reduced in several ways, and the smallest result counts: with the clauses in canonical
//!   order and in their own, because many a fault is easier to keep in one than in another; and with predicates,
//!   arguments and constants merged at once, or when little else is left.
//! - Every accepted program is smaller than the one before ([`Size`]), so it ends.
//!
//! The next candidates are judged on several threads at a time, and the first accepted one in the order
//! of the list is taken. So the result is the same for any number of threads, if the judge always says the
//! same about the same program.
//!
//! ```
//! use randlog_faults::TestCase;
//! use randlog_faults::reduce::{Options, reduce};
//!
//! // A program is interesting if it negates something that depends on itself.
//! let judge = |program: &TestCase| {
//!     program.text().contains("\\+ q") && program.text().contains("q :- q")
//! };
//! let program = "0.3::rain(a). 0.2::rain(b). q :- q. q :- rain(X).
//!                dry :- rain(a), \\+ q, \\+ rain(b). query(dry). query(rain(_)).";
//! let reduced = reduce(&program.into(), &judge, &Options::default())?;
//! assert_eq!(reduced.program.text(), "q :- q.\nq :- \\+ q.\n");
//! # Ok::<(), randlog_faults::reduce::NotReduced>(())
//! ```

pub mod engine;
mod form;
mod formula;
mod judge;
pub mod script;
mod speculate;
pub mod steps;

use std::num::NonZero;

use miette::Diagnostic;
use randlog_base::{Stop, Stopped};
use randlog_engines::TestCase;
use randlog_logic::{ParseError, Program};

use crate::size::Size;
use form::Form;
pub use judge::Judge;
use judge::Verdicts;
use steps::{NAMES, STEPS, Step};

/// How to go about a reduction.
#[derive(Clone)]
pub struct Options<'o> {
    /// How many programs are judged at the same time.
    pub threads: NonZero<usize>,
    /// How often the judge must say the same about the program that is given and about the result.
    pub repetitions: usize,
    /// Once this stops the reduction, the best program so far is the result.
    pub stop: Stop,
    /// Gets to know each time a program was judged.
    pub progress: Option<&'o (dyn Fn(&Progress) + Sync)>,
}

impl Default for Options<'_> {
    /// One thread, to the end, in silence, with a judge that is asked once.
    fn default() -> Self {
        let (threads, repetitions) = (NonZero::<usize>::MIN, 1);
        Options { threads, repetitions, stop: Stop::NEVER, progress: None }
    }
}

/// How far a reduction is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How often the judge was asked.
    pub calls: usize,
    /// How many lines the program has at best: clauses, evidence, queries, directives.
    pub lines: usize,
    /// What is tried.
    pub step: &'static str,
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The smallest program that was found. The judge says yes to it.
    pub program: TestCase,
    /// Its size.
    pub size: Size,
    /// The size of the program that was given.
    pub before: Size,
    /// How often the judge was asked.
    pub calls: usize,
    /// Was nothing left to try, rather than the reduction stopped?
    pub complete: bool,
}

/// Why there is nothing to reduce.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Diagnostic)]
pub enum NotReduced {
    /// It cannot be read, so it has no tree.
    #[error("the program cannot be read: {0}")]
    #[diagnostic(help("{}", .0.help()))]
    Unreadable(ParseError),

    /// It does not show what should be kept.
    #[error("the program is not interesting to begin with")]
    #[diagnostic(help("check that the judge says yes to the program as it is"))]
    NotInteresting,

    /// It does, but not when it is written anew.
    #[error("the program is interesting, but not once it is written anew from its tree")]
    #[diagnostic(help(
        "comments, layout, or where queries stand among clauses seem to matter, and are not kept"
    ))]
    NotAsWritten,

    /// The judge says yes and no about the same program. Whatever it accepted may mean nothing.
    #[error(
        "the judge does not always say the same: it says yes to the {program} {yes} times of {asked}"
    )]
    #[diagnostic(help(
        "make the judge repeat what comes by chance, for instance with `for run in 1 2 3 4 5; do … && exit 0; done; exit 1`"
    ))]
    Unsteady {
        /// Which program: the one that was given, or the reduced one.
        program: &'static str,
        /// How often it said yes.
        yes: usize,
        /// How often it was asked.
        asked: usize,
    },

    /// Nobody knows yet whether it does.
    #[error("stopped before the program was judged: {0}")]
    #[diagnostic(help("give it more time"))]
    Stopped(#[from] Stopped),
}

/// Reduces a program as far as the judge allows.
pub fn reduce(
    program: &TestCase,
    judge: &dyn Judge,
    options: &Options<'_>,
) -> Result<Reduction, NotReduced> {
    let tree = read(program)?;
    let verdicts = Verdicts::new(judge, &options.stop);
    let before = Size::of(tree);
    let mut found: Option<Reducer<'_>> = None;
    for form in Form::ALL {
        // Names matter rarely, and not where they could be changed before.
        if found.as_ref().is_some_and(|found| form == Form::Plain || found.is_enough(before)) {
            break;
        }
        let start = TestCase::from(form.apply(tree));
        let is_interesting = match (verdicts.judge(&start), &found) {
            (Err(stopped), None) => return Err(stopped.into()),
            (verdict, _) => verdict.unwrap_or(false),
        };
        if !is_interesting {
            continue;
        }
        if found.is_none() {
            verdicts.repeat(&start, "program as it was given", options.repetitions)?;
        }
        for first in [&[][..], &NAMES] {
            if found.as_ref().is_some_and(|found| found.is_enough(before)) {
                break;
            }
            let (best, size, verdicts) = (TestCase::default(), Size::default(), &verdicts);
            let mut reducer = Reducer { best, size, form, complete: false, verdicts, options };
            reducer.accept(start.clone());
            reducer.complete = reducer.run(first).is_ok();
            found = [found, Some(reducer)].into_iter().flatten().min_by_key(|found| found.size);
        }
    }
    let Some(found) = found else {
        return Err(match verdicts.judge(program)? {
            true => NotReduced::NotAsWritten,
            false => NotReduced::NotInteresting,
        });
    };
    let Reducer { best: program, size, mut complete, .. } = found;
    match verdicts.repeat(&program, "reduced program", options.repetitions) {
        Err(NotReduced::Stopped(_)) => complete = false,
        repeated => repeated?,
    }
    Ok(Reduction { program, size, before, calls: verdicts.calls(), complete })
}

/// The tree of a program.
fn read(program: &TestCase) -> Result<&Program, NotReduced> {
    program.tree().ok_or_else(|| {
        let error = Program::parse(program.text()).err();
        error.map_or(NotReduced::NotInteresting, NotReduced::Unreadable)
    })
}

/// Programs with more lines than this are reduced in one way only, because that takes long enough.
const MANY: usize = 50;

struct Reducer<'s> {
    /// The best program so far, as the judge saw it.
    best: TestCase,
    size: Size,
    form: Form,
    complete: bool,
    verdicts: &'s Verdicts<'s>,
    options: &'s Options<'s>,
}

impl Reducer<'_> {
    /// Go on from this program.
    fn accept(&mut self, program: TestCase) {
        self.size = program.tree().map(Size::of).unwrap_or_default();
        self.best = program;
    }

    /// Is it pointless to look for another way from the program of this size?
    fn is_enough(&self, before: Size) -> bool {
        !self.complete || before.lines > MANY
    }

    /// Go through these steps first, then through all of them again and again, until none changes anything.
    fn run(&mut self, first: &[Step]) -> Result<(), Stopped> {
        let mut unchanged = 0;
        first.iter().try_for_each(|step| self.exhaust(step))?;
        for step in STEPS.iter().cycle() {
            let size = self.size;
            self.exhaust(step)?;
            unchanged = if self.size < size { 0 } else { unchanged + 1 };
            if unchanged < STEPS.len() {
                continue;
            }
            if !self.reform()? {
                break;
            }
            unchanged = 0;
        }
        Ok(())
    }

    /// Put the program into a better form, or find one in which a step can go on after all. Is there one?
    fn reform(&mut self) -> Result<bool, Stopped> {
        if let Some((form, improved)) = self.form.improve(&self.best, self.verdicts)? {
            self.form = form;
            self.accept(improved);
            return Ok(true);
        }
        let (size, before) = (self.size, self.form);
        for form in [Form::Canonical, Form::Named].into_iter().filter(|form| *form != before) {
            self.form = form;
            for step in &STEPS {
                self.exhaust(step)?;
                if self.size < size {
                    return Ok(true);
                }
            }
        }
        self.form = before;
        Ok(false)
    }

    /// Take what is accepted of a step's candidates, and go on behind it.
    fn exhaust(&mut self, step: &Step) -> Result<(), Stopped> {
        let mut next = 0;
        loop {
            let size = self.size;
            let Some(best) = self.best.tree() else { return Ok(()) };
            let smaller = step.candidates(best).skip(next);
            let candidates = smaller.enumerate().filter_map(|(index, candidate)| {
                let candidate = self.form.apply(&candidate);
                (Size::of(&candidate) < size).then(|| (index, TestCase::from(candidate)))
            });
            let Options { threads, stop, progress, .. } = self.options;
            let found = speculate::first(candidates, *threads, stop, &|candidate| {
                let accepted = self.verdicts.judge(candidate)?;
                if let Some(report) = progress {
                    let calls = self.verdicts.calls();
                    report(&Progress { calls, lines: size.lines, step: step.name });
                }
                Ok(accepted)
            })?;
            let Some((index, candidate)) = found else { return Ok(()) };
            self.accept(candidate);
            next += index;
        }
    }
}
