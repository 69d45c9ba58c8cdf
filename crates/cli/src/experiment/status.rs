//! `randlog experiment status`: how far an experiment has come.

use std::path::PathBuf;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};
use randlog_base::text::{Side, aligned, shell_word};
use randlog_experiment::known;
use randlog_experiment::status::{AtWork, Status};

use crate::failure::Failure;
use crate::output::print;

/// Show the progress of an experiment over all its shards
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The directory with the records
    directory: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  randlog experiment status results
  watch -n 60 randlog experiment status results";

/// What fits on a screen.
const SHOWN: usize = 10;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let status = known::status(&args.directory)?;
    print(&in_words(&status, &shell_word(&args.directory.to_string_lossy())))
}

fn in_words(status: &Status, directory: &str) -> String {
    let Status { experiment, command, finished, running, failed, missing, .. } = status;
    let share = *finished as f64 / status.total().max(1) as f64 * 100.0;
    let (total, left) = (count(status.total()), running + failed.len() + missing);
    let mut text = format!(
        "{experiment}: {} of {total} runs finished ({share:.1} %), {} running, {} failed, {} missing\n",
        count(*finished),
        count(*running),
        count(failed.len()),
        count(*missing)
    );
    text += &at_work(status);
    for failure in failed.iter().take(SHOWN) {
        let words = failure.words.lines().next().unwrap_or_default();
        text += &format!("run {} failed: {words}\n", failure.failed);
    }
    let command = command.replacen("DIR", directory, 1);
    text += &match (left, status.idle.len()) {
        (0, _) => format!(
            "complete; `randlog experiment merge {directory}` puts shards together, `randlog \
             experiment report {directory}` makes tables and figures\n"
        ),
        (_, 0) => String::new(),
        (_, idle) => format!(
            "no session is executing {} runs{}; continue with\n  {command} --resume\n",
            count(idle),
            work(status.mean, idle)
        ),
    };
    text
}

/// The shards that are at work, those that will take longest first.
fn at_work(status: &Status) -> String {
    if status.at_work.is_empty() {
        return String::new();
    }
    let mut shards: Vec<&AtWork> = status.at_work.iter().collect();
    shards.sort_by_key(|shard| std::cmp::Reverse((shard.time_left, shard.left)));
    let mut rows = vec![["shard", "on", "left", "time left"].map(str::to_owned).to_vec()];
    rows.extend(shards.iter().take(SHOWN).map(|shard| {
        let host = shard.machine.host.clone();
        vec![shard.shard.to_string(), host, count(shard.left), time(shard.time_left)]
    }));
    let more = match shards.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    };
    let table = aligned(&rows, |column| if column < 2 { Side::Left } else { Side::Right });
    let table: String = table.lines().map(|line| format!("  {line}\n")).collect();
    let (number, left) = (count(shards.len()), time(status.time_left()));
    let shards = if shards.len() == 1 { "shard is" } else { "shards are" };
    format!("{number} {shards} at work; time until the last is done: {left}\n{table}{more}")
}

/// How much work so many runs are, in words.
fn work(mean: Option<Duration>, runs: usize) -> String {
    let mean = mean.map(|mean| mean.as_secs_f64() * runs as f64);
    let all = mean.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    all.map_or(String::new(), |all| format!(" (about {} of one core)", HumanDuration(all)))
}

fn time(time: Option<Duration>) -> String {
    time.map_or("unknown".to_owned(), |time| HumanDuration(time).to_string())
}

fn count(number: usize) -> String {
    HumanCount(number as u64).to_string()
}
