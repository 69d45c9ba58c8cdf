//! Findings as one text: as a table for a terminal, in Markdown or as a page, or for other programs.

use randlog_base::text::{Side, aligned};

use super::{Findings, machine};
use crate::Fault;

/// Writes findings.
pub type Writer = fn(&Findings) -> String;

/// The formats: in columns, with bars, as a page that needs no other file, and three that programs read.
pub const FORMATS: [(&str, Writer); 6] = [
    ("terminal", terminal),
    ("markdown", markdown),
    ("html", html),
    ("json", machine::json),
    ("junit", machine::junit),
    ("sarif", machine::sarif),
];

const HEAD: [&str; 7] =
    ["finding", "engine", "version", "oracle", "kind", "lines", "expected, and what came"];

/// All findings, a row each.
fn rows(findings: &Findings) -> Vec<Vec<String>> {
    findings.iter().map(|(name, fault)| row(name, fault)).collect()
}

fn terminal(findings: &Findings) -> String {
    let head = HEAD.map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(head).chain(rows(findings)).collect();
    aligned(&rows, |column| if column == 5 { Side::Right } else { Side::Left })
}

fn row(name: &str, fault: &Fault) -> Vec<String> {
    vec![
        name.to_owned(),
        engines(fault),
        fault.version.clone(),
        fault.oracle.clone(),
        fault.kind.to_string(),
        fault.lines().to_string(),
        format!("{}, not {}", short(&fault.expected), short(&fault.answered)),
    ]
}

/// The engine, and how many others show it.
fn engines(fault: &Fault) -> String {
    match fault.also.len() {
        0 => fault.engine.clone(),
        others => format!("{} and {others} more", fault.engine),
    }
}

/// The first line of a text, if it is not too long.
fn short(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line.to_owned(),
    }
}

fn markdown(findings: &Findings) -> String {
    // Names and words of engines come from elsewhere: nothing in them is a tag.
    let plain = |cell: &String| cell.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|");
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(plain).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = line(&HEAD.map(str::to_owned));
    text += "|---|---|---|---|---|---:|---|\n";
    text.extend(rows(findings).iter().map(|row| line(row)));
    for (name, fault) in findings.iter() {
        text += &format!("\n## {name}\n\n```prolog\n{}\n```\n", fault.program.text().trim_end());
    }
    text
}

fn html(findings: &Findings) -> String {
    let line = |tag: &str, cells: &[String]| {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let head = line("th", &HEAD.map(str::to_owned));
    let body: String = rows(findings).iter().map(|row| line("td", row)).collect();
    let programs: String = findings
        .iter()
        .map(|(name, fault)| {
            let program = escaped(fault.program.text().trim_end());
            format!("<h2>{}</h2>\n<pre>{program}</pre>\n", escaped(name))
        })
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Faults</title>\n\
         <style>body{{font-family:sans-serif}}td,th{{padding:.2em .6em;text-align:left}}</style>\n</head>\n\
         <body>\n<h1>Faults</h1>\n<table>\n{head}{body}</table>\n{programs}</body>\n</html>\n"
    )
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
