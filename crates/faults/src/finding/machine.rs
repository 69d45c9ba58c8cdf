//! Findings for other programs: lines of JSON, JUnit's XML, and SARIF.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Findings;
use crate::{Fault, TestCase};

/// One object per line, as all commands write JSON: what `fault.toml` holds, and the programs.
pub(super) fn json(findings: &Findings) -> String {
    let texts = |programs: &[TestCase]| programs.iter().map(|it| it.text().to_owned()).collect();
    let line = |(name, fault): (&str, &Fault)| {
        let mut line = json!({"randlog": 1, "command": "fuzz", "name": name});
        let record = serde_json::to_value(fault).unwrap_or_default();
        for (key, value) in record.as_object().into_iter().flatten() {
            // The command that wrote the line has its name already.
            line[if key == "command" { "again" } else { key }] = value.clone();
        }
        line["program"] = fault.program.text().into();
        line["original"] = fault.original.text().into();
        line["compared"] = texts(&fault.compared);
        line["before"] = texts(&fault.before);
        format!("{line}\n")
    };
    findings.iter().map(line).collect()
}

/// A failed test per finding, in the XML of JUnit, which servers of continuous integration show. One test passes if there
/// is no finding, because many of them take a file without tests for an error.
pub(super) fn junit(findings: &Findings) -> String {
    let failed = |(name, fault): (&str, &Fault)| {
        let Fault { engine, kind, expected, answered, .. } = fault;
        let message = xml(&format!("expected {expected}, not {answered}"));
        format!(
            "<testcase classname=\"{}\" name=\"{}\">\n<failure type=\"{kind}\" message=\"{message}\">{}</failure>\n</testcase>\n",
            xml(engine),
            xml(name),
            xml(&fault.report()),
        )
    };
    let cases: String = match findings.is_empty() {
        true => "<testcase classname=\"randlog\" name=\"no faults\"/>\n".to_owned(),
        false => findings.iter().map(failed).collect(),
    };
    let (tests, failures) = (findings.len().max(1), findings.len());
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\
         <testsuite name=\"randlog fuzz\" tests=\"{tests}\" failures=\"{failures}\">\n{cases}</testsuite>\n</testsuites>\n"
    )
}

/// Text in XML. It has no place for most control characters, not even as numbers.
fn xml(text: &str) -> String {
    let is_allowed = |c: &char| {
        matches!(c, '\n' | '\t') || !(c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(c))
    };
    super::table::escaped(&text.chars().filter(is_allowed).collect::<String>())
}

/// The Static Analysis Results Interchange Format 2.1.0 (OASIS 2020): a result per finding, which points to its program.
pub(super) fn sarif(findings: &Findings) -> String {
    let result = |(name, fault): (&str, &Fault)| -> Value {
        let Fault { engine, version, expected, answered, .. } = fault;
        json!({
            "ruleId": fault.kind.to_string(),
            "level": "error",
            "message": {"text": format!("{engine} {version}: expected {expected}, not {answered}")},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": format!("{name}/program.pl")}}}],
            "partialFingerprints": {"finding/v1": name},
        })
    };
    let results: Vec<Value> = findings.iter().map(result).collect();
    let kinds: BTreeSet<String> =
        findings.iter().map(|(_, fault)| fault.kind.to_string()).collect();
    let rules: Vec<Value> = kinds.into_iter().map(|kind| json!({"id": kind})).collect();
    let driver = json!({"name": "randlog", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}
