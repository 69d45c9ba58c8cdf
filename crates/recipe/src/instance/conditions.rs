//! What the query of an instance must be like, by its [`Measures`].

use std::fmt;
use std::str::FromStr;

use randlog_infer::Measures;

/// Something that is measured of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The rules on the longest branch of a shallowest proof.
    Depth,
    /// The random choices that the answer depends on.
    Events,
    /// An upper bound on the treewidth of the circuit.
    Width,
    /// The answer.
    Probability,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 4] =
        [Measure::Depth, Measure::Events, Measure::Width, Measure::Probability];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Depth => "depth",
            Measure::Events => "events",
            Measure::Width => "width",
            Measure::Probability => "probability",
        }
    }

    /// The least and the largest value that it may have, as far as that is known.
    pub fn of(self, measures: &Measures) -> Option<(f64, f64)> {
        let whole = |number: usize| (number as f64, number as f64);
        match self {
            Measure::Depth => measures.depth.map(whole),
            Measure::Events => {
                Some((*measures.events.start() as f64, *measures.events.end() as f64))
            }
            Measure::Width => Some(whole(measures.width)),
            Measure::Probability => measures.probability.map(|it| (it, it)),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Numbers from one to another, both included; either end may be open.
///
/// ```
/// use randlog_recipe::instance::Interval;
///
/// let texts = ["2..5", "3..", "..0.25", "7"];
/// assert_eq!(texts.map(|text| text.parse::<Interval>().unwrap().to_string()), texts);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    low: f64,
    high: f64,
    /// Does its end not belong to it?
    excludes_end: bool,
}

/// A text is no range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give a range such as `2..5`, `3..` or `..4`, or one number")]
pub struct BadInterval;

impl Interval {
    fn holds(self, (least, most): (f64, f64)) -> bool {
        self.low <= least && if self.excludes_end { most < self.high } else { most <= self.high }
    }

    /// Are its ends whole numbers, as far as it has them?
    fn is_whole(self) -> bool {
        [self.low, self.high].iter().all(|end| end.is_infinite() || end.fract() == 0.0)
    }
}

impl FromStr for Interval {
    type Err = BadInterval;

    fn from_str(text: &str) -> Result<Interval, BadInterval> {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let end = |text: &str, open: f64| match text.trim() {
            "" => Ok(open),
            text => {
                let number = text.parse::<f64>().ok();
                // No measure is larger than what a floating-point number counts exactly.
                number.filter(|number| (0.0..=1e15).contains(number)).ok_or(BadInterval)
            }
        };
        let (low, high) = (end(low, 0.0)?, end(high, f64::INFINITY)?);
        let is_said = text.contains(|letter: char| letter.is_ascii_digit());
        let interval = Interval { low, high, excludes_end: false };
        (is_said && low <= high).then_some(interval).ok_or(BadInterval)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (low, high) if low == high => low.fmt(f),
            (low, f64::INFINITY) => write!(f, "{low}.."),
            (0.0, high) => write!(f, "..{high}"),
            (low, high) => write!(f, "{low}..{high}"),
        }
    }
}

/// What the query of an instance must be like. Without any condition, every query is fine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// In the order of [`Measure::ALL`].
    ranges: [Option<Interval>; Measure::ALL.len()],
    /// What is spread evenly over its range, instance by instance.
    pub balance: Vec<Measure>,
}

/// In so many parts of equal length is a range of probabilities taken apart to be spread evenly.
const PARTS: u64 = 10;

