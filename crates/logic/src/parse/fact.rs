//! Plain facts, read without tokens.
//!
//! Large programs are large because they have many facts, and nearly all of these look like
//! `0.5::edge(a, 12).`: an unquoted name, constants and whole numbers, blanks here and there. They are
//! read here in one pass over the bytes. Whatever looks different in any respect is left to the parser,
//! which gives the same clause for these, only slower, and which says what is wrong with the others.

use super::lexer::{Kind, Token};
use super::{Parser, Refusal};
use crate::facts::Word;
use crate::place::Span;
use crate::probability::Decimal;
use crate::program::Tables;
use crate::unsupported::Unsupported;
use crate::{Atom, Clause, Formula, Probability, Symbol, Term};

/// Decimals with more digits than these are left to the parser.
const MOST_DIGITS: usize = 18;

/// A plain fact, but for its arguments.
struct Fact<'t> {
    probability: Option<Decimal>,
    name: &'t str,
}

impl<'t> Parser<'t> {
    /// The plain facts that stand here, each with its full stop; into tables, or as clauses.
    pub(super) fn plain_facts(
        &mut self,
        clauses: &mut Tables,
        tables: bool,
    ) -> Result<(), Refusal> {
        let (start, mut end) = (self.token.span.start, None);
        let mut scan = Scan { text: self.text, position: start };
        let mut begin = start;
        while let Some(fact) = self.plain_fact(&mut scan, clauses) {
            let bytes = match tables {
                true => {
                    let predicate = clauses.index.number_of(fact.name, self.words.len());
                    clauses.facts.add(predicate, fact.probability, &self.words)
                }
                false => self.add_clause(&fact, clauses, begin),
            };
            self.spend(bytes, Span { start, end: scan.position })?;
            end = Some(scan.position);
            scan.skip_blanks();
            begin = scan.position;
        }
        if let Some(end) = end {
            self.token = Token { kind: Kind::FullStop, span: Span { start: end - 1, end } };
            self.lexer.position = end;
            self.advance()?;
        }
        Ok(())
    }

    fn plain_fact(&mut self, scan: &mut Scan<'t>, clauses: &Tables) -> Option<Fact<'t>> {
        let probability = match scan.peek()? {
            b'0' if self.probabilistic => Some(scan.annotation()?),
            _ => None,
        };
        let name = scan.name()?;
        if !scan.accept(b'(') {
            return None;
        }
        self.words.clear();
        scan.arguments(&mut self.words)?;
        let arity = self.words.len();
        let known = scan.full_stop()
            && (clauses.index.number(name, arity).is_some() || !self.is_special(name, arity));
        known.then_some(Fact { probability, name })
    }

    /// Adds a fact as a clause; says about how many bytes that takes.
    fn add_clause(&mut self, fact: &Fact<'t>, clauses: &mut Tables, start: usize) -> usize {
        let args = self.words.iter().map(|word| word.term()).collect();
        let atom = Atom { name: Symbol::new(fact.name), args };
        let probability = fact.probability.map_or(Probability::ONE, Decimal::value);
        let place = self.places.of(self.text, start);
        clauses.add(Clause { place, ..Clause::new(probability, atom, Formula::True) });
        size_of::<Clause>() + size_of::<Term>() * self.words.len()
    }

    /// Is this predicate none of the program's own?
    fn is_special(&self, name: &str, arity: usize) -> bool {
        Unsupported::built_in(name, arity).is_some()
            || !self.function_free && Unsupported::refused_head(name, arity).is_some()
            || self.statement_of(name, arity).is_some()
    }
}

/// A place in a text. Every method says what stands there and goes on behind it, or `None` if that is
/// not plain.
struct Scan<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Scan<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
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
    fn annotation(&mut self) -> Option<Decimal> {
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
        (part > 0).then_some(Decimal { digits: part, places: places as u32 })
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
    fn name(&mut self) -> Option<&'t str> {
        let start = self.position;
        if !self.peek()?.is_ascii_lowercase() {
            return None;
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.position += 1;
        }
        let plain = self.peek().is_none_or(|byte| byte.is_ascii());
        plain.then(|| &self.text[start..self.position])
    }

    /// Arguments up to the closing parenthesis.
    fn arguments(&mut self, into: &mut Vec<Word<'t>>) -> Option<()> {
        loop {
            self.skip_spaces();
            into.push(self.argument()?);
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

    fn argument(&mut self) -> Option<Word<'t>> {
        match self.peek()? {
            b'0'..=b'9' => self.digits().map(|(value, _)| Word::Integer(value as i64)),
            _ => self.name().map(Word::Name),
        }
    }

    /// Is here a full stop with a blank or nothing behind it?
    fn full_stop(&mut self) -> bool {
        self.skip_spaces();
        self.accept(b'.') && matches!(self.peek(), None | Some(b' ' | b'\n' | b'\r' | b'\t'))
    }
}
