//! Programs that load other files.
//!
//! ProbLog executes Python that a program names: `:- use_module('x.py')`, the same as a goal or as a
//! term that is called, or a file that is consulted and does so. So does SWI-Prolog, in its own ways.
//! Whoever is handed a program wants to know before an engine does.
//!
//! [`check`] looks at the text and not at the program, because engines read what we cannot. It would
//! rather refuse too much: a word that loads, before a parenthesis, counts even in a comment or within
//! quotes, since engines may disagree with us on where those end. Alone, it counts outside of comments.
//! Libraries by their plain names are what they are said to be, and may be loaded. A list that is a goal loads
//! the files that it names, so it counts, too (`goals.rs`); and so does a quoted name that spells letters by
//! numbers. Readers do not agree on `/*/`, in which a comment begins, and for some of them ends, too: nobody can say
//! what follows it, so it is refused wherever it stands.
//!
//! Nor do they agree on a quote after two backslashes: ProbLog takes it for a part of the text.
//!
//! A name may be put together while a program is being evaluated. A program that makes names from parts and calls what a
//! variable stands for is refused, but no check of a text can see all ways to do so. Therefore the engines from ProbLog are
//! told to load nothing but its own libraries (`drivers/problog.py`), too, and engines run behind a [wall](crate::Wall).

mod goals;
mod tokens;

use miette::Diagnostic;

use tokens::{Token, tokens};

/// Load a file, or run a command, wherever they are called.
const LOADING: [&str; 15] = [
    "consult",
    "reconsult",
    "use_module",
    "reexport",
    "autoload",
    "ensure_loaded",
    "load_files",
    "qcompile",
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

/// Make names from parts.
const MAKING_NAMES: [&str; 20] = [
    "=..",
    "atom_chars",
    "atom_codes",
    "atom_concat",
    "atom_number",
    "atom_string",
    "atom_to_term",
    "atomic_concat",
    "atomic_list_concat",
    "char_code",
    "concat_atom",
    "functor",
    "name",
    "read",
    "read_term",
    "string_concat",
    "sub_atom",
    "sub_string",
    "term_string",
    "term_to_atom",
];

/// The begin of a comment, and for some readers its end.
const AMBIGUOUS: &str = "/*/";

/// A program loads other files, or may do so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("line {line}: `{what}` {}", self.reason())]
pub struct LoadsCode {
    /// The word that does.
    pub what: String,
    /// The line, counted from one.
    pub line: usize,
}

impl LoadsCode {
    fn reason(&self) -> &'static str {
        match self.what.as_str() {
            AMBIGUOUS => {
                "is a whole comment for some engines, and may hide that other files are loaded"
            }
            quoted if ends_in_doubt(quoted) => {
                "ends elsewhere for some engines, and may hide that other files are loaded"
            }
            word if MAKING_NAMES.contains(&word) => {
                "may make the name of a predicate that loads other files, since a variable is called"
            }
            _ => "loads other files, and may execute what is in them",
        }
    }
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
    if let Some(place) = text.find(AMBIGUOUS) {
        return refuse(AMBIGUOUS, place);
    }
    let tokens = tokens(text);
    let in_comment = |place: usize| {
        let next = tokens.partition_point(|(start, ..)| *start <= place);
        let token = next.checked_sub(1).map(|last| tokens[last]);
        token.is_some_and(|(_, token, end)| token == Token::Comment && place < end)
    };
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
    for (place, token, _) in &tokens {
        if let Token::Quoted(quoted) = token
            && (quoted.starts_with('\'') && hides_letters(quoted) || ends_in_doubt(quoted))
        {
            return refuse(quoted, *place);
        }
    }
    goals::loading(&tokens).map_or(Ok(()), |(place, goal)| refuse(goal, place))
}

