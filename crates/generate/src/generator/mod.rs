//! One way to ask for random programs, whether they are drawn exactly or found by search.
//!
//! *Exact* draws every program of the space with the same probability, but knows only rules that
//! have a closed form. *Rejection* does so too: it draws from a looser space until the rules hold, which
//! is the better way if most programs meet them anyway. *Search* knows every rule, but favours some
//! programs over others. *Heads* draws the clauses of each head by themselves, if their numbers are fixed, in whichever of
//! these ways is best for each.

mod heads;

use randlog_base::{Stop, Stopped};
use randlog_logic::Program;

use crate::Spec;
use crate::exact::{self, NoSampler, OutsideClosedForms, Sampler, SizeSpread};
use crate::search::Searcher;
pub use heads::Heads;

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
    /// The clauses of each head by themselves: from a list, in closed form, by rejection or by search.
    Heads,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 5] =
        [Method::Auto, Method::Exact, Method::Rejection, Method::Search, Method::Heads];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Exact => "exact",
            Method::Rejection => "rejection",
            Method::Search => "search",
            Method::Heads => "heads",
        }
    }

    /// The method of this name, if there is one.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Rejection is better than closed forms that cost next to nothing if this share of programs is accepted.
const FREQUENT: f64 = 0.25;
/// And it is no way at all if fewer are.
const RARE: f64 = 0.02;

/// Where the random programs of a spec come from. Set up once, shared among threads.
#[derive(Debug)]
pub enum Generator {
    /// Every program is equally likely, or as likely as it weighs; in closed form.
    Exact(Box<Sampler>),
    /// The same, by rejection.
    Rejection(Box<Sampler>),
    /// Programs come from the constraint search; perhaps for want of a closed form.
    Search(Box<Spec>, Option<OutsideClosedForms>),
    /// The clauses of each head come from a source of their own.
    Heads(Box<Heads>),
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
        stop: &Stop,
    ) -> Result<Generator, NoSampler> {
        let plain = !spec.is_weighed();
        match method {
            Method::Search if spread != SizeSpread::default() => Err(NoSampler::SpreadBySearch),
            Method::Search if plain => Ok(Generator::Search(Box::new(spec.clone()), None)),
            Method::Search => Err(NoSampler::WeightsBySearch),
            Method::Exact => Ok(Generator::Exact(Box::new(Sampler::new(spec, spread, stop)?))),
            Method::Rejection if spread != SizeSpread::default() => {
                Err(NoSampler::SpreadByRejection)
            }
            Method::Rejection => Generator::by_rejection(spec, RARE, stop),
            Method::Heads if spread != SizeSpread::default() => Err(NoSampler::SpreadByRejection),
            Method::Heads => Ok(Generator::Heads(Box::new(Heads::new(spec, stop)?))),
            Method::Auto => Generator::best(spec, spread, stop),
        }
    }

    /// Head by head if it is known what stands in bodies; else as below.
    fn best(spec: &Spec, spread: SizeSpread, stop: &Stop) -> Result<Generator, NoSampler> {
        let is_spread = spread != SizeSpread::default();
        if !spec.uses().is_empty() && !is_spread {
            match Generator::new(spec, Method::Heads, spread, stop) {
                Err(NoSampler::Outside(_) | NoSampler::NotByHead) => {}
                other => return other,
            }
        }
        Generator::exactly_or_by_search(spec, spread, stop)
    }

    /// All heads together: exactly if that can be done, else by search.
    fn exactly_or_by_search(
        spec: &Spec,
        spread: SizeSpread,
        stop: &Stop,
    ) -> Result<Generator, NoSampler> {
        let is_plain = !spec.is_weighed() && spread == SizeSpread::default();
        match Generator::cheapest(spec, spread, stop) {
            Err(NoSampler::Outside(why)) if is_plain => {
                Ok(Generator::Search(Box::new(spec.clone()), Some(why)))
            }
            other => other,
        }
    }

    fn by_rejection(spec: &Spec, least_share: f64, stop: &Stop) -> Result<Generator, NoSampler> {
        let sampler = Sampler::by_rejection(spec, least_share, stop)?;
        Ok(Generator::Rejection(Box::new(sampler)))
    }

    /// The exact way that costs least. Where many programs meet the rules that tie clauses to each other,
    /// rejection draws faster than closed forms and needs none of their tables; where few do, it is still
    /// better than tables that take long to set up.
    fn cheapest(spec: &Spec, spread: SizeSpread, stop: &Stop) -> Result<Generator, NoSampler> {
        let in_closed_form = || Ok(Generator::Exact(Box::new(Sampler::new(spec, spread, stop)?)));
        if spread != SizeSpread::default() || !spec.has_ties() {
            return in_closed_form();
        }
        let share = if exact::is_cheap(spec) { FREQUENT } else { RARE };
        match Generator::by_rejection(spec, share, stop) {
            Err(NoSampler::Outside(why)) => match in_closed_form() {
                // Without a closed form, rejection may still do.
                Err(NoSampler::Outside(_)) if share > RARE => {
                    Generator::by_rejection(spec, RARE, stop).map_err(|_| why.into())
                }
                other => other,
            },
            other => other,
        }
    }

    /// The method that was chosen.
    pub fn method(&self) -> Method {
        match self {
            Generator::Exact(_) => Method::Exact,
            Generator::Rejection(_) => Method::Rejection,
            Generator::Search(..) => Method::Search,
            Generator::Heads(_) => Method::Heads,
        }
    }

    /// Why programs come from the search, though it was not asked for.
    pub fn why_by_search(&self) -> Option<&OutsideClosedForms> {
        match self {
            Generator::Search(_, reason) => reason.as_ref(),
            Generator::Heads(heads) => heads.why_by_search(),
            Generator::Exact(_) | Generator::Rejection(_) => None,
        }
    }

    /// Something that draws programs: each thread its own.
    pub fn drawer(&self) -> Drawer<'_> {
        match self {
            Generator::Exact(sampler) | Generator::Rejection(sampler) => Drawer::Exact(sampler),
            Generator::Search(spec, _) => Drawer::Search(Box::new(Searcher::new(spec))),
            Generator::Heads(heads) => Drawer::Heads(heads, heads.drawers()),
        }
    }
}

/// Draws programs from a [`Generator`].
pub enum Drawer<'a> {
    /// Exactly.
    Exact(&'a Sampler),
    /// By search.
    Search(Box<Searcher>),
    /// Head by head.
    Heads(&'a Heads, Vec<Option<Drawer<'a>>>),
}

impl Drawer<'_> {
    /// The program that belongs to this seed and index; nothing if no program meets the spec.
    pub fn draw(&mut self, seed: u64, index: u64, stop: &Stop) -> Result<Option<Program>, Stopped> {
        match self {
            Drawer::Exact(sampler) => sampler.sample_within(seed, index, stop).map(Some),
            Drawer::Search(searcher) => searcher.sample(seed, index, stop),
            Drawer::Heads(heads, drawers) => heads.draw(drawers, (seed, index), stop),
        }
    }
}
