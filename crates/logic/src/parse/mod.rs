//! From text to programs: one recursive-descent parser for all dialects.
//!
//! A text is a sequence of directives, statements that only some dialects have (such as
//! `query(a).`), and clauses. The dialect recognises its statements; everything else is read here:
//!
//! ```text
//! clause      = head { ";" head } [ ":-" disjunction ] "."
//! head        = [ probability "::" ] atom
//! disjunction = conjunction { ";" conjunction }
//! conjunction = goal { "," goal }
//! goal        = "\+" goal | "(" disjunction ")" | "true" | "fail" | atom
//! atom        = name [ "(" term { "," term } ")" ]
//! ```
//!
//! Whatever else people write is recognised as far as needed to say what it is and what to do
//! instead. The parser recurses only on parentheses and negations, [`MAX_NESTING`] deep at most.

mod body;
mod clause;
mod error;
mod fact;
mod lexer;
mod limit;
mod term;
mod unsupported;

pub use error::{ParseError, ParseProblem};
pub use limit::ReadLimits;
pub use unsupported::Unsupported;

pub(crate) use error::{Refusal, fail, refusal};
pub(crate) use lexer::{Kind, Lexer, Span, Token, is_symbol};
pub(crate) use limit::Meter;
pub(crate) use term::is_truth_value;

use crate::facts::Word;
use crate::{Clause, Database, Program, Symbol, Term};

/// How many parentheses and negations may stand inside each other.
pub(crate) const MAX_NESTING: usize = 256;

/// What a dialect brings to the parser.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// Do heads have probabilities?
    pub(crate) annotations: bool,
    /// Is `\+(a, b)` a negated conjunction, and not a predicate with two arguments?
    pub(crate) negated_arguments: bool,
    /// The statement that a fact of this atom is, if it is none of the program's own.
    pub(crate) statement_of: fn(&str, usize) -> Option<&'static str>,
    /// Reads the statement that stands here.
    pub(crate) statement: fn(&mut Parser<'_>, &mut Program) -> Result<(), Refusal>,
}

/// Reads a whole text.
pub(crate) fn program(text: &str, grammar: &'static Grammar) -> Result<Program, ParseError> {
    let read = read(text, grammar, &ReadLimits::default(), false);
    read.map(|database| database.program).map_err(|refusal| ParseError::new(*refusal, text))
}

/// Reads a whole text, plain facts into tables.
pub(crate) fn database(
    text: &str,
    grammar: &'static Grammar,
    limits: &ReadLimits,
) -> Result<Database, ParseError> {
    read(text, grammar, limits, true).map_err(|refusal| ParseError::new(*refusal, text))
}

/// What becomes of texts of a dialect that is only written.
pub(crate) fn unreadable(dialect: &'static str) -> ParseError {
    let span = Span { start: 0, end: 0 };
    ParseError::new(error::ProblemAt { problem: ParseProblem::Unreadable(dialect), span }, "")
}

/// Reads a text, its plain facts into tables or as clauses like all others.
fn read(
    text: &str,
    grammar: &'static Grammar,
    limits: &ReadLimits,
    tables: bool,
) -> Result<Database, Refusal> {
    let mut database = Database::default();
    let mut parser = Parser::new(text, grammar, limits)?;
    loop {
        parser.plain_facts(&mut database, tables)?;
        if parser.at(Kind::End) {
            return Ok(database);
        } else if parser.at_text(Kind::Neck, ":-") {
            database.program.directives.push(parser.directive()?);
        } else if parser.at_statement()? {
            (grammar.statement)(&mut parser, &mut database.program)?;
        } else {
            parser.meter.spend(size_of::<Clause>(), parser.last)?;
            database.add(parser.clause()?);
        }
    }
}

/// Is this text one unsigned or negative floating-point number, and nothing else?
pub(crate) fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let whole = Span { start: 0, end: unsigned.len() };
    let token = Lexer::new(unsigned).next_token();
    token.is_ok_and(|token| token.kind == Kind::Float && token.span == whole)
}

/// The parser: a lexer with one token of look-ahead.
pub(crate) struct Parser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// The next token, not yet consumed.
    token: Token,
    /// Where the last consumed token stood.
    last: Span,
    /// How many parentheses and negations are open.
    nesting: usize,
    /// The nesting at which a comma would separate arguments of `\+`, not goals.
    argument_level: usize,
    /// Arguments of the atom being read; kept here so that an atom allocates once.
    arguments: Vec<Term>,
    /// Arguments of the plain fact being read.
    words: Vec<Word<'t>>,
    meter: Meter,
    grammar: &'static Grammar,
}

