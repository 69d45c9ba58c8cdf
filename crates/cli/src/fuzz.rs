//! `randlog fuzz`: faults of engines.

mod face;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_base::Stop;
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, TestCase};
use randlog_faults::campaign::Campaign;
use randlog_faults::campaign::filing::{Event, Filing};
use randlog_faults::campaign::session::{BadSession, Search, Session};
use randlog_faults::campaign::statistics::Statistics;
use randlog_faults::draw::{Drawing, FEATURES, Features};
use randlog_faults::finding::{BadFindings, Findings};
use randlog_faults::oracle::{Oracle, Reference};
use randlog_logic::{Dialect, Program};

use crate::engines::{Choice, Trust, without_missing};
use crate::failure::Failure;
use crate::input::ProgramText;
use crate::interrupt::stop_on_interrupt;
use crate::known::KnownArgs;
use crate::options::counted;
use crate::output::{self, note, write_whole};
use crate::{fuzz_run, options, paths, spec_args};
use face::Face;

/// Find faults in inference engines by differential and metamorphic testing
///
/// `fuzz` draws random programs and runs the engines on them. It compares their answers with those of the built-in
/// engine, with each other, and with the answers of the same engine to equivalent programs. If answers differ, it
/// asks again in fresh processes, reduces the program to a few lines, and files a finding: one directory per distinct
/// fault, with a report for an issue tracker. Interrupt it at any time to stop.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(), args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    campaign: CampaignFlags,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Report(report::Args),
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("timeout", |arg| arg.default_value("2")))]
struct CampaignFlags {
    #[command(flatten)]
    choice: Choice,

    /// Stop after this time: seconds, or with a unit, such as 10m or 2h [default: when interrupted]. Faults that
    /// are being reduced then are confirmed for some seconds more
    #[arg(long, value_name = "TIME", value_parser = options::duration)]
    time: Option<Duration>,

    /// Stop after this many programs
    #[arg(long, value_name = "N", value_parser = options::whole::<u64>(0..))]
    programs: Option<u64>,

    /// The directory for the findings
    #[arg(long, short, value_name = "DIR", default_value = "faults")]
    output: PathBuf,

    /// Stop at the first new fault
    #[arg(long)]
    first: bool,

    /// Continue the campaign in that directory
    #[arg(long)]
    resume: bool,

    /// The random seed of the sequence of programs
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = options::whole::<u64>(0..))]
    seed: u64,

    /// The index of the first program
    #[arg(long, value_name = "I", conflicts_with = "resume", value_parser = options::whole::<u64>(0..))]
    index: Option<u64>,

    /// The test oracles (see below): `reference`, `engines`, `alone`, or some of those for one engine alone
    #[arg(
        long,
        value_name = "ORACLE,…",
        value_delimiter = ',',
        default_value = "reference,engines,alone"
    )]
    oracles: Vec<String>,

    /// Features (see below) that programs must not have, not even reduced ones
    #[arg(long, value_name = "FEATURE,…", value_delimiter = ',')]
    without: Vec<String>,

    /// Draw all programs from this spec, a TOML file, instead of from random specs
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,

    /// Change these programs (files or directories) a little, instead of sampling programs; repeatable
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "spec")]
    corpus: Vec<PathBuf>,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// The time limit of the reduction of a program
    #[arg(long, value_name = "TIME", value_parser = options::duration, default_value = "60")]
    patience: Duration,

    #[command(flatten)]
    known: KnownArgs,

    /// File known faults as well
    #[arg(long)]
    file_known: bool,
}

fn examples() -> String {
    let list = |rows: Vec<(&str, &str)>| {
        let line = |(name, sentence): (&str, &str)| format!("  {name:<24} {sentence}\n");
        rows.into_iter().map(line).collect::<String>()
    };
    let features = FEATURES.iter().map(|feature| (feature.name, feature.sentence));
    let oracles = Oracle::all().into_iter().map(|oracle| (oracle.name(), oracle.sentence()));
    format!(
        "Features:\n{}\nOracles:\n{}\n{EXAMPLES}",
        list(features.collect()),
        list(oracles.collect())
    )
}

