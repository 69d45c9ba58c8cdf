//! A spec on its way: what was written for each key, where, and nothing checked across keys yet.

use std::collections::BTreeMap;

use super::contents::{Bodies, Connective, Cycles, Spec};
use super::error::{SpecError, closest, did_you_mean, excerpt};
use super::key::Key;
use super::keys::formula;
use super::preset::Preset;
use super::text::{Located, SourceText, Word};
use super::value::Value;
use super::{rules, toml};

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
    pub fn from_toml(source: &SourceText) -> Result<Draft, SpecError> {
        Draft::from_values(toml::read(source)?)
    }

    /// Names of keys with their values, wherever they come from.
    pub fn from_values(
        values: impl IntoIterator<Item = (Located<String>, Located<Value>)>,
    ) -> Result<Draft, SpecError> {
        let mut draft = Draft::default();
        for (name, value) in values {
            let key = Key::named(&name.value).ok_or_else(|| unknown_key(&name))?;
            draft.put(key, value)?;
        }
        Ok(draft)
    }

    /// Read the value of one key in its short form, in place of what it was before: lists are
    /// separated by commas, a pair is `p:q`, a required formula `and:p,q`, `or:p,q` or `none`. Errors
    /// point into the source.
    pub fn set_short(&mut self, key: &'static Key, source: &SourceText) -> Result<(), SpecError> {
        self.put(key, key.read_short(&source.whole())?)
    }

    /// This draft with the values of another in place of its own, wherever the other has one.
    pub fn overridden_by(mut self, other: Draft) -> Draft {
        self.values.extend(other.values);
        self
    }

    /// The keys that have a value of their own, each with its value in short.
    pub fn to_short(&self) -> impl Iterator<Item = (&'static Key, String)> {
        Key::all().filter_map(|key| Some((key, self.values.get(key.name)?.value.to_short())))
    }

    /// The value of a key, if it has one of its own.
    pub(super) fn written(&self, key: &Key) -> Option<&Value> {
        self.values.get(key.name).map(|value| &value.value)
    }

    /// Whether there is a value for the key of this name, its own or that of its preset.
    pub fn has(&self, key: &str) -> bool {
        let preset = || self.of_preset().ok().flatten();
        self.values.contains_key(key) || preset().is_some_and(|preset| preset.has(key))
    }

    /// Check everything and make the spec.
    pub fn build(&self) -> Result<Spec, SpecError> {
        match self.of_preset()? {
            Some(preset) => preset.overridden_by(self.clone()).check(),
            None => self.check(),
        }
    }

    /// What the preset says, if there is one.
    fn of_preset(&self) -> Result<Option<Draft>, SpecError> {
        let Some(name) = self.values.get("preset") else { return Ok(None) };
        let Some(preset) = Preset::ALL.iter().find(|preset| name.word().value == preset.name)
        else {
            return Ok(None);
        };
        Draft::from_values(preset.values()?).map(Some)
    }

    /// The spec of a draft that holds all its values.
    fn check(&self) -> Result<Spec, SpecError> {
        if let Some(key) = Key::all().find(|key| key.is_required() && !self.has(key.name)) {
            return Err(key.missing());
        }
        let mut spec = Spec::blank();
        for key in Key::all() {
            if let Some(value) = self.values.get(key.name) {
                key.check(value)?;
                (key.set)(&mut spec, value)?;
            }
        }
        rules::check(&spec, |key, position| {
            let value = self.values.get(key)?;
            let element = position.map(|position| value.value.elements().get(position));
            element.unwrap_or(Some(value))?.place.clone()
        })?;
        Ok(spec)
    }

    /// A value that was read from a text: refused at once if its key does not take it, even if another
    /// draft is going to override it.
    fn put(&mut self, key: &'static Key, value: Located<Value>) -> Result<(), SpecError> {
        key.check(&value)?;
        self.values.insert(key.name, value);
        Ok(())
    }

    /// A value that comes from nowhere.
    fn with(mut self, key: &'static str, value: Value) -> Draft {
        self.values.insert(key, Located::unplaced(value));
        self
    }
}

