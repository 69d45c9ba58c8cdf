//! Programs without facts: what is asked of them, and lists of all of them.

use miette::Diagnostic;
use randlog_generate::Spec;
use randlog_logic::{Atom, Dialect};

use crate::invocation::{BadFlag, BadHeader, Invocation};

/// How drawn programs are written, and what they ask.
#[derive(Clone, Debug, PartialEq)]
pub struct Programs {
    /// The language.
    pub dialect: Dialect,
    /// Whether no program is drawn twice.
    pub distinct: bool,
    /// What every program asks.
    pub queries: Vec<Atom>,
}

impl From<Dialect> for Programs {
    /// Programs in a language, which ask nothing and may repeat each other.
    fn from(dialect: Dialect) -> Programs {
        Programs { dialect, distinct: false, queries: Vec::new() }
    }
}

impl Programs {
    /// Let every program ask this, about a predicate of the spec.
    pub fn ask(&mut self, spec: &Spec, text: &str) -> Result<(), BadQuery> {
        let bad = |reason: String| BadQuery { text: text.to_owned(), reason };
        let trimmed = text.trim().trim_end_matches('.');
        let program = Dialect::ProbLog.parse(&format!("query({trimmed})."));
        let program = program.map_err(|error| bad(error.problem().to_string()))?;
        let [query] = &program.queries[..] else {
            return Err(bad("it is not one atom".to_owned()));
        };
        let predicate = query.atom.predicate();
        if !spec.predicates().contains(&predicate) {
            return Err(bad(format!("the spec has no predicate {predicate}")));
        }
        self.queries.push(query.atom.clone());
        Ok(())
    }
}

/// A text that programs cannot ask.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("cannot ask for `{text}`: {reason}")]
#[diagnostic(help("write one atom, such as `p`, `p(a)` or `p(a,X)`"))]
pub struct BadQuery {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A list of all programs of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Which programs.
    pub spec: Spec,
    /// The language.
    pub dialect: Dialect,
    /// How many at most.
    pub limit: Option<u64>,
}

impl Enumeration {
    /// What a command is asked to do.
    pub fn invocation(&self) -> Invocation {
        let invocation = Invocation::about("enumerate", self.spec.clone());
        let limited = self.limit.into_iter().fold(invocation, |it, limit| it.with("limit", limit));
        limited.with("format", self.dialect)
    }

    /// The enumeration that a command was asked for.
    pub fn from_invocation(invocation: &Invocation) -> Result<Enumeration, BadHeader> {
        let spec = match (&invocation.spec, invocation.command.as_str()) {
            (Some(spec), "enumerate") => spec.clone(),
            _ => return Err(BadHeader::word(&invocation.command)),
        };
        let mut list = Enumeration { spec, dialect: Dialect::ProbLog, limit: None };
        invocation.read_flags(|name, value| {
            match name {
                "limit" => list.limit = Some(value.parse()?),
                "format" => list.dialect = dialect(value)?,
                _ => return Err(BadFlag::Name),
            }
            Ok(())
        })?;
        Ok(list)
    }
}

/// The language of this name.
pub(crate) fn dialect(name: &str) -> Result<Dialect, BadFlag> {
    Dialect::ALL.into_iter().find(|dialect| dialect.name() == name).ok_or(BadFlag::Value)
}
