//! Sets of features.

use miette::Diagnostic;

use super::table::{FEATURES, Stage};

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
        match FEATURES[place].stage {
            Stage::Present { needed_by, .. } => needed_by.iter().try_for_each(|it| self.remove(it)),
            _ => Ok(()),
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
