//! A report as Markdown.

use super::table::Table;
use super::{Item, Plot, Report};

pub(super) fn page(report: &Report) -> String {
    let mut page = format!("# {}\n", report.title);
    for item in report.shown() {
        page += &match item {
            Item::Heading(heading) => format!("\n## {heading}\n"),
            Item::Text(text) => format!("\n{text}\n"),
            Item::Code(code) => format!("\n```sh\n{}\n```\n", code.trim_end()),
            Item::Table(shown) => format!("\n{}\n\n{}", shown.caption, table(shown)),
            Item::Figure(Plot { name, title, caption, .. }) => {
                format!("\n![{title}]({name}.png)\n\n{caption}\n")
            }
        };
    }
    page
}

fn table(table: &Table) -> String {
    let rule = |column| if table.is_numeric(column) { "---:" } else { "---" }.to_owned();
    let mut lines: Vec<Vec<String>> = table.lines().collect();
    lines.insert(1, (0..table.columns.len()).map(rule).collect());
    let escaped = |cell: &String| cell.replace('|', "\\|");
    let row = |line: &Vec<String>| line.iter().map(escaped).collect::<Vec<_>>().join(" | ");
    lines.iter().map(|line| format!("| {} |\n", row(line))).collect()
}
