//! Presets: named fragments of a spec.
//!
//! A preset is a TOML file in `crates/generate/presets` that gives some keys a value. Its first lines, a comment, say what it is for:
//! the first paragraph is its summary. A spec that names a preset (`preset = "written"`) has these values wherever it gives none itself,
//! so every key can still be overridden. The finished spec does not remember the preset, only the values.
//!
//! To add one, add its file, and a row here.

use super::error::SpecError;
use super::text::{Located, SourceText};
use super::toml;
use super::value::Value;

/// A named fragment of a spec.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What a spec calls it.
    pub name: &'static str,
    /// The file that defines it, in TOML.
    pub text: &'static str,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 2] = [
        Preset { name: "written", text: include_str!("../../presets/written.toml") },
        Preset { name: "paper", text: include_str!("../../presets/paper.toml") },
    ];

    /// Their names, in the same order.
    pub(super) const NAMES: [&'static str; 2] = [Preset::ALL[0].name, Preset::ALL[1].name];

    /// What it is for, in one sentence.
    pub fn summary(&self) -> String {
        let lines = self.text.lines().map_while(|line| line.strip_prefix("# "));
        lines.collect::<Vec<_>>().join(" ")
    }

    /// The keys that it gives a value.
    pub(super) fn values(&self) -> Result<Vec<(Located<String>, Located<Value>)>, SpecError> {
        toml::read(&SourceText::new(format!("preset {}", self.name), self.text))
    }
}