/// Refuse engines that cannot be run, before anything is looked for. What they say does not matter.
fn check_that_they_run(engines: &[Box<dyn Engine>], limits: &EngineLimits) -> Result<(), Failure> {
    /// Some take long to start.
    const PATIENCE: Duration = Duration::from_secs(60);
    let limits = EngineLimits { time: limits.time.max(PATIENCE), ..*limits };
    let simple = TestCase::from("p. query(p).");
    for engine in engines {
        let said = engine.answer(&simple, &limits, &Stop::NEVER).map(|run| run.outcome);
        if let Ok(Err(reason)) = said
            && reason.kind == FailureKind::Missing
        {
            return Err(Failure::EngineNotRun { name: engine.name().to_owned(), reason });
        }
    }
    Ok(())
}

/// Of larger programs, the oracles make variants that no engine answers in time.
const MOST_CLAUSES: usize = 1000;

const EXAMPLES: &str = "\
Examples:
  Test two back-ends of ProbLog for ten minutes, and list the findings:
    randlog fuzz --engines sdd,ddnnf --time 10m --output faults
    randlog fuzz report faults
  Continue after an interruption:
    randlog fuzz --engines sdd,ddnnf --time 10m --output faults --resume
  Test your own engine, without evidence and annotated disjunctions:
    randlog fuzz --engines 'mine=./my-engine' --without evidence,annotated-disjunction
  Test an engine that reads Prolog and prints atoms:
    randlog fuzz --engines 'prolog-tabled:mine=./my-prolog.sh'
  Fail at the first new fault, in continuous integration:
    randlog fuzz --engines 'mine=./my-engine' --time 5m --first
    randlog fuzz report faults --format junit > faults.xml
  Test one engine by metamorphic relations alone:
    randlog fuzz --engines sdd --oracles alone
  Change programs of your own, or use programs like them:
    randlog fuzz --engines sdd --corpus tests
    randlog sample --like my.pl --save-spec my.toml; randlog fuzz --spec my.toml

Exit codes: 0 if there are no new faults; 1 if there are, if an engine cannot be run or answers nothing, or if no \
program was drawn; 2 for bad usage; 130 if interrupted.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Some(Command::Report(args)) => report::run(args),
        None => args.campaign.run(),
    }
}

