//! A spec as the text of a TOML file.

use std::fmt::Display;

use randlog_logic::{Probability, Symbol};

use super::key::Key;
use super::{Bodies, Connective, Cycles, Spec};

impl Spec {
    /// The lines of a TOML file that holds this spec, every key spelled out.
    pub fn to_toml(&self) -> String {
        Key::ALL
            .into_iter()
            .filter_map(|key| self.value(key).map(|value| format!("{key} = {value}\n")))
            .collect()
    }

    /// The value of a key as TOML; `None` for what a spec can only have by leaving it out.
    fn value(&self, key: Key) -> Option<String> {
        Some(match key {
            Key::Predicates => list(self.predicates.iter().map(quoted)),
            Key::Variables => names(&self.variables),
            Key::Constants => names(&self.constants),
            Key::MaxNodes => self.max_nodes.to_string(),
            Key::MaxClauses => self.max_clauses.to_string(),
            Key::Probabilities => list(self.probabilities.iter().map(number)),
            Key::Cycles => quoted(match self.cycles {
                Cycles::Any => "any",
                Cycles::Stratified => "stratified",
                Cycles::Acyclic => "acyclic",
            }),
            Key::Bodies => quoted(match self.bodies {
                Bodies::Formula => "formula",
                Bodies::Conjunction => "conjunction",
            }),
            Key::EmptyBodies => self.empty_bodies.to_string(),
            Key::Safe => self.safe.to_string(),
            Key::Independent => list(
                self.independent
                    .iter()
                    .map(|&(a, b)| list([a, b].map(|i| self.reference(i)).into_iter())),
            ),
            Key::Required => {
                let required = self.required.as_ref()?;
                let connective = match required.connective {
                    Connective::And => "and",
                    Connective::Or => "or",
                };
                let predicates = required.predicates.iter().map(|&i| self.reference(i));
                format!("{{ {connective} = {} }}", list(predicates))
            }
        })
    }

    /// How a predicate is mentioned: by its name, or with its arity where that is ambiguous.
    fn reference(&self, position: usize) -> String {
        let predicate = &self.predicates[position];
        let namesakes = self.predicates.iter().filter(|other| other.name == predicate.name);
        if namesakes.count() > 1 { quoted(predicate) } else { quoted(&predicate.name) }
    }
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

fn names(names: &[Symbol]) -> String {
    list(names.iter().map(quoted))
}

/// Nothing in a valid spec needs escaping.
fn quoted(text: impl Display) -> String {
    format!("\"{text}\"")
}

/// Decimal numbers as TOML numbers; fractions without a decimal form as strings.
fn number(probability: &Probability) -> String {
    let text = probability.to_string();
    if text.contains('/') { quoted(text) } else { text }
}
