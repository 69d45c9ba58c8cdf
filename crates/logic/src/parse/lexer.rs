//! From text to tokens, shared by all dialects.
//!
//! The lexer knows the whole token syntax of Prolog, far more than the parser accepts: directives
//! may hold any terms, and an error about a list reads better than one about a bracket. It works
//! on demand and keeps nothing but its position, so looking ahead is cheap.

use super::error::{ParseProblem, Refusal, fail};
use crate::name::{continues_name, starts_variable};
use crate::operators::is_symbol;
use crate::place::Span;

/// A token: its kind, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An unquoted atom made of letters.
    Name,
    /// A quoted atom.
    Quoted,
    Variable,
    /// `_`
    Anonymous,
    Integer,
    /// A number with a fraction or an exponent.
    Float,
    /// An integer not written in plain decimal: `0'c`, `0x1F`, `1_000`.
    Code,
    /// Text in double quotes or back quotes.
    Text,
    /// `(`
    Open,
    /// `(` right after a name or an operator: the start of its arguments.
    OpenCall,
    Close,
    OpenList,
    CloseList,
    OpenCurly,
    CloseCurly,
    Comma,
    Semicolon,
    Bar,
    /// `!`
    Cut,
    /// `:-` or `<-`
    Neck,
    /// `::`
    Annotation,
    /// `\+`
    Not,
    /// Any other run of symbol characters.
    Operator,
    /// A full stop followed by white space, a comment or the end of the text.
    FullStop,
    End,
}

