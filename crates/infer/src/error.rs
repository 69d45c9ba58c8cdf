//! Why there is no answer.

use crate::prepared::with_blanks;
use randlog_base::stop::Stopped;
use randlog_logic::built_ins::{is_built_in, is_elsewhere};
use randlog_logic::{Atom, Goal, Predicate, SourcePlace, User};
use std::fmt;
use std::time::Duration;

/// Why there is no answer. There is never a wrong one instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing is asked.
    #[error("the program has no query")]
    NoQuery,
    /// A variable gets no value before one is needed.
    #[error("{reason}, in the clause {clause}")]
    Unsafe {
        /// The clause.
        clause: Quotation,
        /// The variable, and where it offends.
        reason: String,
    },
    /// The truth of an atom depends on its own falsehood.
    #[error("a cycle through a negation: {}", CycleText(.cycle))]
    NegativeCycle {
        /// Ground atoms, each with whether the next one is used under a negation; the last one uses
        /// the first.
        cycle: Vec<(Atom, bool)>,
    },
    /// A predicate without clauses.
    #[error("{}, but is used by the {kind} {user}", missing(predicate))]
    Undefined {
        /// The predicate.
        predicate: Predicate,
        /// What uses it: `clause`, `query` or `evidence`.
        kind: &'static str,
        /// Its text.
        user: Quotation,
    },
    /// Evidence with variables.
    #[error("the evidence {evidence} has variables")]
    OpenEvidence {
        /// What is observed.
        evidence: Quotation,
    },
    /// No world agrees with the evidence.
    #[error("the evidence is impossible: its probability is 0")]
    ImpossibleEvidence,
    /// A probability that is no floating-point number any more.
    #[error("the probability of `{atom}` is below 10^-307, and not 0")]
    TooSmall {
        /// What is asked for.
        atom: Atom,
    },
    /// So many roundings that too few digits can be trusted.
    #[error("the probability of `{atom}` cannot be computed to a relative error below 10^-12")]
    Inaccurate {
        /// What is asked for.
        atom: Atom,
    },
    /// Too many worlds to walk through.
    #[error("there are {needed} worlds, more than the limit of {limit}")]
    TooManyWorlds {
        /// How many there are, in words if there are very many.
        needed: String,
        /// How many are allowed.
        limit: u64,
    },
    /// The answer needs more memory than allowed.
    #[error("{what} needs more than the memory limit of {} MB", .limit >> 20)]
    Memory {
        /// The limit in bytes.
        limit: u64,
        /// What grew too large.
        what: &'static str,
    },
    /// The system does not let us reserve address space for a thread.
    #[error("the system refuses a thread with a stack of {} MB", .stack >> 20)]
    NoThread {
        /// The size of its stack in bytes.
        stack: usize,
    },
    /// A directive that cannot be followed.
    #[error("the directive `:- {text}` is not supported")]
    Directive {
        /// What stands between `:-` and the full stop.
        text: String,
    },
    /// A built-in predicate or a probability that makes no sense with these values.
    #[error("{reason}, in the clause {clause}")]
    BuiltIn {
        /// The clause.
        clause: Quotation,
        /// What is wrong.
        reason: String,
    },
    /// `once/1` of something that is not the same in all worlds, with open variables.
    #[error("the first solution of an uncertain goal is taken, in the clause {clause}")]
    Uncertain {
        /// The clause.
        clause: Quotation,
    },
    /// A term with too many function symbols inside each other.
    #[error("a term is nested more than {limit} levels deep, in the clause {clause}")]
    Depth {
        /// How many levels are allowed.
        limit: u16,
        /// The clause.
        clause: Quotation,
    },
    /// Goals that call each other without end, or nearly so.
    #[error("goals call each other more than {limit} levels deep, in the clause {clause}")]
    Calls {
        /// How many levels are allowed.
        limit: usize,
        /// The clause.
        clause: Quotation,
    },
    /// A collected goal that calls itself.
    #[error(
        "a collected goal calls itself, so that Prolog would never return, in the clause {clause}"
    )]
    Endless {
        /// The clause.
        clause: Quotation,
    },
    /// The answer needs more time than allowed.
    #[error("no answer within the time limit of {limit:?}")]
    Timeout {
        /// The limit.
        limit: Duration,
    },
    /// The answer is not wanted any more, or is too late for who asked.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A clause, a query or evidence, as ProbLog writes it, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// The text.
    pub text: String,
    /// Where it stands, if it comes from a text.
    pub place: SourcePlace,
    /// The file that this is a place in, if it is known.
    pub file: Option<Box<str>>,
}

