//! Reading programs that are only to be described: what cannot be read is changed or left out, clause by clause.
//!
//! Systems differ in what they add to the language: directives, unknown probabilities (`t(_)::a`, `?::a`), the alternatives of
//! LPADs (`a:0.3 ; b:0.7`), cuts, if-then-else, operators of their own. The shape of a clause hardly depends on these. So a
//! clause that does not parse is taken apart at the connectives, and put together again from the parts that do.

use randlog_logic::{Dialect, ParseError, Program};

use super::outline::outline;

/// Parentheses are not taken apart any deeper.
const DEEPEST: usize = 100;

/// A program of which only the shape counts.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What could be read.
    pub program: Program,
    /// The directives that were left out.
    directives: u64,
    /// Clauses that were read in part.
    changed: u64,
    /// Clauses that could not be read.
    left_out: u64,
}

/// Read a program that is only to be described. If it does not parse, it is read clause by clause, and what cannot be read is changed
/// or left out. Refused if that is most of it.
pub fn read(text: &str) -> Result<Reading, ParseError> {
    let whole = |program| Reading { program, directives: 0, changed: 0, left_out: 0 };
    if let Ok(program) = Dialect::ProbLog.parse(text) {
        return Ok(whole(program));
    }
    let refused = match Program::parse(text) {
        // What is an operator here separates probabilities elsewhere.
        Ok(program) if has_colons(&program) => None,
        // An outline has other answers than the program.
        Ok(program) => return Ok(whole(Program { queries: Vec::new(), ..outline(&program) })),
        Err(refused) => Some(refused),
    };
    let reading = by_clauses(text);
    let is_most = reading.program.clauses.len() as u64 > reading.left_out;
    match refused {
        Some(refused) if !is_most => Err(refused),
        _ => Ok(reading),
    }
}

impl Reading {
    /// What was changed and left out, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let note = |count: u64, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let unknown = "what only other systems know is left out of it, and an unknown probability is one half";
        let notes = [
            note(self.directives, "directive is left out", "directives are left out"),
            note(
                self.changed,
                &format!("clause is read in part: {unknown}"),
                &format!("clauses are read in part: {}", unknown.replace("of it", "of them")),
            ),
            note(
                self.left_out,
                "clause is left out: it cannot be read",
                "clauses are left out: they cannot be read",
            ),
        ];
        notes.into_iter().flatten().collect()
    }
}

fn by_clauses(text: &str) -> Reading {
    let mut found = Vec::new();
    let (mut directives, mut changed, mut left_out) = (0, 0, 0);
    for clause in clauses(text) {
        if is_directive(clause) {
            directives += 1;
        } else if let Some(read) = parsed(clause) {
            found.extend(read.clauses);
        } else if let Some(read) = in_part(clause) {
            changed += 1;
            found.extend(read.clauses);
        } else {
            left_out += 1;
        }
    }
    let program = Program { clauses: found.into(), ..Program::default() };
    Reading { program, directives, changed, left_out }
}

fn is_directive(clause: &str) -> bool {
    clause.starts_with(":-") || clause.starts_with("?-")
}

/// What can be read of a clause, which comes without its full stop.
fn in_part(clause: &str) -> Option<Program> {
    let depth: i64 = Pieces(clause).map(|piece| piece.depth()).sum();
    if find(clause, &["-->"]).is_some() || depth != 0 {
        return None;
    }
    let (heads, body) = match find(clause, &[":-", "<-"]) {
        Some((place, neck)) => (&clause[..place], Some(&clause[place + neck.len()..])),
        None => (clause, None),
    };
    let heads: Vec<String> = split(heads, &[";"]).into_iter().filter_map(head).collect();
    if heads.is_empty() {
        return None;
    }
    let heads = heads.join(" ; ");
    match body.map(|body| formula(body, DEEPEST)) {
        None => parsed(&heads),
        // Of a rule that says what nobody can read, the head alone would say too much.
        Some(None) => None,
        Some(Some(body)) => parsed(&format!("{heads} :- {body}")),
    }
}

fn parsed(clause: &str) -> Option<Program> {
    let text = format!("{clause}.");
    let program = Dialect::ProbLog.parse(&text).ok();
    let program = program.or_else(|| Some(outline(&Program::parse(&text).ok()?)));
    program.filter(|program| !has_colons(program))
}

