//! What is wanted of instances, setting by setting.

use std::fmt::Display;
use std::str::FromStr;

use randlog_logic::{BadProbability, Dialect, Probability};

use super::{
    BadFactCount, BadInterval, BadShare, Conditions, FactCount, FactSpread, Measure, QueryPolicy,
    Share,
};

/// What facts and queries are to be like.
#[derive(Clone, Debug, PartialEq)]
pub struct Instances {
    /// How many constants there are.
    pub domain: usize,
    /// How many facts.
    pub facts: FactCount,
    /// How they are spread over the predicates.
    pub facts_by: FactSpread,
    /// Which part of them is probabilistic.
    pub probabilistic: Share,
    /// What the probabilities of those are drawn from.
    pub fact_probabilities: Vec<Probability>,
    /// How the query is chosen.
    pub query: QueryPolicy,
    /// What a derived query must be like.
    pub conditions: Conditions,
    /// What the whole is written in.
    pub dialect: Dialect,
}

impl Default for Instances {
    /// A hundred constants and a thousand facts, half of them with a probability from 0.1 to 0.9; the
    /// query is any other atom.
    fn default() -> Instances {
        Instances {
            domain: 100,
            facts: FactCount::InAll(1000),
            facts_by: FactSpread::default(),
            probabilistic: Share::percent(50),
            fact_probabilities: (1..10).filter_map(|n| Probability::new(n, 10)).collect(),
            query: QueryPolicy::default(),
            conditions: Conditions::default(),
            dialect: Dialect::ProbLog,
        }
    }
}

/// One setting of [`Instances`], by name: how it is read, printed and explained.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// What its value looks like: a placeholder.
    pub placeholder: &'static str,
    /// Its value, as a text; nothing if it is not set.
    pub get: fn(&Instances) -> String,
    /// Read its value; the error says what would be right.
    pub set: fn(&mut Instances, &str) -> Result<(), String>,
}

/// The setting that says what instances are written in.
const FORMAT: &str = "format";

impl Instances {
    /// The settings that a command must name, and their values: all that are set, but not the usual language.
    pub(crate) fn named_settings(&self) -> impl Iterator<Item = (&'static str, String)> {
        let is_usual = self.dialect == Instances::default().dialect;
        let all = Instances::SETTINGS.into_iter().map(|it| (it.name, (it.get)(self)));
        all.filter(move |(name, value)| !(value.is_empty() || *name == FORMAT && is_usual))
    }

    /// Let a measure of the query have a value of the range in a text. Only derived queries have measures.
    fn require(&mut self, measure: Measure, range: &str) -> Result<(), String> {
        self.query = QueryPolicy::Derived;
        let range = range.parse().map_err(|error: BadInterval| error.to_string())?;
        self.conditions.require(measure, range).map_err(|_| match measure {
            Measure::Probability => "give a range of probabilities such as `0.1..0.9`".to_owned(),
            _ => "give a range of whole numbers such as `2..5`, `3..` or `..4`".to_owned(),
        })
    }

    fn required(&self, measure: Measure) -> String {
        self.conditions.range(measure).map_or(String::new(), |range| range.to_string())
    }

