//! Sets of features.

use miette::Diagnostic;
use randlog_logic::Program;

use super::table::{FEATURES, Feature};

/// A set of [`FEATURES`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// A bit for each, by its place in the table.
    bits: u64,
}

/// A name that is no feature's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("there is no feature `{0}`")]
#[diagnostic(help("the features are {}", FEATURES.map(|feature| feature.name).join(", ")))]
pub struct UnknownFeature(String);

impl Features {
    /// No feature.
    pub fn none() -> Features {
        Features::default()
    }

    /// All of them.
    pub fn all() -> Features {
        Features { bits: (1 << FEATURES.len()) - 1 }
    }

    /// All but those of these names.
    ///
    /// ```
    /// use randlog_faults::draw::Features;
    ///
    /// let features = Features::without(&["evidence"])?;
    /// assert!(!features.names().any(|name| name == "evidence"));
    /// assert!(Features::without(&["elephants"]).is_err());
    /// # Ok::<(), randlog_faults::draw::UnknownFeature>(())
    /// ```
    pub fn without(names: &[impl AsRef<str>]) -> Result<Features, UnknownFeature> {
        let mut features = Features::all();
        for name in names {
            features.remove(name.as_ref())?;
        }
        Ok(features)
    }

    /// Take one out, and those that are nothing without it.
    fn remove(&mut self, name: &str) -> Result<(), UnknownFeature> {
        let place = FEATURES.iter().position(|feature| feature.name == name);
        let place = place.ok_or_else(|| UnknownFeature(name.to_owned()))?;
        self.bits &= !(1 << place);
        FEATURES[place].needed_by.iter().try_for_each(|name| self.remove(name))
    }

    /// A feature that a program has, although it is not among them.
    pub fn violated_by(&self, program: &Program) -> Option<&'static str> {
        let off = (0..FEATURES.len()).filter(|&place| !self.contains(place));
        let mut shown = off.map(|place| &FEATURES[place]);
        let found = shown.find(|feature| feature.shows.is_some_and(|shows| shows(program)))?;
        Some(found.name)
    }

    /// Keep some of them.
    pub(super) fn retain(&mut self, keep: impl Fn(&Feature) -> bool) {
        for (place, feature) in FEATURES.iter().enumerate() {
            if !keep(feature) {
                self.bits &= !(1 << place);
            }
        }
    }

    pub(super) fn insert(&mut self, place: usize) {
        self.bits |= 1 << place;
    }

    /// Is the feature at this place of the table among them?
    pub fn contains(&self, place: usize) -> bool {
        self.bits & (1 << place) != 0
    }

    /// Their names, in the order of the table.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        let places = (0..FEATURES.len()).filter(|&place| self.contains(place));
        places.map(|place| FEATURES[place].name)
    }
}