fn unknown_key(name: &Word) -> SpecError {
    let keys = Key::all().as_slice();
    let help = did_you_mean(closest(&name.value, keys, |key| key.name), "keys", keys);
    SpecError::new(format!("unknown key `{}`", excerpt(&name.value)), help).at(&name.place)
}

impl Spec {
    /// A spec to be built, key by key.
    pub fn builder() -> Draft {
        Draft::default()
    }

    /// This spec as a draft, to build another one from.
    pub fn to_draft(&self) -> Draft {
        Key::all().fold(Draft::default(), |draft, key| draft.with(key.name, (key.get)(self)))
    }

    /// Read a spec from TOML; `name` is what errors call the text.
    pub fn from_toml(name: &str, text: &str) -> Result<Spec, SpecError> {
        Draft::from_toml(&SourceText::new(name, text))?.build()
    }
}

/// Setters that read like the file. Whatever is wrong with a value, [`Draft::build`] says it.
impl Draft {
    /// A preset, whose values count for all keys that are not set.
    pub fn preset(self, name: &str) -> Draft {
        self.with("preset", Value::text(name))
    }

    /// The predicates, as `name/arity`: each heads at least one clause.
    pub fn predicates<T: ToString>(self, predicates: impl IntoIterator<Item = T>) -> Draft {
        self.with("predicates", Value::texts(predicates))
    }

    /// The predicates that head no clause and may stand in bodies, as `name/arity`.
    pub fn data<T: ToString>(self, predicates: impl IntoIterator<Item = T>) -> Draft {
        self.with("data", Value::texts(predicates))
    }

