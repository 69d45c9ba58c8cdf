//! Values as a tree: what was written, before anybody asks what it means.

use super::text::{Located, Word};

/// The value of a key, or a part of one, as it was written.
#[derive(Clone, Debug)]
pub enum Value {
    /// Not even an empty value: `required` without a formula.
    Nothing,
    /// True or false.
    Truth(bool),
    /// A whole number, by its digits: TOML may have a sign and `0x`, `0o` or `0b` in front.
    Integer(String),
    /// A number with a fraction or an exponent, by its digits: as a float it would no longer be what is
    /// written.
    Float(String),
    /// A string.
    Text(String),
    /// A date or a time, which no key takes.
    Date,
    /// A list.
    List(Vec<Located<Value>>),
    /// Names with their values, in the order in which they were written. A name may occur again.
    Table(Vec<(Located<String>, Located<Value>)>),
}

impl Value {
    /// A text without a place.
    pub(super) fn text(text: impl ToString) -> Value {
        Value::Text(text.to_string())
    }

    /// A list without places.
    pub(super) fn list(values: impl IntoIterator<Item = Value>) -> Value {
        Value::List(values.into_iter().map(Located::unplaced).collect())
    }

    /// A list of texts.
    pub(super) fn texts<T: ToString>(texts: impl IntoIterator<Item = T>) -> Value {
        Value::list(texts.into_iter().map(Value::text))
    }

    /// A list of pairs of texts.
    pub(super) fn pairs<P: ToString, Q: ToString>(
        pairs: impl IntoIterator<Item = (P, Q)>,
    ) -> Value {
        Value::list(pairs.into_iter().map(|(p, q)| Value::texts([p.to_string(), q.to_string()])))
    }

    /// A table without places.
    pub(super) fn table(rows: impl IntoIterator<Item = (String, Value)>) -> Value {
        let row = |(name, value)| (Located::unplaced(name), Located::unplaced(value));
        Value::Table(rows.into_iter().map(row).collect())
    }

    /// A table of numbers, given by `row`, `row.column` or `row.head.column`.
    pub(super) fn cells<R: ToString, N: ToString>(
        cells: impl IntoIterator<Item = (R, N)>,
    ) -> Value {
        fn cell(name: &str, number: Value) -> (String, Value) {
            match name.split_once('.') {
                Some((row, rest)) => (row.to_owned(), Value::table([cell(rest, number)])),
                None => (name.to_owned(), number),
            }
        }
        let cells = cells.into_iter();
        Value::table(cells.map(|(name, number)| cell(&name.to_string(), Value::number(number))))
    }

    /// A number as TOML has it: a fraction without a decimal form is a string.
    pub(super) fn number(number: impl ToString) -> Value {
        match number.to_string() {
            fraction if fraction.contains('/') => Value::Text(fraction),
            decimal => Value::Float(decimal),
        }
    }

    /// What it is, for people.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Truth(_) => "a truth value",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Text(_) => "a string",
            Value::Date => "a date or time",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// A number, if it is a whole one that is not too large.
    pub(super) fn count(&self) -> Option<usize> {
        let Value::Integer(digits) = self else { return None };
        let radix = [("0x", 16), ("0o", 8), ("0b", 2), ("", 10)].into_iter();
        let (digits, radix) =
            { radix }.find_map(|(mark, radix)| Some((digits.strip_prefix(mark)?, radix)))?;
        usize::from_str_radix(digits, radix).ok()
    }

    /// The elements of a list; none, if it is something else.
    pub(super) fn elements(&self) -> &[Located<Value>] {
        if let Value::List(elements) = self { elements } else { &[] }
    }

    /// The rows of a table; none, if it is something else.
    pub(super) fn rows(&self) -> &[(Word, Located<Value>)] {
        if let Value::Table(rows) = self { rows } else { &[] }
    }

    /// As TOML; `None` for what a file can only have by leaving it out.
    pub(super) fn to_toml(&self) -> Option<String> {
        Some(match self {
            Value::Nothing | Value::Date => return None,
            Value::Table(rows) if rows.is_empty() => return None,
            Value::Truth(truth) => truth.to_string(),
            Value::Integer(digits) | Value::Float(digits) => digits.clone(),
            Value::Text(text) => quoted(text),
            Value::List(elements) => {
                let elements = elements.iter().filter_map(|element| element.value.to_toml());
                format!("[{}]", elements.collect::<Vec<_>>().join(", "))
            }
            Value::Table(rows) => {
                // The columns of a row, which stand together, are a table of their own.
                let rows = rows.chunk_by(|(a, _), (b, _)| a.value == b.value).filter_map(|row| {
                    let (name, first) = &row[0];
                    let columns: Vec<_> =
                        row.iter().flat_map(|(_, value)| value.value.rows()).cloned().collect();
                    let value = match columns.is_empty() {
                        true => first.value.to_toml()?,
                        false => Value::Table(columns).to_toml()?,
                    };
                    Some(format!("{} = {value}", bare_or_quoted(&name.value)))
                });
                format!("{{ {} }}", rows.collect::<Vec<_>>().join(", "))
            }
        })
    }

    /// In short, as a flag has it: lists with commas, pairs with colons, `row=number` or
    /// `row.column=number`, `name:list`.
    pub(super) fn to_short(&self) -> String {
        let join = |parts: Vec<String>, separator| parts.join(separator);
        match self {
            Value::Nothing => "none".to_owned(),
            Value::Date => String::new(),
            Value::Truth(truth) => truth.to_string(),
            Value::Integer(text) | Value::Float(text) | Value::Text(text) => text.clone(),
            Value::List(elements) => {
                let element = |element: &Located<Value>| match &element.value {
                    Value::List(pair) => {
                        join(pair.iter().map(|one| one.value.to_short()).collect(), ":")
                    }
                    other => other.to_short(),
                };
                join(elements.iter().map(element).collect(), ",")
            }
            Value::Table(rows) => {
                let row =
                    |(name, value): &(Word, Located<Value>)| value.value.short_row(&name.value);
                join(rows.iter().map(row).collect(), ",")
            }
        }
    }

    /// The value of a row of this name, in short.
    fn short_row(&self, name: &str) -> String {
        match self {
            Value::List(_) => format!("{name}:{}", self.to_short()),
            Value::Table(columns) => {
                let column = |(column, value): &(Word, Located<Value>)| {
                    value.value.short_row(&format!("{name}.{}", column.value))
                };
                columns.iter().map(column).collect::<Vec<_>>().join(",")
            }
            number => format!("{name}={}", number.to_short()),
        }
    }
}

/// A name as a key of TOML: a predicate with its arity needs quotes.
fn bare_or_quoted(name: &str) -> String {
    let bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if bare { name.to_owned() } else { quoted(name) }
}

/// Nothing in a valid spec needs escaping.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

impl Located<Value> {
    /// Its text: what was written, or the digits of a number.
    pub(super) fn word(&self) -> Word {
        let text = match &self.value {
            Value::Text(text) => text.as_str(),
            Value::Integer(digits) | Value::Float(digits) => {
                digits.strip_prefix('+').unwrap_or(digits)
            }
            _ => "",
        };
        Located { value: text.to_owned(), place: self.place.clone() }
    }

    /// As it was written, for an error to quote.
    pub(super) fn quote(&self) -> String {
        let written = self.place.as_ref().map_or("", |place| place.text().trim());
        if written.is_empty() { self.value.to_short() } else { written.to_owned() }
    }
}
