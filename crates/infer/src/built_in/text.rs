//! The texts of atoms, strings and numbers, as ISO Prolog has them. Positions count characters.

use super::{Fault, Solutions, integer, is_open, parts_of_list, whole};
use randlog_logic::{Number, Symbol, Term};

/// The names and arities that [`solutions`] knows.
pub(super) fn is_known(name: &str, arity: usize) -> bool {
    matches!(
        (name, arity),
        ("atom_length" | "string_length" | "atom_number", 2)
            | ("atom_codes" | "atom_chars" | "number_codes" | "number_chars" | "char_code", 2)
            | ("atom_concat" | "string_concat", 3)
            | ("sub_atom", 5)
    )
}

/// The ways to make such a predicate true.
pub(super) fn solutions(name: &str, args: &[Term], room: usize) -> Solutions {
    match (name, args) {
        ("atom_length" | "string_length", [term, length]) => {
            whole(length)?;
            let count = text(term)?.chars().count();
            Ok(vec![vec![term.clone(), integer(count as i64)]])
        }
        ("atom_number", [atom, number]) => match is_open(atom) {
            true => Ok(vec![vec![atom_of(numeral(number)?), number.clone()]]),
            false => {
                let found = number_of(&text(atom)?);
                Ok(found.map(|found| vec![atom.clone(), found]).into_iter().collect())
            }
        },
        ("char_code", [letter, code]) => match is_open(letter) {
            true => Ok(vec![vec![atom_of(from_codes(std::slice::from_ref(code))?), code.clone()]]),
            false => Ok(vec![vec![letter.clone(), only(codes(&text(letter)?))?]]),
        },
        ("atom_codes" | "atom_chars" | "number_codes" | "number_chars", [term, list]) => {
            let pieces = if name.ends_with("codes") { codes } else { letters };
            if !is_open(term) {
                let list = Term::list(pieces(&text(term)?), Term::empty_list());
                return Ok(vec![vec![term.clone(), list]]);
            }
            let (items, tail) = parts_of_list(list);
            if is_open(tail) {
                return Err(Fault::Unbound);
            }
            let joined = from_codes(items)?;
            let made = match name.starts_with("number") {
                true => number_of(&joined)
                    .ok_or_else(|| Fault::Wrong(format!("`{joined}` is not a number")))?,
                false => atom_of(joined),
            };
            Ok(vec![vec![made, list.clone()]])
        }
        ("atom_concat" | "string_concat", [start, end, joined]) => {
            let made = if name == "atom_concat" { atom_of } else { Term::Text };
            if !is_open(start) && !is_open(end) {
                let joined = Symbol::from(format!("{}{}", text(start)?, text(end)?));
                return Ok(vec![vec![start.clone(), end.clone(), made(joined)]]);
            }
            let whole = text(joined)?;
            let fits =
                |term: &Term, part: &str| is_open(term) || text(term).is_ok_and(|t| t == part);
            let halves = places(&whole).map(|place| whole.split_at(place));
            let halves = halves.filter(|(one, other)| fits(start, one) && fits(end, other));
            let kept = |term: &Term, part: &str| match is_open(term) {
                true => made(Symbol::new(part)),
                false => term.clone(),
            };
            let row = |(one, other)| vec![kept(start, one), kept(end, other), joined.clone()];
            Ok(halves.map(row).collect())
        }
        ("sub_atom", [atom, before, length, after, part]) => {
            parts_of(atom, [before, length, after], part, room)
        }
        _ => Fault::wrong(format!("`{name}/{}` is not known", args.len())),
    }
}

