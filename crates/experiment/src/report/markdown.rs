//! A report as Markdown.

use super::table::Table;
use super::{Item, Report};

pub(super) fn page(report: &Report) -> String {
    let mut page = format!("# {}\n", report.title);
    for item in &report.items {
        page.push('\n');
        match item {
            Item::Heading(heading) => page += &format!("## {heading}\n"),
            Item::Text(text) => page += &format!("{text}\n"),
            Item::Code(code) => page += &format!("```sh\n{}\n```\n", code.trim_end()),
            Item::Table(shown) => page += &format!("{}\n\n{}", shown.caption, table(shown)),
            Item::Figure(plot) => {
                page += &format!("![{}]({}.png)\n\n{}\n", plot.title, plot.name, plot.caption);
            }
        }
    }
    page
}

fn table(table: &Table) -> String {
    let rule = (0..table.columns.len())
        .map(|column| if table.is_numeric(column) { "---:".to_owned() } else { "---".to_owned() });
    let mut text = row(table.columns.iter().cloned()) + &row(rule);
    for cells in &table.rows {
        text += &row(cells.iter().map(|cell| cell.rounded()));
    }
    text
}

fn row(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}