impl<'t> Parser<'t> {
    fn new(
        text: &'t str,
        grammar: &'static Grammar,
        limits: &ReadLimits,
    ) -> Result<Parser<'t>, Refusal> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next_token()?;
        let last = Span { start: token.span.start, end: token.span.start };
        Ok(Parser {
            text,
            lexer,
            token,
            last,
            nesting: 0,
            argument_level: usize::MAX,
            arguments: Vec::new(),
            words: Vec::new(),
            meter: Meter::new(limits, text)?,
            grammar,
        })
    }

    pub(crate) fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    /// Is the next token this very operator or unquoted name?
    pub(crate) fn at_text(&self, kind: Kind, text: &str) -> bool {
        self.at(kind) && self.slice(self.token.span) == text
    }

    pub(crate) fn span(&self) -> Span {
        self.token.span
    }

    pub(crate) fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start..span.end]
    }

    /// Consumes the next token.
    pub(crate) fn advance(&mut self) -> Result<Span, Refusal> {
        self.last = self.token.span;
        self.meter.token(self.last)?;
        self.token = self.lexer.next_token()?;
        Ok(self.last)
    }

    /// Consumes the next token if it is of this kind.
    pub(crate) fn accept(&mut self, kind: Kind) -> Result<bool, Refusal> {
        let found = self.at(kind);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(crate) fn expect(&mut self, kind: Kind, expected: &'static str) -> Result<Span, Refusal> {
        if self.at(kind) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    /// The number of arguments after this opening parenthesis.
    fn arity_after(&self, opening: Span) -> Result<usize, Refusal> {
        let mut lexer = Lexer { text: self.text, position: opening.end };
        let (mut arity, mut depth) = (1, 1usize);
        while depth > 0 {
            match lexer.next_token()?.kind {
                Kind::Open | Kind::OpenCall | Kind::OpenList | Kind::OpenCurly => depth += 1,
                Kind::Close | Kind::CloseList | Kind::CloseCurly => depth -= 1,
                Kind::Comma if depth == 1 => arity += 1,
                Kind::FullStop | Kind::End => break,
                _ => {}
            }
        }
        Ok(arity)
    }

    /// Does a statement of the dialect's own stand here?
    fn at_statement(&self) -> Result<bool, Refusal> {
        if !self.at_name() {
            return Ok(false);
        }
        let text = self.slice(self.token.span);
        let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        let name = inner.unwrap_or(text);
        // Count arguments only for names that can start a statement.
        if !(1..=2).any(|arity| (self.grammar.statement_of)(name, arity).is_some()) {
            return Ok(false);
        }
        let opening = Lexer { text: self.text, position: self.token.span.end }.next_token()?;
        Ok(opening.kind == Kind::OpenCall
            && (self.grammar.statement_of)(name, self.arity_after(opening.span)?).is_some())
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(
        &mut self,
        opening: Span,
        inner: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if self.nesting == MAX_NESTING {
            return fail(ParseProblem::TooDeep, opening);
        }
        self.nesting += 1;
        let result = inner(self)?;
        self.nesting -= 1;
        Ok(result)
    }

    /// The error for a token that cannot stand here, as telling as possible.
    pub(crate) fn unexpected(&self, expected: &'static str) -> Refusal {
        let Token { kind, span } = self.token;
        let text = self.slice(span);
        let runs_on = self.nesting == 0 && starts_clause(kind) && self.on_new_line();
        let unsupported = match kind {
            Kind::Operator if text != "." => Unsupported::operator(text),
            Kind::Name if matches!(text, "is" | "mod" | "rem" | "div") => {
                Unsupported::operator(text)
            }
            Kind::Cut => Unsupported::Cut,
            Kind::Bar => Unsupported::Bar,
            Kind::OpenList => Unsupported::List,
            Kind::OpenCurly => Unsupported::Curly,
            Kind::Text => Unsupported::Text,
            Kind::Code => Unsupported::Code,
            _ if kind == Kind::End || runs_on => {
                let just_after_last = Span { start: self.last.end, end: self.last.end };
                return refusal(ParseProblem::MissingFullStop, just_after_last);
            }
            _ => return self.misplaced(expected),
        };
        refusal(unsupported, span)
    }

    /// The error that names the token, whatever it is.
    fn misplaced(&self, expected: &'static str) -> Refusal {
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::FullStop => "a full stop".to_owned(),
            _ => {
                let text = self.slice(self.token.span);
                match text.char_indices().nth(40) {
                    Some((cut, _)) => format!("`{}…`", &text[..cut]),
                    None => format!("`{text}`"),
                }
            }
        };
        refusal(ParseProblem::Expected { expected, found }, self.token.span)
    }

    /// Does the next token stand on a later line than the last one?
    fn on_new_line(&self) -> bool {
        self.text[self.last.end..self.token.span.start].contains('\n')
    }

    /// The name that a token of kind [`Kind::Name`] or [`Kind::Quoted`] stands for.
    fn name(&self, token: Token) -> Result<Symbol, Refusal> {
        let text = self.slice(token.span);
        if token.kind != Kind::Quoted {
            return Ok(Symbol::new(text));
        }
        let inner = &text[1..text.len() - 1];
        if !inner.bytes().any(|byte| matches!(byte, b'\\' | b'\'')) {
            return Ok(Symbol::new(inner));
        }
        crate::name::unquote(inner, '\'').map(Symbol::from).map_err(|at| {
            let start = token.span.start + 1 + at;
            let escaped = self.text[start + 1..].chars().next().map_or(0, char::len_utf8);
            refusal(ParseProblem::Escape, Span { start, end: start + 1 + escaped })
        })
    }
}

fn starts_clause(kind: Kind) -> bool {
    matches!(kind, Kind::Name | Kind::Quoted | Kind::Integer | Kind::Float | Kind::Neck)
}
