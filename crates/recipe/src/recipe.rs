//! Recipes: what they hold, and the commands that they stand for.

use std::ops::Range;

use randlog_generate::Spec;
use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::Method;
use randlog_logic::Dialect;

use crate::instance::Instances;
use crate::invocation::{BadFlag, BadHeader, Invocation};
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
        let (mut first, mut count) = (0_u64, 1);
        invocation.read_flags(|name, value| {
            match name {
                "method" => recipe.method = Method::named(value).ok_or(BadFlag::Value)?,
                "spread" => recipe.spread = value.parse().map_err(|()| BadFlag::Value)?,
                "seed" => recipe.seed = value.parse()?,
                "index" => first = value.parse()?,
                "count" => count = value.parse()?,
                name => recipe.product.set(&recipe.spec, name, value)?,
            }
            Ok(())
        })?;
        let end = first.checked_add(count).ok_or_else(|| BadHeader::word("--count"))?;
        Ok((recipe, first..end))
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

impl Product {
    /// Sets what only some commands have.
    fn set(&mut self, spec: &Spec, name: &str, value: &str) -> Result<(), BadFlag> {
        match (self, name) {
            (Product::Programs(programs), "format") => programs.dialect = dialect(value)?,
            (Product::Programs(programs), "distinct") => programs.distinct = true,
            (Product::Programs(programs), "query") => {
                programs.ask(spec, value).map_err(|_| BadFlag::Value)?;
            }
            (Product::Programs(_), _) => return Err(BadFlag::Name),
            (Product::Instances(instances), name) => {
                let name = name.replace('-', "_");
                let mut settings = Instances::SETTINGS.into_iter();
                let setting = settings.find(|setting| setting.name == name);
                (setting.ok_or(BadFlag::Name)?.set)(instances, value)
                    .map_err(|_| BadFlag::Value)?;
            }
        }
        Ok(())
    }
}