    /// All settings, in the order in which they must be set: a condition asks for a derived query, unless something else is
    /// said.
    pub const SETTINGS: [Setting; 12] = [
        Setting {
            name: "domain",
            help: "How many constants the facts are about; those of the spec are the first of them",
            placeholder: "N",
            get: |instances| instances.domain.to_string(),
            set: |instances, text| read(text, &mut instances.domain, "give a whole number"),
        },
        Setting {
            name: "facts",
            help: "How many facts, at most 75 % of all ground atoms; or how many for each predicate, \
                   such as `person=8,friend=20`",
            placeholder: "N|P=N,…",
            get: |instances| instances.facts.to_string(),
            set: |instances, text| read(text, &mut instances.facts, &BadFactCount.to_string()),
        },
        Setting {
            name: "facts_by",
            help: "How facts are chosen: any set of atoms equally likely (atoms), or, as in the \
                   paper, a random predicate for each fact and then one of its atoms (predicates)",
            placeholder: "HOW",
            get: |instances| instances.facts_by.to_string(),
            set: |instances, text| {
                one_of(text, &FactSpread::ALL).map(|chosen| instances.facts_by = chosen)
            },
        },
        Setting {
            name: "probabilistic",
            help: "The share of the facts that is probabilistic",
            placeholder: "SHARE",
            get: |instances| instances.probabilistic.to_string(),
            set: |instances, text| read(text, &mut instances.probabilistic, &BadShare.to_string()),
        },
        Setting {
            name: "fact_probabilities",
            help: "The list that their probabilities are drawn from",
            placeholder: "P,…",
            get: |instances| joined(&instances.fact_probabilities),
            set: |instances, text| {
                let list: Result<_, BadProbability> = text.split(',').map(str::parse).collect();
                instances.fact_probabilities = list.map_err(|error| error.to_string())?;
                Ok(())
            },
        },
        Setting {
            name: "depth",
            help: "Only derived queries with so many rules on the longest branch of a shallowest \
                   proof: a range (`2..5`, `3..`, `..4`) or one number",
            placeholder: "RANGE",
            get: |instances| instances.required(Measure::Depth),
            set: |instances, text| instances.require(Measure::Depth, text),
        },
        Setting {
            name: "events",
            help: "Only derived queries whose answer depends on so many random choices",
            placeholder: "RANGE",
            get: |instances| instances.required(Measure::Events),
            set: |instances, text| instances.require(Measure::Events, text),
        },
        Setting {
            name: "width",
            help: "Only derived queries whose circuit has such a width, an upper bound on its treewidth; \
                   1 is a tree",
            placeholder: "RANGE",
            get: |instances| instances.required(Measure::Width),
            set: |instances, text| instances.require(Measure::Width, text),
        },
        Setting {
            name: "probability",
            help: "Only derived queries with such a probability",
            placeholder: "RANGE",
            get: |instances| instances.required(Measure::Probability),
            set: |instances, text| instances.require(Measure::Probability, text),
        },
        Setting {
            name: "balance",
            help: "Spread these measures evenly over their ranges: instance I has the (I mod n)-th \
                   of n values; a range of probabilities has ten parts",
            placeholder: "MEASURE,…",
            get: |instances| joined(&instances.conditions.balance),
            set: |instances, text| {
                let each = text.split(',').map(|name| one_of(name.trim(), &Measure::ALL));
                instances.conditions.balance = each.collect::<Result<_, _>>()?;
                Ok(())
            },
        },
        Setting {
            name: "query",
            help: "How the query is chosen: any atom that is not among the facts (unlisted), or one \
                   whose answer needs a rule and lies strictly between 0 and 1 (derived; rules that \
                   leave none are drawn again)",
            placeholder: "POLICY",
            get: |instances| instances.query.to_string(),
            set: |instances, text| {
                one_of(text, &QueryPolicy::ALL).map(|chosen| instances.query = chosen)
            },
        },
        Setting {
            name: FORMAT,
            help: "The language. All but problog allow only certain facts (`--probabilistic 0%`), and \
                   prolog no queries",
            placeholder: "LANGUAGE",
            get: |instances| instances.dialect.to_string(),
            set: |instances, text| {
                one_of(text, &Dialect::ALL).map(|chosen| instances.dialect = chosen)
            },
        },
    ];
}

fn read<T: FromStr>(text: &str, place: &mut T, remedy: &str) -> Result<(), String> {
    *place = text.parse().map_err(|_| remedy.to_owned())?;
    Ok(())
}

/// The one whose name this is.
fn one_of<T: Copy + Display>(text: &str, all: &[T]) -> Result<T, String> {
    let found = all.iter().copied().find(|one| one.to_string() == text);
    found.ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|one| format!("`{one}`")).collect();
        format!("give one of {}", names.join(", "))
    })
}

/// A list with commas.
fn joined(list: &[impl ToString]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
