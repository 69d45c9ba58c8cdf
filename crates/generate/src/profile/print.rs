//! A derived spec as a file for people: every key, and what was seen.

use std::fmt::Write;

use super::Profile;
use crate::Spec;

/// No more notes than this are printed.
const SHOWN: usize = 10;

impl Profile {
    /// A TOML file that holds a spec, perhaps changed, that was derived from this profile; with comments
    /// that say from what.
    pub fn toml(&self, spec: &Spec) -> String {
        let mut text = String::new();
        for line in self.summary() {
            writeln!(text, "# {line}").expect("strings take any text");
        }
        text.push_str("\n# The smallest space that holds them.\n");
        let rest = |line: &&str| !line.starts_with("averages = ");
        for line in spec.to_toml().lines().filter(rest) {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(&averages(spec));
        text
    }

    /// What the profile is about, in sentences: how many programs, rules and facts, and the notes.
    pub fn summary(&self) -> Vec<String> {
        let counted = |count: u64, thing: &str| {
            format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
        };
        let clauses: usize = self.rules.iter().map(|program| program.clauses.len()).sum();
        let programs = counted(self.rules.len() as u64, "program");
        let mut lines = vec![format!("{programs}, {}", counted(clauses as u64, "clause"))];
        let facts = &self.facts;
        if facts.count > 0 {
            lines.push(format!(
                "{} ({} probabilistic) about {} and {}: data",
                counted(facts.count, "ground fact"),
                facts.probabilistic,
                counted(facts.predicates as u64, "predicate"),
                counted(facts.constants as u64, "constant"),
            ));
        }
        lines.extend(self.notes.iter().take(SHOWN).map(ToString::to_string));
        match self.notes.len().saturating_sub(SHOWN) {
            0 => {}
            more => lines.push(format!("and {more} more notes like these")),
        }
        lines
    }
}

/// The averages of a spec as a table, a row per line.
fn averages(spec: &Spec) -> String {
    let short = spec.to_short();
    let Some((_, rows)) = short.iter().find(|(key, _)| key.name == "averages") else {
        return String::new();
    };
    let mut text = "\n# What they are like on average. Whatever is left out is left to chance.\n\
                    [averages]\n"
        .to_owned();
    for (row, number) in rows.split(',').filter_map(|row| row.split_once('=')) {
        let part = |part: &str| match part.contains(['/', '*']) {
            true => format!("\"{part}\""),
            false => part.to_owned(),
        };
        let row = row.split('.').map(part).collect::<Vec<_>>().join(".");
        let number = if number.contains('/') { format!("\"{number}\"") } else { number.to_owned() };
        writeln!(text, "{row} = {number}").expect("strings take any text");
    }
    text
}