impl Quotation {
    pub(crate) fn new(text: impl Into<String>, place: SourcePlace) -> Quotation {
        Quotation { text: text.into(), place, file: None }
    }
}

impl fmt::Display for Quotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quotation { text, place, file } = self;
        write!(f, "`{text}`")?;
        match file {
            _ if !place.is_known() => Ok(()),
            Some(file) => write!(f, " ({file}:{})", place.line),
            None => write!(f, " (line {})", place.line),
        }
    }
}

/// What is wrong with a predicate without clauses.
fn missing(predicate: &Predicate) -> String {
    match is_elsewhere(&predicate.name, predicate.arity) {
        true => format!("the built-in predicate `{predicate}` is not supported"),
        false => format!("the predicate `{predicate}` has no clauses"),
    }
}

impl Error {
    /// The error for a predicate without clauses.
    pub(crate) fn undefined(predicate: Predicate, user: User<'_>) -> Error {
        let (kind, text, place) = match user {
            User::Clause(clause) => ("clause", clause.to_string(), clause.place),
            User::Query(atom) => ("query", atom.to_string(), SourcePlace::default()),
            User::Evidence(atom) => ("evidence", atom.to_string(), SourcePlace::default()),
        };
        Error::Undefined { predicate, kind, user: Quotation::new(text, place) }
    }

    /// The error for evidence with variables.
    pub(crate) fn open_evidence(evidence: &Goal) -> Error {
        let text = with_blanks(&evidence.atom).to_string();
        Error::OpenEvidence { evidence: Quotation::new(text, evidence.place) }
    }

    /// The same for a program that comes after so many lines of a file.
    pub fn in_file(mut self, name: &str, lines_before: u32) -> Error {
        if let Some(Quotation { place, file, .. }) = self.quotation_mut()
            && place.is_known()
        {
            place.line = place.line.saturating_add(lines_before);
            *file = Some(name.into());
        }
        self
    }

    /// Where in its text what is wrong stands, if that is known.
    pub fn source_place(&self) -> Option<SourcePlace> {
        let mut copy = self.clone();
        copy.quotation_mut().map(|quotation| quotation.place).filter(|place| place.is_known())
    }

    /// Where what is wrong stands, as `file:line:column`, if its file is known.
    pub fn place(&self) -> Option<String> {
        let mut copy = self.clone();
        let Quotation { place, file, .. } = copy.quotation_mut()?;
        file.as_ref().map(|file| format!("{file}:{}:{}", place.line, place.column))
    }

    fn quotation_mut(&mut self) -> Option<&mut Quotation> {
        match self {
            Error::Undefined { user: quotation, .. }
            | Error::OpenEvidence { evidence: quotation }
            | Error::Unsafe { clause: quotation, .. }
            | Error::BuiltIn { clause: quotation, .. }
            | Error::Uncertain { clause: quotation }
            | Error::Depth { clause: quotation, .. }
            | Error::Calls { clause: quotation, .. }
            | Error::Endless { clause: quotation } => Some(quotation),
            _ => None,
        }
    }

