//! Which faults are worth the time of a reduction.
//!
//! A fault that is easily met is met a hundred times a second, and each time it would be reduced to the
//! same three lines. Faults are classed by what can be seen at once: which engines fail on the program, how, and with
//! which message. The first of a class is worth it. So is one whose program has a feature that no program of the class
//! had so far, since it may be another fault with the same symptom. Beyond that, a class that only brings what is
//! known is looked at more and more rarely: after each disappointment, twice as many are only counted. A class that
//! brings something new gets all its chances back.

use serde::{Deserialize, Serialize};

use crate::FaultKind;
use crate::draw::Features;

/// How many in a row are passed over at most.
const LONGEST_PAUSE: u64 = 1 << 14;

/// How many may be disappointing before any are passed over.
const DISAPPOINTMENTS: u32 = 2;

/// What can be seen of a fault at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The engines that fail in the same way on the program.
    pub engines: Vec<String>,
    /// How they fail.
    pub kind: FaultKind,
    /// Their message class.
    #[serde(default, rename = "words", skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// The classes that were met. They are part of what a run leaves behind for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classes {
    #[serde(default)]
    class: Vec<MetClass>,
}

/// A class, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct MetClass {
    #[serde(flatten)]
    class: Class,
    /// How many faults there were.
    seen: u64,
    /// How many there must be before the next one is worth it.
    next: u64,
    /// How many in a row brought nothing new.
    disappointments: u32,
    /// The features of the programs that were looked into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    features: Vec<String>,
}

impl Classes {
    /// Is this fault worth it?
    pub(super) fn is_worth(&mut self, class: &Class, features: &Features) -> bool {
        let met = self.met(class);
        met.seen += 1;
        let is_new = |name: &&str| !met.features.iter().any(|known| known == name);
        let news: Vec<String> = features.names().filter(is_new).map(str::to_owned).collect();
        // What takes too long takes long to reduce, whatever it has.
        let has_news = !class.kind.is_timeout() && !news.is_empty();
        if !has_news && met.seen < met.next {
            return false;
        }
        met.features.extend(news);
        // While it is looked into, another thread may meet the next one.
        met.pause();
        true
    }

    /// A fault of this class was looked into: was it new?
    pub(super) fn came_of_it(&mut self, class: &Class, is_new: bool) {
        let met = self.met(class);
        met.disappointments = if is_new { 0 } else { met.disappointments + 1 };
        met.pause();
    }

    /// How many faults of each class there were.
    pub fn counts(&self) -> impl Iterator<Item = (&Class, u64)> {
        self.class.iter().map(|met| (&met.class, met.seen))
    }

    fn met(&mut self, class: &Class) -> &mut MetClass {
        let place = self.class.iter().position(|met| met.class == *class).unwrap_or_else(|| {
            self.class.push(MetClass { class: class.clone(), ..MetClass::default() });
            self.class.len() - 1
        });
        &mut self.class[place]
    }
}

impl MetClass {
    /// Pass over the next ones, if there is a reason.
    fn pause(&mut self) {
        let pause = match self.disappointments.checked_sub(DISAPPOINTMENTS) {
            Some(times) => (1 << times.min(20)).min(LONGEST_PAUSE),
            None => 0,
        };
        self.next = self.seen + pause;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(message: &str) -> Class {
        let engines = vec!["mine".to_owned()];
        Class { engines, kind: FaultKind::WrongAnswer, message: message.to_owned() }
    }

    #[test]
    fn a_class_that_brings_nothing_new_is_looked_at_ever_more_rarely() {
        let mut classes = Classes::default();
        let mut looked_at = 0;
        for _ in 0..10_000 {
            if classes.is_worth(&class("a"), &Features::none()) {
                looked_at += 1;
                classes.came_of_it(&class("a"), looked_at == 1);
            }
        }
        assert!((5..25).contains(&looked_at), "{looked_at}");
        assert!(classes.is_worth(&class("b"), &Features::none()));
        let others = Class { engines: vec!["other".to_owned()], ..class("a") };
        assert!(classes.is_worth(&others, &Features::none()));
    }

    #[test]
    fn a_feature_that_the_class_has_not_had_is_worth_a_look() {
        let mut classes = Classes::default();
        let late =
            Class { kind: FaultKind::Failure(randlog_engines::FailureKind::Timeout), ..class("a") };
        for class in [class("a"), late.clone()] {
            for _ in 0..20 {
                if classes.is_worth(&class, &Features::none()) {
                    classes.came_of_it(&class, false);
                }
            }
        }
        assert!(!classes.is_worth(&class("a"), &Features::none()));
        assert!(classes.is_worth(&class("a"), &Features::all()));
        assert!(!classes.is_worth(&class("a"), &Features::all()));
        assert!(!classes.is_worth(&late, &Features::all()));
    }

    #[test]
    fn what_was_met_can_be_written_down_and_read_back() {
        let mut classes = Classes::default();
        for words in ["a", "b", "a"] {
            classes.is_worth(&class(words), &Features::all());
            classes.came_of_it(&class(words), false);
        }
        let text = toml::to_string(&classes).unwrap();
        assert_eq!(toml::from_str::<Classes>(&text).unwrap(), classes);
    }
}
