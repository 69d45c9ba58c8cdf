//! Terms. Operators are read by their priorities ("top down operator precedence", Pratt 1973).

use super::error::refusal;
use super::lexer::Kind;
use super::plain::AN_ARGUMENT;
use super::{MAX_NESTING, ParseProblem, Parser, Refusal, fail};
use crate::operators::{ARGUMENT, GOALS, Infix, infix, longest_start, prefix};
use crate::place::Span;
use crate::unsupported::Unsupported;
use crate::{Atom, Number, Symbol, Term};

/// A term, with the priority of its outermost operator and how deep operators are nested in it.
pub(super) struct Read {
    pub(super) term: Term,
    priority: u16,
    depth: usize,
}

impl Read {
    fn simple(term: Term) -> Read {
        Read { term, priority: 0, depth: 0 }
    }
}

/// What can be a goal or a head, and mostly is an atom.
pub(super) enum Callable {
    Atom(Atom),
    Term(Term),
}

impl Callable {
    pub(super) fn into_term(self) -> Term {
        match self {
            Callable::Atom(Atom { name, args }) => Term::function(name, args),
            Callable::Term(term) => term,
        }
    }
}

impl Parser<'_> {
    /// A directive: `name(…)`, or `name arguments` as in `:- table p/1.`
    pub(super) fn directive(&mut self) -> Result<Term, Refusal> {
        self.advance()?;
        let start = self.span();
        // Directives may hold any terms.
        let function_free = std::mem::replace(&mut self.function_free, false);
        let first = self.read(GOALS, "a directive")?.term;
        let directive = match first {
            Term::Constant(name) if self.at_name() => {
                let rest = self.read(GOALS, "a directive")?.term;
                Term::function(name, vec![rest])
            }
            Term::Constant(_) | Term::Compound(_) => first,
            other => {
                let found = format!("`{other}`");
                let problem = ParseProblem::Expected { expected: "a directive", found };
                return fail(problem, start.to(self.last));
            }
        };
        self.expect(Kind::FullStop, "an operator or a full stop")?;
        self.function_free = function_free;
        Ok(directive)
    }

    /// A goal or a head, up to a comma. An atom that is no operand is never made a term.
    pub(super) fn callable(&mut self, expected: &'static str) -> Result<Callable, Refusal> {
        let token = self.token;
        let is_plain_name = match token.kind {
            Kind::Name => prefix(self.slice(token.span)).is_none(),
            kind => kind == Kind::Quoted,
        };
        if !is_plain_name {
            return self.read(ARGUMENT, expected).map(|read| Callable::Term(read.term));
        }
        let name = self.name(token)?;
        self.advance()?;
        let (args, depth) = self.arguments_if_any()?;
        if self.infix_here(ARGUMENT).is_none() {
            return Ok(Callable::Atom(Atom { name, args }));
        }
        let left = Read { term: Term::function(name, args), priority: 0, depth };
        self.operators(left, ARGUMENT).map(|read| Callable::Term(read.term))
    }

    /// A term whose operators have at most this priority.
    pub(super) fn read(&mut self, highest: u16, expected: &'static str) -> Result<Read, Refusal> {
        if self.nesting == MAX_NESTING {
            return fail(ParseProblem::TooDeep, self.span());
        }
        self.nesting += 1;
        let left = self.primary(highest, expected)?;
        let read = self.operators(left, highest)?;
        self.nesting -= 1;
        Ok(read)
    }

    /// The rest of a term that starts with this operand.
    fn operators(&mut self, mut left: Read, highest: u16) -> Result<Read, Refusal> {
        while let Some(operator) = self.infix_here(highest) {
            if left.priority > operator.left {
                break;
            }
            let place = self.advance()?;
            let name = Symbol::new(self.slice(place));
            let right = self.read(operator.right, "a term")?;
            let depth = 1 + left.depth.max(right.depth);
            if depth > MAX_NESTING {
                return fail(ParseProblem::TooDeep, place);
            }
            let term = Term::function(name, vec![left.term, right.term]);
            left = Read { term, priority: operator.priority, depth };
        }
        Ok(left)
    }

    /// The operator between terms that stands here, if it binds as tightly. Runs of symbols are cut where an
    /// operator ends.
    fn infix_here(&mut self, highest: u16) -> Option<Infix> {
        let text = self.slice(self.token.span);
        let operator = match self.token.kind {
            Kind::Comma | Kind::Semicolon if highest == ARGUMENT => None,
            Kind::Comma | Kind::Semicolon | Kind::Name => infix(text),
            Kind::Operator => {
                if infix(text).is_none() {
                    let length = longest_start(text)?;
                    self.cut_token(length);
                }
                infix(self.slice(self.token.span))
            }
            _ => None,
        };
        operator.filter(|operator| operator.priority <= highest)
    }

    fn cut_token(&mut self, length: usize) {
        self.token.span.end = self.token.span.start + length;
        self.lexer.position = self.token.span.end;
        if self.slice(self.token.span) == "\\+" {
            self.token.kind = Kind::Not;
        }
    }

    fn primary(&mut self, highest: u16, expected: &'static str) -> Result<Read, Refusal> {
        let token = self.token;
        let text = self.slice(token.span);
        match token.kind {
            Kind::Variable => self.simple(Term::Variable(Symbol::new(text))),
            Kind::Anonymous => self.simple(Term::Anonymous),
            Kind::Code if self.function_free => Err(self.unexpected(expected)),
            Kind::Integer | Kind::Float | Kind::Code => {
                self.advance()?;
                self.number(token.span, token.kind).map(Read::simple)
            }
            _ if self.function_free => self.plain_argument().map(Read::simple),
            Kind::Text if text.starts_with('"') => {
                let inner = self.unquoted(token.span, '"')?;
                self.simple(Term::Text(inner))
            }
            Kind::Open | Kind::OpenCall => {
                self.advance()?;
                let inner = self.read(GOALS, "a term")?;
                self.expect(Kind::Close, "an operator or `)`")?;
                Ok(Read { priority: 0, ..inner })
            }
            Kind::OpenList => self.list_term(),
            Kind::Name => self.named(Symbol::new(text), highest),
            Kind::Quoted => {
                let name = self.name(token)?;
                self.advance()?;
                self.application(name)
            }
            Kind::Not => self.named(Symbol::new_static("\\+"), highest),
            Kind::Operator => {
                if prefix(text).is_none() && infix(text).is_none() {
                    let length = longest_start(text).ok_or_else(|| self.unexpected(expected))?;
                    self.cut_token(length);
                    return self.primary(highest, expected);
                }
                self.named(Symbol::new(text), highest)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn simple(&mut self, term: Term) -> Result<Read, Refusal> {
        self.advance()?;
        Ok(Read::simple(term))
    }

    /// A name, a function applied to arguments, or an operator before a term.
    fn named(&mut self, name: Symbol, highest: u16) -> Result<Read, Refusal> {
        let place = self.advance()?;
        let glued = self.token.span.start == place.end;
        let kind = self.token.kind;
        match prefix(&name) {
            Some(_) if name == "-" && glued && matches!(kind, Kind::Integer | Kind::Float) => {
                let number = self.advance()?;
                self.number(place.to(number), kind).map(Read::simple)
            }
            // `\+(a, b)` negates a conjunction; `-(a, b)` is a function.
            Some(priority)
                if self.starts_term() && (priority == 900 || !self.at(Kind::OpenCall)) =>
            {
                let priority = priority.min(highest);
                let inner = self.read(priority, "a term")?;
                let depth = inner.depth + 1;
                let name = if name == "not" { Symbol::new_static("\\+") } else { name };
                Ok(Read { term: Term::function(name, vec![inner.term]), priority, depth })
            }
            _ => self.application(name),
        }
    }

    fn starts_term(&self) -> bool {
        match self.token.kind {
            Kind::Operator => prefix(self.slice(self.token.span)).is_some(),
            // `+ mod(a)` has the function `mod`, not the operator.
            Kind::Name => {
                let Span { end, .. } = self.token.span;
                infix(self.slice(self.token.span)).is_none() || self.text[end..].starts_with('(')
            }
            Kind::Variable | Kind::Anonymous | Kind::Integer | Kind::Float | Kind::Code => true,
            Kind::Quoted | Kind::Text | Kind::Open | Kind::OpenCall | Kind::OpenList => true,
            Kind::Not | Kind::Cut => true,
            _ => false,
        }
    }

    fn application(&mut self, name: Symbol) -> Result<Read, Refusal> {
        let (args, depth) = self.arguments_if_any()?;
        Ok(Read { term: Term::function(name, args), priority: 0, depth })
    }

    /// The arguments of the name before, and how deep it makes the term.
    pub(super) fn arguments_if_any(&mut self) -> Result<(Vec<Term>, usize), Refusal> {
        if !self.at(Kind::OpenCall) {
            return Ok((Vec::new(), 0));
        }
        let opening = self.advance()?;
        if self.at(Kind::Close) {
            return fail(ParseProblem::NoArguments, opening.to(self.token.span));
        }
        let (args, depth) = self.terms()?;
        let expected = if self.function_free { "`,` or `)`" } else { "an operator, `,` or `)`" };
        self.expect(Kind::Close, expected)?;
        Ok((args, depth + 1))
    }

    /// Terms with commas between them, and how deep operators are nested in them.
    fn terms(&mut self) -> Result<(Vec<Term>, usize), Refusal> {
        let (start, mut depth) = (self.arguments.len(), 0);
        loop {
            let read = match self.function_free {
                true => self.primary(ARGUMENT, AN_ARGUMENT)?,
                false => self.read(ARGUMENT, "a term")?,
            };
            depth = depth.max(read.depth);
            self.arguments.push(read.term);
            if !self.accept(Kind::Comma)? {
                break;
            }
        }
        match depth > MAX_NESTING {
            true => fail(ParseProblem::TooDeep, self.last),
            false => Ok((self.arguments.drain(start..).collect(), depth)),
        }
    }

    fn list_term(&mut self) -> Result<Read, Refusal> {
        self.advance()?;
        if self.accept(Kind::CloseList)? {
            return Ok(Read::simple(Term::empty_list()));
        }
        let (items, mut depth) = self.terms()?;
        let mut tail = Term::empty_list();
        if self.accept(Kind::Bar)? {
            let read = self.read(ARGUMENT, "a term")?;
            depth = depth.max(read.depth);
            tail = read.term;
        }
        self.expect(Kind::CloseList, "an operator, `,`, `|` or `]`")?;
        Ok(Read { term: Term::list(items, tail), priority: 0, depth: depth + 1 })
    }

    /// The number that stands there, with its sign, if any.
    pub(super) fn number(&self, span: Span, kind: Kind) -> Result<Term, Refusal> {
        let text = self.slice(span);
        let parsed = match kind {
            Kind::Float => return Ok(Term::Number(Number::Float(Symbol::new(text)))),
            Kind::Integer => text.parse().ok(),
            _ => match text.get(..2) {
                Some("0x") => i64::from_str_radix(&text[2..], 16).ok(),
                Some("0o") => i64::from_str_radix(&text[2..], 8).ok(),
                Some("0b") => i64::from_str_radix(&text[2..], 2).ok(),
                Some("0'") => return self.character(span),
                _ => text.replace('_', "").parse().ok(),
            },
        };
        match parsed {
            Some(value) => Ok(Term::Number(Number::Integer(value))),
            None => fail(ParseProblem::IntegerTooLarge, span),
        }
    }

    /// `0'c`: the code of a character.
    fn character(&self, span: Span) -> Result<Term, Refusal> {
        let inner = crate::name::unquote(&self.text[span.start + 2..span.end], '\'').ok();
        let mut characters = inner.iter().flat_map(|inner| inner.chars());
        match (characters.next(), characters.next()) {
            (Some(one), None) => Ok(Term::Number(Number::Integer(i64::from(u32::from(one))))),
            _ => fail(Unsupported::Code, span),
        }
    }

    /// The text between the quotes that stand there.
    pub(super) fn unquoted(&self, span: Span, quote: char) -> Result<Symbol, Refusal> {
        let inner = &self.text[span.start + 1..span.end - 1];
        if !inner.bytes().any(|byte| matches!(byte, b'\\' | b'\'' | b'"')) {
            return Ok(Symbol::new(inner));
        }
        crate::name::unquote(inner, quote).map(Symbol::from).map_err(|at| {
            let start = span.start + 1 + at;
            let escaped = self.text[start + 1..].chars().next().map_or(0, char::len_utf8);
            refusal(ParseProblem::Escape, Span { start, end: start + 1 + escaped })
        })
    }
}
