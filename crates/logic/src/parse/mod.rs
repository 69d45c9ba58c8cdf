//! From text to programs: one parser for all dialects.
//!
//! A text is a sequence of directives, statements that only ProbLog has (such as `query(a).`), and clauses:
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
//! In a function-free program, a term is a variable, a constant or a number, and a probability is a number. Whatever
//! else people write is recognised as far as needed to say what it is and what to do instead. Else terms have
//! operators, and a term may stand for a head, a probability or a goal. The parser recurses only on parentheses,
//! negations and operands, [`MAX_NESTING`] deep at most.

mod body;
mod clause;
mod error;
mod fact;
mod goal;
mod lexer;
mod plain;
mod term;

pub use error::{ParseError, ParseProblem};
pub use goal::goal;

use error::{Refusal, fail, refusal};
use lexer::TokenKind;
pub(crate) use plain::is_truth_value;

use crate::facts::FactWord;
use crate::place::{PlaceCounter, Span};
use crate::program::TabledClauses;
use crate::unsupported::Unsupported;
use crate::{Clause, Clauses, Formula, Predicate, Program, SourcePlace, Symbol, Term, is_harmless};
use lexer::{Lexer, Token};
use randlog_base::Stop;

/// How many parentheses and negations may stand inside each other.
pub(crate) const MAX_NESTING: usize = 256;

/// How much of the language a text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Function-free programs without probabilities, queries and evidence. `\+(a, b)` is a predicate with two
    /// arguments, and not a negated conjunction.
    Prolog,
    /// Function-free programs.
    FunctionFree,
    /// All of it.
    Full,
}

/// Texts of so many bytes have their plain facts in tables. For shorter ones, tables take more than they spare.
const LARGE: usize = 4096;

/// What a token becomes takes at most about as many bytes.
const BYTES_PER_TOKEN: usize = 64;

/// How many times something is spent between two looks at the token that may stop the parser.
const STEPS_BETWEEN_LOOKS: u64 = 64;

/// Reads a whole text.
pub(crate) fn program(text: &str, language: Language, stop: &Stop) -> Result<Program, ParseError> {
    read(text, language, stop).map_err(|refusal| ParseError::new(*refusal, text))
}

/// What becomes of texts of a dialect that is only written.
pub(crate) fn unreadable(dialect: &'static str) -> ParseError {
    let span = Span { start: 0, end: 0 };
    ParseError::new(error::ProblemAt { problem: ParseProblem::Unreadable(dialect), span }, "")
}

fn read(text: &str, language: Language, stop: &Stop) -> Result<Program, Refusal> {
    let (mut program, mut clauses) = (Program::default(), TabledClauses::default());
    let mut parser = Parser::new(text, language, stop)?;
    let mut foreign: Vec<(Predicate, Span)> = Vec::new();
    loop {
        parser.plain_facts(&mut clauses, text.len() >= LARGE)?;
        let start = parser.span();
        if parser.at(TokenKind::End) {
            parser.look(start)?;
            break;
        } else if parser.at_text(TokenKind::Neck, ":-") {
            let directive = parser.directive()?;
            if language == Language::Full && !is_harmless(&directive) {
                let problem = Unsupported::Directive(goal::shorten(&directive));
                return fail(problem, start.to(parser.before_last));
            }
            program.directives.push(directive);
        } else if parser.function_free && parser.at_statement()? {
            parser.statement(&mut program)?;
        } else {
            parser.spend(size_of::<Clause>(), parser.last)?;
            let clause = parser.clause()?;
            if parser.function_free {
                clauses.add(clause);
                continue;
            }
            let span = start.to(parser.before_last);
            if clause.body != Formula::True {
                let atoms = clause.body.atoms().map(|occurrence| occurrence.atom);
                let atoms = atoms
                    .filter(|atom| Unsupported::foreign(&atom.name, atom.args.len()).is_some());
                foreign.extend(atoms.map(|atom| (atom.predicate(), span)));
            }
            if let Some(clause) = parser.goal_of(clause, span, &mut program)? {
                clauses.add(clause);
            }
        }
    }
    let is_own = |it: &Predicate| clauses.index.number(&it.name, it.arity).is_some();
    if let Some((Predicate { name, arity }, span)) =
        foreign.into_iter().find(|(predicate, _)| !is_own(predicate))
        && let Some(problem) = Unsupported::foreign(&name, arity)
    {
        return fail(problem, span);
    }
    program.clauses = Clauses::from(clauses);
    Ok(program)
}

