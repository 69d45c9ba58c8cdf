//! `randlog fuzz`: faults of engines.

mod face;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_base::text::shell_word;
use randlog_engines::catalogue::Selection;
use randlog_engines::known::KnownFaults;
use randlog_engines::{Catalogue, Engine, EngineLimits};
use randlog_faults::campaign::Campaign;
use randlog_faults::campaign::filing::{Event, Filing};
use randlog_faults::campaign::session::{BadSession, Search, Session};
use randlog_faults::campaign::statistics::Statistics;
use randlog_faults::draw::{Drawing, FEATURES, Features};
use randlog_faults::finding::{BadFindings, Findings};
use randlog_faults::oracle::{Oracle, Reference};

use crate::engines::{Place, SETUP, listed};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::known::Known;
use crate::output::{self, note, write_whole};
use crate::{options, spec_args};
use face::Face;

/// Find faults in inference engines
///
/// Draws one program after the other, asks the engines, and compares: with the built-in engine, with each
/// other, and with what an engine says to programs that mean the same. What differs is asked again in fresh
/// processes, reduced to a few lines, and filed, a directory for each distinct fault, with a report to paste
/// into an issue tracker. An interrupt ends it at any time.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(), args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    hunt: Hunt,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Report(report::Args),
}

#[derive(Debug, clap::Args)]
struct Hunt {
    /// The engines to ask, by name, or NAME=COMMAND for one of your own (see `randlog engines`); may be
    /// given several times [default: all that are installed]
    #[arg(long = "engines", value_name = "ENGINE,…")]
    lists: Vec<String>,

    /// When to end: a number of seconds, or with a unit, such as 10m or 2h [default: when interrupted]
    #[arg(long, value_name = "TIME", value_parser = options::duration)]
    time: Option<Duration>,

    /// How many programs to ask about, at most
    #[arg(long, value_name = "N")]
    programs: Option<u64>,

    /// The directory for what is found
    #[arg(long, short, value_name = "DIR", default_value = "faults")]
    output: PathBuf,

    /// Go on with the run in that directory
    #[arg(long)]
    resume: bool,

    /// What fixes the sequence of programs
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// The number of the first program
    #[arg(long, value_name = "I", conflicts_with = "resume")]
    index: Option<u64>,

    /// The oracles that judge: `reference`, `engines`, `alone`, or any of those of one engine alone
    #[arg(
        long,
        value_name = "ORACLE,…",
        value_delimiter = ',',
        default_value = "reference,engines,alone"
    )]
    oracles: Vec<String>,

    /// Features that programs are not to have
    #[arg(long, value_name = "FEATURE,…", value_delimiter = ',')]
    without: Vec<String>,

    /// A spec that all programs are drawn from, in place of specs at random: a TOML file
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,

    /// On how many threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    /// The longest that an engine may take for a program, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "2")]
    timeout: Duration,

    /// The most memory that an engine may use: by all processes together where control groups can
    /// be made, else the address space of each
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    memory: u64,

    /// The longest that the reduction of a program may take
    #[arg(long, value_name = "TIME", value_parser = options::duration, default_value = "60")]
    patience: Duration,

    #[command(flatten)]
    known: Known,

    /// File known faults, too
    #[arg(long)]
    file_known: bool,

    #[command(flatten)]
    place: Place,
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

const EXAMPLES: &str = "\
Examples:
  Two back-ends of ProbLog for ten minutes, and what was found:
    randlog fuzz --engines sdd,ddnnf --time 10m --output faults
    randlog fuzz report faults
  On with it after an interruption:
    randlog fuzz --engines sdd,ddnnf --time 10m --output faults --resume
  An engine of your own, without evidence and annotated disjunctions:
    randlog fuzz --engines 'mine=./my-engine' --without evidence,annotated-disjunction
  An engine alone, judged by nothing but itself:
    randlog fuzz --engines sdd --oracles alone
  Programs like your own:
    randlog describe my.pl --save-spec my.toml; randlog fuzz --spec my.toml

Exit codes: 0 if nothing was found but what is known; 1 if there are new faults, or an engine cannot be
run; 2 for bad usage; 130 if interrupted.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Some(Command::Report(args)) => report::run(args),
        None => args.hunt.run(),
    }
}