impl Conditions {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self == &Conditions::default()
    }

    /// The values that a measure may have.
    pub fn range(&self, measure: Measure) -> Option<Interval> {
        self.ranges[measure as usize]
    }

    /// Let a measure have a value of this range.
    pub fn require(&mut self, measure: Measure, range: Interval) -> Result<(), BadInterval> {
        let fits = match measure {
            Measure::Probability => range.low <= 1.0,
            Measure::Depth | Measure::Events | Measure::Width => range.is_whole(),
        };
        self.ranges[measure as usize] = Some(range);
        if fits { Ok(()) } else { Err(BadInterval) }
    }

    /// Does a query with these measures do?
    pub fn hold(&self, measures: &Measures) -> bool {
        self.each().all(|(measure, range)| measure.of(measures).is_some_and(|it| range.holds(it)))
    }

    fn each(&self) -> impl Iterator<Item = (Measure, Interval)> {
        let each = Measure::ALL.into_iter().zip(self.ranges);
        each.filter_map(|(measure, range)| Some((measure, range?)))
    }

    /// A measure that cannot be spread evenly: its range lacks an end.
    pub(super) fn spread_without_end(&self) -> Option<Measure> {
        let has_ends =
            |measure: &Measure| self.range(*measure).is_some_and(|range| range.high.is_finite());
        self.balance.iter().copied().find(|measure| !has_ends(measure))
    }

    /// The conditions for the instance of an index: what is spread evenly has the value whose turn it is. All combinations
    /// of values have their turn, the first measure changing fastest.
    pub fn at(&self, index: u64) -> Conditions {
        let mut conditions = Conditions { ranges: self.ranges, balance: Vec::new() };
        let mut turn = index;
        for &measure in &self.balance {
            let Some(range) = &mut conditions.ranges[measure as usize] else { continue };
            let Interval { low, high, .. } = *range;
            let values = match measure {
                Measure::Probability => PARTS,
                Measure::Depth | Measure::Events | Measure::Width => (high - low) as u64 + 1,
            };
            let place = turn % values;
            turn /= values;
            *range = match measure {
                Measure::Probability => {
                    let end = |place: u64| low + (high - low) * place as f64 / PARTS as f64;
                    let is_last = place + 1 == PARTS;
                    let high = if is_last { high } else { end(place + 1) };
                    Interval { low: end(place), high, excludes_end: !is_last && low < high }
                }
                Measure::Depth | Measure::Events | Measure::Width => {
                    let value = low + place as f64;
                    Interval { low: value, high: value, excludes_end: false }
                }
            };
        }
        conditions
    }

    /// About how deep proofs must be.
    pub(super) fn depth(&self) -> usize {
        self.range(Measure::Depth).map_or(0, |range| range.low as usize)
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self.each().map(|(measure, range)| format!("{measure} {range}"));
        f.write_str(&each.collect::<Vec<_>>().join(", "))
    }
}

/// How many queries fulfilled the condition on a measure, and the least and largest value that there were.
type SeenOfMeasure = (u64, Option<(f64, f64)>);

/// What queries were like of which none fulfilled the conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    queries: u64,
    /// By measure.
    each: Box<[SeenOfMeasure; Measure::ALL.len()]>,
}

impl Seen {
    pub(super) fn add(&mut self, conditions: &Conditions, measures: &Measures) {
        self.queries += 1;
        for ((met, values), measure) in self.each.iter_mut().zip(Measure::ALL) {
            let Some((least, most)) = measure.of(measures) else { continue };
            let holds = |range: Interval| range.holds((least, most));
            *met += u64::from(conditions.range(measure).is_some_and(holds));
            let (low, high) = values.unwrap_or((least, most));
            *values = Some((low.min(least), high.max(most)));
        }
    }

