//! Programs that load other files.
//!
//! ProbLog executes Python that a program names: `:- use_module('x.py')`, the same as a goal or as a
//! term that is called, or a file that is consulted and does so. So does SWI-Prolog, in its own ways.
//! Whoever is handed a program wants to know before an engine does.
//!
//! [`check`] looks at the text and not at the program, because engines read what we cannot. It would
//! rather refuse too much: a word that loads, before a parenthesis, counts even in a comment or within
//! quotes, since engines may disagree with us on where those end. Alone, it counts outside of comments.
//! Libraries by their plain names are what they are said to be, and may be loaded.
//!
//! A name may be put together while a program is being evaluated, which no text shows. Therefore the
//! engines from ProbLog are told to load nothing but its own libraries (`drivers/problog.py`), too.

use miette::Diagnostic;

/// Load a file, or run a command, wherever they are called.
const LOADING: [&str; 12] = [
    "consult",
    "reconsult",
    "use_module",
    "ensure_loaded",
    "load_files",
    "load_external",
    "load_foreign_library",
    "use_foreign_library",
    "process_create",
    "shell",
    "py_call",
    "py_run",
];

/// Do so as directives, which start like a body. Elsewhere they may be predicates of anybody's.
const LOADING_DIRECTIVES: [&str; 2] = ["include", "initialization"];

/// A program loads other files, or may do so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("line {line}: `{what}` loads other files, and may execute what is in them")]
pub struct LoadsCode {
    /// The word that does.
    pub what: String,
    /// The line, counted from one.
    pub line: usize,
}

/// Refuse a text that loads anything but libraries.
///
/// ```
/// use randlog_engines::loading;
///
/// assert!(loading::check("0.5::a. query(a). % consult a doctor").is_ok());
/// assert!(loading::check(":- use_module(library(lists)).").is_ok());
/// let refused = loading::check("a :-\n  use_module('x.py').").unwrap_err();
/// assert_eq!((refused.what.as_str(), refused.line), ("use_module", 2));
/// ```
pub fn check(text: &str) -> Result<(), LoadsCode> {
    let refuse = |what: &str, place: usize| {
        let line = text[..place].matches('\n').count() + 1;
        Err(LoadsCode { what: what.to_owned(), line })
    };
    let in_comment = comments(text);
    for (place, word) in words(text) {
        // Some have an inner twin: `_consult`.
        let (name, rest) = (word.trim_start_matches('_'), &text[place + word.len()..]);
        // A closing quote may stand in between.
        let is_call = rest.trim_start_matches('\'').trim_start().starts_with('(');
        let may_load = LOADING.contains(&name) && !names_library(rest);
        if may_load && (is_call || !in_comment(place)) {
            return refuse(name, place);
        }
        if LOADING_DIRECTIVES.contains(&name) && is_directive(&text[..place]) {
            return refuse(name, place);
        }
    }
    // A list of files.
    let mut necks = text.match_indices(":-");
    let list = necks.find(|(place, neck)| {
        text[place + neck.len()..].trim_start_matches([' ', '\t', '\r', '\n', '(']).starts_with('[')
    });
    list.map_or(Ok(()), |(place, _)| refuse("[…]", place))
}

/// All runs of letters, digits and `_`, and where they start.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut place = 0;
    std::iter::from_fn(move || {
        let start = place + text[place..].find(is_part)?;
        let length = text[start..].find(|c| !is_part(c)).unwrap_or(text.len() - start);
        place = start + length;
        Some((start, &text[start..place]))
    })
}

/// Does a directive start with the word after this?
fn is_directive(before: &str) -> bool {
    before.trim_end_matches(['\'', '(']).trim_end().ends_with(":-")
}

