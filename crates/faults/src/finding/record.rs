//! What a program can read of a finding: `fault.toml`.

use serde::{Deserialize, Serialize};

use super::{Finding, Source};
use crate::symptom::{Kind, Symptom};

#[derive(Serialize, Deserialize)]
struct Record {
    engine: String,
    version: String,
    oracle: String,
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    words: String,
    expected: String,
    answered: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unreduced: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    only_at_work: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    index: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variants: Vec<String>,
}

/// All but the programs. Seeds are texts, because TOML has no number as large as some of them.
pub(super) fn write(finding: &Finding) -> String {
    let Symptom { engine, oracle, kind, words } = finding.symptom.clone();
    let record = Record {
        engine,
        version: finding.version.clone(),
        oracle,
        kind: kind.to_string(),
        words,
        expected: finding.expected.clone(),
        answered: finding.answered.clone(),
        also: finding.also.clone(),
        unreduced: finding.unreduced,
        only_at_work: finding.only_at_work,
        command: finding.source.command.clone(),
        seed: finding.source.seed.map(|seed| seed.to_string()),
        index: finding.source.index.map(|index| index.to_string()),
        variants: finding.variants.clone(),
    };
    // Texts and nothing else: there is nothing that TOML could not hold.
    toml::to_string(&record).unwrap_or_default()
}

/// The finding without its programs.
pub(super) fn read(text: &str) -> Result<Finding, String> {
    let record: Record = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let Record { engine, oracle, words, version, expected, answered, also, variants, .. } = record;
    let kind = Kind::named(&record.kind);
    let kind = kind.ok_or_else(|| format!("there is no kind `{}`", record.kind))?;
    let number = |text: Option<String>| match text.map(|text| text.parse::<u64>()) {
        None => Ok(None),
        Some(Ok(number)) => Ok(Some(number)),
        Some(Err(error)) => Err(error.to_string()),
    };
    Ok(Finding {
        symptom: Symptom { engine, oracle, kind, words },
        version,
        expected,
        answered,
        also,
        variants,
        unreduced: record.unreduced,
        only_at_work: record.only_at_work,
        source: Source {
            command: record.command,
            seed: number(record.seed)?,
            index: number(record.index)?,
        },
        ..Finding::default()
    })
}
