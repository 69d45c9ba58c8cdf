//! What does nothing in programs: of one program, and as shares of many.

use randlog_generate::Stop;
use randlog_logic::{Clause, Idle, Predicate, Redundancy};
use serde_json::{Map, Value, json};

use crate::report::SHOWN;

/// Redundant clauses are looked for in so many steps: a fraction of a second.
const STEPS: u64 = 1_000_000;

/// What does nothing in a program that is for these goals.
pub(crate) fn of(clauses: &[Clause], goals: Vec<Predicate>) -> Idle {
    Idle::of(clauses, goals, &Stop::NEVER.with_steps(STEPS))
}

/// A name and a value for everything that there is to say.
pub(crate) fn rows(idle: &Idle, clauses: &[Clause]) -> Vec<(&'static str, String)> {
    let clean = match idle.is_clean() {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not known: to compare all clauses would take too long",
    };
    let mut rows = vec![("clean", clean.to_owned())];
    let redundant = idle.redundant.iter().flatten();
    let reason = |(number, reason): &(usize, Redundancy)| {
        let clause =
            clauses.get(number - 1).map_or(String::new(), |clause| format!(", `{clause}`"));
        ("redundant", format!("clause {number}{clause}: {reason}"))
    };
    rows.extend(redundant.clone().take(SHOWN).map(reason));
    if let more @ 1.. = redundant.count().saturating_sub(SHOWN) {
        rows.push(("redundant", format!("and {more} more")));
    }
    let unused = idle.unused.as_deref().unwrap_or_default();
    let predicates = [("underivable", &idle.underivable[..]), ("unused", unused)];
    let named = predicates.into_iter().filter(|(_, predicates)| !predicates.is_empty());
    rows.extend(named.map(|(name, predicates)| {
        let names: Vec<String> = predicates.iter().take(SHOWN).map(ToString::to_string).collect();
        match predicates.len().saturating_sub(SHOWN) {
            0 => (name, names.join(", ")),
            more => (name, format!("{} and {more} more", names.join(", "))),
        }
    }));
    rows
}

/// The same for programs.
pub(crate) fn value(idle: &Idle) -> Value {
    let reason = |(number, reason): &(usize, Redundancy)| json!({ "clause": number, "reason": reason.name(), "message": reason.to_string() });
    let names = |predicates: &Vec<Predicate>| -> Vec<String> {
        predicates.iter().map(ToString::to_string).collect()
    };
    let redundant = idle.redundant.as_ref();
    let redundant: Option<Vec<Value>> = redundant.map(|found| found.iter().map(reason).collect());
    json!({
        "clean": idle.is_clean(),
        "redundant": redundant,
        "underivable": names(&idle.underivable),
        "derives_nothing": idle.derives_nothing,
        "unused": idle.unused.as_ref().map(names),
    })
}

/// What a share of programs has.
type Feature = (&'static str, &'static str, fn(&Idle) -> Option<bool>);

/// A name for programs, one for people, and whether a program has it, if that is known.
const FEATURES: [Feature; 9] = [
    ("clean", "clean", Idle::is_clean),
    ("tautology", "with a tautology", |idle| has(idle, "tautology")),
    ("contradiction", "with a contradictory body", |idle| has(idle, "contradiction")),
    ("repetition", "with a repeated literal", |idle| has(idle, "repetition")),
    ("condensation", "with a clause not condensed", |idle| has(idle, "condensation")),
    ("subsumption", "with a subsumed clause", |idle| has(idle, "subsumption")),
    ("underivable", "with an underivable predicate", |idle| Some(!idle.underivable.is_empty())),
    ("derives_nothing", "that derive nothing at all", |idle| Some(idle.derives_nothing)),
    ("unused", "with an unused predicate", |idle| Some(!idle.unused.as_ref()?.is_empty())),
];

fn has(idle: &Idle, reason: &str) -> Option<bool> {
    Some(idle.redundant.as_ref()?.iter().any(|(_, found)| found.name() == reason))
}

/// The shares of programs that have each feature, among those of which it is known.
pub(crate) struct Shares(Vec<(&'static str, &'static str, Option<f64>)>);

impl Shares {
    pub(crate) fn of(programs: &[Idle]) -> Shares {
        let share = |(name, words, has): Feature| {
            let known: Vec<bool> = programs.iter().filter_map(has).collect();
            let having = known.iter().filter(|has| **has).count();
            let share = (!known.is_empty()).then(|| having as f64 / known.len() as f64);
            (name, words, share)
        };
        Shares(FEATURES.map(share).to_vec())
    }

    /// A line for people each: what, and the share.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        self.0.iter().map(|&(_, words, share)| (words, share))
    }

    /// The same for programs.
    pub(crate) fn value(&self) -> Value {
        let field = |&(name, _, share): &(&str, &str, Option<f64>)| (name.to_owned(), json!(share));
        self.0.iter().map(field).collect::<Map<_, _>>().into()
    }
}
