//! A report as plain text.

use randlog_base::text::{Side, aligned};

use super::table::Table;
use super::{Item, Report};

pub(super) fn page(report: &Report) -> String {
    let mut page = underlined(&report.title, '=');
    for item in &report.items {
        match item {
            Item::Heading(heading) => page += &format!("\n{}", underlined(heading, '-')),
            Item::Text(text) => page += &format!("\n{text}\n"),
            Item::Code(code) => {
                page.push('\n');
                code.lines().for_each(|line| page += &format!("    {line}\n"));
            }
            Item::Table(shown) => page += &format!("\n{}", table(shown)),
            Item::Figure(_) => {}
        }
    }
    page
}

fn underlined(title: &str, line: char) -> String {
    let line: String = title.chars().map(|_| line).collect();
    format!("{title}\n{line}\n")
}

fn table(table: &Table) -> String {
    let side = |column| if table.is_numeric(column) { Side::Right } else { Side::Left };
    aligned(&table.lines().collect::<Vec<_>>(), side)
}
