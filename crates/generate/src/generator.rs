//! One way to ask for random programs, whether they are drawn exactly or found by search.
//!
//! *Exact* draws every program of the space with the same probability, but knows only rules that
//! have a closed form. *Rejection* does so too: it draws from a looser space until the rules hold, which
//! is the better way if most programs meet them anyway. *Search* knows every rule, but favours some
//! programs over others.

use crate::Spec;
use crate::exact::{self, MemoryLimit, NoSampler, OutsideClosedForms, Sampler, SizeSpread};
use crate::search::{Budget, Sampled, Searcher};

/// How programs are to be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Exactly, in closed form or by rejection, whichever is cheaper; else by search.
    #[default]
    Auto,
    /// Exactly, in closed form, or not at all.
    Exact,
    /// Exactly, by rejection, or not at all.
    Rejection,
    /// By search.
    Search,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [Method::Auto, Method::Exact, Method::Rejection, Method::Search];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Exact => "exact",
            Method::Rejection => "rejection",
            Method::Search => "search",
        }
    }

    /// The method of this name, if there is one.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Of programs drawn from a looser space, this share must meet the rules.
const LEAST_SHARE: f64 = 0.02;

/// Where the random programs of a spec come from. Set up once, shared among threads.
#[derive(Debug)]
pub enum Generator {
    /// Every program is equally likely, or as likely as it weighs; in closed form or by rejection.
    Exact(Box<Sampler>, Method),
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
        let exactly = |way: Method| Generator::exact(spec, way, spread, memory);
        match method {
            Method::Search if plain => Ok(Generator::Search(Box::new(spec.clone()), None)),
            Method::Search => Err(NoSampler::WeightsBySearch),
            Method::Exact | Method::Rejection => exactly(method),
            Method::Auto => {
                let ways = match spread == SizeSpread::default() && spec.has_ties() {
                    true if exact::is_cheap(spec) => vec![Method::Exact, Method::Rejection],
                    true => vec![Method::Rejection, Method::Exact],
                    false => vec![Method::Exact],
                };
                let mut reason = None;
                for way in ways {
                    match exactly(way) {
                        Err(NoSampler::Outside(why)) => reason = reason.or(Some(why)),
                        other => return other,
                    }
                }
                match reason {
                    Some(why) if !plain || spread != SizeSpread::default() => Err(why.into()),
                    reason => Ok(Generator::Search(Box::new(spec.clone()), reason)),
                }
            }
        }
    }

    /// Set up an exact way.
    fn exact(
        spec: &Spec,
        way: Method,
        spread: SizeSpread,
        memory: MemoryLimit,
    ) -> Result<Generator, NoSampler> {
        let sampler = match way {
            Method::Rejection if spread != SizeSpread::default() => {
                return Err(NoSampler::SpreadByRejection);
            }
            Method::Rejection => Sampler::by_rejection(spec, LEAST_SHARE, memory)?,
            _ => Sampler::new(spec, spread, memory)?,
        };
        Ok(Generator::Exact(Box::new(sampler), way))
    }

    /// The method that was chosen.
    pub fn method(&self) -> Method {
        match self {
            Generator::Exact(_, way) => *way,
            Generator::Search(..) => Method::Search,
        }
    }

    /// Why programs come from the search, though it was not asked for.
    pub fn why_by_search(&self) -> Option<&OutsideClosedForms> {
        match self {
            Generator::Search(_, reason) => reason.as_ref(),
            Generator::Exact(..) => None,
        }
    }

    /// Something that draws programs: each thread its own.
    pub fn drawer(&self) -> Drawer<'_> {
        match self {
            Generator::Exact(sampler, _) => Drawer::Exact(sampler),
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
