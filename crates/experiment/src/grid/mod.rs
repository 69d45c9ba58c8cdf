//! All combinations of some parameters, as a list of runs.
//!
//! A parameter is an [`Axis`]: a name, the values that it takes by default, and how to choose others.
//! An experiment lists its axes once, in its [`Point`], and everything that speaks of them is made
//! from that list: its configuration, the numbers of its runs, the random numbers of each run, the
//! flags on the command line. A new parameter is a field and an entry.
//!
//! ```
//! use randlog_recipe::Invocation;
//! use randlog_experiment::grid::{ANY, Axis, Grid, Name, Point, REPEAT, Sampled, Values};
//!
//! /// Throws of some dice, of which some are hidden.
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
//! struct Throw {
//!     dice: usize,
//!     hidden: usize,
//!     repeat: usize,
//! }
//!
//! const DICE: Name = Name::new("dice", "dice", "dice", "Numbers of dice");
//! const HIDDEN: Name = Name::fixed("hidden dice");
//!
//! impl Point for Throw {
//!     const AXES: &'static [Axis<Throw>] = &[
//!         Axis::new(DICE, |throw| &mut throw.dice, 8..9, Values::List(&[1, 2, 4]), 1..=255),
//!         Axis::new(HIDDEN, |throw| &mut throw.hidden, 9..10, Values::UpTo(|dice| dice), ANY),
//!         Axis::new(REPEAT, |throw| &mut throw.repeat, 12..16, Values::Repeats, ANY),
//!     ];
//!     const SAMPLED: Sampled = Sampled::Runs;
//! }
//!
//! let grid = Grid::<Throw>::default();
//! assert_eq!(grid.combinations(), Some(2 + 3 + 5));
//! assert_eq!(grid.runs(), Some(100), "ten repeats each");
//! assert_eq!(grid.combination(99), Some(Throw { dice: 4, hidden: 4, repeat: 9 }));
//! let grid = grid.with("dice", [1, 3])?;
//! let command = grid.flags(Invocation::new("experiment dice", "DIR"));
//! assert_eq!(command.line(), "randlog experiment dice DIR --dice 1,3");
//! # Ok::<(), randlog_experiment::Error>(())
//! ```

mod axis;
mod config;

use randlog_recipe::Invocation;
use std::marker::PhantomData;

use randlog_base::random::{ChaCha8Rng, SeedableRng, subset};
use serde::{Deserialize, Serialize};

use crate::Error;
use axis::comma_separated;
pub use axis::{ANY, Axis, Name, Point, REPEAT, Sampled, Setting, Values};

/// No grid has more runs.
const MOST_RUNS: u64 = 1 << 32;

/// How many repeats there are by default.
const REPEATS: usize = 10;

/// Which runs there are: all combinations of the values of all axes, or a sample of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "config::Fields", try_from = "config::Fields", bound = "P: Point")]
pub struct Grid<P> {
    /// Everything random comes from this.
    pub seed: u64,
    /// How many runs each combination has.
    pub repeats: usize,
    /// Only so many runs or combinations, chosen at random.
    pub sample: Option<u64>,
    /// For each axis the values that were chosen, ascending, if they are not those by default.
    chosen: Vec<Option<Vec<usize>>>,
    point: PhantomData<P>,
}

impl<P: Point> Default for Grid<P> {
    fn default() -> Grid<P> {
        let chosen = vec![None; P::AXES.len()];
        Grid { seed: 1, repeats: REPEATS, sample: None, chosen, point: PhantomData }
    }
}

/// The values that an axis takes, ascending: this many, of a list or else from zero on.
#[derive(Clone, Copy)]
struct Taken<'g> {
    len: usize,
    list: Option<&'g [usize]>,
}

impl Taken<'_> {
    fn value(self, place: usize) -> usize {
        self.list.map_or(place, |list| list[place])
    }
}

impl<P: Point> Grid<P> {
    /// The grid with other values of an axis, which is named by the key of its [`Setting`].
    pub fn with(mut self, key: &str, values: impl Into<Vec<usize>>) -> Result<Grid<P>, Error> {
        let axis = P::settings().into_iter().find(|(_, _, setting)| setting.key == key);
        let unknown = || Error::BadGrid(format!("there is no axis `{key}`"));
        self.choose(axis.ok_or_else(unknown)?.0, values);
        Ok(self)
    }

    fn choose(&mut self, axis: usize, values: impl Into<Vec<usize>>) {
        let mut values = values.into();
        values.sort_unstable();
        values.dedup();
        let is_default = matches!(P::AXES[axis].values, Values::List(list) if list == values);
        self.chosen[axis] = (!is_default).then_some(values);
    }

