//! One way to ask for random programs, whether they are drawn exactly or found by search.
//!
//! *Exact* draws every program of the space with the same probability, but knows only rules that
//! have a closed form. *Search* knows every rule, but favours some programs over others.

use crate::Spec;
use crate::exact::{MemoryLimit, NoSampler, OutsideClosedForms, Sampler, SizeSpread};
use crate::search::{Limits, Sampled, Searcher};

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

/// Where the random programs of a spec come from. Set up once, shared among threads.
#[derive(Debug)]
pub enum Source {
    /// Every program is equally likely.
    Exact(Box<Sampler>),
    /// Programs come from the constraint search; perhaps for want of a closed form.
    Search(Spec, Option<OutsideClosedForms>),
}

impl Source {
    /// Choose and set up a source.
    ///
    /// A spread over sizes is something that only the exact source can do: with it, [`Method::Auto`]
    /// is as strict as [`Method::Exact`].
    pub fn new(
        spec: &Spec,
        method: Method,
        spread: SizeSpread,
        limit: MemoryLimit,
    ) -> Result<Source, NoSampler> {
        if method == Method::Search {
            return Ok(Source::Search(spec.clone(), None));
        }
        match Sampler::new(spec, spread, limit) {
            Ok(sampler) => Ok(Source::Exact(Box::new(sampler))),
            Err(NoSampler::Outside(reason))
                if method == Method::Auto && spread == SizeSpread::default() =>
            {
                Ok(Source::Search(spec.clone(), Some(reason)))
            }
            Err(error) => Err(error),
        }
    }

    /// The name of the method chosen.
    pub fn name(&self) -> &'static str {
        match self {
            Source::Exact(_) => "exact",
            Source::Search(..) => "search",
        }
    }

    /// Something that draws programs: each thread its own.
    pub fn drawer(&self) -> Drawer<'_> {
        match self {
            Source::Exact(sampler) => Drawer::Exact(sampler),
            Source::Search(spec, _) => Drawer::Search(Box::new(Searcher::new(spec))),
        }
    }
}

/// Draws programs from a [`Source`].
pub enum Drawer<'a> {
    /// Exactly.
    Exact(&'a Sampler),
    /// By search.
    Search(Box<Searcher>),
}

impl Drawer<'_> {
    /// The program that belongs to this seed and index.
    pub fn draw(&mut self, seed: u64, index: u64, limits: &Limits) -> Sampled {
        match self {
            Drawer::Exact(_) if limits.is_past() => Sampled::Limit,
            Drawer::Exact(sampler) => Sampled::Found(sampler.sample(seed, index)),
            Drawer::Search(searcher) => searcher.sample(seed, index, limits),
        }
    }
}
