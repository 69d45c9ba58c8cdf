//! Drawing many programs: the flags, the threads and the files, for every command that does so.

use std::hash::{BuildHasher, RandomState};
use std::iter;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::time::{Duration, Instant};

use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::Method;
use randlog_generate::{Spec, Stop, identity};
use randlog_recipe::{Distinct, Made, Prepared, Product, Programs, Recipe, header};

use crate::failure::Failure;
use crate::input;
use crate::limits;
use crate::options;
use crate::output::note;
use crate::program_writer::{OutputFlags, ProgramWriter};
use crate::progress::Progress;

/// Which programs to draw, how, and where to put them.
#[derive(Debug, clap::Args)]
pub(crate) struct Drawing {
    /// How many programs to draw
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = options::whole::<u64>(1..))]
    count: u64,

    /// The random seed. Program I depends only on the spec, the seed and I [default: a random seed]
    #[arg(long, value_name = "S", value_parser = options::whole::<u64>(0..))]
    seed: Option<u64>,

    /// The index of the first program to draw
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = options::whole::<u64>(0..))]
    index: u64,

    /// The sampling method. `exact` and `rejection` draw every program with a probability proportional to its
    /// weight; `search` draws all programs, but not uniformly; `heads` draws the clauses of each head by themselves, if their
    /// numbers are fixed; `auto` takes the cheapest exact method, else search, and `heads` if the spec has the key `uses`
    #[arg(long, value_name = "METHOD", value_parser = options::one_of(Method::ALL, Method::name), default_value = "auto")]
    method: Method,

    /// Draw the size uniformly first: the number of clauses, of body nodes, or both
    #[arg(long, value_name = "SIZES", value_parser = options::spread, default_value = "", hide_default_value = true)]
    pub(crate) spread: SizeSpread,

    /// The memory limit of exact sampling
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "2GiB")]
    pub(crate) memory: u64,

    /// The number of threads. The output does not depend on it [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// Stop after this many seconds, and keep the programs found so far
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    #[command(flatten)]
    output: OutputFlags,

    /// Continue a run that was stopped: write the files that are missing in the directory
    #[arg(long, requires_all = ["output_dir", "seed"])]
    resume: bool,
}

impl Drawing {
    /// From now on, the limits hold: for reading programs to be like, too.
    pub(crate) fn watch(&self) {
        limits::back_up(self.timeout, self.memory);
    }

    /// Draw everything, write it, and tell what was done. Whatever happens, what was found is kept.
    pub(crate) fn run(&self, spec: Spec, product: Product) -> Result<(), Failure> {
        let started = Instant::now();
        let indices = self.indices()?;
        let (method, spread) = (self.method, self.spread);
        let seed = self.seed.unwrap_or_else(random_seed);
        let recipe = Recipe { spec: spec.clone(), method, spread, seed, product };
        let stop = Stop::NEVER.within(self.timeout).with_memory(self.memory);
        let prepared = recipe.prepare_within(&stop).map_err(Failure::from);
        let prepared = prepared.map_err(|failure| failure.about(&spec))?;
        if let Some(note) = prepared.fewer_facts() {
            note!("{note}");
        }
        if let Some(reason) = prepared.why_by_search() {
            note!("by search, so programs are not equally likely, because {reason}");
        }
        let (thing, rules, comma) = match prepared.recipe.product {
            Product::Programs(_) => ("program", "", ""),
            Product::Instances(_) => ("instance", ", rules", ","),
        };
        let drawn = self.draw(&prepared, indices, &stop, thing);
        drawn.map_err(|failure| failure.about(&spec))?;
        limits::done();
        let (things, method) = (options::counted(self.count, thing), prepared.recipe.method.name());
        note!("{things}{rules} by {method}{comma} in {:.2?}, seed {seed}", started.elapsed());
        Ok(())
    }

    fn indices(&self) -> Result<Range<u64>, Failure> {
        let overflow = Failure::IndexOverflow { first: self.index, count: self.count };
        let end = self.index.checked_add(self.count).ok_or(overflow)?;
        Ok(self.index..end)
    }

