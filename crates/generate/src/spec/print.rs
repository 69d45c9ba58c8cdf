//! A spec as text: a TOML file, or the short form of each value.

use super::Spec;
use super::keys::Key;
use super::place::Word;
use super::value::{CONNECTIVES, Cell, Form, Formula, Value};

impl Spec {
    /// The lines of a TOML file that holds this spec, every key spelled out.
    pub fn to_toml(&self) -> String {
        let line = |key: &'static Key| {
            let value = toml(key.form, &(key.get)(self))?;
            Some(format!("{key} = {value}\n"))
        };
        Key::all().filter_map(line).collect()
    }

    /// The keys whose values are not the default, each with its value in short.
    pub fn to_short(&self) -> Vec<(&'static Key, String)> {
        let default = Spec::blank();
        let value = |key: &'static Key, spec: &Spec| short(key.form, &(key.get)(spec));
        Key::all()
            .map(|key| (key, value(key, self)))
            .filter(|(key, text)| key.is_required() || *text != value(key, &default))
            .collect()
    }

    /// How a predicate is mentioned: by its name, or with its arity where that is ambiguous.
    pub(crate) fn reference(&self, position: usize) -> String {
        let predicate = &self.predicates[position];
        let namesakes = self.predicates.iter().filter(|other| other.name == predicate.name);
        if namesakes.count() > 1 { predicate.to_string() } else { predicate.name.to_string() }
    }
}

/// A value as TOML; `None` for what a file can only have by leaving it out.
pub(super) fn toml(form: Form, value: &Value) -> Option<String> {
    Some(match (form, value) {
        (Form::Choice(words), Value::Choice(position)) => quoted(words.get(*position)?),
        (Form::Numbers { .. }, Value::Words(words)) => {
            list(words.iter().map(|word| number(&word.value)))
        }
        (_, Value::Words(words)) => texts(words),
        (_, Value::Pairs(pairs)) => list(pairs.iter().map(|pair| texts(&pair.value))),
        (_, Value::Formula(formula)) => {
            let Formula { connective, predicates } = formula.as_ref()?;
            format!("{{ {} = {} }}", CONNECTIVES[*connective as usize], texts(predicates))
        }
        (_, Value::Cells(cells)) if cells.is_empty() => return None,
        (_, Value::Cells(cells)) => table(cells),
        (_, Value::Count(number)) => number.to_string(),
        (_, Value::Truth(truth)) => truth.to_string(),
        (_, Value::Choice(_)) => return None,
    })
}

/// A value in short.
pub(super) fn short(form: Form, value: &Value) -> String {
    let join = |words: &[Word], separator| {
        let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
        words.join(separator)
    };
    match (form, value) {
        (Form::Choice(words), Value::Choice(position)) => words[*position].to_owned(),
        (_, Value::Words(words)) => join(words, ","),
        (_, Value::Pairs(pairs)) => {
            let pairs: Vec<String> = pairs.iter().map(|pair| join(&pair.value, ":")).collect();
            pairs.join(",")
        }
        (_, Value::Formula(None)) => "none".to_owned(),
        (_, Value::Formula(Some(Formula { connective, predicates }))) => {
            format!("{}:{}", CONNECTIVES[*connective as usize], join(predicates, ","))
        }
        (_, Value::Cells(cells)) => {
            let cells: Vec<String> = cells.iter().map(short_cell).collect();
            cells.join(",")
        }
        (_, Value::Count(number)) => number.to_string(),
        (_, Value::Truth(truth)) => truth.to_string(),
        (_, Value::Choice(_)) => String::new(),
    }
}

/// `row=number` or `row.predicate=number`.
fn short_cell(cell: &Cell) -> String {
    let Cell { row, predicate, number } = cell;
    let of = predicate.as_ref().map_or(String::new(), |predicate| format!(".{}", predicate.value));
    format!("{}{of}={}", row.value, number.value)
}

/// An inline table; numbers of one row by predicate, which stand together, in a table of their own.
fn table(cells: &[Cell]) -> String {
    let rows = cells.chunk_by(|a, b| a.row.value == b.row.value).map(|row| {
        let numbers = row.iter().map(|cell| (&cell.predicate, number(&cell.number.value)));
        let by_predicate: Vec<String> = numbers
            .map(|(predicate, number)| match predicate {
                None => number,
                Some(predicate) => format!("{} = {number}", key(&predicate.value)),
            })
            .collect();
        let value = match row {
            [Cell { predicate: None, .. }] => by_predicate.concat(),
            _ => format!("{{ {} }}", by_predicate.join(", ")),
        };
        format!("{} = {value}", row[0].row.value)
    });
    format!("{{ {} }}", rows.collect::<Vec<_>>().join(", "))
}

/// A predicate as a key of TOML: with its arity it needs quotes.
fn key(name: &str) -> String {
    let bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if bare { name.to_owned() } else { quoted(name) }
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

fn texts(words: &[Word]) -> String {
    list(words.iter().map(|word| quoted(&word.value)))
}

/// Nothing in a valid spec needs escaping.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// Decimal numbers as TOML numbers; fractions without a decimal form as strings.
fn number(text: &str) -> String {
    if text.contains('/') { quoted(text) } else { text.to_owned() }
}
