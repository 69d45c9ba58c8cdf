//! What programs of a space are like on average, drawn without weights.

use randlog_base::Stop;

use super::measure::Measure;
use super::tally::Tally;
use crate::Spec;
use crate::exact::{self, Averages, NoSampler, Ratio, Sampler, SizeSpread};
use crate::generator::{Generator, Method};

/// The averages of programs that are drawn from a space.
#[derive(Clone, Debug)]
pub enum Typical {
    /// By closed forms: exactly what to expect.
    Expected(Box<Averages>),
    /// Measured on drawn programs.
    Measured(Tally),
}

impl Typical {
    /// What to expect of a program if all are equally likely: by closed forms where they are cheap, else
    /// measured on up to so many programs, until drawing is stopped.
    pub fn uniform(
        space: &Spec,
        programs: u64,
        stop: &Stop,
        drawing: &Stop,
    ) -> Result<Typical, NoSampler> {
        match exact::averages(space, &stop.with_memory(CHEAP)) {
            Ok(Some(averages)) => Ok(Typical::Expected(Box::new(averages))),
            Ok(None) => Err(NoSampler::Empty),
            Err(_) => {
                let by_rejection = Sampler::by_rejection(space, SELDOM, stop);
                let generator = match by_rejection {
                    Ok(sampler) => Generator::Rejection(Box::new(sampler)),
                    Err(_) => Generator::new(space, Method::Exact, SizeSpread::default(), stop)?,
                };
                Typical::of(&generator, space, programs, drawing)
            }
        }
    }

    /// The averages of up to so many programs that a method draws, until drawing is stopped.
    pub fn measured(
        space: &Spec,
        method: Method,
        programs: u64,
        stop: &Stop,
        drawing: &Stop,
    ) -> Result<Typical, NoSampler> {
        let generator = Generator::new(space, method, SizeSpread::default(), stop)?;
        Typical::of(&generator, space, programs, drawing)
    }

    fn of(
        generator: &Generator,
        space: &Spec,
        programs: u64,
        drawing: &Stop,
    ) -> Result<Typical, NoSampler> {
        let mut drawer = generator.drawer();
        let mut tally = Tally::new(space.predicates());
        for index in 0..programs {
            match drawer.draw(SEED, index, drawing) {
                Ok(Some(program)) => tally.add(&program),
                Ok(None) => return Err(NoSampler::Empty),
                Err(_) => break,
            }
        }
        Ok(Typical::Measured(tally))
    }

    /// What it comes to on average; nothing if there is nothing to divide by.
    pub fn average(&self, measure: Measure) -> Option<f64> {
        match self {
            Typical::Expected(averages) => expected(averages, measure),
            Typical::Measured(tally) => tally.average(measure),
        }
    }
}

/// Tables of this size are made in a moment.
const CHEAP: u64 = 32 << 20;

/// Some thousand programs are drawn in a moment even if only this share of them is accepted.
const SELDOM: f64 = 0.001;

/// The same description each time.
const SEED: u64 = 0;

/// So many decimal places are more than anybody looks at.
const PLACES: usize = 9;

fn expected(averages: &Averages, measure: Measure) -> Option<f64> {
    let per_clause = |marks: &Ratio| Ratio {
        // Both are divided by the same number of programs.
        numerator: marks.numerator.clone(),
        denominator: averages.clauses.numerator.clone(),
    };
    let ratio = match measure {
        Measure::Clauses => averages.clauses.clone(),
        Measure::Nodes => per_clause(&averages.nodes),
        Measure::Negations => per_clause(&averages.negations),
        Measure::Disjunctions => per_clause(&averages.disjunctions),
        Measure::Constants => averages.constants.clone()?,
        Measure::EmptyBodies => averages.empty_bodies.clone(),
        Measure::Body(position) => averages.body.as_ref()?.get(position)?.clone(),
        Measure::Head(position) => averages.head.get(position)?.clone(),
        // These are not worked out in closed form.
        Measure::Uses { .. } => return None,
    };
    ratio.decimal(PLACES).parse().ok()
}