impl CampaignFlags {
    fn run(&self) -> Result<(), Failure> {
        let without = self.turned_off();
        let features = Features::without(&without)?;
        let oracles = Oracle::named(&self.oracles)?;
        let spec = self.spec.as_deref().map(spec_args::from_file).transpose()?;
        let search = Search {
            seed: self.seed.to_string(),
            engines: self.choice.asked_for(),
            oracles: self.oracles.clone(),
            without,
            spec: spec.as_ref().map(|spec| spec.to_toml()),
            corpus: self.corpus.iter().map(|path| path.display().to_string()).collect(),
        };
        let drawing = match spec {
            Some(spec) => Drawing::of_spec(self.seed, features, spec)?,
            None if self.corpus.is_empty() => Drawing::new(self.seed, features),
            None => Drawing::of_corpus(self.seed, features, self.programs_to_change()?),
        };
        let engines = self.select()?;
        // Only a directory that is there can be continued.
        let is_new = !self.resume || self.output.exists();
        let _filling = is_new.then(|| output::fill(&self.output)).transpose()?;
        let mut session = Session::open(&self.output, search, self.resume)?;
        session.counts.next = self.index.unwrap_or(session.counts.next);
        let known = self.known.load()?;
        let reference = Reference { refusals: known.refusals().clone(), ..Reference::default() };
        let known = if self.file_known { known.without_faults() } else { known };
        let findings = Findings::open(&self.output, known)?;
        check_that_they_run(&engines, &self.choice.flags.limits())?;
        // What is killed from now on can be continued; and if nothing can be written, it is better to know that now.
        session.write(&self.output).map_err(BadSession::from)?;

        let mut face = Face::new();
        let say = face.progress.printer();
        let stop = stop_on_interrupt(move || {
            say("stopping; interrupt again to stop at once");
        });
        let end = stop.child();
        let mut tell = |event: Event<'_>| {
            face.show(event);
            if self.first && matches!(event, Event::New(..)) {
                end.interrupt();
            }
        };
        let filing = Filing::new(findings, &engines, self.seed, &mut tell);
        let mut filing = filing.resumable(self.command(&engines, &session.search), session.clone());
        let campaign = Campaign {
            drawing: &drawing,
            counts: session.counts,
            met: session.met,
            programs: self.programs,
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            engines: &engines,
            limits: self.choice.flags.limits(),
            oracles: &oracles,
            reference,
            threads: options::threads_or_all(self.threads),
            patience: self.patience,
            stop: &end,
        };
        let before = campaign.counts.programs;
        let statistics = campaign.run(&mut filing);
        filing.record(&statistics);
        let is_empty = statistics.counts.programs == before && self.programs != Some(0);
        let (failure, own, new) = (filing.failure, filing.own, filing.new);
        drop(face);
        let summary = self.summary(&statistics, failure);
        let directory = self.output.clone();
        match face::silent(&statistics) {
            _ if summary.is_err() => summary,
            _ if own > 0 => Err(Failure::OwnFault { programs: own }),
            _ if stop.is_interrupted() => Err(Failure::Stopped {
                done: format!("the findings are in `{}`", directory.display()),
                remedy: "continue with the same command and `--resume`",
            }),
            _ if new > 0 => Err(Failure::FaultsFound { count: new, directory }),
            Some(name) => Err(Failure::EngineSilent { name }),
            None if is_empty => Err(Failure::NothingDrawn),
            None => Ok(()),
        }
    }

    /// The programs of the corpus that can be changed.
    fn programs_to_change(&self) -> Result<Vec<Program>, Failure> {
        let (mut programs, mut others) = (Vec::new(), 0);
        for file in paths::files(&self.corpus)? {
            for text in ProgramText::all(&file)? {
                match Dialect::ProbLog.parse(text.text()) {
                    Ok(program) if program.clauses.len() <= MOST_CLAUSES => programs.push(program),
                    Err(error) if self.corpus.len() == 1 && self.corpus[0] == file => {
                        return Err(text.not_parsed(error));
                    }
                    _ => others += 1,
                }
            }
        }
        if others > 0 {
            let others = counted(others, "program");
            note!(
                "{others} of the corpus cannot be changed: only function-free programs of at most {MOST_CLAUSES} clauses can"
            );
        }
        match programs.is_empty() {
            true => Err(Failure::NoPrograms { path: self.corpus[0].clone() }),
            false => Ok(programs),
        }
    }

    /// The features that are off: those that were named, and those that no engine reads.
    fn turned_off(&self) -> Vec<String> {
        const UNREAD: [&str; 2] = ["probability", "evidence"];
        let mut names = self.without.clone();
        let engines = self.choice.asked_for();
        if !engines.is_empty() && engines.iter().all(|name| Catalogue::is_plain(name)) {
            names.extend(UNREAD.map(str::to_owned));
            names.sort();
            names.dedup();
            note!(
                "programs have no probabilities and no evidence, which these engines do not read"
            );
        }
        names
    }

    /// Print what came of it, and write it down, unless something could not be written before.
    fn summary(
        &self,
        statistics: &Statistics,
        failure: Option<BadFindings>,
    ) -> Result<(), Failure> {
        let summary = face::summary(statistics);
        let written = match failure {
            Some(failure) => Err(failure.into()),
            None => write_whole(&self.output.join("summary.txt"), &summary),
        };
        output::say(&summary);
        written
    }

    /// What draws the same programs and asks the same about them.
    fn command(&self, engines: &[Box<dyn Engine>], search: &Search) -> String {
        let mut lists = self.choice.lists.clone();
        if lists.is_empty() {
            // Those that happen to be here.
            lists.push(engines.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(","));
        }
        let timeout = self.choice.flags.limits().time.as_secs_f64();
        let invocation = fuzz_run::invocation(&lists, search, self.spec.as_deref());
        invocation.with("timeout", timeout).line() + self.choice.wall_flag()
    }

    /// The engines that can be run. The built-in one is what others are compared with.
    fn select(&self) -> Result<Vec<Box<dyn Engine>>, Failure> {
        let others: Vec<&str> =
            Catalogue::names().into_iter().filter(|name| *name != "exact").collect();
        let found = self.choice.find(&others, Trust::NONE)?;
        match found.missing.first() {
            Some((name, _)) if !self.choice.lists.is_empty() => {
                Err(Failure::EngineMissing { name: name.clone() })
            }
            _ => Ok(without_missing(found)?.engines),
        }
    }
}