    /// Whether there is a run, not too many of them, and all values are within limits.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let bad = |reason: String| Err(Error::BadGrid(reason));
        for (Axis { name: Name { label, .. }, limits, .. }, values) in
            P::AXES.iter().zip(&self.chosen)
        {
            match values.as_deref() {
                Some([]) => return bad(format!("the list of {label} is empty")),
                Some([least, ..]) if least < limits.start() => {
                    return bad(format!("{label}: {least} is less than {}", limits.start()));
                }
                Some([.., most]) if most > limits.end() => {
                    return bad(format!("{label}: {most} is more than {}", limits.end()));
                }
                _ => {}
            }
        }
        match self.runs() {
            _ if self.repeats == 0 => bad("there is nothing to run without repeats".to_owned()),
            Some(0) => bad("no combination of these values is a run".to_owned()),
            Some(runs) if runs < MOST_RUNS => Ok(()),
            _ => bad("more than 2^32 runs".to_owned()),
        }
    }

    /// The values of an axis where the first one has this value.
    fn taken(&self, axis: usize, first: usize) -> Taken<'_> {
        let chosen = self.chosen[axis].as_deref();
        let (end, list) = match P::AXES[axis].values {
            Values::Repeats => (self.repeats, None),
            Values::List(list) => (list.len(), chosen.or(Some(list))),
            Values::UpTo(bound) => {
                let end = bound(first).saturating_add(1);
                (end, chosen.map(|list| &list[..list.partition_point(|&value| value < end)]))
            }
        };
        Taken { len: list.map_or(end, <[usize]>::len), list }
    }

    /// For each value of the first axis, that value and the number of its runs.
    fn blocks(&self) -> impl Iterator<Item = (usize, Option<u64>)> {
        let firsts = self.taken(0, 0);
        (0..firsts.len).map(move |place| firsts.value(place)).map(|first| {
            let mut lengths = (1..P::AXES.len()).map(|axis| self.taken(axis, first).len as u64);
            (first, lengths.try_fold(1, u64::checked_mul))
        })
    }

    /// The number of runs of the whole grid, unless it is astronomic.
    pub fn runs(&self) -> Option<u64> {
        self.blocks().try_fold(0_u64, |sum, (_, runs)| sum.checked_add(runs?))
    }

    /// The number of combinations of the whole grid, without repeats, unless it is astronomic.
    pub fn combinations(&self) -> Option<u64> {
        Grid { repeats: 1, ..self.clone() }.runs()
    }

    /// The numbers of all runs, ascending: positions in the whole grid. Repeats are next to each other.
    pub fn ids(&self) -> Vec<u64> {
        let together = match P::SAMPLED {
            Sampled::Runs => 1,
            Sampled::Combinations => self.repeats as u64,
        };
        let size = self.runs().unwrap_or(0).checked_div(together).unwrap_or(0);
        let chosen = match self.sample {
            Some(wanted) if wanted < size => {
                subset(&mut ChaCha8Rng::seed_from_u64(self.seed), size, wanted)
            }
            _ => (0..size).collect(),
        };
        chosen.into_iter().flat_map(|at| at * together..(at + 1) * together).collect()
    }

    /// The combination at a position of the grid.
    pub fn combination(&self, id: u64) -> Option<P> {
        let mut rest = id;
        for (first, runs) in self.blocks() {
            let runs = runs?;
            if rest < runs {
                return Some(self.in_block(first, rest));
            }
            rest -= runs;
        }
        None
    }

    /// The position is a number, and the values of the axes are its digits.
    fn in_block(&self, first: usize, mut position: u64) -> P {
        let mut point = P::default();
        for (axis, Axis { field, .. }) in P::AXES.iter().enumerate().skip(1).rev() {
            let taken = self.taken(axis, first);
            *field(&mut point) = taken.value((position % taken.len as u64) as usize);
            position /= taken.len as u64;
        }
        *(P::AXES[0].field)(&mut point) = first;
        point
    }

    /// The smallest and the largest value of each axis that has a list, and zero for the others.
    pub(crate) fn corners(&self) -> (P, P) {
        let (mut least, mut most) = (P::default(), P::default());
        for (number, axis) in P::AXES.iter().enumerate() {
            if let (Values::List(_), Some(list)) = (axis.values, self.taken(number, 0).list) {
                *(axis.field)(&mut least) = list.first().copied().unwrap_or(0);
                *(axis.field)(&mut most) = list.last().copied().unwrap_or(0);
            }
        }
        (least, most)
    }

    /// A command with flags for what is not as by default, apart from the seed.
    pub fn flags(&self, mut command: Invocation) -> Invocation {
        for (number, _, setting) in P::settings() {
            if let Some(values) = &self.chosen[number] {
                command = command.with(setting.flag, comma_separated(values));
            }
        }
        command = command.with_unless(REPEATS, "repeats", self.repeats);
        self.sample.into_iter().fold(command, |it, sample| it.with("sample", sample))
    }
}
