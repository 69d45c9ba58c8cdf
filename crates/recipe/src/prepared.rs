//! Recipes at work: programs and instances by index.

use std::ops::{ControlFlow, Range};

use miette::Diagnostic;
use randlog_base::batch;
use randlog_base::random::scrambled;
use randlog_generate::Stop;
use randlog_generate::exact::{self, NoSampler, NotFitted, OutsideClosedForms, SizeSpread};
use randlog_generate::generator::{Drawer, Generator, Method};
use randlog_infer::Measures;
use randlog_logic::{Goal, Unprintable};

use crate::instance::{
    BadInstances, Completion, Conditions, FactCount, Instances, Made, QueryPolicy, Seen,
};
use crate::recipe::{Product, Recipe};

/// A recipe, set up to make what it says. To be shared among threads.
#[derive(Debug)]
pub struct Prepared {
    /// The recipe, with the method that was chosen.
    pub recipe: Recipe,
    generator: Generator,
    /// What turns rules into instances, if they are wanted.
    pub completion: Option<Completion>,
}

/// Why nothing can be made by a recipe.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Diagnostic)]
pub enum NotPrepared {
    /// There is no sampler for the spec.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Programs(#[from] NoSampler),
    /// There are no weights for the averages of the spec.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Averages(#[from] NotFitted),
    /// There are no such facts or queries.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Instances(#[from] BadInstances),
}

/// Why nothing was made for an index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum NotMade {
    /// The search proved that no program meets the spec.
    #[error("no program meets the spec: proved by the search")]
    #[diagnostic(help("relax a rule: allow more clauses or nodes, or drop a requirement"))]
    Empty,
    /// The budget was used up first.
    #[error("out of time")]
    #[diagnostic(help("allow more time, or relax the spec"))]
    OutOfTime,
    /// None of the drawn rules has a query that fulfils the conditions.
    #[error(
        "no query for index {index} with {conditions}: none was found for {attempts} programs drawn \
         one after the other; {seen}"
    )]
    #[diagnostic(help("ask for less, or change the rules and facts: {}", how(conditions)))]
    NotMet {
        /// The index.
        index: u64,
        /// What was asked for.
        conditions: String,
        /// How many programs were drawn.
        attempts: u64,
        /// What was found instead.
        seen: String,
    },
    /// None of the drawn rules has a query of the kind asked for.
    #[error(
        "no query for index {index}: none was found for {attempts} programs drawn one after the other"
    )]
    #[diagnostic(help(
        "let rules derive something: more variables or nodes, safe clauses, more facts"
    ))]
    NoQuery {
        /// The index.
        index: u64,
        /// How many programs were drawn.
        attempts: u64,
    },
}

/// What makes queries with a condition more frequent.
fn how(conditions: &str) -> &'static str {
    match conditions.starts_with("depth") {
        true => "predicates that use each other, or themselves, have deep proofs",
        false => "more probabilistic facts, and rules that share them, make more choices matter",
    }
}

/// How many programs are drawn for one index, until one has a query of the kind asked for.
const ATTEMPTS: u64 = 100;

/// The same if there are conditions on the query.
const ATTEMPTS_WITH_CONDITIONS: u64 = 1000;

/// About as long as the text of a fact is.
const BYTES_PER_FACT: usize = 32;

impl Recipe {
    /// Set up what drawing needs. If the spec asks for averages, the recipe that is prepared has weights in
    /// their place.
    pub fn prepare(&self) -> Result<Prepared, NotPrepared> {
        self.prepare_within(&Stop::NEVER)
    }

    /// The same, unless it is stopped. The tables of exact drawing may take as much memory as the token allows.
    pub fn prepare_within(&self, stop: &Stop) -> Result<Prepared, NotPrepared> {
        let completion = match &self.product {
            Product::Programs(_) => None,
            Product::Instances(instances) => Some(Completion::new(&self.spec, instances.clone())?),
        };
        let spec = match self.method {
            // Which refuses averages.
            Method::Search => self.spec.clone(),
            _ if self.spread != SizeSpread::default() && !self.spec.averages().is_empty() => {
                return Err(NoSampler::SpreadWithAverages.into());
            }
            _ => exact::fitted(&self.spec, stop)?,
        };
        let generator = Generator::new(&spec, self.method, self.spread, stop)?;
        let recipe = Recipe { spec, method: generator.method(), ..self.clone() };
        Ok(Prepared { recipe, generator, completion })
    }
}

impl Prepared {
    /// Why programs come from the search, though it was not asked for.
    pub fn why_by_search(&self) -> Option<&OutsideClosedForms> {
        self.generator.why_by_search()
    }