impl Hunt {
    fn run(&self) -> Result<(), Failure> {
        let features = Features::without(&self.without)?;
        let oracles = Oracle::named(&self.oracles)?;
        let spec = self.spec.as_deref().map(spec_args::from_file).transpose()?;
        let search = self.search(spec.as_ref().map(|spec| spec.to_toml()));
        let drawing = match spec {
            Some(spec) => Drawing::of_spec(self.seed, features, spec)?,
            None => Drawing::new(self.seed, features),
        };
        let engines = self.select()?;
        let mut session = Session::open(&self.output, search, self.resume)?;
        session.counts.next = self.index.unwrap_or(session.counts.next);
        let known = if self.file_known { KnownFaults::default() } else { self.known.load()? };
        let findings = Findings::open(&self.output, known)?;

        let mut face = Face::new();
        let say = face.printer();
        let stop = stop_on_interrupt(move || {
            say("stopping; interrupt again to stop at once");
        });
        let mut tell = |event: Event<'_>| face.show(event);
        let filing = Filing::new(findings, &engines, self.seed, &mut tell);
        let mut filing = filing.resumable(self.command(&engines), session.clone());
        let campaign = Campaign {
            drawing: &drawing,
            counts: session.counts,
            met: session.met,
            programs: self.programs,
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            engines: &engines,
            limits: EngineLimits { time: self.timeout, memory: self.memory },
            oracles: &oracles,
            reference: Reference::default(),
            threads: NonZero::new(options::threads_or_all(self.threads))
                .unwrap_or(NonZero::<usize>::MIN),
            patience: self.patience,
            stop: &stop,
        };
        let statistics = campaign.run(&mut filing);
        filing.record(&statistics);
        let (failure, own, new) = (filing.failure, filing.own, filing.new);
        face.close();
        let summary = self.summary(&statistics, failure);
        let directory = self.output.clone();
        match face::silent(&statistics) {
            _ if summary.is_err() => summary,
            _ if own > 0 => Err(Failure::OwnFault { programs: own }),
            _ if stop.is_interrupted() => Err(Failure::Stopped { directory }),
            _ if new > 0 => Err(Failure::FaultsFound { count: new, directory }),
            Some(name) => Err(Failure::EngineSilent { name }),
            None => Ok(()),
        }
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
    fn command(&self, engines: &[Box<dyn Engine>]) -> String {
        let mut words = vec!["randlog fuzz".to_owned()];
        let mut add = |flag: &str, value: &str| words.push(format!("{flag} {}", shell_word(value)));
        self.lists.iter().for_each(|list| add("--engines", list));
        if self.lists.is_empty() {
            // Those that happen to be here.
            let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
            add("--engines", &names.join(","));
        }
        add("--seed", &self.seed.to_string());
        add("--oracles", &self.oracles.join(","));
        if !self.without.is_empty() {
            add("--without", &self.without.join(","));
        }
        if let Some(spec) = &self.spec {
            add("--spec", &spec.to_string_lossy());
        }
        add("--timeout", &self.timeout.as_secs_f64().to_string());
        words.join(" ")
    }

    fn search(&self, spec: Option<String>) -> Search {
        Search {
            seed: self.seed.to_string(),
            engines: listed(&self.lists),
            oracles: self.oracles.clone(),
            without: self.without.clone(),
            spec,
        }
    }

    /// The engines that can be run. The built-in one is what others are compared with.
    fn select(&self) -> Result<Vec<Box<dyn Engine>>, Failure> {
        let catalogue = self.place.catalogue()?;
        let others: Vec<&str> =
            Catalogue::names().into_iter().filter(|name| *name != "exact").collect();
        let Selection { engines, missing, .. } = match self.lists.is_empty() {
            true => catalogue.select(&others)?,
            false => catalogue.select(&listed(&self.lists))?,
        };
        if let (Some((name, _)), false) = (missing.first(), self.lists.is_empty()) {
            return Err(Failure::EngineMissing { name: name.clone() });
        }
        for (name, _) in &missing {
            note!("{name} is not installed; install it by `{SETUP}`");
        }
        if engines.is_empty() { Err(Failure::NoEngines) } else { Ok(engines) }
    }
}

/// What to do about a run that cannot be started, by flags.
pub(crate) fn help(error: &BadSession) -> &'static str {
    match error {
        BadSession::AlreadyThere(_) => "go on with it by `--resume`, or name another `--output`",
        BadSession::NotThere(_) => "start one without `--resume`",
        BadSession::Other { .. } => "repeat the flags that it was started with",
        BadSession::File(_) => "check the path, its permissions, and the space left on the disk",
        BadSession::Record { .. } => "remove the file to start anew; what was found stays",
    }
}
