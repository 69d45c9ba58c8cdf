//! Tables as text: aligned for people, as CSV for programs.

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Rows of cells as lines, every column as wide as its longest cell and two spaces apart. No line
/// ends with spaces.
///
/// ```
/// use randlog_base::text::{Side, aligned};
///
/// let rows = [["engine", "answers"], ["exact", "7"]].map(|row| row.map(str::to_owned).to_vec());
/// let side = |column| if column == 0 { Side::Left } else { Side::Right };
/// assert_eq!(aligned(&rows, side), "engine  answers\nexact         7\n");
/// ```
pub fn aligned(rows: &[Vec<String>], side: impl Fn(usize) -> Side) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            // Formatting knows no widths beyond 16 bits.
            let blanks = " ".repeat(width - cell.chars().count());
            match side(column) {
                Side::Left => format!("{cell}{blanks}"),
                Side::Right => format!("{blanks}{cell}"),
            }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A word as a shell reads it: in quotes if it needs them.
///
/// ```
/// use randlog_base::text::shell_word;
///
/// assert_eq!(shell_word("results/part-1"), "results/part-1");
/// assert_eq!(shell_word("it's here"), r"'it'\''s here'");
/// ```
pub fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,:=@%+".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => shell_quoted(text),
    }
}

/// A text in quotes, within which nothing means anything to a shell.
///
/// ```
/// use randlog_base::text::shell_quoted;
///
/// assert_eq!(shell_quoted("echo $HOME"), "'echo $HOME'");
/// ```
pub fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The words of a line, as a shell reads words that [`shell_word`] wrote; `None` if a quote is not closed.
///
/// ```
/// use randlog_base::text::shell_split;
///
/// let words = ["echo", "it's here", ""].map(str::to_owned);
/// assert_eq!(shell_split(r"echo 'it'\''s here' ''"), Some(words.to_vec()));
/// assert_eq!(shell_split("echo 'it"), None);
/// ```
pub fn shell_split(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None, false);
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_with(String::new);
            }
            '\\' if !is_quoted => word.get_or_insert_with(String::new).extend(characters.next()),
            ' ' if !is_quoted => words.extend(word.take()),
            other => word.get_or_insert_with(String::new).push(other),
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

/// A row of a CSV file, with the end of its line. Fields are in quotes if they need them (RFC 4180).
///
/// ```
/// use randlog_base::text::csv_row;
///
/// assert_eq!(csv_row(["p(a, b)", "a \"word\"", "0.5"]), "\"p(a, b)\",\"a \"\"word\"\"\",0.5\n");
/// ```
pub fn csv_row(fields: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = |field: &str| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    };
    let fields: Vec<String> = fields.into_iter().map(|field| quoted(field.as_ref())).collect();
    fields.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_length_are_aligned_by_characters() {
        let rows = [vec!["µs", "1"], vec![], vec!["time", "100", "the rest "]];
        let rows = rows.map(|row| row.into_iter().map(str::to_owned).collect());
        let side = |column| if column == 1 { Side::Right } else { Side::Left };
        assert_eq!(aligned(&rows, side), "µs      1\n\ntime  100  the rest\n");
        assert_eq!(aligned(&[], side), "");
    }

    #[test]
    fn cells_may_be_longer_than_any_line() {
        let rows = [vec!["x".repeat(70_000), "1".to_owned()], vec!["y".to_owned(), "2".to_owned()]];
        let text = aligned(&rows, |_| Side::Left);
        assert!(text.lines().all(|line| line.chars().count() == 70_003));
    }

    #[test]
    fn a_field_is_quoted_if_it_would_be_read_as_something_else() {
        for (field, written) in [
            ("", ""),
            ("a b", "a b"),
            ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""),
            ("\"", "\"\"\"\""),
        ] {
            assert_eq!(csv_row([field]), format!("{written}\n"));
        }
    }
}