/// `sub_atom/5`: all parts of an atom, each with how much stands before it, its length, and how much follows.
fn parts_of(atom: &Term, numbers: [&Term; 3], part: &Term, room: usize) -> Solutions {
    /// What a solution takes: a list of five terms, and perhaps a text.
    const BYTES: usize = size_of::<Vec<Term>>() + 5 * size_of::<Term>() + 64;
    let known = [whole(numbers[0])?, whole(numbers[1])?, whole(numbers[2])?];
    let all = text(atom)?;
    let places: Vec<usize> = places(&all).collect();
    let wanted = if is_open(part) { None } else { Some(text(part)?) };
    let last = places.len() - 1;
    let mut found = Vec::new();
    for start in 0..=last {
        if known[0].is_some_and(|before| before != start as i64) {
            continue;
        }
        for end in start..=last {
            let counts = [start, end - start, last - end].map(|count| count as i64);
            let piece = &all[places[start]..places[end]];
            let fits =
                known.iter().zip(counts).all(|(known, count)| known.is_none_or(|k| k == count));
            if !fits || wanted.as_ref().is_some_and(|wanted| *wanted != piece) {
                continue;
            }
            let part =
                wanted.as_ref().map_or_else(|| atom_of(Symbol::new(piece)), |_| part.clone());
            let [before, length, after] = counts.map(integer);
            found.push(vec![atom.clone(), before, length, after, part]);
            if found.len() > room / BYTES {
                return Err(Fault::TooMany);
            }
        }
    }
    Ok(found)
}

/// Where characters begin, and where the last one ends.
fn places(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().map(|(place, _)| place).chain([text.len()])
}

/// The text of an atom, a string or a number.
fn text(term: &Term) -> Result<Symbol, Fault> {
    match term {
        Term::Constant(text) | Term::Text(text) => Ok(text.clone()),
        Term::Number(_) => Ok(Symbol::from(term.to_string())),
        Term::Variable(_) | Term::Anonymous => Err(Fault::Unbound),
        Term::Compound(_) => Fault::wrong(format!("`{term}` is not an atom")),
    }
}

fn numeral(term: &Term) -> Result<Symbol, Fault> {
    match term {
        Term::Number(_) | Term::Variable(_) | Term::Anonymous => text(term),
        _ => Fault::wrong(format!("`{term}` is not a number")),
    }
}

fn atom_of(text: Symbol) -> Term {
    Term::Constant(text)
}

/// The number that a text is, if it is one.
fn number_of(text: &str) -> Option<Term> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.ends_with(|last: char| last.is_ascii_digit())
        && digits
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    if !is_number {
        return None;
    }
    match text.parse::<i64>() {
        Ok(value) => Some(integer(value)),
        Err(_) if !digits.contains(['.', 'e', 'E']) => None,
        Err(_) => {
            let value: f64 = text.parse().ok()?;
            value.is_finite().then(|| Term::Number(Number::Float(Symbol::new(text))))
        }
    }
}

fn letters(text: &str) -> Vec<Term> {
    let letter = |letter: char| atom_of(Symbol::from(letter.to_string()));
    text.chars().map(letter).collect()
}

fn codes(text: &str) -> Vec<Term> {
    text.chars().map(|letter| integer(u32::from(letter).into())).collect()
}

fn only(mut codes: Vec<Term>) -> Result<Term, Fault> {
    match (codes.pop(), codes.is_empty()) {
        (Some(code), true) => Ok(code),
        _ => Fault::wrong("`char_code/2` takes a single character"),
    }
}

/// The text of a list of codes or characters.
fn from_codes(items: &[Term]) -> Result<Symbol, Fault> {
    let letter = |item: &Term| match item {
        Term::Variable(_) | Term::Anonymous => Err(Fault::Unbound),
        Term::Constant(name) if name.chars().count() == 1 => Ok(name.chars().next()),
        Term::Number(Number::Integer(code)) => {
            Ok(u32::try_from(*code).ok().and_then(char::from_u32))
        }
        _ => Ok(None),
    };
    let wrong = |item: &Term| Fault::Wrong(format!("`{item}` is not a character"));
    let letters: Result<String, Fault> =
        items.iter().map(|item| letter(item)?.ok_or_else(|| wrong(item))).collect();
    letters.map(Symbol::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_prolog_reads_as_such() {
        for text in ["0", "-12", "9223372036854775807", "1.5", "-0.25", "1.0e10", "2.5E-3"] {
            assert_eq!(number_of(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "-",
            "1.",
            ".5",
            "e5",
            "1e",
            "9223372036854775808",
            "nan",
            "inf",
            "--1",
            "1.0e999",
            "1-2",
        ] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }
}
