//! Programs worth asking about.
//!
//! Programs of one spec are much alike, and find few faults. So the spec is drawn, too: every
//! [`BLOCK`] programs have one of their own. Its programs get facts and a query, and then whatever
//! specs do not know: annotated disjunctions, evidence, further queries, `_`, and so on. All of that is
//! in one table, [`FEATURES`], with a name, a sentence and how often it is tried; each can be turned
//! off. A [`Drawn`] program carries the features that it really got.
//!
//! Program number *i* depends on the seed, on *i* and on which features are on: not on threads, nor
//! on what engines said before.
//!
//! ```
//! use randlog_base::Stop;
//! use randlog_faults::draw::{Drawing, Features};
//!
//! let drawing = Drawing::new(7, Features::all());
//! let drawn = drawing.drawer().draw(3, &Stop::NEVER).unwrap();
//! assert_eq!(drawing.drawer().draw(3, &Stop::NEVER).unwrap(), drawn);
//! assert!(!drawn.program.queries.is_empty());
//! ```

mod decorate;
mod features;
mod recognise;
mod spec_draft;
mod table;

use randlog_base::Stop;
use randlog_base::random::{ChaCha8Rng, Purpose, below, choose, stream};
use randlog_generate::Spec;
use randlog_logic::{Atom, Probability, Program, Term};
use randlog_recipe::instance::{FactSpread, Instances, Share};
use randlog_recipe::{NotPrepared, Prepared, Recipe};

pub use features::{Features, UnknownFeature};
pub use table::{FEATURES, Feature};

use crate::parts;
use decorate::mutations;
use spec_draft::SpecDraft;
use table::Stage;

/// How many programs in a row have the same spec: setting one up takes longer than a draw.
pub const BLOCK: u64 = 8;

/// How many specs are drawn for a block, until one has programs.
const ATTEMPTS: usize = 8;

/// How many programs are drawn for a number, until one has nothing that is turned off.
const DRAWS: u64 = 16;

/// So far are the indices of these apart: no run has as many programs.
const APART: u64 = 1 << 48;

/// A sequence of programs, fixed by a seed.
#[derive(Debug)]
pub struct Drawing {
    seed: u64,
    allowed: Features,
    source: Source,
}

/// Where the programs come from.
#[derive(Debug)]
enum Source {
    /// Random specs, one for each block.
    Specs,
    /// One spec.
    Spec(Box<Prepared>),
    /// Given programs, each changed a little.
    Corpus(Vec<Program>),
}

/// What one program comes from.
#[derive(Clone, Copy)]
enum Origin<'s> {
    Spec(&'s Prepared),
    Corpus(&'s [Program]),
}

/// A program of the sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Its number.
    pub index: u64,
    /// The program.
    pub program: Program,
    /// What it has that plain programs do not.
    pub features: Features,
}

impl Drawing {
    /// The programs of a seed, with these features at most.
    pub fn new(seed: u64, allowed: Features) -> Drawing {
        Drawing { seed, allowed, source: Source::Specs }
    }

    /// The same, made from these programs by small changes.
    pub fn of_corpus(seed: u64, allowed: Features, programs: Vec<Program>) -> Drawing {
        Drawing { seed, allowed, source: Source::Corpus(programs) }
    }

    /// The same, all of them from one spec.
    pub fn of_spec(seed: u64, allowed: Features, spec: Spec) -> Result<Drawing, NotPrepared> {
        let mut rng = stream(seed, 0, Purpose::Spec);
        let instances = instances(spec.constants().len(), &mut rng);
        let prepared = Recipe::instances(spec, instances, seed).prepare()?;
        Ok(Drawing { seed, allowed, source: Source::Spec(Box::new(prepared)) })
    }

