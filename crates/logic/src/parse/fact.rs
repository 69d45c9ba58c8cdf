//! Plain facts, read without tokens.
//!
//! Large programs are large because they have many facts, and nearly all of these look like
//! `0.5::edge(a, 12).`: an unquoted name, constants and whole numbers, blanks here and there. They are
//! read here in one pass over the bytes. Whatever looks different in any respect is left to the parser,
//! which gives the same clause for these, only slower, and which says what is wrong with the others.

use super::lexer::{Kind, Span, Token};
use super::{Parser, Refusal, Unsupported};
use crate::{Atom, Clause, Formula, Index, Number, Probability, Symbol, Term};

/// Decimals with more digits than these are left to the parser.
const MOST_DIGITS: usize = 18;

impl Parser<'_> {
    /// The plain facts that stand here, each with its full stop.
    pub(super) fn plain_facts(
        &mut self,
        into: &mut Vec<Clause>,
        index: &mut Index,
    ) -> Result<(), Refusal> {
        let (start, mut end) = (self.token.span.start, None);
        let mut scan = Scan { bytes: self.text.as_bytes(), position: start };
        while let Some(fact) = self.plain_fact(&mut scan) {
            index.add(&fact, into.len() as u32);
            into.push(fact);
            end = Some(scan.position);
            scan.skip_blanks();
        }
        if let Some(end) = end {
            self.token = Token { kind: Kind::FullStop, span: Span { start: end - 1, end } };
            self.lexer.position = end;
            self.advance()?;
        }
        Ok(())
    }

    fn plain_fact(&mut self, scan: &mut Scan<'_>) -> Option<Clause> {
        let probability = match scan.peek()? {
            b'0' if self.grammar.annotations => scan.annotation()?,
            _ => Probability::ONE,
        };
        let name = scan.name()?;
        let name = &self.text[name.start..name.end];
        if !scan.accept(b'(') {
            return None;
        }
        self.arguments.clear();
        scan.arguments(self.text, &mut self.arguments)?;
        if !scan.full_stop() || self.is_special(name, self.arguments.len()) {
            return None;
        }
        let mut args = Vec::with_capacity(self.arguments.len());
        args.append(&mut self.arguments);
        let atom = Atom { name: Symbol::new(name), args };
        Some(Clause::new(probability, atom, Formula::True))
    }

    /// Is this predicate none of the program's own?
    fn is_special(&self, name: &str, arity: usize) -> bool {
        Unsupported::built_in(name, arity).is_some()
            || (self.grammar.statement_of)(name, arity).is_some()
    }
}

/// A place in a text. Every method says what stands there and goes on behind it, or `None` if that is
/// not plain.
struct Scan<'t> {
    bytes: &'t [u8],
    position: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.position += 1;
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.position += 1;
        }
    }

    /// `0.25::`, with its blanks.
    fn annotation(&mut self) -> Option<Probability> {
        let (whole, _) = self.digits()?;
        if whole != 0 || !self.accept(b'.') {
            return None;
        }
        let (part, places) = self.digits()?;
        self.skip_spaces();
        if !(self.accept(b':') && self.accept(b':')) {
            return None;
        }
        self.skip_spaces();
        Probability::new(part.into(), 10u64.pow(places as u32).into())
    }

    /// A number of decimal digits, and how many there are.
    fn digits(&mut self) -> Option<(u64, usize)> {
        let (start, mut value) = (self.position, 0);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if self.position - start == MOST_DIGITS {
                return None;
            }
            value = 10 * value + u64::from(digit - b'0');
            self.position += 1;
        }
        let length = self.position - start;
        (length > 0).then_some((value, length))
    }

    /// An unquoted name in ASCII.
    fn name(&mut self) -> Option<Span> {
        let start = self.position;
        if !self.peek()?.is_ascii_lowercase() {
            return None;
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.position += 1;
        }
        let plain = self.peek().is_none_or(|byte| byte.is_ascii());
        plain.then_some(Span { start, end: self.position })
    }

    /// Arguments up to the closing parenthesis.
    fn arguments(&mut self, text: &str, into: &mut Vec<Term>) -> Option<()> {
        loop {
            self.skip_spaces();
            into.push(self.argument(text)?);
            self.skip_spaces();
            match self.peek()? {
                b',' => self.position += 1,
                b')' => {
                    self.position += 1;
                    return Some(());
                }
                _ => return None,
            }
        }
    }

    fn argument(&mut self, text: &str) -> Option<Term> {
        match self.peek()? {
            b'0'..=b'9' => {
                let (value, _) = self.digits()?;
                Some(Term::Number(Number::Integer(value as i64)))
            }
            _ => {
                let name = self.name()?;
                Some(Term::Constant(Symbol::new(&text[name.start..name.end])))
            }
        }
    }

    /// Is here a full stop with a blank or nothing behind it?
    fn full_stop(&mut self) -> bool {
        self.skip_spaces();
        self.accept(b'.') && matches!(self.peek(), None | Some(b' ' | b'\n' | b'\r' | b'\t'))
    }
}
