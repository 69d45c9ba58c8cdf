//! One way to ask for random programs, whether they are drawn exactly or found by search.
//!
//! *Exact* draws every program of the space with the same probability, but knows only rules that
//! have a closed form. *Search* knows every rule, but favours some programs over others.

use crate::Spec;
use crate::exact::{MemoryLimit, NoSampler, OutsideClosedForms, Sampler, SizeSpread};
use crate::search::{Budget, Sampled, Searcher};

/// How programs are to be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Exactly where that is possible, else by search.
    #[default]
    Auto,
    /// Exactly, or not at all.
    Exact,
    /// By search.
    Search,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Auto, Method::Exact, Method::Search];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Exact => "exact",
            Method::Search => "search",
        }
    }

    /// The method of this name, if there is one.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Where the random programs of a spec come from. Set up once, shared among threads.
#[derive(Debug)]
pub enum Generator {
    /// Every program is equally likely.
    Exact(Box<Sampler>),
    /// Programs come from the constraint search; perhaps for want of a closed form.
    Search(Box<Spec>, Option<OutsideClosedForms>),
}

impl Generator {
    /// Choose the method, and set it up.
    ///
    /// A spread over sizes, and weights, are something that only the exact method can do: with them,
    /// [`Method::Auto`] is as strict as [`Method::Exact`].
    pub fn new(
        spec: &Spec,
        method: Method,
        spread: SizeSpread,
        memory: MemoryLimit,
    ) -> Result<Generator, NoSampler> {
        let plain = spec.weights().are_one() && spec.averages().is_empty();
        if method == Method::Search && !plain {
            return Err(NoSampler::WeightsBySearch);
        }
        if method == Method::Search {
            return Ok(Generator::Search(Box::new(spec.clone()), None));
        }
        match Sampler::new(spec, spread, memory) {
            Ok(sampler) => Ok(Generator::Exact(Box::new(sampler))),
            Err(NoSampler::Outside(reason))
                if method == Method::Auto && spread == SizeSpread::default() && plain =>
            {
                Ok(Generator::Search(Box::new(spec.clone()), Some(reason)))
            }
            Err(error) => Err(error),
        }
    }

    /// The method that was chosen.
    pub fn method(&self) -> Method {
        match self {
            Generator::Exact(_) => Method::Exact,
            Generator::Search(..) => Method::Search,
        }
    }

    /// Why programs come from the search, though it was not asked for.
    pub fn why_by_search(&self) -> Option<&OutsideClosedForms> {
        match self {
            Generator::Search(_, reason) => reason.as_ref(),
            Generator::Exact(_) => None,
        }
    }

    /// Something that draws programs: each thread its own.
    pub fn drawer(&self) -> Drawer<'_> {
        match self {
            Generator::Exact(sampler) => Drawer::Exact(sampler),
            Generator::Search(spec, _) => Drawer::Search(Box::new(Searcher::new(spec))),
        }
    }
}

/// Draws programs from a [`Generator`].
pub enum Drawer<'a> {
    /// Exactly.
    Exact(&'a Sampler),
    /// By search.
    Search(Box<Searcher>),
}

impl Drawer<'_> {
    /// The program that belongs to this seed and index.
    pub fn draw(&mut self, seed: u64, index: u64, budget: &Budget) -> Sampled {
        match self {
            Drawer::Exact(_) if budget.is_past() => Sampled::Limit,
            Drawer::Exact(sampler) => Sampled::Found(sampler.sample(seed, index)),
            Drawer::Search(searcher) => searcher.sample(seed, index, budget),
        }
    }
}