    /// Something that makes programs: each thread its own.
    pub fn maker(&self) -> Maker<'_> {
        Maker { prepared: self, drawer: self.generator.drawer() }
    }

    /// What belongs to an index.
    pub fn make(&self, index: u64) -> Result<Made, NotMade> {
        self.maker().make(index, &Stop::NEVER)
    }

    /// Make everything on several threads, `finish` it there, and pass it on in order, until that is
    /// stopped or `each` has had enough.
    pub fn make_all<T: Send>(
        &self,
        threads: usize,
        indices: Range<u64>,
        stop: &Stop,
        finish: impl Fn(Made) -> T + Sync,
        each: impl FnMut(u64, Result<T, NotMade>) -> ControlFlow<()>,
    ) {
        let worker = || {
            let mut maker = self.maker();
            let finish = &finish;
            move |index| match maker.make(index, stop) {
                Err(NotMade::OutOfTime) => None,
                made => Some(made.map(finish)),
            }
        };
        batch::in_order(threads, indices, stop, worker, each);
    }

    /// The text of what was made, without a header. Before an instance stands what it consists of.
    pub fn text(&self, made: &Made) -> Result<String, Unprintable> {
        let dialect = self.recipe.dialect();
        let mut text = self.comment(made);
        text.reserve(BYTES_PER_FACT * (made.program.clauses.len() - made.rules));
        dialect.print(&made.program)?.write_to(&mut text).expect("strings take any text");
        Ok(text)
    }

    /// What to say if there are fewer facts than asked for.
    pub fn fewer_facts(&self) -> Option<String> {
        let completion = self.completion.as_ref()?;
        let FactCount::InAll(wanted) = completion.instances.facts else { return None };
        let (facts, all) = (completion.facts(), completion.ground_atoms());
        (facts < wanted).then(|| format!("{facts} facts, not {wanted}: 75 % of {all} ground atoms"))
    }

    /// What an instance consists of.
    fn comment(&self, made: &Made) -> String {
        let Some(completion) = &self.completion else { return String::new() };
        let (rules, facts) = (made.rules, made.program.clauses.len() - made.rules);
        let (constants, policy) = (completion.instances.domain, completion.instances.query);
        let probabilistic = completion.probabilistic_facts();
        let fewer = self.fewer_facts().map_or(String::new(), |note| format!("% {note}\n"));
        let again = "no such query was found for the rules drawn before";
        let passed_over = match made.attempt {
            0 => String::new(),
            n => format!("% attempt {}: {again}\n", n + 1),
        };
        let measured = match &made.measures {
            Some(measures) => format!("% {}\n", in_words(measures)),
            None => String::new(),
        };
        format!(
            "% rules: {rules}, facts: {facts} over {constants} constants, {probabilistic} of them \
             probabilistic\n{fewer}% query: {policy}, {}\n{measured}{passed_over}",
            policy.description()
        )
    }
}

/// What was measured of a query, with its probability as far as fractions of a millionth do not matter.
fn in_words(measures: &Measures) -> String {
    let depth = measures.depth.map_or("not known".to_owned(), |depth| depth.to_string());
    let (least, most) = (measures.events.start(), measures.events.end());
    let events = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let probability = match measures.probability {
        Some(probability) => format!("{probability:.6}"),
        None => "not known".to_owned(),
    };
    let width = measures.width;
    format!("depth: {depth}, events: {events}, width: {width}, probability: {probability}")
}

/// Makes what a recipe says, on one thread.
pub struct Maker<'a> {
    prepared: &'a Prepared,
    drawer: Drawer<'a>,
}

impl Maker<'_> {
    /// What belongs to an index. Rules without a query of the kind asked for are drawn again.
    pub fn make(&mut self, index: u64, stop: &Stop) -> Result<Made, NotMade> {
        let conditions = match &self.prepared.recipe.product {
            Product::Instances(instances) => instances.conditions.at(index),
            Product::Programs(_) => Conditions::default(),
        };
        let attempts = match &self.prepared.recipe.product {
            Product::Instances(_) if !conditions.is_empty() => ATTEMPTS_WITH_CONDITIONS,
            Product::Instances(Instances { query: QueryPolicy::Derived, .. }) => ATTEMPTS,
            _ => 1,
        };
        let mut all = Seen::default();
        for attempt in 0..attempts {
            match self.attempt(index, attempt, stop)? {
                Ok(made) => return Ok(made),
                Err(seen) => all.join(&seen),
            }
            stop.check().map_err(|_| NotMade::OutOfTime)?;
        }
        if conditions.is_empty() {
            return Err(NotMade::NoQuery { index, attempts });
        }
        let seen = all.text(&conditions);
        Err(NotMade::NotMet { index, conditions: conditions.to_string(), attempts, seen })
    }

    /// What an attempt for an index makes; or what was seen if the rules have no query of the kind asked for.
    pub fn attempt(
        &mut self,
        index: u64,
        attempt: u64,
        stop: &Stop,
    ) -> Result<Result<Made, Seen>, NotMade> {
        let seed = seed_of(self.prepared.recipe.seed, attempt);
        let drawn = self.drawer.draw(seed, index, stop).map_err(|_| NotMade::OutOfTime)?;
        let program = drawn.ok_or(NotMade::Empty)?;
        let mut made = match &self.prepared.completion {
            None => Ok(Made { rules: program.clauses.len(), program, attempt, measures: None }),
            Some(completion) => completion.complete(program, seed, index, stop),
        };
        if let Ok(made) = &mut made {
            made.attempt = attempt;
            if let Product::Programs(programs) = &self.prepared.recipe.product {
                made.program.queries.extend(programs.queries.iter().cloned().map(Goal::new));
            }
        }
        Ok(made)
    }
}

/// The seed of an attempt. The first is the seed itself.
fn seed_of(seed: u64, attempt: u64) -> u64 {
    match attempt {
        0 => seed,
        number => scrambled(seed ^ scrambled(number)),
    }
}
