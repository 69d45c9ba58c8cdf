//! How much reading may take.

use super::error::{ParseProblem, Refusal, refusal};
use super::lexer::Span;
use std::time::Instant;

/// How much reading a text may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// About how many bytes the text and what is made of it may take.
    pub bytes: usize,
    /// When it must be done.
    pub until: Option<Instant>,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { bytes: usize::MAX, until: None }
    }
}

/// What a token becomes takes at most about as many bytes.
const BYTES_PER_TOKEN: usize = 64;

/// How many times something is spent between two looks at the clock.
const PATIENCE: u32 = 1 << 14;

/// Limits that are being used up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    left: usize,
    until: Option<Instant>,
    patience: u32,
}

impl Meter {
    /// For reading this text.
    pub(crate) fn new(limits: &ReadLimits, text: &str) -> Result<Meter, Refusal> {
        let mut meter = Meter { left: limits.bytes, until: limits.until, patience: PATIENCE };
        meter.spend(text.len(), Span { start: 0, end: 0 })?;
        Ok(meter)
    }

    /// Counts a token.
    #[inline]
    pub(crate) fn token(&mut self, place: Span) -> Result<(), Refusal> {
        self.spend(BYTES_PER_TOKEN, place)
    }

    /// Counts so many bytes.
    #[inline]
    pub(crate) fn spend(&mut self, bytes: usize, place: Span) -> Result<(), Refusal> {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => return Err(refusal(ParseProblem::TooLarge, place)),
        }
        self.patience -= 1;
        if self.patience == 0 { self.look(place) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, place: Span) -> Result<(), Refusal> {
        self.patience = PATIENCE;
        match self.until {
            Some(until) if Instant::now() > until => Err(refusal(ParseProblem::TimeUp, place)),
            _ => Ok(()),
        }
    }
}
