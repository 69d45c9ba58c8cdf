//! What can be wrong with a text, where, and what to do about it.

use crate::place::{Places, Span};
use crate::unsupported::Unsupported;
use crate::{BadProbability, Predicate, SourcePlace};
use miette::{Diagnostic, SourceSpan};
use randlog_base::Stopped;

/// Why a text is not a program of the dialect, with the place and a remedy.
///
/// Attach the source to have the place shown: `miette::Report::new(error).with_source_code(text)`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("{problem}")]
#[diagnostic(code(randlog::parse), help("{}", self.help()))]
pub struct ParseError {
    problem: ParseProblem,
    #[label("here")]
    span: SourceSpan,
    /// Where the offending text starts.
    pub place: SourcePlace,
}

impl ParseError {
    pub(crate) fn new(refused: ProblemAt, text: &str) -> ParseError {
        let ProblemAt { problem, span } = refused;
        let place = Places::new(text).of(text, span.start);
        ParseError { problem, span: (span.start, span.end - span.start).into(), place }
    }

    /// What is wrong.
    pub fn problem(&self) -> &ParseProblem {
        &self.problem
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        self.problem.help().map_or_else(String::new, |help| help.to_string())
    }

    /// The offending text, as a range of bytes.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.span.offset()..self.span.offset() + self.span.len()
    }
}

/// The kinds of errors in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[non_exhaustive]
pub enum ParseProblem {
    /// A character that starts nothing.
    #[error("the character {0:?} cannot stand here")]
    #[diagnostic(help("put names with unusual characters into single quotes"))]
    Character(char),
    /// `/*` without `*/`.
    #[error("this comment is never closed")]
    #[diagnostic(help("close the comment with `*/`"))]
    UnclosedComment,
    /// A quote without its partner on the same line.
    #[error("this quote is not closed on its line")]
    #[diagnostic(help(
        "close the quote; inside quotes write a quote as `\\'` and a line break as `\\n`"
    ))]
    UnclosedQuote,
    /// A backslash followed by something that means nothing.
    #[error("unknown escape sequence")]
    #[diagnostic(help("write a backslash as `\\\\`"))]
    Escape,
    /// A clause runs into the next one, or into the end of the text.
    #[error("a full stop is missing")]
    #[diagnostic(help("end every clause and directive with `.`"))]
    MissingFullStop,
    /// Something else was due here.
    #[error("expected {expected}, found {found}")]
    #[diagnostic(help("check the text just before this place as well"))]
    Expected {
        /// What would have been right.
        expected: &'static str,
        /// What stands there instead.
        found: String,
    },
    /// `p()`.
    #[error("empty parentheses")]
    #[diagnostic(help("write a predicate without arguments without parentheses"))]
    NoArguments,
    /// More parentheses and negations inside each other than can be read.
    #[error("nested more than {} levels deep", super::MAX_NESTING)]
    #[diagnostic(help("move the inner formula to a predicate of its own"))]
    TooDeep,
    /// A whole number beyond 64 bits.
    #[error("this integer does not fit into 64 bits")]
    #[diagnostic(help("use a smaller number, or put it into single quotes as a name"))]
    IntegerTooLarge,
    /// A probability that is none.
    #[error("the probability {0}")]
    #[diagnostic(transparent)]
    Probability(#[from] BadProbability),
    /// The heads of one clause are too likely together.
    #[error("the probabilities of this annotated disjunction sum to more than 1")]
    #[diagnostic(help(
        "at most one of the heads is chosen, so their probabilities may sum to 1 at most"
    ))]
    SumAboveOne,
    /// The probabilities of one clause cannot be added exactly.
    #[error(
        "the probabilities of this annotated disjunction have too many digits to be added exactly"
    )]
    #[diagnostic(help("write the probabilities with fewer digits"))]
    SumTooLong,
    /// A name that the language keeps for itself.
    #[error("`{0}` is built in and cannot be {1}")]
    #[diagnostic(help("choose another name"))]
    Reserved(Predicate, &'static str),
    /// `query(…)` or `evidence(…)` with a body or a probability.
    #[error("`{0}` cannot have a probability or a body")]
    #[diagnostic(help(
        "give the body or the probability to a predicate of its own, and name that one here"
    ))]
    Qualified(&'static str),
    /// `0.5::query(…)`, or `query(…)` as one of several heads, or negated.
    #[error("`{0}` cannot have a probability or be negated")]
    #[diagnostic(help("give the probability to a predicate of its own, and ask for that one"))]
    Chosen(&'static str),
    /// Evidence that is neither true nor false, or negated twice.
    #[error("this is not evidence")]
    #[diagnostic(help(
        "write `evidence(a)`, `evidence(\\+ a)`, `evidence(a, true)` or `evidence(a, false)`"
    ))]
    Evidence,
    /// The text is in a language that is only written.
    #[error("programs in the language `{0}` are written, but not read")]
    #[diagnostic(help("write the program as ProbLog, and read that"))]
    Unreadable(&'static str),
    /// Reading was stopped, mostly because it takes more time or memory than is allowed.
    #[error("the program was not read: {0}")]
    #[diagnostic(help("allow more time and memory, or take a smaller program"))]
    Stopped(Stopped),
    /// Legal elsewhere, but not here.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Unsupported(#[from] Unsupported),
}

/// A problem at its place, boxed to keep the results of the hot path small.
pub(crate) type Refusal = Box<ProblemAt>;

#[derive(Debug)]
pub(crate) struct ProblemAt {
    pub(crate) problem: ParseProblem,
    pub(crate) span: Span,
}

pub(crate) fn refusal(problem: impl Into<ParseProblem>, span: Span) -> Refusal {
    Box::new(ProblemAt { problem: problem.into(), span })
}

pub(crate) fn fail<T>(problem: impl Into<ParseProblem>, span: Span) -> Result<T, Refusal> {
    Err(refusal(problem, span))
}
