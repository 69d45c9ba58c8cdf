//! Changing one value in the text of a spec: for editors, which show a spec as a form and as a text.

use std::collections::BTreeMap;
use std::ops::Range;

use super::draft::Draft;
use super::error::SpecError;
use super::key::Key;
use super::text::{Located, SourceText, Word};
use super::toml;
use super::value::Value;

impl SourceText {
    /// The text of a spec with another value for a key, given in short, or without the key. Comments and all other lines
    /// stay as they are.
    ///
    /// ```
    /// use randlog_generate::spec::{Key, SourceText};
    ///
    /// let text = SourceText::new("spec.toml", "# Mine.\nmax_nodes = 5 # small\n");
    /// let key = Key::named("max_nodes").unwrap();
    /// assert_eq!(text.with_value(key, Some("7"))?, "# Mine.\nmax_nodes = 7 # small\n");
    /// assert_eq!(text.with_value(key, None)?, "# Mine.\n # small\n");
    /// # Ok::<(), randlog_generate::spec::SpecError>(())
    /// ```
    pub fn with_value(&self, key: &'static Key, short: Option<&str>) -> Result<String, SpecError> {
        let mut given = Draft::default();
        if let Some(short) = short {
            given.set_short(key, &SourceText::new(key.name, short))?;
        }
        let toml = given.written(key).and_then(|value| with_numbers(value).to_toml());
        let line = toml.map(|toml| format!("{key} = {toml}"));
        let rows = toml::read(self)?;
        let (own, others): (Vec<_>, Vec<_>) =
            rows.iter().partition(|(name, _)| name.value == key.name);
        let edited = self.edited(own.first().copied(), line.as_deref());
        let others = others.iter().filter_map(|(name, value)| {
            Some(format!("{} = {}", name.value, value.value.to_toml()?))
        });
        let anew: String = others.chain(line).map(|line| line + "\n").collect();
        // An unusual text, with a table of several lines, say, is written anew.
        Ok(if meaning(&edited) == meaning(&anew) { edited } else { anew })
    }

    /// The text with a line in place of a row, or before the first table if there is no row.
    fn edited(&self, row: Option<&(Word, Located<Value>)>, line: Option<&str>) -> String {
        let text = self.text();
        if let Some(Range { start, end }) = row.and_then(span) {
            let is_alone = text[..start].ends_with('\n') || start == 0;
            let end = match text[end..].strip_prefix('\n') {
                Some(_) if line.is_none() && is_alone => end + 1,
                _ => end,
            };
            return [&text[..start], line.unwrap_or_default(), &text[end..]].concat();
        }
        let Some(line) = line else { return text.to_owned() };
        let place = match text.strip_prefix('[') {
            Some(_) => 0,
            None => text.find("\n[").map_or(text.len(), |end| end + 1),
        };
        let (before, after) = text.split_at(place);
        let end = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
        [before, end, line, "\n", after].concat()
    }
}

/// Where a name and its value stand.
fn span((name, value): &(Word, Located<Value>)) -> Option<Range<usize>> {
    let (name, value) = (name.place.as_ref()?.span(), value.place.as_ref()?.span());
    (name.end < value.start).then_some(name.start..value.end)
}

/// The value with numbers as numbers: in short, everything is a text. No name starts with a digit.
fn with_numbers(value: &Value) -> Value {
    let part = |part: &Located<Value>| Located::unplaced(with_numbers(&part.value));
    match value {
        Value::Text(text) if is_decimal(text) => Value::number(text),
        Value::List(parts) => Value::List(parts.iter().map(part).collect()),
        Value::Table(rows) => {
            Value::Table(rows.iter().map(|(name, value)| (name.clone(), part(value))).collect())
        }
        other => other.clone(),
    }
}

/// Digits, and perhaps more of them after a point.
fn is_decimal(text: &str) -> bool {
    let are_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = !text.starts_with('0') || text == "0" || text.starts_with("0.");
    let parts = text.split_once('.');
    is_plain
        && parts.map_or(are_digits(text), |(whole, part)| are_digits(whole) && are_digits(part))
}

/// What a text says, key by key.
fn meaning(text: &str) -> Option<BTreeMap<String, String>> {
    let rows = toml::read(&SourceText::new("", text)).ok()?;
    Some(rows.into_iter().map(|(name, value)| (name.value, value.value.to_short())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, key: &str, short: Option<&str>) -> String {
        SourceText::new("spec", text).with_value(Key::named(key).unwrap(), short).unwrap()
    }

    #[test]
    fn a_value_is_replaced_added_or_removed_where_it_stands() {
        let text = "predicates = [\n  \"p/1\", # one\n]\nsafe = true\n";
        assert_eq!(set(text, "safe", Some("false")), text.replace("true", "false"));
        assert_eq!(set(text, "safe", None), text.replace("safe = true\n", ""));
        assert_eq!(
            set(text, "predicates", Some("q/0,r/2")),
            "predicates = [\"q/0\", \"r/2\"]\nsafe = true\n"
        );
        assert_eq!(set(text, "max_nodes", Some("3")), text.to_owned() + "max_nodes = 3\n");
        assert_eq!(set("safe = true", "max_nodes", Some("3")), "safe = true\nmax_nodes = 3\n");
        assert_eq!(set("", "max_nodes", None), "");
        let probabilities = set("", "probabilities", Some("0.5,1/3,1"));
        assert_eq!(probabilities, "probabilities = [0.5, \"1/3\", 1]\n");
    }

    #[test]
    fn tables_of_several_lines_stay_behind_everything_else() {
        let text = "safe = true\n[weights]\nnode = 2\n";
        assert_eq!(
            set(text, "max_nodes", Some("3")),
            "safe = true\nmax_nodes = 3\n[weights]\nnode = 2\n"
        );
        assert_eq!(set(text, "weights", Some("node=3")), "safe = true\nweights = { node = 3 }\n");
        assert_eq!(set(text, "weights", None), "safe = true\n");
        let dotted = "weights.node = 2\nweights.clause = 3\n";
        assert_eq!(set(dotted, "weights", Some("node=3")), "weights = { node = 3 }\n");
    }

    #[test]
    fn what_a_key_does_not_take_is_refused() {
        let text = SourceText::new("spec", "safe = true");
        let key = Key::named("max_nodes").unwrap();
        assert!(text.with_value(key, Some("many")).is_err());
        assert!(SourceText::new("spec", "safe =").with_value(key, Some("3")).is_err());
    }
}
