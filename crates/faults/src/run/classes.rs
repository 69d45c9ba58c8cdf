//! Which suspicions are worth the time of a reduction.
//!
//! A fault that is easily met is met a hundred times a second, and each time it would be reduced to the
//! same three lines. Suspicions are classed by what can be seen at once: the [`Symptom`]. The first of a class
//! is worth it; and so is one whose program has a feature that no reduced program of the class had, since it may
//! be another fault with the same symptom. Beyond that, a class that only brings what is known is looked at more
//! and more rarely: after each disappointment, twice as many are passed over. A class that brings something
//! new gets all its chances back.

use std::collections::HashMap;

use crate::Symptom;
use crate::draw::Features;

/// How many in a row are passed over at most.
const LONGEST_PAUSE: u64 = 1 << 14;

/// How many may be disappointing before any are passed over.
const PATIENCE: u32 = 3;

/// The classes that were met.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    records: HashMap<Symptom, Record>,
}

#[derive(Clone, Debug, Default)]
struct Record {
    /// How many suspicions there were.
    seen: u64,
    /// How many there must be before the next one is worth it.
    next: u64,
    /// How many in a row brought nothing new.
    disappointments: u32,
    /// The features of the programs that were looked into.
    features: Features,
}

impl Classes {
    /// Is this suspicion worth it, beside those that are going to be looked into on the same program? What
    /// several engines show at once is looked into for the first of them.
    pub(super) fn is_worth<T>(
        &mut self,
        symptom: &Symptom,
        features: &Features,
        beside: &[(Symptom, T)],
    ) -> bool {
        let same = |(other, _): &(Symptom, T)| {
            (other.kind, &other.words) == (symptom.kind, &symptom.words)
        };
        let record = self.records.entry(symptom.clone()).or_default();
        record.seen += 1;
        let has_news = features.places().any(|place| !record.features.contains(place));
        if beside.iter().any(same) || !(has_news || record.seen >= record.next) {
            return false;
        }
        record.features.extend(features);
        true
    }

    /// A suspicion of this class was looked into: was it new?
    pub(super) fn came_of_it(&mut self, symptom: &Symptom, is_new: bool) {
        let record = self.records.entry(symptom.clone()).or_default();
        record.disappointments = if is_new { 0 } else { record.disappointments + 1 };
        let pause = match record.disappointments.checked_sub(PATIENCE) {
            Some(times) => (1 << times.min(20)).min(LONGEST_PAUSE),
            None => 0,
        };
        record.next = record.seen + pause;
    }

    /// The classes, with how often each was met.
    pub fn counts(&self) -> impl Iterator<Item = (&Symptom, u64)> {
        self.records.iter().map(|(symptom, record)| (symptom, record.seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn symptom(words: &str) -> Symptom {
        let (engine, oracle) = ("mine".to_owned(), "reference".to_owned());
        Symptom { engine, oracle, kind: Kind::WrongAnswer, words: words.to_owned() }
    }

    #[test]
    fn a_class_that_brings_nothing_new_is_looked_at_ever_more_rarely() {
        let mut classes = Classes::default();
        let mut looked_at = 0;
        for _ in 0..10_000 {
            if classes.is_worth::<()>(&symptom("a"), &Features::none(), &[]) {
                looked_at += 1;
                classes.came_of_it(&symptom("a"), looked_at == 1);
            }
        }
        assert!((5..25).contains(&looked_at), "{looked_at}");
        assert!(classes.is_worth::<()>(&symptom("b"), &Features::none(), &[]));
    }

    #[test]
    fn a_feature_that_the_class_has_not_had_is_worth_a_look() {
        let mut classes = Classes::default();
        let worth = |classes: &mut Classes, features: &Features| {
            classes.is_worth::<()>(&symptom("a"), features, &[])
        };
        for _ in 0..20 {
            if worth(&mut classes, &Features::none()) {
                classes.came_of_it(&symptom("a"), false);
            }
        }
        assert!(!worth(&mut classes, &Features::none()));
        assert!(worth(&mut classes, &Features::all()));
        assert!(!worth(&mut classes, &Features::all()));
    }

    #[test]
    fn what_two_engines_show_at_once_is_looked_into_once() {
        let mut classes = Classes::default();
        let other = Symptom { engine: "other".to_owned(), ..symptom("a") };
        assert!(!classes.is_worth(&other, &Features::all(), &[(symptom("a"), ())]));
        assert!(classes.is_worth(&other, &Features::all(), &[(symptom("b"), ())]));
    }
}