/// Is a head `a:0.3`, an alternative of an LPAD with its probability?
fn has_colons(program: &Program) -> bool {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    heads.into_iter().any(|head| head.atom.name == ":")
}

/// A head, with its probability in front: one half if that is not known.
fn head(text: &str) -> Option<String> {
    let (probability, atom) = match (find(text, &["::"]), find(text, &[":"])) {
        (Some((place, _)), _) => (Some(&text[..place]), &text[place + 2..]),
        (None, Some((place, _))) => (Some(&text[place + 1..]), &text[..place]),
        (None, None) => (None, text),
    };
    let atom = atom.trim();
    parsed(atom)?;
    let Some(probability) = probability else { return Some(atom.to_owned()) };
    let annotated = format!("{}::{atom}", probability.trim());
    let is_number = |program: Program| program.clauses[0].heads[0].probability.number().is_some();
    let is_known = parsed(&annotated).is_some_and(is_number);
    Some(if is_known { annotated } else { format!("0.5::{atom}") })
}

/// What is left of a body.
fn formula(text: &str, depth: usize) -> Option<String> {
    let (text, depth) = (text.trim(), depth.checked_sub(1)?);
    let join = |parts: Vec<&str>, connective: &str| {
        let parts: Vec<String> =
            parts.into_iter().filter_map(|part| formula(part, depth)).collect();
        match parts.len() {
            0 => None,
            1 => Some(parts[0].clone()),
            _ => Some(format!("({})", parts.join(connective))),
        }
    };
    // What binds least comes first.
    for (separators, connective) in [(&[";", "|"][..], " ; "), (&["*->", "->", ","][..], ", ")] {
        let parts = split(text, separators);
        if parts.len() > 1 {
            return join(parts, connective);
        }
    }
    if let Some(inner) = within_parentheses(text) {
        return formula(inner, depth);
    }
    let negated = ["\\+", "not "].into_iter().find_map(|sign| text.strip_prefix(sign));
    let negated = negated.or_else(|| text.strip_prefix("not").filter(|rest| rest.starts_with('(')));
    if let Some(inner) = negated {
        return formula(inner, depth).map(|inner| format!("\\+ ({inner})"));
    }
    if text == "!" || text.is_empty() {
        return None;
    }
    parsed(&format!("randlog :- {text}")).map(|_| text.to_owned())
}

/// The text between parentheses that belong together, if there is nothing around them.
fn within_parentheses(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_i64;
    for piece in Pieces(inner) {
        depth += piece.depth();
        if depth < 0 {
            return None;
        }
    }
    (depth == 0).then_some(inner)
}

/// The first of these separators that stands in no parentheses, with its place. A neck is no colon, and neither is `::`.
fn find<'s>(text: &str, separators: &[&'s str]) -> Option<(usize, &'s str)> {
    let (mut depth, mut place) = (0, 0);
    for piece in Pieces(text) {
        depth += piece.depth();
        if let (0, Piece::Symbols(symbols)) = (depth, &piece)
            && let Some(separator) = separators.iter().find(|separator| *symbols == **separator)
        {
            return Some((place, separator));
        }
        place += piece.text().len();
    }
    None
}

fn split<'t>(text: &'t str, separators: &[&str]) -> Vec<&'t str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((place, separator)) = find(rest, separators) {
        parts.push(&rest[..place]);
        rest = &rest[place + separator.len()..];
    }
    parts.push(rest);
    parts
}

/// The clauses of a text, without their full stops and without comments before them.
fn clauses(text: &str) -> Vec<&str> {
    let (mut found, mut start, mut place) = (Vec::new(), None, 0);
    let mut pieces = Pieces(text).peekable();
    while let Some(piece) = pieces.next() {
        let is_end =
            piece.text() == "." && pieces.peek().is_none_or(|next| matches!(next, Piece::Blank(_)));
        if is_end && let Some(start) = start.take() {
            found.push(text[start..place].trim_end());
        } else if !matches!(piece, Piece::Blank(_)) && !is_end {
            start.get_or_insert(place);
        }
        place += piece.text().len();
    }
    found
}

