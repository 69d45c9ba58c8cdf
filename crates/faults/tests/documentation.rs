//! The tables in `docs/faults.md` say what the code does.

use randlog_faults::draw::FEATURES;
use randlog_faults::oracle::RELATIONS;

const PAGE: &str = include_str!("../../../docs/faults.md");

#[test]
fn every_feature_is_documented_with_its_weight() {
    for feature in &FEATURES {
        let row = format!("| `{}` | {} | {} |", feature.name, feature.percent, feature.sentence);
        assert!(PAGE.contains(&row), "{row}");
    }
}

#[test]
fn every_relation_is_documented_with_its_sentence() {
    for relation in &RELATIONS {
        let row = format!("| `{}` | {} |", relation.name, relation.sentence);
        assert!(PAGE.contains(&row), "{row}");
    }
}
