//! The parameters that the paper plots.

use std::fmt;

use super::grid::Parameters;

/// A parameter that the paper plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its label")]
pub enum Parameter {
    Predicates,
    Variables,
    Constants,
    MaxNodes,
    AdditionalClauses,
    MaxArity,
}

impl Parameter {
    /// All of them.
    pub const ALL: [Parameter; 6] = [
        Parameter::Predicates,
        Parameter::Variables,
        Parameter::Constants,
        Parameter::MaxNodes,
        Parameter::AdditionalClauses,
        Parameter::MaxArity,
    ];

    /// Its value in a combination.
    pub fn of(self, parameters: &Parameters) -> usize {
        match self {
            Parameter::Predicates => parameters.predicates,
            Parameter::Variables => parameters.variables,
            Parameter::Constants => parameters.constants,
            Parameter::MaxNodes => parameters.max_nodes,
            Parameter::AdditionalClauses => parameters.additional_clauses,
            Parameter::MaxArity => parameters.max_arity,
        }
    }
}

impl Parameter {
    /// Its name in the fields of a record.
    pub fn key(self) -> &'static str {
        match self {
            Parameter::Predicates => "predicates",
            Parameter::Variables => "variables",
            Parameter::Constants => "constants",
            Parameter::MaxNodes => "max_nodes",
            Parameter::AdditionalClauses => "additional_clauses",
            Parameter::MaxArity => "max_arity",
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Parameter::Predicates => "predicates",
            Parameter::Variables => "variables",
            Parameter::Constants => "constants",
            Parameter::MaxNodes => "nodes of a body",
            Parameter::AdditionalClauses => "additional clauses",
            Parameter::MaxArity => "largest arity",
        })
    }
}