/// Reads one token after another.
pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t str,
    pub(crate) position: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        let position = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, position }
    }

    pub(crate) fn next_token(&mut self) -> Result<Token, Refusal> {
        let previous_end = self.position;
        self.skip_blanks()?;
        let start = self.position;
        let kind = match self.peek_at(0) {
            None => Kind::End,
            Some(b'(') if start == previous_end && start > 0 => self.single(Kind::OpenCall),
            Some(byte) => self.token(byte)?,
        };
        Ok(Token { kind, span: Span { start, end: self.position } })
    }

    fn token(&mut self, first: u8) -> Result<Kind, Refusal> {
        Ok(match first {
            b'a'..=b'z' => self.name(Kind::Name),
            b'A'..=b'Z' | b'_' => self.variable(),
            b'0'..=b'9' => self.number(),
            b'\'' => self.quoted(Kind::Quoted)?,
            b'"' | b'`' => self.quoted(Kind::Text)?,
            b'(' => self.single(Kind::Open),
            b')' => self.single(Kind::Close),
            b'[' => self.single(Kind::OpenList),
            b']' => self.single(Kind::CloseList),
            b'{' => self.single(Kind::OpenCurly),
            b'}' => self.single(Kind::CloseCurly),
            b',' => self.single(Kind::Comma),
            b';' => self.single(Kind::Semicolon),
            b'|' => self.single(Kind::Bar),
            b'!' => self.single(Kind::Cut),
            b'.' if self.ends_sentence() => self.single(Kind::FullStop),
            byte if is_symbol(byte) => self.operator(),
            _ => self.beyond_ascii()?,
        })
    }

    fn peek_at(&self, offset: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + offset).copied()
    }

    fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    fn single(&mut self, kind: Kind) -> Kind {
        self.position += 1;
        kind
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), Refusal> {
        loop {
            match self.peek_at(0) {
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => self.position += 1,
                Some(b'%') => {
                    self.position += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some(b'/') if self.peek_at(1) == Some(b'*') => self.skip_block_comment()?,
                Some(0x80..) => match self.rest().chars().next() {
                    Some(blank) if blank.is_whitespace() => self.position += blank.len_utf8(),
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    fn skip_block_comment(&mut self) -> Result<(), Refusal> {
        let Some(length) = self.rest()[2..].find("*/") else {
            let opening = Span { start: self.position, end: self.position + 2 };
            return fail(ParseProblem::UnclosedComment, opening);
        };
        self.position += 2 + length + 2;
        Ok(())
    }

    fn ends_sentence(&self) -> bool {
        match self.peek_at(1) {
            None | Some(b'%') => true,
            Some(byte) if byte.is_ascii() => byte.is_ascii_whitespace() || byte == 0x0b,
            Some(_) => self.rest()[1..].starts_with(char::is_whitespace),
        }
    }

    fn name(&mut self, kind: Kind) -> Kind {
        let in_ascii = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let bytes = &self.text.as_bytes()[self.position..];
        let length = bytes.iter().position(|byte| !in_ascii(byte)).unwrap_or(bytes.len());
        self.position += length;
        if bytes.get(length).is_some_and(|byte| !byte.is_ascii()) {
            let rest = self.rest();
            self.position += rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
        }
        kind
    }

    fn variable(&mut self) -> Kind {
        let start = self.position;
        self.name(Kind::Variable);
        if &self.text[start..self.position] == "_" { Kind::Anonymous } else { Kind::Variable }
    }

    fn beyond_ascii(&mut self) -> Result<Kind, Refusal> {
        match self.rest().chars().next() {
            Some(letter) if starts_variable(letter) => Ok(self.name(Kind::Variable)),
            Some(letter) if letter.is_alphabetic() => Ok(self.name(Kind::Name)),
            other => {
                let character = other.unwrap_or_default();
                let end = self.position + character.len_utf8();
                fail(ParseProblem::Character(character), Span { start: self.position, end })
            }
        }
    }

    fn skip_digits(&mut self, radix: u32) {
        while self.digit_at(0, radix) {
            self.position += 1;
        }
    }

    fn digit_at(&self, offset: usize, radix: u32) -> bool {
        self.peek_at(offset).is_some_and(|byte| char::from(byte).is_digit(radix))
    }

    fn number(&mut self) -> Kind {
        if self.peek_at(0) == Some(b'0') && self.special_code() {
            return Kind::Code;
        }
        self.skip_digits(10);
        if self.peek_at(0) == Some(b'_') && self.digit_at(1, 10) {
            return self.name(Kind::Code);
        }
        let mut kind = Kind::Integer;
        if self.peek_at(0) == Some(b'.') && self.digit_at(1, 10) {
            self.position += 1;
            self.skip_digits(10);
            kind = Kind::Float;
        }
        let before = 1 + usize::from(matches!(self.peek_at(1), Some(b'+' | b'-')));
        if matches!(self.peek_at(0), Some(b'e' | b'E')) && self.digit_at(before, 10) {
            self.position += before;
            self.skip_digits(10);
            kind = Kind::Float;
        }
        kind
    }

    /// Takes `0'c`, `0x1F`, `0o17` or `0b11` if one stands here.
    fn special_code(&mut self) -> bool {
        let radix = match self.peek_at(1) {
            Some(b'\'') => return self.character_code(),
            Some(b'x') => 16,
            Some(b'o') => 8,
            Some(b'b') => 2,
            _ => return false,
        };
        let found = self.digit_at(2, radix);
        if found {
            self.name(Kind::Code);
        }
        found
    }

    fn character_code(&mut self) -> bool {
        let Some(character) = self.rest()[2..].chars().next() else { return false };
        self.position += 2;
        match character {
            '\\' => self.skip_escape(),
            '\'' if self.peek_at(1) == Some(b'\'') => self.position += 2,
            _ => self.position += character.len_utf8(),
        }
        true
    }

    fn quoted(&mut self, kind: Kind) -> Result<Kind, Refusal> {
        let opening = Span { start: self.position, end: self.position + 1 };
        let quote = self.peek_at(0);
        self.position += 1;
        loop {
            match self.peek_at(0) {
                None | Some(b'\n') => return fail(ParseProblem::UnclosedQuote, opening),
                Some(b'\\') => self.skip_escape(),
                byte if byte == quote => {
                    self.position += 1;
                    if self.peek_at(0) != quote {
                        return Ok(kind);
                    }
                    self.position += 1;
                }
                // A byte inside a longer character is never a quote or a backslash.
                Some(_) => self.position += 1,
            }
        }
    }

    /// Skips a backslash and what belongs to it, so that neither an escaped quote nor the closing
    /// backslash of `\x41\` is mistaken for something else.
    fn skip_escape(&mut self) {
        self.position += 1;
        let Some(escaped) = self.rest().chars().next() else { return };
        self.position += escaped.len_utf8();
        if escaped == '\r' && self.peek_at(0) == Some(b'\n') {
            self.position += 1;
        }
        let radix = match escaped {
            'x' => 16,
            '0'..='7' => 8,
            _ => return,
        };
        self.skip_digits(radix);
        if self.peek_at(0) == Some(b'\\') {
            self.position += 1;
        }
    }

    /// A run of symbol characters. People write `a:-\+b`, so a run that starts with `:-`, `::`,
    /// `<-` or `\+` ends there if nothing or a negation follows.
    fn operator(&mut self) -> Kind {
        let bytes = &self.text.as_bytes()[self.position..];
        let ends = |at: usize| !bytes.get(at).copied().is_some_and(is_symbol);
        let comment = |at: usize| bytes[at..].starts_with(b"/*");
        let special = match bytes {
            [b':', b'-', ..] | [b'<', b'-', ..] => Some(Kind::Neck),
            [b':', b':', ..] => Some(Kind::Annotation),
            [b'\\', b'+', ..] => Some(Kind::Not),
            _ => None,
        };
        if let Some(kind) = special
            && (ends(2) || comment(2) || bytes[2..].starts_with(b"\\+"))
        {
            self.position += 2;
            return kind;
        }
        self.position += (1..).find(|&at| ends(at) || comment(at)).unwrap_or(1);
        Kind::Operator
    }
}
