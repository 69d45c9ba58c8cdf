//! The words of a text, as far as every Prolog agrees on them.

/// A word, or what stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A comment.
    Comment,
    /// What stands between quotes, with the quotes.
    Quoted(&'t str),
    /// Letters, digits and `_`.
    Name(&'t str),
    /// A number, or the code of a character.
    Number,
    /// Signs that belong together, such as `:-`.
    Signs(&'t str),
    /// A bracket, or any other character.
    Sign(char),
}

/// The words of a text, each with the place where it starts and that where it ends.
pub(super) fn tokens(text: &str) -> Vec<(usize, Token<'_>, usize)> {
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(first) = text[place..].chars().next() {
        let rest = &text[place..];
        let (token, length) = token(rest, first);
        if !first.is_whitespace() {
            found.push((place, token, place + length));
        }
        place += length;
    }
    found
}

fn token(rest: &str, first: char) -> (Token<'_>, usize) {
    match first {
        '%' => (Token::Comment, rest.find('\n').unwrap_or(rest.len())),
        '/' if rest.starts_with("/*") => {
            (Token::Comment, rest.find("*/").map_or(rest.len(), |length| length + 2))
        }
        '\'' | '"' | '`' => {
            let length = quoted(rest).unwrap_or(rest.len());
            (Token::Quoted(&rest[..length]), length)
        }
        '0' if rest.starts_with("0'") => (Token::Number, character_code(rest)),
        digit if digit.is_ascii_digit() => (Token::Number, number(rest)),
        letter if is_part(letter) => {
            let length = run(rest, is_part);
            (Token::Name(&rest[..length]), length)
        }
        sign if is_sign(sign) => {
            let length = run(rest, is_sign);
            // A comment ends them.
            let length = rest[..length].find("/*").unwrap_or(length);
            (Token::Signs(&rest[..length]), length)
        }
        other => (Token::Sign(other), other.len_utf8()),
    }
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_sign(character: char) -> bool {
    "+-*/\\^<>=~:.?@#&$".contains(character)
}

/// How long it goes on like this.
fn run(text: &str, goes_on: fn(char) -> bool) -> usize {
    text.find(|character| !goes_on(character)).unwrap_or(text.len())
}

/// The length of a number: `12`, `1.5e3`, `0x1F`.
fn number(text: &str) -> usize {
    let whole = run(text, is_part);
    let is_fraction = |rest: &str| rest.starts_with(|digit: char| digit.is_ascii_digit());
    match text[whole..].strip_prefix('.') {
        Some(rest) if is_fraction(rest) => whole + 1 + run(rest, is_part),
        _ => whole,
    }
}

/// The length of the code of a character: `0'a`, `0'\n`, `0'''`.
fn character_code(text: &str) -> usize {
    let mut characters = text.char_indices().skip(2);
    let mut next =
        || characters.next().map(|(place, character)| (place + character.len_utf8(), character));
    let Some((end, first)) = next() else { return text.len() };
    match (first, next()) {
        ('\\', Some((end, _))) | ('\'', Some((end, '\''))) => end,
        _ => end,
    }
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
    use super::*;
    use crate::loading::check;

    #[test]
    fn words_are_told_apart() {
        let all = |text| tokens(text).into_iter().map(|(_, token, _)| token).collect::<Vec<_>>();
        let expected = [
            Token::Name("p"),
            Token::Sign('('),
            Token::Quoted("'a\\'b'"),
            Token::Sign(','),
            Token::Number,
            Token::Sign(')'),
            Token::Signs(":-"),
            Token::Comment,
            Token::Number,
            Token::Signs("."),
            Token::Comment,
        ];
        assert_eq!(all("p('a\\'b', 0'') :-/* 'x */1.5e3. % 'y"), expected);
        assert_eq!(all("0x1F 0'a 0'\\n 0'''"), [Token::Number; 4]);
        assert_eq!(all("'a"), [Token::Quoted("'a")]);
    }

    /// Whatever a text is like, all of it is looked at, and nothing goes wrong.
    #[test]
    fn no_text_is_too_odd() {
        const PARTS: &str =
            "' \" ` \\ 0' é [ ] ( ) { } , . /* */ % :- -> a X 1.5 call( \\u00 \\x | ; :";
        let parts: Vec<&str> = PARTS.split(' ').chain([" ", "\n"]).collect();
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut draw = |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                usize::try_from(state >> 33).unwrap() % below
            };
            let text: String = (0..draw(12)).map(|_| parts[draw(parts.len())]).collect();
            let mut place = 0;
            for (start, _, end) in tokens(&text) {
                assert!(text[place..start].trim().is_empty() && start < end, "{text:?}");
                place = end;
            }
            assert!(text[place..].trim().is_empty(), "{text:?}");
            let _ = check(&text);
        }
    }
}