/// The statement of ProbLog that a fact of this predicate is, if it is one.
pub(crate) fn statement_of(name: &str, arity: usize) -> Option<&'static str> {
    match (name, arity) {
        ("query", 1) => Some("query"),
        ("evidence", 1 | 2) => Some("evidence"),
        _ => None,
    }
}

/// Is this text one unsigned or negative floating-point number, and nothing else?
pub(crate) fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let whole = Span { start: 0, end: unsigned.len() };
    let token = Lexer::new(unsigned).next_token();
    token.is_ok_and(|token| token.kind == TokenKind::Float && token.span == whole)
}

/// The parser: a lexer with one token of look-ahead.
struct Parser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// The next token, not yet consumed.
    token: Token,
    /// Where the last consumed token stood.
    last: Span,
    /// Where the one before stood.
    before_last: Span,
    /// How many parentheses and negations are open.
    nesting: usize,
    /// The nesting at which a comma would separate arguments of `\+`, not goals.
    argument_level: usize,
    /// Arguments of the atom being read; kept here so that an atom allocates once.
    arguments: Vec<Term>,
    /// Arguments of the plain fact being read.
    words: Vec<FactWord<'t>>,
    stop: &'t Stop,
    /// About how many bytes the text and what is made of it take so far.
    bytes: u64,
    /// How often something was spent.
    steps: u64,
    places: PlaceCounter,
    /// Does a text have probabilities, queries and evidence?
    probabilistic: bool,
    function_free: bool,
    /// Where parentheses open that are operands of operators, as far as was looked ahead.
    operands: Vec<usize>,
    scanned: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, language: Language, stop: &'t Stop) -> Result<Parser<'t>, Refusal> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next_token()?;
        let last = Span { start: token.span.start, end: token.span.start };
        Ok(Parser {
            text,
            lexer,
            token,
            last,
            before_last: last,
            nesting: 0,
            argument_level: usize::MAX,
            arguments: Vec::new(),
            words: Vec::new(),
            stop,
            bytes: text.len() as u64,
            steps: 0,
            places: PlaceCounter::new(text),
            probabilistic: language != Language::Prolog,
            function_free: language != Language::Full,
            operands: Vec::new(),
            scanned: 0,
        })
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Is the next token this very operator or unquoted name?
    fn at_text(&self, kind: TokenKind, text: &str) -> bool {
        self.at(kind) && self.slice(self.token.span) == text
    }

    fn at_name(&self) -> bool {
        matches!(self.token.kind, TokenKind::Name | TokenKind::Quoted)
    }

    fn span(&self) -> Span {
        self.token.span
    }

    /// Where the next token stands.
    fn place(&mut self) -> SourcePlace {
        self.places.of(self.text, self.token.span.start)
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start..span.end]
    }

    /// Counts the bytes of what is made of this part of the text.
    #[inline]
    fn spend(&mut self, bytes: usize, place: Span) -> Result<(), Refusal> {
        self.bytes += bytes as u64;
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) { self.look(place) } else { Ok(()) }
    }

    #[cold]
    fn look(&self, place: Span) -> Result<(), Refusal> {
        let checked = self.stop.check_memory(self.bytes).and_then(|()| self.stop.check());
        checked.map_err(|stopped| refusal(ParseProblem::Stopped(stopped), place))
    }

    /// Consumes the next token.
    fn advance(&mut self) -> Result<Span, Refusal> {
        (self.before_last, self.last) = (self.last, self.token.span);
        self.spend(BYTES_PER_TOKEN, self.last)?;
        self.token = self.lexer.next_token()?;
        Ok(self.last)
    }

    /// Consumes the next token if it is of this kind.
    fn accept(&mut self, kind: TokenKind) -> Result<bool, Refusal> {
        let found = self.at(kind);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, kind: TokenKind, expected: &'static str) -> Result<Span, Refusal> {
        if self.at(kind) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    /// The number of arguments after this opening parenthesis.
    fn arity_after(&self, opening: Span) -> Result<usize, Refusal> {
        let mut lexer = Lexer { text: self.text, position: opening.end };
        let (mut arity, mut depth) = (1, 1usize);
        while depth > 0 {
            match lexer.next_token()?.kind {
                TokenKind::Open
                | TokenKind::OpenCall
                | TokenKind::OpenList
                | TokenKind::OpenCurly => depth += 1,
                TokenKind::Close | TokenKind::CloseList | TokenKind::CloseCurly => depth -= 1,
                TokenKind::Comma if depth == 1 => arity += 1,
                TokenKind::FullStop | TokenKind::End => break,
                _ => {}
            }
        }
        Ok(arity)
    }

    /// The statement that a fact of this predicate is, if it is none of the program's own.
    fn statement_of(&self, name: &str, arity: usize) -> Option<&'static str> {
        match (name, arity) {
            _ if !self.probabilistic => None,
            _ => statement_of(name, arity),
        }
    }

    /// Does a query or evidence stand here?
    fn at_statement(&self) -> Result<bool, Refusal> {
        if !self.at_name() {
            return Ok(false);
        }
        let text = self.slice(self.token.span);
        let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        let name = inner.unwrap_or(text);
        // Count arguments only for names that can start a statement.
        if self.statement_of(name, 1).is_none() {
            return Ok(false);
        }
        let opening = Lexer { text: self.text, position: self.token.span.end }.next_token()?;
        Ok(opening.kind == TokenKind::OpenCall
            && self.statement_of(name, self.arity_after(opening.span)?).is_some())
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
    fn unexpected(&self, expected: &'static str) -> Refusal {
        let Token { kind, span } = self.token;
        let text = self.slice(span);
        let runs_on = self.nesting == 0 && starts_clause(kind) && self.on_new_line();
        let unsupported = match kind {
            TokenKind::Operator if text == ">" && self.ends_aggregate() => Unsupported::Aggregate,
            TokenKind::Operator if text != "." => Unsupported::operator(text),
            TokenKind::Name if matches!(text, "is" | "mod" | "rem" | "div") => {
                Unsupported::operator(text)
            }
            TokenKind::Cut => Unsupported::Cut,
            TokenKind::Bar => Unsupported::Bar,
            TokenKind::OpenList => Unsupported::List,
            TokenKind::OpenCurly => Unsupported::Curly,
            TokenKind::Text => Unsupported::Text,
            TokenKind::Code => Unsupported::Code,
            _ if kind == TokenKind::End || runs_on => {
                let just_after_last = Span { start: self.last.end, end: self.last.end };
                return refusal(ParseProblem::MissingFullStop, just_after_last);
            }
            _ => return self.misplaced(expected),
        };
        refusal(unsupported, span)
    }

    /// Does the text before the next token end as in `max<X>`, without a space?
    fn ends_aggregate(&self) -> bool {
        let before = &self.text[..self.token.span.start];
        let before = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let name = before.strip_suffix('<').and_then(|name| name.chars().last());
        name.is_some_and(char::is_alphanumeric)
    }

    /// The error that names the token, whatever it is.
    fn misplaced(&self, expected: &'static str) -> Refusal {
        let found = match self.token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::FullStop => "a full stop".to_owned(),
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

    /// The name that a token of kind [`TokenKind::Name`] or [`TokenKind::Quoted`] stands for.
    fn name(&self, token: Token) -> Result<Symbol, Refusal> {
        match token.kind {
            TokenKind::Quoted => self.unquoted(token.span, '\''),
            _ => Ok(Symbol::new(self.slice(token.span))),
        }
    }
}

fn starts_clause(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Quoted
            | TokenKind::Integer
            | TokenKind::Float
            | TokenKind::Neck
    )
}
