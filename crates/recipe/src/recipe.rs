//! Recipes: what they hold, and the commands that they stand for.

use std::ops::Range;

use miette::Diagnostic;
use randlog_generate::exact::{self, NoSampler, NotFitted, SizeSpread};
use randlog_generate::generator::{Generator, Method};
use randlog_generate::{Spec, Stop};
use randlog_logic::Dialect;

use crate::instance::{BadInstances, Completion, Instances};
use crate::invocation::{BadHeader, Invocation};
use crate::prepared::Prepared;
use crate::programs::{Programs, dialect};

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
    /// Programs as they are drawn.
    Programs(Programs),
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
        Recipe { spec, method, spread, seed, product: Product::Programs(Dialect::ProbLog.into()) }
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
        self.invocation(indices).complete_line()
    }

    /// The header of a file that holds these programs: the command, and the spec.
    pub fn header(&self, indices: &Range<u64>) -> String {
        self.invocation(indices).header(self.method.name())
    }

    /// What a command is asked to do that makes these programs.
    pub fn invocation(&self, indices: &Range<u64>) -> Invocation {
        let command = match &self.product {
            Product::Programs(_) => "sample",
            Product::Instances(_) => "instance",
        };
        let mut invocation = Invocation::about(command, self.spec.clone())
            .with("method", self.method.name())
            .with_unless(String::new(), "spread", self.spread.to_string())
            .with("seed", self.seed)
            .with("index", indices.start)
            .with("count", indices.end.saturating_sub(indices.start));
        match &self.product {
            Product::Programs(Programs { dialect, distinct, queries }) => {
                invocation = invocation.with("format", dialect);
                if *distinct {
                    invocation = invocation.with_switch("distinct");
                }
                queries.iter().fold(invocation, |it, query| it.with("query", query))
            }
            Product::Instances(instances) => {
                let settings = instances.named_settings();
                settings.fold(invocation, |it, (name, value)| it.with(name, value))
            }
        }
    }

    /// The recipe that a command was asked to follow, and the indices of its programs.
    pub fn from_invocation(invocation: &Invocation) -> Result<(Recipe, Range<u64>), BadHeader> {
        let odd = || BadHeader::word(&invocation.command);
        let spec = invocation.spec.clone().ok_or_else(odd)?;
        let mut recipe = match invocation.command.as_str() {
            "sample" => Recipe::programs(spec, 0),
            "instance" => Recipe::instances(spec, Instances::default(), 0),
            _ => return Err(odd()),
        };
        let (mut first, mut count) = (0, 1);
        for flag in &invocation.flags {
            let value = flag.value.as_deref().unwrap_or_default();
            let bad = || BadHeader::word(if value.is_empty() { &flag.name } else { value });
            let number = || value.parse::<u64>().map_err(|_| bad());
            match flag.name.as_str() {
                "method" => recipe.method = Method::named(value).ok_or_else(bad)?,
                "spread" => recipe.spread = value.parse().map_err(|()| bad())?,
                "seed" => recipe.seed = number()?,
                "index" => first = number()?,
                "count" => count = number()?,
                name => recipe.set(name, value)?,
            }
        }
        let end = first.checked_add(count).ok_or_else(|| BadHeader::word("--count"))?;
        Ok((recipe, first..end))
    }

    /// Set what only some commands have.
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadHeader> {
        let odd = || BadHeader::word(format!("--{name}"));
        match (&mut self.product, name) {
            (Product::Programs(programs), "format") => programs.dialect = dialect(value)?,
            (Product::Programs(programs), "distinct") => programs.distinct = true,
            (Product::Programs(programs), "query") => {
                programs.ask(&self.spec, value).map_err(|_| BadHeader::word(value))?;
            }
            (Product::Programs(_), _) => return Err(odd()),
            (Product::Instances(instances), name) => {
                let name = name.replace('-', "_");
                let mut settings = Instances::SETTINGS.into_iter();
                let setting = settings.find(|setting| setting.name == name).ok_or_else(odd)?;
                (setting.set)(instances, value).map_err(|_| BadHeader::word(value))?;
            }
        }
        Ok(())
    }

    /// The recipe in the header of a file, and the programs that the file holds.
    pub fn from_header(file: &str) -> Result<(Recipe, Range<u64>), BadHeader> {
        Recipe::from_invocation(&Invocation::from_header("the header", file)?)
    }

    /// What is written.
    pub fn dialect(&self) -> Dialect {
        match &self.product {
            Product::Programs(programs) => programs.dialect,
            Product::Instances(instances) => instances.dialect,
        }
    }
}