    /// Predicates `p1`, `p2`, … of these arities.
    pub fn arities<'a>(self, arities: impl IntoIterator<Item = &'a usize>) -> Draft {
        let named = (1..).zip(arities).map(|(number, arity)| format!("p{number}/{arity}"));
        self.predicates(named)
    }

    /// How many variables a clause may have, or their names.
    pub fn variables(self, variables: impl Into<Names>) -> Draft {
        self.with("variables", variables.into().0)
    }

    /// How many constants there are, or their names.
    pub fn constants(self, constants: impl Into<Names>) -> Draft {
        self.with("constants", constants.into().0)
    }

    /// The most nodes a body may have.
    pub fn max_nodes(self, nodes: usize) -> Draft {
        self.with("max_nodes", Value::Integer(nodes.to_string()))
    }

    /// The most clauses a program may have.
    pub fn max_clauses(self, clauses: usize) -> Draft {
        self.with("max_clauses", Value::Integer(clauses.to_string()))
    }

    /// The fewest clauses a program may have.
    pub fn min_clauses(self, clauses: usize) -> Draft {
        self.with("min_clauses", Value::Integer(clauses.to_string()))
    }

    /// How many clauses predicates head, exactly, by name or `name/arity`.
    pub fn clauses<P: ToString>(self, counts: impl IntoIterator<Item = (P, usize)>) -> Draft {
        let count = |(p, count): (P, usize)| (p.to_string(), Value::Integer(count.to_string()));
        self.with("clauses", Value::table(counts.into_iter().map(count)))
    }

    /// What the probability of each clause is drawn from: numbers, or texts such as `1/3`.
    pub fn probabilities<T: ToString>(self, probabilities: impl IntoIterator<Item = T>) -> Draft {
        self.with("probabilities", Value::texts(probabilities))
    }

    /// The same for each of some heads, by name or `name/arity`; `*` stands for all others.
    pub fn probabilities_of<P: ToString, T: ToString>(
        self,
        lists: impl IntoIterator<Item = (P, Vec<T>)>,
    ) -> Draft {
        let row = |(head, list): (P, Vec<T>)| (head.to_string(), Value::texts(list));
        self.with("probabilities", Value::table(lists.into_iter().map(row)))
    }

    /// Which cycles may occur among predicates.
    pub fn cycles(self, cycles: Cycles) -> Draft {
        self.with("cycles", Value::text(Cycles::NAMES[cycles as usize]))
    }

    /// What bodies look like.
    pub fn bodies(self, bodies: Bodies) -> Draft {
        self.with("bodies", Value::text(Bodies::NAMES[bodies as usize]))
    }

    /// Whether clauses without a body may occur.
    pub fn empty_bodies(self, allowed: bool) -> Draft {
        self.with("empty_bodies", Value::Truth(allowed))
    }

    /// Whether clauses must be safe: from left to right, or in any order if bodies are sets.
    pub fn safe(self, safe: bool) -> Draft {
        self.with("safe", Value::Truth(safe))
    }

    /// Whether the atoms of a clause must hang together by shared variables.
    pub fn connected(self, connected: bool) -> Draft {
        self.with("connected", Value::Truth(connected))
    }

    /// Whether a variable may occur in an atom several times.
    pub fn repeated_variables(self, allowed: bool) -> Draft {
        self.with("repeated_variables", Value::Truth(allowed))
    }

    /// Whether clauses may be tautologies, contradictory, with a repeated literal, or subsumed.
    pub fn redundant(self, redundant: bool) -> Draft {
        self.with("redundant", Value::Truth(redundant))
    }

    /// Whether every predicate must be derivable from data and facts.
    pub fn derivable(self, derivable: bool) -> Draft {
        self.with("derivable", Value::Truth(derivable))
    }

    /// The predicates by one of which every predicate must be used, by name or `name/arity`.
    pub fn goals<T: ToString>(self, goals: impl IntoIterator<Item = T>) -> Draft {
        self.with("goals", Value::texts(goals))
    }

    /// What stands in the bodies of some heads, exactly: `p` or `name/arity`, `3 p` if it is thrice, `not p` if negated, and `true` for an
    /// empty body.
    pub fn uses<P: ToString, T: ToString>(
        self,
        lists: impl IntoIterator<Item = (P, Vec<T>)>,
    ) -> Draft {
        let row = |(head, list): (P, Vec<T>)| (head.to_string(), Value::texts(list));
        self.with("uses", Value::table(lists.into_iter().map(row)))
    }

    /// Pairs of predicates that must not share a dependency, by name or `name/arity`.
    pub fn independent<P: ToString, Q: ToString>(
        self,
        pairs: impl IntoIterator<Item = (P, Q)>,
    ) -> Draft {
        self.with("independent", Value::pairs(pairs))
    }

    /// Some clause must hold a formula of these predicates, by name or `name/arity`.
    pub fn required<T: ToString>(
        self,
        connective: Connective,
        predicates: impl IntoIterator<Item = T>,
    ) -> Draft {
        self.with("required", formula(connective, predicates))
    }

    /// What pieces of a program weigh: rows such as `negation`, or `body.p` for an atom of `p` in a body,
    /// each with a positive number.
    pub fn weights<R: ToString, N: ToString>(
        self,
        weights: impl IntoIterator<Item = (R, N)>,
    ) -> Draft {
        self.with("weights", Value::cells(weights))
    }

    /// What programs should be like on average: rows such as `nodes`, or `head.q` for the clauses of `q`.
    pub fn averages<R: ToString, N: ToString>(
        self,
        averages: impl IntoIterator<Item = (R, N)>,
    ) -> Draft {
        self.with("averages", Value::cells(averages))
    }
}

/// Names, or how many of them.
#[derive(Clone, Debug)]
pub struct Names(Value);

impl From<usize> for Names {
    fn from(count: usize) -> Names {
        Names(Value::Integer(count.to_string()))
    }
}

impl<T: ToString, const N: usize> From<[T; N]> for Names {
    fn from(names: [T; N]) -> Names {
        Names(Value::texts(names))
    }
}

impl<T: ToString> From<Vec<T>> for Names {
    fn from(names: Vec<T>) -> Names {
        Names(Value::texts(names))
    }
}
