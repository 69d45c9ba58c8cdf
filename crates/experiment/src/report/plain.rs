//! A report as plain text.

use randlog_base::text::{Side, aligned};

use super::table::Table;
use super::{Item, Report};

impl Report {
    /// The report as plain text, without figures.
    pub fn to_text(&self) -> String {
        let mut page = underlined(&self.title, "=");
        for item in &self.items {
            page += &match item {
                Item::Heading(heading) => format!("\n{}", underlined(heading, "-")),
                Item::Text(text) => format!("\n{text}\n"),
                Item::Code(code) => {
                    code.lines().fold("\n".to_owned(), |text, line| text + "    " + line + "\n")
                }
                Item::Table(shown) => format!("\n{}", table(shown)),
                Item::Figure(_) => String::new(),
            };
        }
        page
    }
}

fn underlined(title: &str, line: &str) -> String {
    format!("{title}\n{}\n", line.repeat(title.chars().count()))
}

fn table(table: &Table) -> String {
    let side = |column| if table.is_numeric(column) { Side::Right } else { Side::Left };
    aligned(&table.lines().collect::<Vec<_>>(), side)
}
