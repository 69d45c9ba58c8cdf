//! Counting spaces exactly, and drawing programs exactly uniformly.
//!
//! Nothing here searches. The number of programs that meet a spec is a sum of products, and a random program is a walk down
//! those sums: at each step the exact numbers of programs behind the alternatives are the odds. This is the *recursive
//! method* of sampling: Nijenhuis and Wilf, "Combinatorial Algorithms" (1978), and Flajolet, Zimmermann and Van Cutsem, "A
//! calculus for the random generation of labelled combinatorial structures" (1994). `docs/exact.md` derives the formulas.
//! This table says where each of them is, from the smallest pieces to whole programs.
//!
//! | module | counts |
//! |---|---|
//! | `pieces` | nothing yet: what each piece of a clause weighs |
//! | `terms` | sequences of terms up to renaming of variables, by Burnside's lemma or by first use |
//! | `matrix`, `bodies` | bodies by nodes, and by variables known before and after |
//! | `bound`, `clauses` | clauses under a bound on which predicates may occur where |
//! | `symmetry`, `orbits`, `literal_sums`, `literals` | clauses whose bodies are sets of literals, by Burnside's lemma |
//! | `connected` | those of them whose atoms hang together |
//! | `classes` | sets of predicates that differ only by an exchange of equal arities, all at once |
//! | `power_sums` | sets of clauses, by Newton's identities |
//! | `series` | generating functions by number of clauses: truncated polynomials |
//! | `approximate` | nothing: the first bits of numbers, where these suffice to draw |
//! | `heads` | sets of clauses with one head |
//! | `components` | strongly connected components |
//! | `programs` | programs, by a recursion with signs (Robinson, 1973): short, and fast |
//! | `layers` | programs, by a recursion without signs: what sampling walks down |
//! | `preorders`, `independent` | programs with independent pairs |
//! | `rounds` | programs in which every predicate is derivable |
//! | `sample` | drawing, in the same order from whole programs to the smallest pieces |
//! | `fit` | weights that give programs certain averages (maximum entropy), in floating point |
//! | `share` | counts beyond closed forms, by Monte Carlo estimation |
//! | `averages` | what to expect of a random program, by dual numbers |
//!
//! ```
//! use randlog_generate::{Spec, Stop};
//! use randlog_generate::exact::{Sampler, SizeSpread, count};
//!
//! let spec = Spec::builder()
//!     .predicates(["p/1", "q/1", "r/1"])
//!     .constants(1)
//!     .max_nodes(3)
//!     .max_clauses(3)
//!     .build()?;
//! // Three unary predicates, one constant, three nodes, three clauses, stratified:
//! assert_eq!(count(&spec)?.to_string(), "12772");
//!
//! let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER)?;
//! let program = sampler.sample(42, 0);
//! assert_eq!(program.clauses.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod approximate;
mod averages;
mod bodies;
mod bound;
mod classes;
mod clauses;
mod components;
mod connected;
mod error;
mod estimate;
mod fit;
mod heads;
mod independent;
mod layers;
mod literal_sums;
mod literals;
mod matrix;
mod memo;
mod number;
mod orbits;
mod pieces;
mod power_sums;
mod preorders;
mod programs;
mod rounds;
mod sample;
mod series;
mod share;
mod space;
mod symmetry;
mod terms;

#[cfg(test)]
mod tests;

pub use averages::{Averages, Ratio, averages, independence, pairs_if_few};
pub use error::{NoSampler, OutsideClosedForms};
pub(crate) use fit::fitted_in_a_moment;
pub use fit::{NotFitted, Unmet, fitted};
pub use number::Natural;
pub(crate) use sample::Trial;
pub(crate) use sample::{Literal, Token, read_clause, write_set};
pub use sample::{Sampler, SizeSpread};
pub use share::{EstimatedCount, estimate};

use randlog_base::Stop;

use crate::Spec;
use crate::spec::Weights;
use estimate::Purpose;
use heads::SecondVariable;
use space::Space;

/// The exact number of programs that meet the spec.
pub fn count(spec: &Spec) -> Result<Natural, OutsideClosedForms> {
    count_within(spec, &Stop::NEVER)
}

/// The same, unless it is stopped. The tables may take as much memory as the token allows, by an estimate made before any of
/// them; 2 GiB if it sets no limit.
pub fn count_within(spec: &Spec, stop: &Stop) -> Result<Natural, OutsideClosedForms> {
    total_weight(&spec.with_weights(Weights::default()), stop)
}

/// The weight of all programs that meet the spec, exactly. Without weights it is their number.
pub fn weight_within(spec: &Spec, stop: &Stop) -> Result<Ratio, OutsideClosedForms> {
    let Some(space) = Space::new(spec, SecondVariable::Unused, Purpose::Count, stop)? else {
        return Ok(Ratio { numerator: Natural::ZERO, denominator: Natural::ONE });
    };
    Ok(Ratio {
        numerator: number::natural(&space.count(stop)?.total(0)),
        denominator: space.clauses.unit().pow(spec.max_clauses()),
    })
}

/// Whether the closed forms for the rules that tie clauses to each other cost next to nothing.
pub(crate) use estimate::is_cheap;

/// The weight of all programs, in a unit that depends only on the weights and the largest sizes.
fn total_weight(spec: &Spec, stop: &Stop) -> Result<Natural, OutsideClosedForms> {
    Ok(weight_within(spec, stop)?.numerator)
}
