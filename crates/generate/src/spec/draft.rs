//! A spec on its way: what was written for each key, where, and nothing checked across keys yet.

use std::collections::BTreeMap;

use super::keys::Key;
use super::place::{Located, Place, Source};
use super::problem::{Problem, SpecError};
use super::value::Value;
use super::{Spec, rules, short, toml};

/// A spec as it was written: in a file, in short on a command line, or by setters that have the names
/// of the keys. Every part is still optional.
///
/// Drafts are laid over each other ([`Draft::overridden_by`]) and then checked as a whole
/// ([`Draft::build`]). What was read from a text remembers its place, so that errors found late still
/// point at it.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    values: BTreeMap<&'static str, Located<Value>>,
}

impl Draft {
    /// Read a TOML file.
    pub fn from_toml(source: &Source) -> Result<Draft, SpecError> {
        let mut draft = Draft::default();
        for (key, value) in toml::read(source)? {
            draft.put(key, value)?;
        }
        Ok(draft)
    }

    /// Read the value of one key in its short form, in place of what it was before: lists are
    /// separated by commas, a pair is `p:q`, a required formula `and:p,q`, `or:p,q` or `none`. Errors
    /// point into the source.
    pub fn set_short(&mut self, key: &'static Key, source: &Source) -> Result<(), SpecError> {
        self.put(key, short::read(key, &source.whole())?)
    }

    /// This draft with the values of another in place of its own, wherever the other has one.
    pub fn overridden_by(mut self, other: Draft) -> Draft {
        self.values.extend(other.values);
        self
    }

    /// Whether there is a value for the key of this name.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Check everything and make the spec.
    pub fn build(&self) -> Result<Spec, SpecError> {
        if let Some(key) = Key::all().find(|key| key.is_required() && self.get(key.name).is_none())
        {
            return Err(Problem::Missing(key).nowhere());
        }
        let mut spec = Spec::blank();
        for key in Key::all() {
            if let Some(value) = self.get(key.name) {
                value.check(key)?;
                (key.set)(&mut spec, value)?;
            }
        }
        rules::check(&spec, self)?;
        Ok(spec)
    }

    /// A value that was read from a text: refused at once if it is out of range, even if another
    /// draft is going to override it.
    fn put(&mut self, key: &'static Key, value: Located<Value>) -> Result<(), SpecError> {
        value.check(key)?;
        self.values.insert(key.name, value);
        Ok(())
    }

    /// A value that comes from nowhere.
    pub(super) fn with(mut self, key: &'static str, value: Value) -> Draft {
        self.values.insert(key, Located::unplaced(value));
        self
    }

    pub(super) fn get(&self, key: &str) -> Option<&Located<Value>> {
        self.values.get(key)
    }

    /// Where the value of a key was written.
    pub(super) fn place(&self, key: &str) -> Option<Place> {
        self.get(key).and_then(|value| value.place.clone())
    }
}

impl From<&Spec> for Draft {
    /// A finished spec, to be changed.
    fn from(spec: &Spec) -> Draft {
        Key::all().fold(Draft::default(), |draft, key| draft.with(key.name, (key.get)(spec)))
    }
}
