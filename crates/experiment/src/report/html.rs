//! A report as one page that needs no other file.

use super::table::Table;
use super::{Item, Report};

const STYLE: &str = "
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1f2328; background: #fff;
  font: 16px/1.5 Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1 { font-size: 1.8rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { caption-side: top; text-align: left; padding-bottom: .4rem; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #d8dee4; text-align: left; }
th { border-bottom: 2px solid #8c959f; vertical-align: bottom; }
td { overflow-wrap: anywhere; } td:first-child, td.number { white-space: nowrap; }
.number { text-align: right; }
.wide { overflow-x: auto; margin: 1rem 0; }
pre { background: #f6f8fa; padding: .7rem 1rem; overflow-x: auto; font-size: .85rem; }
figure { margin: 1.5rem 0; } figure svg { width: 100%; height: auto; }
figcaption { color: #57606a; font-size: .9rem; }
";

/// The page, given the SVG of each figure in order.
pub(super) fn page(report: &Report, drawings: &[String]) -> String {
    let title = escaped(&report.title);
    let mut drawings = drawings.iter();
    let mut body = String::new();
    for item in report.shown() {
        body += &match item {
            Item::Heading(heading) => format!("<h2>{}</h2>\n", escaped(heading)),
            Item::Text(text) => format!("<p>{}</p>\n", escaped(text)),
            Item::Code(code) => format!("<pre>{}</pre>\n", escaped(code)),
            Item::Table(shown) => table(shown),
            Item::Figure(plot) => {
                let drawing = drawings.next().map_or("", String::as_str);
                let caption = escaped(&plot.caption);
                format!("<figure>\n{drawing}<figcaption>{caption}</figcaption>\n</figure>\n")
            }
        };
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

fn table(table: &Table) -> String {
    let class = |column| if table.is_numeric(column) { " class=\"number\"" } else { "" };
    let row = |tag: &str, cells: Vec<String>| {
        let cells = cells
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("<{tag}{}>{}</{tag}>", class(column), escaped(cell)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let mut lines = table.lines();
    let head = lines.next().map_or(String::new(), |titles| row("th", titles));
    let body: String = lines.map(|cells| row("td", cells)).collect();
    format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead>{head}</thead>\n\
         <tbody>{body}</tbody>\n</table></div>\n",
        escaped(&table.caption)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
