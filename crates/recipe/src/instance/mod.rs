//! Instances: rules, a database of facts, and a query, ready for an engine.
//!
//! Rules come from elsewhere (`randlog_generate::source`); a [`Design`] adds the rest. All of it
//! depends on the design, a seed and an index alone, and nothing but the query on the rules:
//!
//! - **The domain**: the constants of the spec, then generated ones (`a`, `b`, …) up to the number
//!   asked for.
//! - **Facts**: different ground atoms over the domain, of the predicates of the spec, in the
//!   [`Spread`] asked for. They are never more than three quarters of all ground atoms: beyond that,
//!   [`Design::facts`] is fewer than asked for.
//! - **Probabilities**: the [`Share`] asked for of the facts, rounded to a whole number, is
//!   probabilistic. Every set of that many facts is equally likely, and each of them has any of the
//!   listed probabilities with the same probability. The others are certain.
//! - **The query**: by one of the [`Policy`]s.
//!
//! Drawing takes time linear in the number of facts, at any density. (A derived query takes the
//! time of a few answers of the built-in engine on top.) Where there is no query of the kind asked
//! for, there is no instance: then draw the next program, with the seed of the next [`attempt`].
//!
//! ```
//! use randlog_recipe::instance::{Database, Design, Policy};
//! use randlog_generate::Spec;
//! use randlog_generate::search::{Budget, Sampled, Searcher};
//!
//! let spec = Spec::from_toml(
//!     "rules.toml",
//!     "predicates = [\"p/1\", \"q/2\"]\nvariables = 2\nmax_nodes = 3\nmax_clauses = 2",
//! )?;
//! let database = Database { domain: 10, facts: 20, ..Database::default() };
//! let design = Design::new(&spec, database, Policy::Unlisted)?;
//! let Sampled::Found(rules) = Searcher::new(&spec).sample(7, 0, &Budget::default()) else {
//!     panic!("there are such rules")
//! };
//! let instance = design.instance(rules, 7, 0).ok_or("no query")?;
//! assert_eq!(instance.program().clauses.len(), 22);
//! assert_eq!(instance.program().queries.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod facts;
mod query;
mod share;
mod universe;
mod walk;

use miette::Diagnostic;
use randlog_base::random::{Purpose, Rng, choose, scrambled, stream, subset};
use randlog_generate::Spec;
use randlog_generate::spec::constants;
use randlog_logic::{Atom, Clause, Formula, Probability, Program, Symbol};

pub use facts::Spread;
pub use query::Policy;
pub use share::{BadShare, Share};

use universe::Universe;

/// What the facts of an instance are to be like.
#[derive(Clone, Debug, PartialEq)]
pub struct Database {
    /// How many constants there are.
    pub domain: usize,
    /// How many facts, if that is not more than three quarters of all ground atoms.
    pub facts: u64,
    /// How they are spread over the predicates.
    pub spread: Spread,
    /// Which part of them is probabilistic.
    pub probabilistic: Share,
    /// What the probabilities of those are drawn from.
    pub probabilities: Vec<Probability>,
}

impl Default for Database {
    /// A hundred constants and a thousand facts, half of them with a probability from 0.1 to 0.9.
    fn default() -> Database {
        Database {
            domain: 100,
            facts: 1000,
            spread: Spread::default(),
            probabilistic: Share::HALF,
            probabilities: (1..10).filter_map(|tenths| Probability::new(tenths, 10)).collect(),
        }
    }
}

/// Why there are no such instances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum BadDesign {
    /// A constant of the rules would not be in the domain.
    #[error("a domain of {domain} constants cannot hold the {constants} constants of the spec")]
    #[diagnostic(help("give a larger domain, or fewer constants"))]
    SmallDomain {
        /// The size of the domain.
        domain: usize,
        /// The number of constants of the spec.
        constants: usize,
    },
    /// More than fits into memory, or into any engine.
    #[error("{what} are too many: the limit is {limit}")]
    #[diagnostic(help("ask for fewer"))]
    TooMany {
        /// How many of what.
        what: String,
        /// The limit.
        limit: u64,
    },
    /// There is nothing to ask for.
    #[error("there are no ground atoms: every predicate has arguments, and the domain is empty")]
    #[diagnostic(help("give a domain of one constant at least"))]
    NoAtoms,
    /// More ground atoms than can be numbered.
    #[error("there are more ground atoms than can be counted: over 2^64")]
    #[diagnostic(help("give a smaller domain, or predicates of smaller arities"))]
    TooManyAtoms,
    /// A fact that is meant to be probabilistic and is not.
    #[error("the probability 1 would make a probabilistic fact certain")]
    #[diagnostic(help("list probabilities below 1; a smaller share makes more facts certain"))]
    Certain,
    /// Probabilistic facts without probabilities.
    #[error("there is no probability for the probabilistic facts")]
    #[diagnostic(help("list one probability at least, or ask for a share of 0"))]
    NoProbabilities,
}

