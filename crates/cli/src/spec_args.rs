//! The flags that make up a spec, the same for every command.

use std::path::Path;

use randlog_generate::Spec;
use randlog_generate::spec::{Draft, Key, Source, SpecError};

use crate::failure::Failure;
use crate::{header, input};

/// The spec as flags. Each overrides the key of the same name in the file.
///
/// Values are read by the library, which knows the rules and can point at the offending part.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Spec (each flag overrides the same key of the file)")]
pub(crate) struct SpecFlags {
    /// Predicates with their arities; each heads at least one clause
    #[arg(long, value_name = "NAME/ARITY,…")]
    predicates: Option<String>,

    /// Variables: how many, or their names
    #[arg(long, value_name = "N|NAME,…", allow_hyphen_values = true)]
    variables: Option<String>,

    /// Constants: how many, or their names
    #[arg(long, value_name = "N|NAME,…", allow_hyphen_values = true)]
    constants: Option<String>,

    /// The most nodes a body may have: atoms, negations, conjunctions, disjunctions
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_nodes: Option<String>,

    /// The most clauses a program may have
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_clauses: Option<String>,

    /// The list that the probability of each clause is drawn from [default: 1]
    #[arg(long, value_name = "P,…", allow_hyphen_values = true)]
    probabilities: Option<String>,

    /// Which cycles may occur among predicates: any, stratified (no negation in a cycle) or
    /// acyclic [default: stratified]
    #[arg(long, value_name = "RULE")]
    cycles: Option<String>,

    /// What bodies look like: formula (any tree) or conjunction (of literals) [default: formula]
    #[arg(long, value_name = "FORM")]
    bodies: Option<String>,

    /// Whether clauses without a body may occur [default: true]
    #[arg(long, value_name = "BOOL")]
    empty_bodies: Option<String>,

    /// Only clauses that are safe from left to right (`--safe=false` overrides a file)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    safe: Option<String>,

    /// Pairs of predicates that must not share a dependency
    #[arg(long, value_name = "P:Q,…")]
    independent: Option<String>,

    /// Some clause must hold a conjunction (and) or disjunction (or) of these predicates, or `none`
    #[arg(long, value_name = "and:P,Q,…")]
    required: Option<String>,
}

impl SpecFlags {
    /// The spec from a file, if there is one, and the flags. The file may also be a program that
    /// carries its spec in its header.
    pub(crate) fn spec(&self, file: Option<&Path>) -> Result<Spec, Failure> {
        let base = match file {
            Some(path) => Draft::from_toml(&spec_source(path)?)?,
            None => Draft::default(),
        };
        Ok(base.overridden_by(self.draft()?).build()?)
    }

    /// The spec that a program file carries in its header, with the flags over it.
    pub(crate) fn over(&self, source: &Source) -> Result<Spec, SpecError> {
        Draft::from_toml(source)?.overridden_by(self.draft()?).build()
    }

    /// Has any flag been given?
    pub(crate) fn is_empty(&self) -> bool {
        self.values().iter().all(|(_, value)| value.is_none())
    }

    fn draft(&self) -> Result<Draft, SpecError> {
        let mut draft = Draft::default();
        for (key, value) in self.values() {
            if let Some(value) = value {
                draft.set_flag(key, value)?;
            }
        }
        Ok(draft)
    }

    fn values(&self) -> [(Key, &Option<String>); 12] {
        [
            (Key::Predicates, &self.predicates),
            (Key::Variables, &self.variables),
            (Key::Constants, &self.constants),
            (Key::MaxNodes, &self.max_nodes),
            (Key::MaxClauses, &self.max_clauses),
            (Key::Probabilities, &self.probabilities),
            (Key::Cycles, &self.cycles),
            (Key::Bodies, &self.bodies),
            (Key::EmptyBodies, &self.empty_bodies),
            (Key::Safe, &self.safe),
            (Key::Independent, &self.independent),
            (Key::Required, &self.required),
        ]
    }
}

fn spec_source(path: &Path) -> Result<Source, Failure> {
    let bytes = input::read_at_most(path, Source::MAX_BYTES + 1)?;
    let bytes = header::spec_bytes(&bytes).unwrap_or(bytes);
    Ok(Source::from_bytes(path.display().to_string(), bytes)?)
}
