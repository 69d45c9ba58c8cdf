//! From rules to instances: facts and a query.

use std::ops::Range;

use miette::Diagnostic;
use randlog_base::random::{Purpose, Rng, choose, stream, subset};
use randlog_generate::spec::constants;
use randlog_generate::{Spec, Stop};
use randlog_infer::Measures;
use randlog_logic::{Atom, Clause, Formula, Predicate, Probability, Program, Symbol};

use super::settings::Instances;
use super::share::Share;
use super::universe::Universe;
use super::{FactCount, Measure, QueryPolicy, Seen, facts, query};

/// Why there are no such instances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum BadInstances {
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
    /// Facts about a predicate that has none.
    #[error("`{name}` does not name one of the predicates that have facts")]
    #[diagnostic(help("name one of {known}"))]
    NotOneForFacts {
        /// What was given.
        name: String,
        /// The predicates that may have facts.
        known: String,
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
    /// Conditions on something else than a derived query.
    #[error("there are conditions on the query, but it need not be derived")]
    #[diagnostic(help("drop the conditions, or ask for derived queries"))]
    NotDerived,
    /// Nothing to spread evenly.
    #[error("{measure} cannot be spread evenly: it has no range with two ends")]
    #[diagnostic(help("give a range, such as `2..5`"))]
    OpenBalance {
        /// What should be spread.
        measure: Measure,
    },
    /// Probabilistic facts without probabilities.
    #[error("there is no probability for the probabilistic facts")]
    #[diagnostic(help("list one probability at least, or ask for a share of 0"))]
    NoProbabilities,
}

/// The most facts of an instance. In memory, each takes some 150 bytes.
const MAX_FACTS: u64 = 10_000_000;

/// The most constants of a domain.
const MAX_DOMAIN: usize = 1_000_000;

/// Turns rules into instances.
#[derive(Clone, Debug)]
pub struct Completion {
    universe: Universe,
    /// The atoms that may be facts, by their predicates, which follow each other.
    fact_blocks: Vec<Range<u64>>,
    /// How many facts there are about each of these predicates, if that was asked for.
    facts_each: Option<Vec<u64>>,
    /// The atoms that may be asked for.
    query_ranges: Vec<Range<u64>>,
    /// What was asked for.
    pub instances: Instances,
}

/// What was made for an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The program; of an instance, rules, facts and the query.
    pub program: Program,
    /// How many of its clauses were drawn: of an instance, the rules.
    pub rules: usize,
    /// How many programs were drawn before for which there was no query.
    pub attempt: u64,
    /// What the query needs, if there were conditions on that.
    pub measures: Option<Measures>,
}

impl Completion {
    /// Instances with the rules of a spec.
    pub fn new(spec: &Spec, instances: Instances) -> Result<Completion, BadInstances> {
        let (domain, own) = (instances.domain, spec.constants());
        if domain < own.len() {
            return Err(BadInstances::SmallDomain { domain, constants: own.len() });
        }
        if instances.fact_probabilities.iter().any(Probability::is_one) {
            return Err(BadInstances::Certain);
        }
        if instances.fact_probabilities.is_empty() && instances.probabilistic > Share::NONE {
            return Err(BadInstances::NoProbabilities);
        }
        if !instances.conditions.is_empty() && instances.query != QueryPolicy::Derived {
            return Err(BadInstances::NotDerived);
        }
        if let Some(measure) = instances.conditions.spread_without_end() {
            return Err(BadInstances::OpenBalance { measure });
        }
        let too_many = |what, limit| Err(BadInstances::TooMany { what, limit });
        if domain > MAX_DOMAIN {
            return too_many(format!("{domain} constants"), MAX_DOMAIN as u64);
        }
        let universe = Universe::new(spec.predicates().to_vec(), names(own, domain))
            .ok_or(BadInstances::TooManyAtoms)?;
        if universe.size() == 0 {
            return Err(BadInstances::NoAtoms);
        }
        let blocks: Vec<Range<u64>> = universe.blocks().collect();
        let heads = spec.heads().len();
        let fact_positions = if spec.data().is_empty() { 0 } else { heads }..blocks.len();
        let facts_each = match &instances.facts {
            FactCount::InAll(_) => None,
            FactCount::Each(counts) => Some(each(spec, fact_positions.clone(), &blocks, counts)?),
        };
        let query_ranges = match spec.goals() {
            [] => blocks[..heads].to_vec(),
            goals => goals.iter().map(|&goal| blocks[goal].clone()).collect(),
        };
        let fact_blocks = blocks[fact_positions].to_vec();
        let completion = Completion { universe, fact_blocks, facts_each, query_ranges, instances };
        match completion.facts() {
            ..=MAX_FACTS => Ok(completion),
            facts => too_many(format!("{facts} facts"), MAX_FACTS),
        }
    }

