//! From text to terms: operators are read by their priorities.

use super::operators::{ARGUMENT, GOALS, infix, longest_start, prefix};
use crate::name::unquote;
use crate::parse::{
    Kind, Lexer, MAX_NESTING, Meter, ParseProblem, ReadLimits, Refusal, Span, Token, Unsupported,
    fail, refusal,
};
use crate::{Number, Symbol, Term};

/// A lexer with one token of look-ahead, that puts terms together.
pub(super) struct Reader<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    token: Token,
    last: Span,
    nesting: usize,
    meter: Meter,
}

/// A term, with the priority of its outermost operator and how deep operators are nested in it.
struct Read {
    term: Term,
    priority: u16,
    depth: usize,
}

impl Read {
    fn simple(term: Term) -> Read {
        Read { term, priority: 0, depth: 0 }
    }
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Result<Reader<'t>, Refusal> {
        Reader::within(text, &ReadLimits::default())
    }

    pub(super) fn within(text: &'t str, limits: &ReadLimits) -> Result<Reader<'t>, Refusal> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next_token()?;
        let last = Span { start: token.span.start, end: token.span.start };
        let meter = Meter::new(limits, text)?;
        Ok(Reader { text, lexer, token, last, nesting: 0, meter })
    }

    /// The term that is the whole text; a directive may lack its parentheses.
    pub(super) fn whole_term(text: &str) -> Result<Term, Refusal> {
        let mut reader = Reader::new(text)?;
        let term = reader.directive()?;
        if reader.at(Kind::End) { Ok(term) } else { Err(reader.unexpected("the end")) }
    }

    pub(super) fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    pub(super) fn span(&self) -> Span {
        self.token.span
    }

    /// What was read since a token that started there.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.last)
    }

    pub(super) fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start..span.end]
    }

    pub(super) fn advance(&mut self) -> Result<Span, Refusal> {
        self.last = self.token.span;
        self.meter.token(self.last)?;
        self.token = self.lexer.next_token()?;
        Ok(self.last)
    }

    pub(super) fn accept(&mut self, kind: Kind) -> Result<bool, Refusal> {
        let found = self.at(kind);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, kind: Kind, expected: &'static str) -> Result<Span, Refusal> {
        if self.at(kind) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    /// The error for a token that cannot stand here.
    pub(super) fn unexpected(&self, expected: &'static str) -> Refusal {
        let text = self.slice(self.token.span);
        let found = match self.token.kind {
            Kind::Operator if text != "." => {
                return refusal(Unsupported::operator(text), self.token.span);
            }
            Kind::OpenCurly => return refusal(Unsupported::Curly, self.token.span),
            Kind::End => "the end of the text".to_owned(),
            Kind::FullStop => "a full stop".to_owned(),
            _ => match text.char_indices().nth(40) {
                Some((cut, _)) => format!("`{}…`", &text[..cut]),
                None => format!("`{text}`"),
            },
        };
        refusal(ParseProblem::Expected { expected, found }, self.token.span)
    }

    /// `name(…)`, or `name arguments` as in `:- table p/1.`
    pub(super) fn directive(&mut self) -> Result<Term, Refusal> {
        let first = self.term(GOALS)?;
        match first {
            Term::Constant(name) if matches!(self.token.kind, Kind::Name | Kind::Quoted) => {
                Ok(Term::function(name, vec![self.term(GOALS)?]))
            }
            other => Ok(other),
        }
    }

    /// A term whose operators have at most this priority.
    pub(super) fn term(&mut self, highest: u16) -> Result<Term, Refusal> {
        self.read(highest).map(|read| read.term)
    }

    fn read(&mut self, highest: u16) -> Result<Read, Refusal> {
        if self.nesting == MAX_NESTING {
            return fail(ParseProblem::TooDeep, self.span());
        }
        self.nesting += 1;
        let mut left = self.primary(highest)?;
        while let Some(name) = self.operator_here() {
            let Some(operator) = infix(&name) else { break };
            if operator.priority > highest || left.priority > operator.left {
                break;
            }
            let place = self.advance()?;
            let right = self.read(operator.right)?;
            let depth = 1 + left.depth.max(right.depth);
            if depth > MAX_NESTING {
                return fail(ParseProblem::TooDeep, place);
            }
            let term = Term::function(name, vec![left.term, right.term]);
            left = Read { term, priority: operator.priority, depth };
        }
        self.nesting -= 1;
        Ok(left)
    }

    /// The operator between terms that stands here, if any. Runs of symbols are cut where an operator
    /// ends.
    fn operator_here(&mut self) -> Option<Symbol> {
        let text = self.slice(self.token.span);
        match self.token.kind {
            Kind::Comma | Kind::Semicolon => Some(Symbol::new(text)),
            Kind::Bar => None,
            Kind::Name => infix(text).map(|_| Symbol::new(text)),
            Kind::Operator => {
                if infix(text).is_none() {
                    let length = longest_start(text)?;
                    self.cut_token(length);
                }
                Some(Symbol::new(self.slice(self.token.span)))
            }
            _ => None,
        }
    }

    fn cut_token(&mut self, length: usize) {
        self.token.span.end = self.token.span.start + length;
        self.lexer.position = self.token.span.end;
        if self.slice(self.token.span) == "\\+" {
            self.token.kind = Kind::Not;
        }
    }

    fn primary(&mut self, highest: u16) -> Result<Read, Refusal> {
        let token = self.token;
        let text = self.slice(token.span);
        match token.kind {
            Kind::Variable => self.simple(Term::Variable(Symbol::new(text))),
            Kind::Anonymous => self.simple(Term::Anonymous),
            Kind::Integer | Kind::Float | Kind::Code => {
                self.advance()?;
                self.number(token.span, token.kind).map(Read::simple)
            }
            Kind::Text if text.starts_with('"') => {
                let inner = self.unquoted(token.span, '"')?;
                self.simple(Term::Text(inner))
            }
            Kind::Cut => fail(Unsupported::Cut, token.span),
            Kind::Open | Kind::OpenCall => {
                self.advance()?;
                let inner = self.read(GOALS)?;
                self.expect(Kind::Close, "an operator or `)`")?;
                Ok(Read { priority: 0, ..inner })
            }
            Kind::OpenList => self.list(),
            Kind::Name => self.named(Symbol::new(text), highest),
            Kind::Quoted => {
                let name = self.unquoted(token.span, '\'')?;
                self.advance()?;
                self.application(name)
            }
            Kind::Not => self.named(Symbol::new_static("\\+"), highest),
            Kind::Operator => {
                if prefix(text).is_none() && infix(text).is_none() {
                    let length = longest_start(text).ok_or_else(|| self.unexpected("a term"))?;
                    self.cut_token(length);
                    return self.primary(highest);
                }
                self.named(Symbol::new(text), highest)
            }
            _ => Err(self.unexpected("a term")),
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
        match prefix(&name) {
            Some(_)
                if name == "-"
                    && glued
                    && matches!(self.token.kind, Kind::Integer | Kind::Float) =>
            {
                let number = self.advance()?;
                let kind = if self.slice(number).contains(['.', 'e', 'E']) {
                    Kind::Float
                } else {
                    Kind::Integer
                };
                self.number(place.to(number), kind).map(Read::simple)
            }
            // `\+(a, b)` negates a conjunction; `-(a, b)` is a function.
            Some(priority)
                if self.starts_term() && (priority == 900 || !self.at(Kind::OpenCall)) =>
            {
                let priority = priority.min(highest);
                let inner = self.read(priority)?;
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
        if !self.at(Kind::OpenCall) {
            return Ok(Read::simple(Term::Constant(name)));
        }
        let opening = self.advance()?;
        if self.at(Kind::Close) {
            return fail(ParseProblem::NoArguments, opening.to(self.token.span));
        }
        let (args, depth) = self.arguments()?;
        self.expect(Kind::Close, "an operator, `,` or `)`")?;
        Ok(Read { term: Term::function(name, args), priority: 0, depth: depth + 1 })
    }

    fn arguments(&mut self) -> Result<(Vec<Term>, usize), Refusal> {
        let (mut args, mut depth) = (Vec::new(), 0);
        loop {
            let read = self.read(ARGUMENT)?;
            depth = depth.max(read.depth);
            args.push(read.term);
            if !self.accept(Kind::Comma)? {
                break;
            }
        }
        match depth > MAX_NESTING {
            true => fail(ParseProblem::TooDeep, self.last),
            false => Ok((args, depth)),
        }
    }

    fn list(&mut self) -> Result<Read, Refusal> {
        self.advance()?;
        if self.accept(Kind::CloseList)? {
            return Ok(Read::simple(Term::empty_list()));
        }
        let (items, mut depth) = self.arguments()?;
        let mut tail = Term::empty_list();
        if self.accept(Kind::Bar)? {
            let read = self.read(ARGUMENT)?;
            depth = depth.max(read.depth);
            tail = read.term;
        }
        self.expect(Kind::CloseList, "an operator, `,`, `|` or `]`")?;
        Ok(Read { term: Term::list(items, tail), priority: 0, depth: depth + 1 })
    }

    fn unquoted(&self, span: Span, quote: char) -> Result<Symbol, Refusal> {
        let inner = &self.text[span.start + 1..span.end - 1];
        unquote(inner, quote).map(Symbol::from).map_err(|at| {
            let start = span.start + 1 + at;
            let escaped = self.text[start + 1..].chars().next().map_or(0, char::len_utf8);
            refusal(ParseProblem::Escape, Span { start, end: start + 1 + escaped })
        })
    }

    fn number(&self, span: Span, kind: Kind) -> Result<Term, Refusal> {
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
        let inner = unquote(&self.text[span.start + 2..span.end], '\'').ok();
        let mut characters = inner.iter().flat_map(|inner| inner.chars());
        match (characters.next(), characters.next()) {
            (Some(one), None) => Ok(Term::Number(Number::Integer(i64::from(u32::from(one))))),
            _ => fail(Unsupported::Code, span),
        }
    }
}
