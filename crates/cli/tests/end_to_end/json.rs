//! `--format json`: every command keeps to one schema.

mod schema;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use randlog_engines::known::KnownFaults;
use randlog_faults::Fault;
use randlog_faults::finding::Findings;
use serde_json::{Value, json};

use super::Desk;

/// A page or a schema of `docs`.
fn document(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join(name)).unwrap()
}

/// The objects that a command prints, each checked; and its exit code.
fn lines(desk: &Desk, arguments: &[&str]) -> (Vec<Value>, i32) {
    let schema: Value = serde_json::from_str(&document("json.schema.json")).unwrap();
    let outcome = super::Outcome::of(desk.command("").args(arguments));
    let values: Vec<Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!values.is_empty(), "{arguments:?}: {}", outcome.stderr);
    for value in &values {
        assert_eq!(value["randlog"], 1);
        assert_eq!(value["command"], arguments[0]);
        let fault = schema::fault(&schema, &schema, value, "");
        assert_eq!(fault, None, "{arguments:?}: {value:#}");
    }
    (values, outcome.code)
}

/// The same for a command line without blanks in its words.
fn run(desk: &Desk, line: &str) -> (Vec<Value>, i32) {
    lines(desk, &format!("{line} --format json").split(' ').collect::<Vec<_>>())
}

fn desk() -> Desk {
    let desk = Desk::with_spec();
    desk.write("coin.pl", "0.5::p. q :- \\+ p. query(p). query(q).\n");
    desk.write("alien.pl", "p(a).\nr(X) :- \\+ p(X), \\+ r(X).\np(a).\n");
    desk.write("broken.pl", "p :- q\nr.\n");
    desk
}

#[test]
fn the_schema_refuses_what_it_should() {
    let schema: Value = serde_json::from_str(&document("json.schema.json")).unwrap();
    let is_refused = |value: Value| schema::fault(&schema, &schema, &value, "").is_some();
    let fine =
        json!({"randlog": 1, "command": "count", "count": "15", "method": "exact", "wall_us": 7});
    assert!(!is_refused(fine.clone()));
    for (key, value) in [
        ("randlog", json!(2)),
        ("command", json!("cuont")),
        ("count", json!(15)),
        ("count", json!("many")),
        ("wall_us", json!(-7)),
        ("unknown", json!(1)),
        ("averages", json!([{"name": "clauses"}])),
    ] {
        let mut changed = fine.clone();
        changed[key] = value;
        assert!(is_refused(changed.clone()), "{changed}");
    }
    assert!(is_refused(json!({"randlog": 1, "command": "count"})));
}

#[test]
fn check_tells_all_violations() {
    let desk = desk();
    let (values, code) = run(&desk, "check alien.pl coin.pl broken.pl nowhere.pl --spec spec.toml");
    assert_eq!((values.len(), code), (4, 2));
    let of = |value: &Value| -> Vec<Option<u64>> {
        value["violations"].as_array().unwrap().iter().map(|v| v["clause"].as_u64()).collect()
    };
    assert_eq!(values[0]["verdict"], "violates");
    // Clause 2 has an unknown predicate and too many nodes; clause 3 repeats clause 1; q/2 has no clause; and
    // there is a cycle.
    assert_eq!(of(&values[0]), [Some(2), Some(2), Some(3), None, None]);
    assert_eq!(values[2]["error"]["kind"], "parse");
    assert_eq!(values[2]["error"]["place"], "broken.pl:1:7");
    assert_eq!(values[3]["error"]["kind"], "unreadable");
    let (values, code) = run(&desk, "check coin.pl");
    assert_eq!((values[0]["verdict"].as_str(), code), (Some("parses"), 0));
    assert_eq!(values[0]["facts"]["strata"], json!([["p/0"], ["q/0"]]));
}

#[test]
fn counts_are_texts_however_long() {
    let desk = desk();
    let (values, code) = run(&desk, "count spec.toml --explain");
    let text = desk.output("count spec.toml");
    assert_eq!((values[0]["count"].as_str(), code), (Some(text.trim()), 0));
    let averages = values[0]["averages"].as_array().unwrap();
    assert!(averages.iter().any(|row| row["name"] == "expected clauses"));
    let small = "count --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any";
    assert_eq!(run(&desk, &format!("{small} --method search")).0[0]["count"], "15");
    let (values, _) = run(&desk, &format!("{small} --estimate=50"));
    assert_eq!(values[0]["draws"], 50);
    let (values, code) = run(&desk, "count spec.toml --max-nodes 0");
    assert_eq!((values[0]["error"]["kind"].as_str(), code), (Some("spec"), 2));
    assert_eq!(values[0]["error"]["place"], "--max-nodes:1:1");
}

