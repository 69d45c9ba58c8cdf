//! `randlog instance`: rules that meet a spec, facts, and a query.

use std::path::PathBuf;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use randlog_logic::{Dialect, Probability, Program};
use randlog_recipe::instance::{ATTEMPTS, Database, Design, Instance, Policy, Share, Spread};

use crate::drawing::{Draw, Drawing, Product};
use crate::failure::Failure;
use crate::output;
use crate::spec_args::SpecFlags;

/// Draw instances for inference engines: random rules that meet a spec, random facts, and a query
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The spec of the rules as a TOML file, or a program that carries its spec in its header
    spec: Option<PathBuf>,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    database: DatabaseFlags,

    #[command(flatten)]
    flags: SpecFlags,
}

/// What is added to the rules.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Facts and query")]
struct DatabaseFlags {
    /// How many constants the facts are about; those of the spec are the first of them
    #[arg(long, value_name = "N", default_value_t = 100)]
    domain: usize,

    /// How many facts, at most 75 % of all ground atoms
    #[arg(long, value_name = "N", default_value_t = 1000)]
    facts: u64,

    /// How facts are chosen: any set of atoms equally likely, or, as in the paper, a random
    /// predicate for each fact and then one of its atoms
    #[arg(long, value_name = "HOW", value_parser = spread(), default_value_t = Spread::Atoms)]
    facts_by: Spread,

    /// The share of the facts that is probabilistic
    #[arg(long, value_name = "SHARE", default_value_t = Share::HALF)]
    probabilistic: Share,

    /// What their probabilities are drawn from
    #[arg(
        long,
        value_name = "P,…",
        value_delimiter = ',',
        default_value = "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"
    )]
    fact_probabilities: Vec<Probability>,

    /// How the query is chosen: any atom that is not among the facts, or one whose answer needs a
    /// rule and lies strictly between 0 and 1 (rules that leave none are drawn again)
    #[arg(long, value_name = "POLICY", value_parser = policy(), default_value_t = Policy::Unlisted)]
    query: Policy,
}

const EXAMPLES: &str = "\
Examples:
  An instance with 1000 facts about 100 constants, and a hundred of them, a file each:
    randlog instance spec.toml
    randlog instance spec.toml --count 100 --seed 42 --output-dir instances
  Facts as in the paper, a quarter of them probabilistic:
    randlog instance spec.toml --domain 400 --facts 100000 --facts-by predicates --probabilistic 25%
  A query that is worth asking:
    randlog instance spec.toml --safe --query derived";

fn spread() -> impl TypedValueParser<Value = Spread> {
    let named = |name: String| Spread::ALL.into_iter().find(|spread| spread.name() == name);
    PossibleValuesParser::new(Spread::ALL.map(Spread::name))
        .map(move |n| named(n).unwrap_or_default())
}

fn policy() -> impl TypedValueParser<Value = Policy> {
    let named = |name: String| Policy::ALL.into_iter().find(|policy| policy.name() == name);
    PossibleValuesParser::new(Policy::ALL.map(Policy::name))
        .map(move |n| named(n).unwrap_or_default())
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let started = Instant::now();
    let spec = args.flags.spec(args.spec.as_deref())?;
    let design = Design::new(&spec, args.database.database(), args.database.query)?;
    output::clean_up_on_interrupt();
    if let Some(note) = capped(&design) {
        eprintln!("{note}");
    }
    let drawn = args.drawing.run(&spec, &Instances { design })?;
    let (count, method, seed) = (drawn.count, drawn.method, drawn.seed);
    let instances = if count == 1 { "instance" } else { "instances" };
    eprintln!("{count} {instances}, rules by {method}, in {:.2?}, seed {seed}", started.elapsed());
    Ok(())
}

impl DatabaseFlags {
    fn database(&self) -> Database {
        Database {
            domain: self.domain,
            facts: self.facts,
            spread: self.facts_by,
            probabilistic: self.probabilistic,
            probabilities: self.fact_probabilities.clone(),
        }
    }
}

/// What to say if there are fewer facts than asked for.
fn capped(design: &Design) -> Option<String> {
    let (wanted, facts, all) = (design.database().facts, design.facts(), design.ground_atoms());
    (facts < wanted).then(|| format!("{facts} facts, not {wanted}: 75 % of {all} ground atoms"))
}

/// Programs with facts and a query.
struct Instances {
    design: Design,
}

impl Product for Instances {
    const COMMAND: &'static str = "instance";
    const FILE: &'static str = "instance";

    fn flags(&self) -> String {
        let database = self.design.database();
        let list: Vec<String> = database.probabilities.iter().map(ToString::to_string).collect();
        format!(
            "--domain {} --facts {} --facts-by {} --probabilistic {} --fact-probabilities {} --query {}",
            database.domain,
            database.facts,
            database.spread,
            database.probabilistic,
            list.join(","),
            self.design.policy(),
        )
    }

    fn attempts(&self) -> u64 {
        match self.design.policy() {
            Policy::Unlisted => 1,
            Policy::Derived => ATTEMPTS,
        }
    }

    fn text(&self, rules: Program, draw: Draw) -> Result<Option<String>, Failure> {
        let Some(instance) = self.design.instance(rules, draw.seed, draw.index) else {
            return Ok(None);
        };
        let mut text = self.comment(&instance, draw.attempt);
        text.reserve(BYTES_PER_FACT * instance.facts().len());
        let program = Dialect::ProbLog.print(instance.program())?;
        program.write_to(&mut text).expect("strings take any text");
        Ok(Some(text))
    }
}

/// About as long as a fact is.
const BYTES_PER_FACT: usize = 32;

impl Instances {
    /// What an instance consists of.
    fn comment(&self, instance: &Instance, attempt: u64) -> String {
        let (rules, facts) = (instance.rules().len(), instance.facts().len());
        let (constants, policy) = (self.design.database().domain, self.design.policy());
        let probabilistic = self.design.probabilistic_facts();
        let capped = capped(&self.design).map_or(String::new(), |note| format!("% {note}\n"));
        let passed_over = match attempt {
            0 => String::new(),
            n => {
                format!("% attempt {}: no such query was found for the rules drawn before\n", n + 1)
            }
        };
        format!(
            "% rules: {rules}, facts: {facts} over {constants} constants, {probabilistic} of them \
             probabilistic\n{capped}% query: {policy}, {}\n{passed_over}",
            policy.description()
        )
    }
}
