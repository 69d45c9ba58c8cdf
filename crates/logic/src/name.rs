//! Names: which texts are atoms or variables as they stand, and how to quote the others.

use std::fmt::{self, Write};

/// Is this an atom that needs no quotes in any dialect: a lower-case ASCII letter, then ASCII
/// letters, digits and underscores?
///
/// ```
/// use randlog_logic::name::is_plain_atom;
/// assert!(is_plain_atom("parent") && is_plain_atom("p_1"));
/// assert!(!is_plain_atom("Parent") && !is_plain_atom("two words") && !is_plain_atom(""));
/// ```
pub fn is_plain_atom(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_lowercase)
        && bytes[1..].iter().all(|&byte| continues_plain(byte))
}

fn continues_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Is this the name of a variable: an upper-case letter or an underscore, then letters, digits and
/// underscores? A lone `_` is no name: every occurrence of it is a variable of its own.
///
/// ```
/// use randlog_logic::name::is_variable;
/// assert!(is_variable("X1") && is_variable("_rest"));
/// assert!(!is_variable("_") && !is_variable("x") && !is_variable("X-1"));
/// ```
pub fn is_variable(text: &str) -> bool {
    // Most names are short and ASCII: these take no decoding.
    let rest = match text.as_bytes() {
        [b'_'] => return false,
        [b'_' | b'A'..=b'Z', rest @ ..] => rest,
        _ if text.starts_with(starts_variable) => text.as_bytes(),
        _ => return false,
    };
    rest.iter().all(|&byte| continues_plain(byte)) || text.chars().all(continues_name)
}

/// The stem with as many underscores after it as it takes for none of these names to start with it.
///
/// ```
/// use randlog_logic::name::unused_prefix;
/// assert_eq!(unused_prefix("aux", ["p", "aux_1"]), "aux__");
/// ```
pub fn unused_prefix<'n>(stem: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let mut prefix = stem.to_owned();
    // What does not start with a prefix does not start with a longer one either.
    for name in names {
        while name.starts_with(&prefix) {
            prefix.push('_');
        }
    }
    prefix
}

/// The text as an atom, in quotes if it needs them.
///
/// ```
/// use randlog_logic::name::quoted;
/// assert_eq!(quoted("parent").to_string(), "parent");
/// assert_eq!(quoted("don't").to_string(), r"'don\'t'");
/// ```
pub fn quoted(text: &str) -> Quoted<'_> {
    Quoted(text)
}

/// Writes a text in double quotes.
pub(crate) fn write_text(out: &mut impl Write, text: &str) -> fmt::Result {
    escaped(out, text, '"')
}

/// See [`quoted`].
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl Quoted<'_> {
    /// Writes the atom.
    #[inline]
    pub(crate) fn write(self, out: &mut impl Write) -> fmt::Result {
        let Quoted(text) = self;
        if is_plain_atom(text) { out.write_str(text) } else { escaped(out, text, '\'') }
    }
}

/// The text between quotes.
fn escaped(f: &mut impl Write, text: &str, quote: char) -> fmt::Result {
    f.write_char(quote)?;
    let mut written = 0;
    for (at, character) in text.char_indices() {
        if !needs_escape(character, quote) {
            continue;
        }
        f.write_str(&text[written..at])?;
        written = at + character.len_utf8();
        // ProbLog knows neither `''` nor `\x41\`, and takes any backslash before the closing quote
        // for an escaped quote. Prolog systems read what is written here as well.
        match character {
            '\\' if written == text.len() => f.write_str("\\u005C")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\'' | '"' | '\\' => write!(f, "\\{character}")?,
            control => write!(f, "\\u{:04X}", u32::from(control))?,
        }
    }
    f.write_str(&text[written..])?;
    f.write_char(quote)
}

fn needs_escape(character: char, quote: char) -> bool {
    character == quote || character == '\\' || character.is_control()
}

/// Can a variable's name start with this character?
pub(crate) fn starts_variable(character: char) -> bool {
    character == '_' || character.is_uppercase()
}

/// Can this character stand inside the name of an unquoted atom or a variable?
pub(crate) fn continues_name(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// The name between the quotes of a quoted atom, with its escapes resolved; or where in `inner`
/// the escape starts that means nothing.
pub(crate) fn unquote(inner: &str, quote: char) -> Result<String, usize> {
    let mut name = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find(['\\', quote]) {
        name.push_str(&rest[..at]);
        let special = &rest[at..];
        let (character, length) = match special.strip_prefix('\\') {
            Some(escape) => unescape(escape).ok_or(inner.len() - special.len())?,
            // Inside quotes, a quote is doubled; in the code `0''` it need not be.
            None => (Some(quote), usize::from(special[1..].starts_with(quote))),
        };
        name.extend(character);
        rest = &special[1 + length..];
    }
    name.push_str(rest);
    Ok(name)
}

/// What an escape stands for (nothing, if it only breaks the line) and its length, both without
/// the backslash.
fn unescape(escape: &str) -> Option<(Option<char>, usize)> {
    let first = escape.chars().next()?;
    let character = match first {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        'e' => '\x1b',
        's' => ' ',
        '\\' | '\'' | '"' | '`' => first,
        '\n' => return Some((None, 1)),
        '\r' if escape.starts_with("\r\n") => return Some((None, 2)),
        'x' => return closed_code(&escape[1..], 16).map(|(code, length)| (Some(code), length + 1)),
        'u' => return code(escape.get(1..5)?, 16).map(|code| (Some(code), 5)),
        'U' => return code(escape.get(1..9)?, 16).map(|code| (Some(code), 9)),
        '0'..='7' => return closed_code(escape, 8).map(|(code, length)| (Some(code), length)),
        _ => return None,
    };
    Some((Some(character), 1))
}

/// A character code up to the closing backslash (which is optional at the end of its digits).
fn closed_code(text: &str, radix: u32) -> Option<(char, usize)> {
    let digits = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
    let length = if text[digits..].starts_with('\\') { digits + 1 } else { digits };
    Some((code(&text[..digits], radix)?, length))
}

fn code(digits: &str, radix: u32) -> Option<char> {
    if !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, radix).ok()?)
}