#[test]
fn infer_answers_or_says_why_not() {
    let desk = desk();
    let (values, code) = run(&desk, "infer coin.pl --fractions");
    assert_eq!((values[0]["answers"][0]["fraction"].as_str(), code), (Some("1/2"), 0));
    let (values, code) = run(&desk, "infer coin.pl --query r");
    assert_eq!((values[0]["error"]["kind"].as_str(), code), (Some("unknown-clause"), 1));
    let (values, code) = run(&desk, "infer broken.pl nowhere.pl coin.pl");
    let kind = |index: usize| values[index]["error"]["kind"].as_str();
    // What cannot be read is told first.
    assert_eq!((kind(0), kind(1), kind(2), code), (Some("unreadable"), Some("parse"), None, 2));
    assert_eq!(values[2]["file"], "coin.pl");
}

#[test]
fn engines_are_compared_and_listed() {
    let desk = desk();
    desk.write("half.sh", "echo '{\"answers\":[{\"atom\":\"p\",\"probability\":0.5}]}'\n");
    desk.write("out.sh", "echo '{\"error\":{\"kind\":\"timeout\",\"message\":\"later\"}}'\n");
    let compare = |engines: &str| {
        lines(&desk, &["compare", "coin.pl", "--engines", engines, "--format", "json"])
    };
    let (values, code) = compare("exact,half=sh half.sh,out=sh out.sh");
    assert_eq!(code, 1);
    assert_eq!(values[0]["verdict"], "disagreement");
    assert_eq!(values[0]["runs"][1]["disputed"], json!(["q"]));
    assert_eq!(values[0]["runs"][2]["error"]["kind"], "timeout");
    assert_eq!(values[1]["error"]["kind"], "disagreement");
    let (values, _) = compare("out=sh out.sh,late=sh out.sh");
    assert_eq!(values[1]["error"]["kind"], "too-few-answers");

    let (values, code) = run(&desk, "engines --environment nowhere");
    let engines = values[0]["engines"].as_array().unwrap();
    let named = |name: &str| engines.iter().find(|engine| engine["name"] == name).unwrap();
    assert_eq!((code, named("exact")["remedy"].is_null()), (0, true));
    assert_eq!(named("sdd")["version"], Value::Null);
}

#[test]
fn verify_and_describe() {
    let desk = desk();
    let (values, code) = run(&desk, "verify --limit 40 --extended 3");
    assert_eq!((values.len(), code), (2, 0));
    assert_eq!(values[0]["scenarios"], 40);
    assert_eq!(values[0]["listed"], values[0]["counted"]);
    let (values, code) = run(&desk, "describe alien.pl --timeout 0.1");
    assert_eq!((values[0]["programs"].as_u64(), code), (Some(1), 0));
}

#[test]
fn findings_are_listed() {
    let desk = Desk::new();
    let mut findings = Findings::open(&desk.path("faults"), KnownFaults::default()).unwrap();
    for (engine, also) in [("mine", vec![]), ("yours", vec!["sddx".to_owned()])] {
        let fault = Fault {
            engine: engine.to_owned(),
            also,
            program: "p. query(p).\n".into(),
            original: "p. q. query(p).\n".into(),
            before: vec!["r. query(r).\n".into()],
            command: Some("randlog fuzz".to_owned()),
            seed: Some(u64::MAX),
            index: Some(7),
            ..Fault::default()
        };
        findings.file(&fault).unwrap();
    }
    let (values, code) = lines(&desk, &["fuzz", "report", "faults", "--format", "json"]);
    assert_eq!((values.len(), code), (2, 0));
    assert_eq!(values[0]["program"], "p. query(p).\n");
    assert_eq!(values[1]["before"], json!(["r. query(r).\n"]));
    assert_eq!(
        (&values[1]["again"], &values[1]["also"]),
        (&json!("randlog fuzz"), &json!(["sddx"]))
    );
}

#[test]
fn the_page_lists_the_kinds_of_errors() {
    let schema: Value = serde_json::from_str(&document("json.schema.json")).unwrap();
    let kinds = schema["$defs"]["kind"]["enum"].as_array().unwrap().iter();
    let kinds: BTreeSet<String> = kinds.map(|kind| kind.as_str().unwrap().to_owned()).collect();
    let page = document("json.md");
    let (_, table) = page.split_once("## Kinds of errors").unwrap();
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let listed: BTreeSet<String> = table.lines().filter_map(row).collect();
    assert_eq!(listed, kinds);
    for kind in randlog_engines::FailureKind::ALL {
        assert!(kinds.contains(kind.name()), "{kind}");
    }
}
