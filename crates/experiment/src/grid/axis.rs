//! One parameter of a grid: what it is called, which values it takes, and where they go.

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

/// One combination of parameters.
///
/// It has a field for each axis. The fields are those of records.
pub trait Point: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The axes, from the one that changes last to the one that changes first as runs are counted.
    /// There are two at least: the first has a list of values, and the last numbers the repeats.
    const AXES: &'static [Axis<Self>];

    /// What a sample of the grid is made of.
    const SAMPLED: Sampled;

    /// The axes whose values can be chosen, with their numbers; those that depend on another one last.
    fn settings() -> Vec<(usize, &'static Axis<Self>, Setting)> {
        let axes = Self::AXES.iter().enumerate();
        let mut settings: Vec<_> =
            axes.filter_map(|(number, axis)| Some((number, axis, axis.name.setting?))).collect();
        settings.sort_by_key(|(_, axis, _)| matches!(axis.values, Values::UpTo(_)));
        settings
    }

    /// The key of a stream of random numbers of its own for each combination and seed. So what is
    /// drawn does not depend on the rest of the grid, and the same run can be part of different grids.
    fn key(self, seed: u64) -> [u8; 32] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for axis in Self::AXES {
            let value = (axis.of(&self) as u64).to_le_bytes();
            let places = key.iter_mut().skip(axis.key_bytes.start).take(axis.key_bytes.len());
            places.zip(value).for_each(|(place, byte)| *place = byte);
        }
        key
    }
}

/// What a sample of a grid is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampled {
    /// Runs.
    Runs,
    /// Combinations, each with all of its repeats.
    Combinations,
}

/// A parameter of a grid.
#[derive(Clone, Debug)]
pub struct Axis<P> {
    /// What it is called.
    pub name: Name,
    /// Its value in a combination.
    pub field: fn(&mut P) -> &mut usize,
    /// Where its value goes in the key of random numbers. The first eight bytes are the seed's.
    pub key_bytes: Range<usize>,
    /// The values it takes by default.
    pub values: Values,
    /// The smallest and the largest value that can be chosen.
    pub limits: RangeInclusive<usize>,
}

/// What an axis is called.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// In reports and messages.
    pub label: &'static str,
    /// Where other values than those by default are chosen, if they can be.
    pub setting: Option<Setting>,
}

/// The name of the axis that tells runs with the same parameters apart.
pub const REPEAT: Name = Name::fixed("repeat");

/// Limits that exclude nothing.
pub const ANY: RangeInclusive<usize> = 0..=usize::MAX;

/// Which values an axis takes by default.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// These, ascending.
    List(&'static [usize]),
    /// All from zero to a number that depends on the value of the first axis. If a list is given,
    /// those of its values.
    UpTo(fn(usize) -> usize),
    /// The numbers of the repeats.
    Repeats,
}

/// How the values of an axis are chosen.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name of its list in configurations.
    pub key: &'static str,
    /// Its name on command lines.
    pub flag: &'static str,
    /// What it means, in a sentence.
    pub help: &'static str,
}

impl Name {
    /// The name of an axis whose values cannot be chosen.
    pub const fn fixed(label: &'static str) -> Name {
        Name { label, setting: None }
    }

    /// The name of an axis whose values are numbers of something.
    pub const fn new(
        label: &'static str,
        key: &'static str,
        flag: &'static str,
        help: &'static str,
    ) -> Name {
        Name { label, setting: Some(Setting { key, flag, help }) }
    }
}

impl<P: Point> Axis<P> {
    /// An axis, in one line of a list of them.
    pub const fn new(
        name: Name,
        field: fn(&mut P) -> &mut usize,
        key_bytes: Range<usize>,
        values: Values,
        limits: RangeInclusive<usize>,
    ) -> Axis<P> {
        Axis { name, field, key_bytes, values, limits }
    }

    /// Its value in a combination.
    pub fn of(&self, point: &P) -> usize {
        *(self.field)(&mut { *point })
    }

    /// The values it takes by default, in words.
    pub fn default_in_words(&self) -> String {
        match self.values {
            Values::List(list) => comma_separated(list),
            Values::UpTo(_) | Values::Repeats => "all".to_owned(),
        }
    }
}

pub(super) fn comma_separated(values: &[usize]) -> String {
    values.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}
