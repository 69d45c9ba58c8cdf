//! A table: exact for machines, rounded for people.

use randlog_base::text::csv_row;

use super::summary::{Statistic, Summary};

/// A table with a name for its file.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its CSV file, without the ending.
    pub name: &'static str,
    /// What it shows.
    pub caption: String,
    /// The titles of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
}

/// A value in a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number that is not whole.
    Number(f64),
    /// A part of one.
    Share(f64),
    /// A time in microseconds.
    Micros(f64),
    /// Nothing is known.
    Unknown,
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Count(number as u64)
    }
}

impl Cell {
    /// What something is called.
    pub fn text(name: impl ToString) -> Cell {
        Cell::Text(name.to_string())
    }

    /// A part of a whole; unknown, if the whole is nothing.
    pub fn share(part: usize, all: usize) -> Cell {
        if all == 0 { Cell::Unknown } else { Cell::Share(part as f64 / all as f64) }
    }

    /// Some statistics of some times; unknown, if there are none.
    pub fn times(times: &Summary, statistics: &[Statistic]) -> Vec<Cell> {
        match times.count() {
            0 => vec![Cell::Unknown; statistics.len()],
            _ => statistics.iter().map(|of| Cell::Micros(of(times))).collect(),
        }
    }

    /// The value for people.
    pub fn rounded(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(number) => grouped(*number),
            Cell::Number(number) if *number < 1000.0 => format!("{number:.1}"),
            Cell::Number(number) => grouped(number.round() as u64),
            Cell::Share(share) => percentage(*share),
            Cell::Micros(time) => duration(*time),
            Cell::Unknown => String::new(),
        }
    }

    /// The value for machines.
    fn exact(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(number) => number.to_string(),
            Cell::Number(number) | Cell::Share(number) | Cell::Micros(number) => number.to_string(),
            Cell::Unknown => String::new(),
        }
    }
}

impl Table {
    /// A table. The titles of its columns are given in one text, with `|` between them.
    pub fn new(
        name: &'static str,
        caption: impl Into<String>,
        columns: &str,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Table {
        Table {
            name,
            caption: caption.into(),
            columns: columns.split('|').map(|title| title.trim().to_owned()).collect(),
            rows: rows.into_iter().collect(),
        }
    }

    /// The rows as CSV; times are in microseconds, shares are parts of one.
    pub fn to_csv(&self) -> String {
        let rows = self.rows.iter().map(|row| csv_row(row.iter().map(Cell::exact)));
        csv_row(&self.columns) + &rows.collect::<String>()
    }

    /// All lines for people, the titles of the columns first.
    pub(super) fn lines(&self) -> impl Iterator<Item = Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::rounded).collect());
        [self.columns.clone()].into_iter().chain(rows)
    }

    /// Whether a column holds numbers.
    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        let is_text = |cell: &Cell| matches!(cell, Cell::Text(_));
        !self.rows.iter().any(|row| row.get(column).is_none_or(is_text))
    }
}

/// A whole number with its thousands apart.
pub(crate) fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Rounded down, so that only what is all of it is called 100 %.
fn percentage(share: f64) -> String {
    format!("{:.3} %", (share * 100_000.0 + 1e-6).floor() / 1000.0)
}

/// A time in the unit that suits it.
fn duration(micros: f64) -> String {
    match micros {
        under if under < 1e3 => format!("{under:.0} µs"),
        under if under < 1e6 => format!("{:.2} ms", under / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_for_people_and_exact_for_machines() {
        for (cell, rounded, exact) in [
            (Cell::Count(1_234_567), "1,234,567", "1234567"),
            (Cell::Count(123), "123", "123"),
            (Cell::Number(65.98), "66.0", "65.98"),
            (Cell::Number(2024.3), "2,024", "2024.3"),
            (Cell::Share(0.999_999), "99.999 %", "0.999999"),
            (Cell::Share(1.0), "100.000 %", "1"),
            (Cell::Share(0.977), "97.700 %", "0.977"),
            (Cell::Micros(123.0), "123 µs", "123"),
            (Cell::Micros(1234.0), "1.23 ms", "1234"),
            (Cell::Micros(2.5e6), "2.50 s", "2500000"),
            (Cell::text("a, \"b\""), "a, \"b\"", "a, \"b\""),
            (Cell::Unknown, "", ""),
        ] {
            assert_eq!((cell.rounded().as_str(), cell.exact().as_str()), (rounded, exact));
        }
    }

    #[test]
    fn a_part_of_nothing_is_unknown() {
        assert_eq!(Cell::share(1, 2), Cell::Share(0.5));
        assert_eq!(Cell::share(0, 0), Cell::Unknown);
        assert_eq!(Cell::times(&Summary::default(), &[Summary::mean]), [Cell::Unknown]);
    }

    #[test]
    fn every_form_has_titles_first() {
        let table = Table::new("t", "About", "a | b", [vec![Cell::text("x,y"), 1000.into()]]);
        assert_eq!(table.to_csv(), "a,b\n\"x,y\",1000\n");
        assert_eq!(table.lines().collect::<Vec<_>>(), [["a", "b"], ["x,y", "1,000"]]);
    }
}
