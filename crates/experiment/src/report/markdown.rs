//! A report as Markdown.

use super::table::Table;
use super::{Item, Plot, Report};

pub(super) fn page(report: &Report) -> String {
    let mut page = format!("# {}\n", escaped(&report.title));
    for item in report.shown() {
        page += &match item {
            Item::Heading(heading) => format!("\n## {heading}\n"),
            Item::Text(text) => format!("\n{}\n", escaped(text)),
            Item::Code(code) => fenced(code.trim_end()),
            Item::Table(shown) => format!("\n{}\n\n{}", escaped(&shown.caption), table(shown)),
            Item::Figure(Plot { name, title, caption, .. }) => {
                format!("\n![{}]({name}.png)\n\n{}\n", escaped(title), escaped(caption))
            }
        };
    }
    page
}

fn table(table: &Table) -> String {
    let rule = |column| if table.is_numeric(column) { "---:" } else { "---" }.to_owned();
    let mut lines: Vec<Vec<String>> = table.lines().collect();
    lines.insert(1, (0..table.columns.len()).map(rule).collect());
    let cell = |cell: &String| escaped(cell).replace('|', "\\|").replace(['\n', '\r'], " ");
    let row = |line: &Vec<String>| line.iter().map(cell).collect::<Vec<_>>().join(" | ");
    lines.iter().map(|line| format!("| {} |\n", row(line))).collect()
}

/// A text in which nothing is a tag or an entity: names and words of engines come from elsewhere.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Code between fences that are longer than any in it.
fn fenced(code: &str) -> String {
    let mut fence = "```".to_owned();
    while code.contains(&fence) {
        fence.push('`');
    }
    format!("\n{fence}sh\n{code}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_report_is_a_tag() {
        let evil = "<script>alert(1)</script> &lt;";
        let report = Report {
            title: evil.to_owned(),
            items: vec![
                Item::Text(evil.to_owned()),
                Item::Table(Table {
                    name: "t",
                    caption: evil.to_owned(),
                    columns: vec![evil.into()],
                    rows: Vec::new(),
                }),
                Item::Code("```\n<b>".to_owned()),
            ],
        };
        let page = page(&report);
        assert!(!page.contains("<script"), "{page}");
        assert_eq!(page.matches("&lt;script> alert(1)").count(), 0);
        assert_eq!(page.matches("&lt;script>alert(1)&lt;/script> &amp;lt;").count(), 4, "{page}");
        assert!(page.ends_with("\n````sh\n```\n<b>\n````\n"), "{page}");
    }
}
