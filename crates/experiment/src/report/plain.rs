//! A report as plain text.

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
            Item::Table(table) => page += &format!("\n{}", aligned(table)),
            Item::Figure(_) => {}
        }
    }
    page
}

fn underlined(title: &str, line: char) -> String {
    let line: String = title.chars().map(|_| line).collect();
    format!("{title}\n{line}\n")
}

fn aligned(table: &Table) -> String {
    let body = table.rows.iter().map(|row| row.iter().map(|cell| cell.rounded()).collect());
    let lines: Vec<Vec<String>> = [table.columns.clone()].into_iter().chain(body).collect();
    let longest = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> =
        (0..table.columns.len()).map(|column| longest(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if table.is_numeric(column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