/// Does a quoted text end with a backslash, by our reading?
fn ends_in_doubt(quoted: &str) -> bool {
    let mut last = quoted.chars().rev();
    matches!((last.next(), last.next()), (Some('\'' | '"' | '`'), Some('\\')))
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

/// Does a quoted name spell a letter so that it is not seen? `'\x73\hell'` is `shell`.
fn hides_letters(quoted: &str) -> bool {
    let mut rest = quoted;
    while let Some((_, escape)) = rest.split_once('\\') {
        let code = escape.strip_prefix('u').and_then(|code| code.get(..4));
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        let is_letter = |character: char| character.is_alphanumeric() || character == '_';
        let is_visible = match escape.chars().next() {
            Some('\\' | '\'' | '"' | '`' | 'n' | 't') | None => true,
            _ => code.and_then(char::from_u32).is_some_and(|character| !is_letter(character)),
        };
        if !is_visible {
            return true;
        }
        rest = escape.get(1..).unwrap_or_default();
    }
    false
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
            "q :- a, ['x.pl'].",
            "q :- a ; \\+ [\"x.pl\"].",
            "q :- (a -> b ; [x, y]).",
            "q :- a, /* so */ [x] % so\n.",
            "q :- p(a, [b]), [x].",
            "q :- call(['x.pl']).",
            "q :- 'call'( ['x.pl'] ).",
            "q :- findall(X, (a, [x]), L).",
            "q :- forall(a, [x]).",
            "q :- user:['x.pl'].",
            "assertz((q :- [x])).",
            "?- [x].",
            "q :- [x",
            "q :- '.'('x.pl', []).",
            "q :- '[|]'('x.pl', []).",
            // The codes of characters are no quotes.
            "a(0', ). q :- a, [x]. b(0', ).",
            "a(0'a, '%'). q :- [x].",
            "a(0''', '('). q :- a, [x].",
            "a(0'\\'). q :- a, [x]. b(0'\\').",
            ":- reexport(x).",
            ":- autoload(x).",
            "q :- qcompile(x).",
            "q :- compile(x).",
            "q :- a, system('rm x').",
            "q :- unix(system(x)).",
            "q :- \\+ exec(x).",
            "q :- call(system, x).",
            "q :- 'system' (x).",
            // Names that are not seen.
            "q :- '\\x73\\hell'(x).",
            "q :- call('\\163\\hell', x).",
            "q :- 'she\\\nll'(x).",
            "q :- '\\u0073hell'(x).",
            // Two backslashes before a quote, and goals where they are not expected.
            "a('\\\\'). q :- ['x.pl']. b('c').",
            "a('\\\\', :- [x], b, '\\\\').",
            "a(\"\\\\\").",
            "evidence(['evil.pl']).",
            "evidence([evil], true).",
            "query(['evil.pl']).",
            "q :- subquery(['evil.pl'], P).",
            "q :- X = ['evil.pl'], call(X).",
            "q :- p(['../x/evil']).",
            // Names that are made.
            "q :- atom_concat(use_, module, X), call(X, 'evil.py').",
            "q :- 'atom_concat'(con, sult, X), call(X, a).",
            "q :- X =.. [F, a], X.",
            "q :- atom_codes(X, [101, 118]), \\+ X.",
            "q :- sub_atom(abc, 0, 1, _, X), (X ; true).",
            "q :- term_to_atom(X, a), findall(Y, X, L).",
            // Whoever reads these quotes and comments otherwise than we do would execute it.
            "a('%'). :- use_module('x.py').",
            "a(0'%). :- use_module('x.py').",
            "a(0'a). % ' \n:- use_module('x.py').",
            "a('\n% '). :- use_module('x.py').",
            "/* /* */ :- use_module('x.py'). /* */ */",
            "% :- use_module('x.py').",
            "a. /*/ ' */ q :- a, ['x.pl'], b('c'). query(a).",
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
            "q(L) :- p(a), [a | T] = L, p(b, [c], d(e, [f])), \\+ p(b, [a]).",
            "q(L) :- L = [[a], b], findall([a, X], member(X, [a, b]), [c]), call(p, [a]).",
            "q :- [] = []. q :- p('it\\'s', '\\\\x', 'a\\nb', '\\u005C', 'ü'), p('(', [a]).",
            "0.5::p([a]); 0.5::p([b]). 0.1::p(0'a, [b]). p(\"a, [b]\"). p(', [a]').",
            "system(a). unix. exec(a, b). q :- p(system), system.",
            "q(L) :- X = 1, Y is X + 1, atom_concat(a, b, Z), X < Y, p(Z, L), \\+ Z = c.",
            "q(X) :- p(Y), X =.. [f, Y], r(X).",
            "apply(G, X) :- call(G, X). p(['it', 'a b', 'x. y', \"...\"]).",
            "% as in p, [q], or p:- [q]\n/* system(a), [q] */ p.",
            "/**/ a. /***/ /* / */ b.",
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
        let refused = check("a.\n/*/ b. */").unwrap_err().to_string();
        assert!(refused.starts_with("line 2: `/*/` is a whole comment for some"), "{refused}");
    }
}