/// Are the arguments those of a library with a plain name: `(library(lists))`, `(library(lists), […])`?
fn names_library(arguments: &str) -> bool {
    let after = |text: &str, word: &str| text.trim_start().strip_prefix(word).map(str::to_owned);
    let name = after(arguments, "(").and_then(|rest| after(&rest, "library"));
    let Some(name) = name.and_then(|rest| after(&rest, "(")) else { return false };
    let name = name.trim_start();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let rest = name.trim_start_matches(is_part);
    name.starts_with(|c: char| c.is_ascii_lowercase()) && rest.trim_start().starts_with(')')
}

/// Is a place within a comment?
fn comments(text: &str) -> impl Fn(usize) -> bool {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut place = 0;
    while let Some(offset) = text[place..].find(['%', '/', '\'', '"', '`']) {
        let start = place + offset;
        let rest = &text[start..];
        let end = |length: Option<usize>| length.map_or(text.len(), |length| start + length);
        place = match rest.as_bytes()[0] {
            b'%' => end(rest.find('\n')),
            b'/' if rest.starts_with("/*") => end(rest.find("*/").map(|length| length + 2)),
            b'/' => start + 1,
            _ => end(quoted(rest)),
        };
        if rest.starts_with('%') || rest.starts_with("/*") {
            found.push(start..place);
        }
    }
    move |place| found.iter().any(|comment| comment.contains(&place))
}

/// How long the quoted text is that starts here, if it ends.
fn quoted(text: &str) -> Option<usize> {
    let mut characters = text.char_indices();
    let (_, quote) = characters.next()?;
    loop {
        match characters.next()? {
            (_, '\\') => {
                characters.next()?;
            }
            (place, end) if end == quote => return Some(place + 1),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn whatever_loads_is_refused() {
        for text in [
            ":- use_module('x.py').",
            ":-use_module('x.py').",
            ":- 'use_module'('x.py').",
            ":- use_module ('x.py').",
            ":- use_module( /* so */ 'x.py').",
            ":- use_module(library('../../x')).",
            ":- use_module(library(X)).",
            ":- use_module(library(lists), _), use_module(x).",
            "q :- consult(x).",
            "q :- a, \\+ (b ; consult('x.pl')).",
            "q :- '_use_module'(none, 'x.py').",
            "q :- '_consult'(none, 'x.py').",
            "q :- X =.. [use_module, 'x.py'], call(X).",
            "q :- call(consult, x).",
            "q :- maplist(consult, [x]).",
            "0.5::a :- consult(x). query(a).",
            "query(consult(x)).",
            "evidence(use_module('x.py')).",
            ":- ensure_loaded(x).",
            ":- include(x).",
            ":- initialization(main).",
            ":- [x].",
            ":-['x.pl', y].",
            "q :-\n  ( [x] ).",
            // Whoever reads these quotes and comments otherwise than we do would execute it.
            "a('%'). :- use_module('x.py').",
            "a(0'%). :- use_module('x.py').",
            "a(0'a). % ' \n:- use_module('x.py').",
            "a('\n% '). :- use_module('x.py').",
            "/* /* */ :- use_module('x.py'). /* */ */",
            "% :- use_module('x.py').",
            // What does not end, either.
            "a(' :- use_module('x.py').",
            "/* :- consult(x).",
            "",
        ] {
            assert_eq!(check(text).is_ok(), text.is_empty(), "{text}");
        }
    }

    #[test]
    fn whatever_does_not_load_is_not_refused() {
        for text in [
            "0.5::a. q :- a. query(q).",
            ":- use_module(library(lists)).",
            ":- use_module( library( lists ) , [member/2] ).",
            ":- ensure_loaded(library(apply)).",
            "% consult a doctor, or use_module, or [x]\na.",
            "/* consult */ a.",
            "consultation(x). shells(1). include(x). q :- a, include(X). initialization(a).",
            ":- table path/2.\np([a, b]). q(L) :- L = [a], p(L).",
            "é('ü%'). % ö",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn the_line_is_told() {
        let refused = check("a.\n% so\nb :- a,\n  consult(x).\n").unwrap_err();
        assert_eq!(refused.line, 4);
        let words = "line 4: `consult` loads other files, and may execute what is in them";
        assert_eq!(refused.to_string(), words);
    }
}
