//! Recipes: what they hold, and the commands that they stand for.

use std::ops::Range;

use miette::Diagnostic;
use randlog_generate::exact::{self, NoSampler, NotFitted, SizeSpread};
use randlog_generate::generator::{Generator, Method};
use randlog_generate::{Spec, Stop};
use randlog_logic::Dialect;

use crate::header;
use crate::instance::{BadInstances, Completion, Instances};
use crate::prepared::Prepared;

/// How programs or instances are made: whatever each of them depends on, but its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Which programs there are.
    pub spec: Spec,
    /// How they are drawn.
    pub method: Method,
    /// Which sizes are made equally likely first.
    pub spread: SizeSpread,
    /// Where everything random comes from.
    pub seed: u64,
    /// What is made of them.
    pub product: Product,
}

/// What is made of drawn programs.
#[derive(Clone, Debug, PartialEq)]
pub enum Product {
    /// Programs as they are drawn, written in a dialect.
    Programs(Dialect),
    /// Instances: the programs are rules, with facts and a query added.
    Instances(Instances),
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

impl Recipe {
    /// Programs of a spec, drawn exactly where that is possible, and written for ProbLog.
    pub fn programs(spec: Spec, seed: u64) -> Recipe {
        let (method, spread) = (Method::default(), SizeSpread::default());
        Recipe { spec, method, spread, seed, product: Product::Programs(Dialect::ProbLog) }
    }

    /// Instances whose rules are programs of a spec.
    pub fn instances(spec: Spec, instances: Instances, seed: u64) -> Recipe {
        Recipe { product: Product::Instances(instances), ..Recipe::programs(spec, seed) }
    }

    /// The same, drawn by another method.
    pub fn by(self, method: Method) -> Recipe {
        Recipe { method, ..self }
    }

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

    /// The command that makes these programs again, complete in itself.
    pub fn command(&self, indices: &Range<u64>) -> String {
        let mut words = Vec::new();
        for (key, value) in self.spec.to_short() {
            let flag = format!("--{}", key.name.replace('_', "-"));
            words.push(match key.is_switch() {
                true => flag,
                false if value.is_empty() => format!("{flag} ''"),
                false => format!("{flag} {value}"),
            });
        }
        // Instances are safe where nothing is said.
        if matches!(self.product, Product::Instances(_)) && !self.spec.safe() {
            words.push("--safe=false".to_owned());
        }
        self.command_for(&words.join(" "), indices)
    }

    /// The header of a file that holds these programs: the command, and the spec.
    pub fn header(&self, indices: &Range<u64>) -> String {
        header::text(&self.command_for("SPEC", indices), self.method.name(), &self.spec)
    }

    /// What is written.
    pub fn dialect(&self) -> Dialect {
        match &self.product {
            Product::Programs(dialect) => *dialect,
            Product::Instances(instances) => instances.dialect,
        }
    }

    fn command_for(&self, spec: &str, indices: &Range<u64>) -> String {
        let (method, seed) = (self.method.name(), self.seed);
        let spread = match self.spread.to_string() {
            none if none.is_empty() => none,
            sizes => format!(" --spread {sizes}"),
        };
        let (first, count) = (indices.start, indices.end.saturating_sub(indices.start));
        let (command, product) = match &self.product {
            Product::Programs(dialect) => ("sample", format!(" --format {dialect}")),
            Product::Instances(instances) => {
                let flag = |(name, value): (&str, String)| {
                    format!(" --{} {value}", name.replace('_', "-"))
                };
                ("instance", instances.named_settings().map(flag).collect())
            }
        };
        format!(
            "randlog {command} {spec} --method {method}{spread} --seed {seed} --index {first} \
             --count {count}{product}"
        )
    }
}