    /// Draw on all threads, and write in order, until the first failure.
    fn draw(
        &self,
        prepared: &Prepared,
        indices: Range<u64>,
        stop: &Stop,
        thing: &'static str,
    ) -> Result<(), Failure> {
        let recipe = &prepared.recipe;
        let is_distinct =
            matches!(&recipe.product, Product::Programs(Programs { distinct: true, .. }));
        let mut distinct = is_distinct.then(|| Distinct::new(&recipe.spec, self.count, stop));
        let to_meet = |it: &Option<Distinct<'_>>| it.as_ref().map_or(self.count, Distinct::wanted);
        let wanted = to_meet(&distinct);
        let mut writer = ProgramWriter::open(&self.output, self.resume, thing, recipe.dialect())?;
        let ranges = match (&self.output.output_dir, is_distinct) {
            (Some(directory), _) if self.resume => {
                self.missing(recipe, &mut writer, directory, indices)?
            }
            // Some will be met again.
            (_, true) => iter::once(indices.start..u64::MAX - 1).collect(),
            _ => iter::once(indices).collect(),
        };
        let progress = Progress::programs(Some(wanted), self.output.is_stdout());
        let mut outcome = Ok(());
        let finish = |made: Made| -> Result<(String, String), Failure> {
            let program = &made.program;
            let identity =
                if is_distinct { identity(&recipe.spec, program) } else { String::new() };
            Ok((identity, prepared.text(&made)?))
        };
        let threads = options::threads_or_all(self.threads).get();
        for range in ranges {
            prepared.make_all(threads, range, stop, finish, |index, made| {
                outcome = made.map_err(Failure::from).flatten().and_then(|(identity, program)| {
                    let is_new =
                        distinct.as_mut().map_or(Ok(true), |it| it.is_new(identity, stop))?;
                    let append = |text: &mut String| {
                        *text += &program;
                        Ok(())
                    };
                    let header = || self.header(recipe, index, wanted);
                    if is_new { writer.add(index, header, append) } else { Ok(()) }
                });
                progress.set(writer.written);
                let goes_on = outcome.is_ok() && writer.written < to_meet(&distinct);
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if outcome.is_err() {
                break;
            }
        }
        drop(progress);
        let (found, wanted) = (writer.written, to_meet(&distinct));
        writer.finish()?;
        outcome?;
        match distinct {
            _ if found < wanted => Err(Failure::OutOfTime {
                done: format!("{found} of {wanted} programs found"),
                remedy: "what was found is kept; give a longer `--timeout`, or relax the spec",
            }),
            Some(distinct) => Ok(distinct.check(self.count)?),
            None => Ok(()),
        }
    }

    /// The header of a stream of so many programs from an index on, or of the file of one of them.
    fn header(&self, recipe: &Recipe, index: u64, count: u64) -> String {
        let mut recipe = recipe.clone();
        let is_alone = self.output.output_dir.is_some();
        if let (true, Product::Programs(programs)) = (is_alone, &mut recipe.product) {
            // A program alone is no repetition.
            programs.distinct = false;
        }
        recipe.header(&(index..index.saturating_add(if is_alone { 1 } else { count })))
    }

    /// The indices that have no file yet. Those that have one must have been written by the same command.
    fn missing(
        &self,
        recipe: &Recipe,
        writer: &mut ProgramWriter<'_>,
        directory: &Path,
        indices: Range<u64>,
    ) -> Result<Vec<Range<u64>>, Failure> {
        let mut missing: Vec<Range<u64>> = Vec::new();
        for index in indices {
            let path = directory.join(writer.name(index));
            if path.exists() {
                let header = header::commented(self.header(recipe, index, 1), recipe.dialect());
                if !input::text(&path)?.starts_with(&header) {
                    return Err(Failure::OtherRun { path });
                }
                writer.written += 1;
                continue;
            }
            match missing.last_mut() {
                Some(last) if last.end == index => last.end += 1,
                _ => missing.push(index..index + 1),
            }
        }
        Ok(missing)
    }
}

/// A seed that is short enough to be typed again. The standard library keys its hash maps at random.
fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}
