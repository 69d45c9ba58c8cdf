//! All engines, by name.

use std::path::PathBuf;

use miette::Diagnostic;

use super::aspmc::Aspmc;
use super::builtin::BuiltIn;
use super::clingo::Clingo;
use super::problog::{BACK_ENDS, ProbLog};
use super::python::Environment;
use super::{Engine, external};

/// Where engines are found.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The `randlog` executable.
    pub executable: PathBuf,
    /// Those from Python.
    pub environment: Environment,
}

/// What the name of an engine stands for, for lists.
const DESCRIPTIONS: [(&str, &str); 9] = [
    ("exact", "built in"),
    ("sdd", "ProbLog, sentential decision diagrams of what is relevant to the query"),
    ("sddx", "ProbLog, sentential decision diagrams of the whole program"),
    ("bdd", "ProbLog, binary decision diagrams"),
    ("ddnnf", "ProbLog, d-DNNF; `nnf` is the same under another name"),
    ("kbest", "ProbLog, the k best proofs; may answer with an interval"),
    ("fsdd", "ProbLog, forward compilation to sentential decision diagrams"),
    ("clingo", "all stable models, for small programs"),
    ("aspmc", "algebraic model counting"),
];

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("there is no engine `{name}`")]
#[diagnostic(help(
    "the engines are {}; one of your own is written NAME=COMMAND",
    Catalogue::names().join(", ")
))]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

impl Catalogue {
    /// The names of all engines.
    pub fn names() -> [&'static str; 9] {
        DESCRIPTIONS.map(|(name, _)| name)
    }

    /// What an engine is, in words.
    pub fn description(name: &str) -> &'static str {
        DESCRIPTIONS.iter().find(|(known, _)| *known == name).map_or("", |(_, words)| words)
    }

    /// All engines, installed or not.
    pub fn all(&self) -> Vec<Box<dyn Engine>> {
        Catalogue::names().into_iter().filter_map(|name| self.engine(name).ok()).collect()
    }

    /// The engine of this name; or an engine of the user's own, `NAME=COMMAND`.
    pub fn engine(&self, name: &str) -> Result<Box<dyn Engine>, UnknownEngine> {
        let environment = self.environment.clone();
        let back_end = if name == "nnf" { "ddnnf" } else { name };
        if let Some(&back_end) = BACK_ENDS.iter().find(|known| **known == back_end) {
            return Ok(Box::new(ProbLog { back_end, environment }));
        }
        match name {
            "exact" => Ok(Box::new(BuiltIn { executable: self.executable.clone() })),
            "clingo" => Ok(Box::new(Clingo { environment })),
            "aspmc" => Ok(Box::new(Aspmc { environment })),
            other => match other.parse::<external::Command>() {
                Ok(command) => Ok(Box::new(command)),
                Err(_) => Err(UnknownEngine { name: name.to_owned() }),
            },
        }
    }
}