/// A piece of a text.
enum Piece<'t> {
    /// Blanks and comments.
    Blank(&'t str),
    /// A quoted text.
    Quoted(&'t str),
    /// Signs that stand together, such as `:-`; or one of those that always stand alone.
    Symbols(&'t str),
    /// Letters and digits.
    Word(&'t str),
    /// A bracket.
    Bracket(&'t str),
}

impl<'t> Piece<'t> {
    fn text(&self) -> &'t str {
        let (Piece::Blank(text)
        | Piece::Quoted(text)
        | Piece::Symbols(text)
        | Piece::Word(text)
        | Piece::Bracket(text)) = self;
        text
    }

    fn depth(&self) -> i64 {
        match self {
            Piece::Bracket("(" | "[" | "{") => 1,
            Piece::Bracket(_) => -1,
            _ => 0,
        }
    }
}

/// The pieces of a text: a lexer that never fails.
struct Pieces<'t>(&'t str);

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let text = self.0;
        let first = text.chars().next()?;
        let run = |is_in: fn(char) -> bool| text.find(|c| !is_in(c)).unwrap_or(text.len());
        let (length, kind): (usize, fn(&'t str) -> Piece<'t>) = match first {
            '%' => (text.find('\n').unwrap_or(text.len()), Piece::Blank),
            '/' if text.starts_with("/*") => {
                (text.find("*/").map_or(text.len(), |end| end + 2), Piece::Blank)
            }
            c if c.is_whitespace() => (run(char::is_whitespace), Piece::Blank),
            '\'' | '"' | '`' => (quoted(text, first), Piece::Quoted),
            '(' | ')' | '[' | ']' | '{' | '}' => (1, Piece::Bracket),
            ',' | ';' | '|' | '!' | '?' => (1, Piece::Symbols),
            '0' if text.starts_with("0'") => {
                (2 + text[2..].chars().next().map_or(0, char::len_utf8), Piece::Quoted)
            }
            c if c.is_ascii_digit() => (number(text), Piece::Word),
            c if is_word(c) => (run(is_word), Piece::Word),
            c if is_symbol(c) => (run(is_symbol), Piece::Symbols),
            c => (c.len_utf8(), Piece::Word),
        };
        let (piece, rest) = text.split_at(length);
        self.0 = rest;
        Some(kind(piece))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_symbol(c: char) -> bool {
    "+-*/\\^<>=~:.?@#&$".contains(c)
}

/// How long a number is: a point belongs to it only if a digit follows.
fn number(text: &str) -> usize {
    let digits = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    match text[digits..].strip_prefix('.') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            digits + 1 + rest.find(|c: char| !is_word(c)).unwrap_or(rest.len())
        }
        _ => digits,
    }
}

/// How long a quoted text is, which begins with its quote.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return place + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> (String, u64) {
        let reading = by_clauses(text);
        (Dialect::ProbLog.print(&reading.program).unwrap().to_string(), reading.left_out)
    }

    #[test]
    fn what_does_not_parse_is_changed_or_left_out() {
        for (text, expected) in [
            (":- use_module(library(pita)). p :- q.", "p :- q.\n"),
            ("t(_)::p(X) :- q(X). ?::r.", "0.5::p(X) :- q(X).\n0.5::r.\n"),
            ("h(X):0.25 ; g(X):0.75 :- b(X), !.", "0.25::h(X); 0.75::g(X) :- b(X).\n"),
            ("a : 0.3. b:gauss(X). c:0.1 :- d.", "0.3::a.\n0.5::b.\n0.1::c :- d.\n"),
            ("p :- (q -> r ; \\+ s).", "p :- q, r ; \\+ q, \\+ s.\n"),
            ("p :- q, X =@= @ Y, r. % a comment. p.", "p :- q, r.\n"),
            ("p(X) :- not q(X), not(r(X)), s('a. b').", "p(X) :- \\+ q(X), \\+ r(X), s('a. b').\n"),
        ] {
            assert_eq!(described(text), (expected.to_owned(), 0), "{text}");
        }
        let text = "s --> a, b. p :- q. ). r(X) :- q(X. r(X) :- X ?? Y.";
        assert_eq!(described(text), ("p :- q.\n".to_owned(), 4));
    }

    #[test]
    fn any_text_can_be_read() {
        for text in
            ["", ".", "'", "0'", "p :- (((.", "/* ", "::: . ;;; .", "p:-:-q. \u{e9}.", "a:b:c."]
        {
            by_clauses(text);
        }
    }
}