/// The most facts of an instance. In memory, each takes some 150 bytes.
const MAX_FACTS: u64 = 10_000_000;

/// The most constants of a domain.
const MAX_DOMAIN: usize = 1_000_000;

/// Everything about instances but their rules.
#[derive(Clone, Debug)]
pub struct Design {
    universe: Universe,
    database: Database,
    policy: Policy,
}

/// A program with facts and a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    program: Program,
    rules: usize,
}

impl Design {
    /// Instances for the rules of a spec.
    pub fn new(spec: &Spec, database: Database, policy: Policy) -> Result<Design, BadDesign> {
        let (domain, own) = (database.domain, spec.constants());
        if domain < own.len() {
            return Err(BadDesign::SmallDomain { domain, constants: own.len() });
        }
        if database.probabilities.iter().any(Probability::is_one) {
            return Err(BadDesign::Certain);
        }
        if database.probabilities.is_empty() && database.probabilistic > Share::NONE {
            return Err(BadDesign::NoProbabilities);
        }
        if domain > MAX_DOMAIN {
            let limit = MAX_DOMAIN as u64;
            return Err(BadDesign::TooMany { what: format!("{domain} constants"), limit });
        }
        let universe = Universe::new(spec.predicates().to_vec(), names(own, domain))
            .ok_or(BadDesign::TooManyAtoms)?;
        if universe.size() == 0 {
            return Err(BadDesign::NoAtoms);
        }
        let design = Design { universe, database, policy };
        match design.facts() {
            ..=MAX_FACTS => Ok(design),
            facts => {
                let limit = MAX_FACTS;
                Err(BadDesign::TooMany { what: format!("{facts} facts"), limit })
            }
        }
    }

    /// What the facts were asked to be like.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// How the query is chosen.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// How many ground atoms there are.
    pub fn ground_atoms(&self) -> u64 {
        self.universe.size()
    }

    /// How many facts there are: as many as asked for, or three quarters of all ground atoms.
    pub fn facts(&self) -> u64 {
        let all = self.universe.size();
        self.database.facts.min(all / 4 * 3 + all % 4 * 3 / 4)
    }

    /// How many of the facts are probabilistic.
    pub fn probabilistic_facts(&self) -> u64 {
        self.database.probabilistic.of(self.facts())
    }

    /// The instance with these rules that belongs to a seed and an index; `None` if no query was
    /// found, which happens with [`Policy::Derived`] only.
    pub fn instance(&self, rules: Program, seed: u64, index: u64) -> Option<Instance> {
        let numbers = |purpose| stream(seed, index, purpose);
        let (spread, count) = (self.database.spread, self.facts());
        let listed = facts::draw(&self.universe, spread, count, &mut numbers(Purpose::Facts));
        let mut program = rules;
        let rules = program.clauses.len();
        program.clauses.extend(self.facts_of(&listed, &mut numbers(Purpose::FactProbabilities)));
        let (universe, rng) = (&self.universe, &mut numbers(Purpose::Query));
        let query = match self.policy {
            Policy::Unlisted => query::unlisted(universe, &listed, rng),
            Policy::Derived => query::derived(universe, &listed, &mut program, rules, rng),
        };
        program.queries = vec![query?];
        Some(Instance { program, rules })
    }

    /// The facts of these numbers, some of them probabilistic.
    fn facts_of(&self, listed: &[u64], rng: &mut impl Rng) -> Vec<Clause> {
        let mut uncertain =
            subset(rng, listed.len() as u64, self.probabilistic_facts()).into_iter().peekable();
        let list = &self.database.probabilities;
        let atoms = listed.iter().filter_map(|&number| self.universe.atom(number));
        let fact = |(place, atom): (u64, Atom)| {
            let probability = match uncertain.next_if_eq(&place) {
                Some(_) => choose(rng, list).copied().unwrap_or(Probability::ONE),
                None => Probability::ONE,
            };
            Clause::new(probability, atom, Formula::True)
        };
        (0..).zip(atoms).map(fact).collect()
    }
}

impl Instance {
    /// Rules, then facts, and the query.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The rules.
    pub fn rules(&self) -> &[Clause] {
        &self.program.clauses[..self.rules]
    }

    /// The facts.
    pub fn facts(&self) -> &[Clause] {
        &self.program.clauses[self.rules..]
    }
}

/// The constants of a domain: some given, the others generated.
fn names(given: &[Symbol], domain: usize) -> Vec<Symbol> {
    // Of so many generated names, even if all given ones are among them, enough remain.
    let generated = constants(domain).into_iter().filter(|name| !given.contains(name));
    given.iter().cloned().chain(generated).take(domain).collect()
}

/// How many programs are drawn for one instance, until one has a query of the kind asked for.
pub const ATTEMPTS: u64 = 100;

/// The seed of an attempt to draw an instance. The first is the seed itself.
pub fn attempt(seed: u64, number: u64) -> u64 {
    match number {
        0 => seed,
        number => scrambled(seed ^ scrambled(number)),
    }
}