    /// What was seen in several attempts.
    pub(crate) fn join(&mut self, other: &Seen) {
        self.queries += other.queries;
        for ((met, values), (more, others)) in self.each.iter_mut().zip(*other.each) {
            *met += more;
            *values = match (*values, others) {
                (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
                (one, other) => one.or(other),
            };
        }
    }

    /// In words, as far as there were conditions.
    pub(crate) fn text(&self, conditions: &Conditions) -> String {
        let Seen { queries, each } = self;
        let seen = conditions.each().map(|(measure, _)| {
            let (met, values) = each[measure as usize];
            let range = match values {
                Some((low, high)) if low == high => format!("was {low}"),
                Some((low, high)) => format!("was from {low} to {high}"),
                None => "was not known".to_owned(),
            };
            format!("{measure} {range} (as asked for {met} times)")
        });
        match queries {
            0 => "no query had a rule and an uncertain answer".to_owned(),
            _ => format!("of {queries} queries, {}", seen.collect::<Vec<_>>().join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use randlog_logic::Atom;

    fn measures(depth: Option<usize>, events: usize, probability: f64) -> Measures {
        Measures {
            atom: Atom::new("p", Vec::new()),
            probability: Some(probability),
            depth,
            events: events..=events,
            width: 2,
        }
    }

    fn conditions(each: &[(Measure, &str)], balance: &[Measure]) -> Conditions {
        let mut conditions = Conditions::default();
        for (measure, range) in each {
            conditions.require(*measure, range.parse().unwrap()).unwrap();
        }
        Conditions { balance: balance.to_vec(), ..conditions }
    }

    #[test]
    fn texts_that_are_no_ranges_are_refused() {
        for bad in ["", "..", "a", "3..2", "-1..2", "1..2..3", "inf", "NaN..", "1e16"] {
            assert_eq!(bad.parse::<Interval>(), Err(BadInterval), "{bad}");
        }
        let mut conditions = Conditions::default();
        let half = "0.5..2".parse().unwrap();
        assert_eq!(conditions.require(Measure::Depth, half), Err(BadInterval));
        assert_eq!(conditions.require(Measure::Probability, half), Ok(()));
    }

    #[test]
    fn conditions_hold_of_what_is_known_to_be_in_range() {
        let deep = conditions(&[(Measure::Depth, "2.."), (Measure::Events, "3..4")], &[]);
        assert!(deep.hold(&measures(Some(2), 3, 0.1)) && deep.hold(&measures(Some(9), 4, 0.1)));
        assert!(!deep.hold(&measures(Some(1), 3, 0.1)) && !deep.hold(&measures(Some(2), 5, 0.1)));
        assert!(!deep.hold(&measures(None, 3, 0.1)));
        let open = Measures { events: 0..=4, ..measures(Some(2), 0, 0.1) };
        assert!(!deep.hold(&open));
        assert_eq!(deep.to_string(), "depth 2.., events 3..4");
    }

    #[test]
    fn every_combination_of_values_has_its_turn() {
        use Measure::{Depth, Probability, Width};
        let ranges = [(Depth, "2..4"), (Width, "1..2"), (Probability, "0..0.5")];
        let balanced = conditions(&ranges, &[Depth, Width]);
        let values: Vec<String> = (0..7).map(|index| balanced.at(index).to_string()).collect();
        let first = |text: &String| text.replace(", probability ..0.5", "");
        let values: Vec<String> = values.iter().map(first).collect();
        let expected = ["2, width 1", "3, width 1", "4, width 1", "2, width 2", "3, width 2"];
        assert_eq!(values[..5], expected.map(|it| format!("depth {it}")));
        assert_eq!(values[6], values[0]);

        // Every probability has its turn once.
        let balanced = conditions(&ranges, &[Probability]);
        for chance in [0.0, 0.05, 0.1, 0.2499, 0.25, 0.45, 0.5] {
            let fits = |&index: &u64| balanced.at(index).hold(&measures(Some(2), 1, chance));
            assert_eq!((0..PARTS).filter(fits).count(), usize::from(chance <= 0.5), "{chance}");
        }
        assert_eq!(balanced.spread_without_end(), None);
        let open = conditions(&[(Depth, "2..")], &[Depth]);
        assert_eq!(open.spread_without_end(), Some(Depth));
        assert_eq!(conditions(&[], &[Width]).spread_without_end(), Some(Width));
    }
}