    /// How many ground atoms there are that may be facts.
    pub fn ground_atoms(&self) -> u64 {
        self.fact_blocks.iter().map(|block| block.end - block.start).sum()
    }

    /// How many facts there are: as many as asked for, or three quarters of all ground atoms.
    pub fn facts(&self) -> u64 {
        let all = self.ground_atoms();
        match (&self.instances.facts, &self.facts_each) {
            (FactCount::InAll(wanted), _) => *wanted.min(&(all / 4 * 3 + all % 4 * 3 / 4)),
            (FactCount::Each(_), counts) => counts.iter().flatten().sum(),
        }
    }

    /// How many of the facts are probabilistic.
    pub fn probabilistic_facts(&self) -> u64 {
        self.instances.probabilistic.of(self.facts())
    }

    /// The instance with these rules that belongs to a seed and an index; or what was seen if no query was
    /// found, because there is none or because that was stopped, which happens with [`QueryPolicy::Derived`] only.
    pub fn complete(
        &self,
        rules: Program,
        seed: u64,
        index: u64,
        stop: &Stop,
    ) -> Result<Made, Seen> {
        let numbers = |purpose| stream(seed, index, purpose);
        let (blocks, spread) = (&self.fact_blocks, self.instances.facts_by);
        let mut rng = numbers(Purpose::Facts);
        let listed = match &self.facts_each {
            Some(counts) => facts::draw_each(blocks, counts, &mut rng),
            None => facts::draw(blocks, spread, self.facts(), &mut rng),
        };
        let mut program = rules;
        let rules = program.clauses.len();
        program.clauses.extend(self.facts_of(&listed, &mut numbers(Purpose::FactProbabilities)));
        let (universe, rng) = (&self.universe, &mut numbers(Purpose::Query));
        let ranges = &self.query_ranges;
        let (query, measures) = match self.instances.query {
            QueryPolicy::Unlisted => {
                let query = query::unlisted(universe, ranges, &listed, rng);
                (query.ok_or_else(Seen::default)?, None)
            }
            QueryPolicy::Derived => {
                let conditions = self.instances.conditions.at(index);
                let search = query::Derived { universe, ranges, listed: &listed, conditions };
                search.find(&mut program, rules, rng, stop)?
            }
        };
        program.queries = vec![query.into()];
        Ok(Made { program, rules, attempt: 0, measures })
    }

    /// The facts of these numbers, some of them probabilistic.
    fn facts_of(&self, listed: &[u64], rng: &mut impl Rng) -> Vec<Clause> {
        let mut uncertain =
            subset(rng, listed.len() as u64, self.probabilistic_facts()).into_iter().peekable();
        let list = &self.instances.fact_probabilities;
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

/// The number of facts about each of the predicates at these positions.
fn each(
    spec: &Spec,
    positions: Range<usize>,
    blocks: &[Range<u64>],
    counts: &[(String, u64)],
) -> Result<Vec<u64>, BadInstances> {
    let predicates = &spec.predicates()[positions.clone()];
    let blocks = &blocks[positions];
    let mut each = vec![0; predicates.len()];
    for (name, count) in counts {
        let is_named = |predicate: &&Predicate| {
            *name == predicate.to_string() || predicate.name.as_str() == name
        };
        let mut named = predicates.iter().zip(0..).filter(|(predicate, _)| is_named(predicate));
        let (Some((predicate, position)), None) = (named.next(), named.next()) else {
            let known = predicates.iter().map(|known| format!("`{known}`"));
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(BadInstances::NotOneForFacts { name: name.clone(), known });
        };
        let atoms = blocks[position].end - blocks[position].start;
        if *count > atoms {
            let what = format!("{count} facts about `{predicate}`");
            return Err(BadInstances::TooMany { what, limit: atoms });
        }
        each[position] = *count;
    }
    Ok(each)
}

/// The constants of a domain: some given, the others generated.
fn names(given: &[Symbol], domain: usize) -> Vec<Symbol> {
    // Of so many generated names, even if all given ones are among them, enough remain.
    let generated = constants(domain).into_iter().filter(|name| !given.contains(name));
    given.iter().cloned().chain(generated).take(domain).collect()
}