    /// A short name for programs that read this. Every error is named here, so that a new one is not forgotten.
    #[deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]
    pub fn kind(&self) -> &'static str {
        match self {
            Error::NoQuery => "no-query",
            Error::Unsafe { .. } => "non-ground",
            Error::NegativeCycle { .. } => "negative-cycle",
            Error::Undefined { .. } => "unknown-clause",
            Error::OpenEvidence { .. } => "open-evidence",
            Error::ImpossibleEvidence => "impossible-evidence",
            Error::TooSmall { .. } => "too-small",
            Error::Inaccurate { .. } => "inaccurate",
            Error::TooManyWorlds { .. } => "too-many-worlds",
            Error::Memory { .. } | Error::NoThread { .. } => "memory",
            Error::Directive { .. } => "directive",
            Error::BuiltIn { .. } => "built-in",
            Error::Uncertain { .. } => "uncertain",
            Error::Depth { .. } | Error::Calls { .. } | Error::Endless { .. } => "depth",
            Error::Timeout { .. } | Error::Stopped(Stopped::Deadline | Stopped::Steps) => "timeout",
            Error::Stopped(Stopped::Memory) => "memory",
            Error::Stopped(Stopped::Interrupt) => "interrupted",
        }
    }

    /// May other queries of the program have answers all the same?
    #[deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]
    pub(crate) fn is_of_one_query(&self) -> bool {
        match self {
            Error::Unsafe { .. }
            | Error::NegativeCycle { .. }
            | Error::Undefined { .. }
            | Error::TooSmall { .. }
            | Error::Inaccurate { .. }
            | Error::BuiltIn { .. }
            | Error::Uncertain { .. }
            | Error::Depth { .. }
            | Error::Calls { .. }
            | Error::Endless { .. } => true,
            Error::NoQuery
            | Error::OpenEvidence { .. }
            | Error::ImpossibleEvidence
            | Error::TooManyWorlds { .. }
            | Error::Memory { .. }
            | Error::NoThread { .. }
            | Error::Directive { .. }
            | Error::Timeout { .. }
            | Error::Stopped(_) => false,
        }
    }

    /// May the program mean something in the wide language, though it means nothing as a flat one? What
    /// is not safe for all calls may be safe for those that the query makes, and what has no clauses may
    /// be built in.
    pub(crate) fn is_of_flat_programs(&self) -> bool {
        match self {
            Error::Unsafe { .. } => true,
            Error::Undefined { predicate, .. } => is_built_in(&predicate.name, predicate.arity),
            _ => false,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Error::NoQuery => "add a query to the program",
            Error::Unsafe { .. } => {
                "put a positive atom with this variable before the place where it is needed"
            }
            Error::NegativeCycle { .. } => {
                "break the cycle: only stratified negation has a meaning here"
            }
            Error::Undefined { predicate, .. }
                if is_elsewhere(&predicate.name, predicate.arity) =>
            {
                "give it clauses of your own, or do without; docs/language.md lists what is built in"
            }
            Error::Undefined { .. } => {
                "give it a clause; if it should always be false: `p(…) :- fail.`"
            }
            Error::OpenEvidence { .. } => "state each observed ground atom",
            Error::ImpossibleEvidence => "remove evidence that contradicts the program",
            Error::TooSmall { .. } | Error::Inaccurate { .. } => "ask for fractions",
            Error::TooManyWorlds { .. } => "use the algorithm `exact`, or a smaller program",
            Error::Memory { .. } => "allow more memory, or make the program smaller",
            Error::NoThread { .. } => {
                "raise the limit on address space (`ulimit -v`); stacks are reserved, hardly used"
            }
            Error::Directive { .. } => "include what it loads, or leave it out if it has no effect",
            Error::BuiltIn { .. } => {
                "see `docs/language.md` for what built-in predicates expect, and what probabilities may be"
            }
            Error::Uncertain { .. } => {
                "give its variables values before, or write `(c, a) ; (\\+ c, b)` in place of `c -> a ; b`"
            }
            Error::Depth { .. } | Error::Calls { .. } => {
                "make sure that recursion takes terms apart, and that these are not too large"
            }
            Error::Endless { .. } => {
                "collect from a predicate whose recursion ends, such as one that keeps a list of what it has seen"
            }
            Error::Timeout { .. } | Error::Stopped(_) => {
                "allow more time, or make the program smaller"
            }
        }
    }
}

/// `p -> \+ q -> p`.
struct CycleText<'c>(&'c [(Atom, bool)]);

impl fmt::Display for CycleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, _)) = self.0.first() else { return Ok(()) };
        let next = self.0.iter().skip(1).map(|(atom, _)| atom).chain([first]);
        write!(f, "{first}")?;
        for ((_, negated), atom) in self.0.iter().zip(next) {
            write!(f, " -> {}{atom}", if *negated { "\\+ " } else { "" })?;
        }
        Ok(())
    }
}
