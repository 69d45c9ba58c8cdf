//! What the answers to queries need: of one program, and of many together.

use std::time::Duration;

use randlog_infer::{Inference, Limits, Measures};
use randlog_logic::Program;
use randlog_recipe::instance::Measure;
use serde_json::{Map, Value, json};

use crate::report::SHOWN;

/// What may be used for one program.
const LIMITS: Limits =
    Limits { memory: 256 << 20, timeout: Some(Duration::from_secs(10)), worlds: 0 };

/// What was measured of the queries of a program, or why nothing was.
pub(crate) struct Measured(Result<Vec<Measures>, String>);

/// What is measured of the queries of a program, if it has any.
pub(crate) fn of(program: &Program) -> Option<Measured> {
    let measures = || Inference::new(program).limits(LIMITS).measures();
    let measured = || Measured(measures().map_err(|error| error.to_string()));
    (!program.queries.is_empty()).then(measured)
}

impl Measured {
    /// A line for people for every query.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let measures = match &self.0 {
            Ok(measures) => measures,
            Err(problem) => return vec![("query", format!("not measured: {problem}"))],
        };
        let text = |it: &Measures| {
            let each = Measure::ALL.map(|measure| match measure.of(it) {
                Some((least, most)) if least < most => format!("{measure} {least} to {most}"),
                Some((value, _)) => format!("{measure} {value}"),
                None => format!("{measure} not known"),
            });
            format!("{}: {}", it.atom, each.join(", "))
        };
        let mut rows: Vec<_> = measures.iter().take(SHOWN).map(|it| ("query", text(it))).collect();
        if let more @ 1.. = measures.len().saturating_sub(SHOWN) {
            rows.push(("query", format!("and {more} more")));
        }
        rows
    }

    /// The same for programs.
    pub(crate) fn value(&self) -> Value {
        let measure = |it: &Measures| {
            json!({
                "atom": it.atom.to_string(),
                "depth": it.depth,
                "events": { "at_least": it.events.start(), "at_most": it.events.end() },
                "width": it.width,
                "probability": it.probability,
            })
        };
        let queries = self.0.as_ref().ok();
        let queries: Option<Vec<Value>> = queries.map(|all| all.iter().map(measure).collect());
        json!({ "queries": queries, "problem": self.0.as_ref().err() })
    }
}

/// What the queries of many programs are like together.
pub(crate) struct Summary {
    queries: usize,
    /// Programs whose queries could not be measured.
    unmeasured: usize,
    /// By measure, in order: the largest value that each query may have, where that is known.
    values: Vec<(Measure, Vec<f64>)>,
}

/// How many events are few: nothing is to be reasoned about.
const FEW: f64 = 1.0;

impl Summary {
    /// Of the programs that have queries, if any has.
    pub(crate) fn of<'p>(programs: impl Iterator<Item = &'p Program>) -> Option<Summary> {
        let (mut measures, mut unmeasured) = (Vec::new(), 0);
        for measured in programs.filter_map(of) {
            match measured.0 {
                Ok(found) => measures.extend(found),
                Err(_) => unmeasured += 1,
            }
        }
        let most = |measure: Measure| {
            let known = measures.iter().filter_map(|it| measure.of(it));
            (measure, known.map(|(_, most)| most).collect())
        };
        let values = Measure::ALL.map(most).to_vec();
        let summary = Summary { queries: measures.len(), unmeasured, values };
        (summary.queries + summary.unmeasured > 0).then_some(summary)
    }

    /// The mean, the least and the largest value, if one is known.
    fn of_values(values: &[f64]) -> Option<[f64; 3]> {
        let least = values.iter().copied().reduce(f64::min)?;
        let most = values.iter().copied().reduce(f64::max)?;
        Some([values.iter().sum::<f64>() / values.len() as f64, least, most])
    }

    /// The share of queries whose answers depend on one event at most.
    fn with_few_events(&self) -> Option<f64> {
        let (_, events) = self.values.iter().find(|(measure, _)| *measure == Measure::Events)?;
        let few = events.iter().filter(|&&events| events <= FEW).count();
        (!events.is_empty()).then(|| few as f64 / events.len() as f64)
    }

    /// A table for people, with a heading.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let Summary { queries, unmeasured, .. } = self;
        let queries = match queries {
            1 => "1 query".to_owned(),
            _ => format!("{queries} queries"),
        };
        let heading = match unmeasured {
            0 => queries,
            1 => format!("{queries}, and 1 program that cannot be measured"),
            _ => format!("{queries}, and {unmeasured} programs that cannot be measured"),
        };
        let mut rows =
            vec![[heading.as_str(), "mean", "least", "most"].map(str::to_owned).to_vec()];
        for (measure, values) in &self.values {
            let numbers = match Summary::of_values(values) {
                Some([mean, least, most]) => [format!("{mean:.3}"), short(least), short(most)],
                None => ["-"; 3].map(str::to_owned),
            };
            rows.push([vec![measure.to_string()], numbers.to_vec()].concat());
        }
        let share = self.with_few_events().map_or("-".to_owned(), |share| format!("{share:.3}"));
        rows.push(vec!["share with at most one event".to_owned(), share]);
        rows
    }

    /// The same for programs.
    pub(crate) fn value(&self) -> Value {
        let mut fields = Map::new();
        fields.insert("queries".to_owned(), json!(self.queries));
        fields.insert("unmeasured".to_owned(), json!(self.unmeasured));
        for (measure, values) in &self.values {
            let numbers = Summary::of_values(values);
            let numbers = numbers
                .map(|[mean, least, most]| json!({ "mean": mean, "least": least, "most": most }));
            fields.insert(measure.to_string(), numbers.into());
        }
        fields.insert("at_most_one_event".to_owned(), self.with_few_events().into());
        fields.into()
    }
}

/// A whole number, or a probability with three places.
fn short(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { format!("{value:.3}") }
}
