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

/// Why a name stands for no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum UnknownEngine {
    /// No engine has it.
    #[error("there is no engine `{0}`")]
    #[diagnostic(help(
        "the engines are {}; one of your own is written NAME=COMMAND",
        Catalogue::names().join(", ")
    ))]
    NoSuch(String),

    /// The user's own engine would be taken for one of ours: in tables, and as the reference.
    #[error("`{0}` is the name of another engine")]
    #[diagnostic(help("choose another name for your own, such as `my-{0}=COMMAND`"))]
    Taken(String),
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
        Catalogue::names().into_iter().filter_map(|name| self.known(name)).collect()
    }

    /// The engine of this name; or an engine of the user's own, `NAME=COMMAND`.
    pub fn engine(&self, name: &str) -> Result<Box<dyn Engine>, UnknownEngine> {
        if let Some(engine) = self.known(name) {
            return Ok(engine);
        }
        match name.parse::<external::Command>() {
            Ok(own) if self.known(own.name()).is_some() => {
                Err(UnknownEngine::Taken(own.name().to_owned()))
            }
            Ok(own) => Ok(Box::new(own)),
            Err(_) => Err(UnknownEngine::NoSuch(name.to_owned())),
        }
    }

    fn known(&self, name: &str) -> Option<Box<dyn Engine>> {
        let environment = self.environment.clone();
        let back_end = if name == "nnf" { "ddnnf" } else { name };
        if let Some(&back_end) = BACK_ENDS.iter().find(|known| **known == back_end) {
            return Some(Box::new(ProbLog { back_end, environment }));
        }
        match name {
            "exact" => Some(Box::new(BuiltIn { executable: self.executable.clone() })),
            "clingo" => Some(Box::new(Clingo { environment })),
            "aspmc" => Some(Box::new(Aspmc { environment })),
            _ => None,
        }
    }
}