    /// Something that draws: each thread its own.
    pub fn drawer(&self) -> Drawer<'_> {
        Drawer { drawing: self, current: None }
    }

    /// The spec of a block, with what it has of the features; `None` if there are no such programs.
    fn block(&self, number: u64) -> (Option<Prepared>, Features) {
        let mut rng = stream(self.seed, number, Purpose::Spec);
        let attempts = (0..ATTEMPTS).map(|_| self.attempt(&mut rng));
        let found = attempts.into_iter().find(|(prepared, _)| {
            prepared.as_ref().is_some_and(|it| self.has_programs(it, number * BLOCK))
        });
        found.unwrap_or((None, Features::none()))
    }

    /// Do some programs of a spec do without what is turned off?
    fn has_programs(&self, prepared: &Prepared, index: u64) -> bool {
        const TRIED: u64 = 4;
        let mut sources = (0..TRIED).map(|attempt| index.wrapping_add(attempt * APART));
        let mut is_there =
            |index| self.undecorated(Origin::Spec(prepared), index, &Stop::NEVER).is_some();
        self.allowed == Features::all() || sources.any(&mut is_there)
    }

    /// The program of an index with a query; `None` if it cannot do without something that is turned off.
    fn undecorated(
        &self,
        origin: Origin<'_>,
        index: u64,
        stop: &Stop,
    ) -> Option<(Program, ChaCha8Rng)> {
        let mut rng = stream(self.seed, index, Purpose::Decoration);
        let mut program = match origin {
            Origin::Spec(prepared) => plain(prepared, index, stop)?,
            Origin::Corpus(programs) => mutations::mutant(programs, &mut rng)?,
        };
        if matches!(origin, Origin::Spec(_)) || program.queries.is_empty() {
            ask_for_a_head(&mut program, &mut rng);
        }
        for (place, feature) in FEATURES.iter().enumerate() {
            if let Stage::Present(remove) = feature.stage
                && !self.allowed.contains(place)
            {
                remove(&mut program);
            }
        }
        self.allowed.violated_by(&program).is_none().then_some((program, rng))
    }

    fn attempt(&self, rng: &mut ChaCha8Rng) -> (Option<Prepared>, Features) {
        let mut draft = SpecDraft::plain(rng);
        let mut features = Features::none();
        for (place, feature) in FEATURES.iter().enumerate() {
            if let Stage::Spec(change) = feature.stage
                && self.is_tried(place, rng)
            {
                change(&mut draft, rng);
                features.insert(place);
            }
        }
        let spec = draft.spec(rng);
        let instances = instances(draft.constants, rng);
        let recipe = spec.map(|spec| Recipe::instances(spec, instances, self.seed));
        (recipe.ok().and_then(|recipe| recipe.prepare().ok()), features)
    }

    /// The features that programs may have.
    pub fn allowed(&self) -> &Features {
        &self.allowed
    }

    /// Give a program further features, in addition to those of its spec; all that it has in the end.
    fn decorate(&self, program: &mut Program, had: Features, rng: &mut ChaCha8Rng) -> Features {
        let mut features = had;
        for (place, feature) in FEATURES.iter().enumerate() {
            let is_there = match feature.stage {
                Stage::Spec(_) => false,
                Stage::Program(change) => {
                    self.is_tried(place, rng) && self.decorated(program, change, rng)
                }
                Stage::Present(_) => true,
            };
            if is_there {
                features.insert(place);
            }
        }
        // What came first may be gone, such as numbers that got other names.
        features.retain(|feature| feature.shows.is_none_or(|shows| shows(program)));
        features
    }

    /// Change a program, unless that brings back what is turned off.
    fn decorated(&self, program: &mut Program, decorate: Decoration, rng: &mut ChaCha8Rng) -> bool {
        let before = program.clone();
        let changed = decorate(program, rng);
        if changed && self.allowed.violated_by(program).is_none() {
            return true;
        }
        *program = before;
        false
    }

    /// Is a feature tried this time? A random number is used up in any case, so that turning one off
    /// changes as little as possible.
    fn is_tried(&self, place: usize, rng: &mut ChaCha8Rng) -> bool {
        let lot = below(rng, 100);
        self.allowed.contains(place) && lot < u64::from(FEATURES[place].percent)
    }
}

type Decoration = fn(&mut Program, &mut ChaCha8Rng) -> bool;

/// What facts are to be like: few enough for all worlds to be walked through.
fn instances(constants: usize, rng: &mut ChaCha8Rng) -> Instances {
    let domain = constants.max(1 + below(rng, 3) as usize);
    Instances {
        domain,
        facts: (2 + below(rng, 5)).into(),
        facts_by: FactSpread::Predicates,
        probabilistic: Share::percent(70),
        fact_probabilities: [2, 3, 4, 5, 7, 9].into_iter().filter_map(tenths).collect(),
        ..Instances::default()
    }
}

/// So many tenths.
fn tenths(number: u128) -> Option<Probability> {
    Probability::new(number, 10)
}

/// Draws programs of a [`Drawing`].
#[derive(Debug)]
pub struct Drawer<'d> {
    drawing: &'d Drawing,
    /// The last block that was set up.
    current: Option<(u64, Option<Prepared>, Features)>,
}

impl Drawer<'_> {
    /// The program of a number; `None` if its spec has none, or the work is stopped.
    pub fn draw(&mut self, index: u64, stop: &Stop) -> Option<Drawn> {
        let drawing = self.drawing;
        if matches!(drawing.source, Source::Specs) {
            let number = index / BLOCK;
            if !matches!(self.current, Some((current, ..)) if current == number) {
                let (prepared, features) = drawing.block(number);
                self.current = Some((number, prepared, features));
            }
        }
        let (origin, features) = match (&drawing.source, &self.current) {
            (Source::Spec(prepared), _) => (Origin::Spec(prepared), Features::none()),
            (Source::Corpus(programs), _) => (Origin::Corpus(programs), Features::none()),
            (Source::Specs, Some((_, Some(prepared), features))) => {
                (Origin::Spec(prepared), features.clone())
            }
            (Source::Specs, _) => return None,
        };
        let draws = if drawing.allowed == Features::all() { 1 } else { DRAWS };
        let sources = (0..draws).map(|attempt| index.wrapping_add(attempt * APART));
        let found = sources.into_iter().find_map(|it| drawing.undecorated(origin, it, stop));
        let (mut program, mut rng) = found?;
        let features = drawing.decorate(&mut program, features, &mut rng);
        Some(Drawn { index, program, features })
    }
}

/// The rules and facts of an index.
fn plain(prepared: &Prepared, index: u64, stop: &Stop) -> Option<Program> {
    // Search has no end of its own.
    Some(prepared.maker().make(index, &stop.with_steps(10_000)).ok()?.program)
}

/// Ask for a ground instance of a rule's head: that is more likely to need a rule than any other
/// atom.
fn ask_for_a_head(program: &mut Program, rng: &mut ChaCha8Rng) {
    let rules: Vec<_> = program.clauses.iter().filter(|clause| !clause.is_fact()).collect();
    let Some(rule) = choose(rng, &rules) else { return };
    let domain = parts::constants(program);
    let head = &rule.heads[0].atom;
    let args = head.args.iter().map(|term| match term.is_ground() {
        true => term.clone(),
        false => choose(rng, &domain).cloned().unwrap_or_else(|| Term::Constant("a".into())),
    });
    program.queries = vec![Atom::new(head.name.clone(), args.collect()).into()];
}
