//! How often search and exact sampling draw each program of a small space, as an SVG picture.
//!
//! `cargo run --release -p randlog-generate --example frequencies > docs/frequencies.svg`

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use randlog_generate::exact::{NoSampler, SizeSpread};
use randlog_generate::generator::{Generator, Method};
use randlog_generate::search::Searcher;
use randlog_generate::spec::{Cycles, SpecError};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Dialect, Program};

const DRAWS: u64 = 150_000;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = one_predicate()?;
    let names = programs(&spec);
    let by_search = shares(&spec, Method::Search, &names)?;
    let by_exact = shares(&spec, Method::Exact, &names)?;
    for ((name, search), exact) in names.iter().zip(&by_search).zip(&by_exact) {
        eprintln!("{:5.2} % {:5.2} %  {name}", 100.0 * search, 100.0 * exact);
    }
    print!("{}", picture(&names, &by_search, &by_exact)?);
    Ok(())
}

/// The paper's first space: one unary predicate, one variable, one clause of up to four nodes.
fn one_predicate() -> Result<Spec, SpecError> {
    Spec::builder()
        .predicates(["p/1"])
        .variables(1)
        .max_nodes(4)
        .max_clauses(1)
        .cycles(Cycles::Any)
        .build()
}

fn text(program: &Program) -> String {
    let printed = Dialect::ProbLog.print(program).expect("ProbLog prints every generated program");
    printed.to_string().trim_end().to_owned()
}

/// All programs of the space, shortest first.
fn programs(spec: &Spec) -> Vec<String> {
    let mut names = Vec::new();
    let listed = Searcher::new(spec).enumerate(&Stop::NEVER, |program| {
        names.push(text(&program));
        ControlFlow::Continue(())
    });
    assert!(listed.is_ok(), "nothing stops it");
    names.sort_by_key(|name| (name.len(), name.clone()));
    names
}

/// The share of each program among many draws.
fn shares(spec: &Spec, method: Method, names: &[String]) -> Result<Vec<f64>, NoSampler> {
    let generator = Generator::new(spec, method, SizeSpread::default(), &Stop::NEVER)?;
    let mut drawer = generator.drawer();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for index in 0..DRAWS {
        if let Ok(Some(program)) = drawer.draw(SEED, index, &Stop::NEVER) {
            *counts.entry(text(&program)).or_default() += 1;
        }
    }
    let share = |name: &String| counts.get(name).copied().unwrap_or(0) as f64 / DRAWS as f64;
    Ok(names.iter().map(share).collect())
}

const ROW: f64 = 26.0;
const TOP: f64 = 64.0;
const LEFT: f64 = 236.0;
const WIDTH: f64 = 760.0;
/// Pixels for a share of one.
const SCALE: f64 = 1500.0;
const SEARCH: &str = "#d1495b";
const EXACT: &str = "#00798c";

fn picture(names: &[String], search: &[f64], exact: &[f64]) -> Result<String, std::fmt::Error> {
    let height = TOP + ROW * names.len() as f64 + 48.0;
    let bottom = TOP + ROW * names.len() as f64;
    let mut svg = String::new();
    writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13" fill="#222">
<rect width="100%" height="100%" fill="white"/>
<text x="16" y="24" font-size="15" font-weight="bold">How often each of {} programs is drawn ({DRAWS} draws each)</text>
<rect x="16" y="36" width="12" height="12" fill="{SEARCH}"/><text x="34" y="47">by search</text>
<rect x="116" y="36" width="12" height="12" fill="{EXACT}"/><text x="134" y="47">exact</text>"##,
        names.len()
    )?;
    for (row, name) in names.iter().enumerate() {
        let y = TOP + ROW * row as f64;
        let escaped = name.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(
            svg,
            r#"<text x="{}" y="{}" text-anchor="end" font-family="monospace" font-size="11.5">{escaped}</text>"#,
            LEFT - 8.0,
            y + 16.0
        )?;
        for (share, offset, colour) in [(search[row], 3.0, SEARCH), (exact[row], 13.0, EXACT)] {
            writeln!(
                svg,
                r#"<rect x="{LEFT}" y="{}" width="{:.1}" height="9" fill="{colour}"/>"#,
                y + offset,
                share * SCALE
            )?;
        }
    }
    let flat = LEFT + SCALE / names.len() as f64;
    writeln!(
        svg,
        r##"<line x1="{flat:.1}" y1="{TOP}" x2="{flat:.1}" y2="{bottom}" stroke="#222" stroke-dasharray="4 3"/>
<text x="{flat:.1}" y="{}" text-anchor="middle">uniform: 1/{}</text>"##,
        bottom + 34.0,
        names.len()
    )?;
    for percent in (0..=30).step_by(10) {
        let x = LEFT + SCALE * f64::from(percent) / 100.0;
        writeln!(
            svg,
            r##"<text x="{x}" y="{}" text-anchor="middle" fill="#666">{percent} %</text>"##,
            bottom + 17.0
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
