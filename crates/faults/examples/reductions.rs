//! How far programs are reduced, with how many questions and in what time; and the same by Shrink Ray, if it is there,
//! with the same judge on the same files.
//!
//! ```sh
//! cargo run --release -p randlog-faults --example reductions -- DIRECTORY \
//!     [--environment DIR] [--most N] [--against PATH-OF-SHRINKRAY] [--seconds S] [--show]
//! ```
//!
//! The directory is one that `randlog fuzz` wrote; the files are its `original.pl`. The judge is a server on a socket that
//! asks the engine of the finding, by a worker, whether the fault is still there; Shrink Ray reaches it by a small script. Sizes are those of what is left without comments, as
//! we print it: lines, tokens (a name or a number is one, however long) and bytes.

use randlog_logic::Program;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use randlog_base::Stop;
use randlog_engines::known::KnownFaults;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, EngineLimits};
use randlog_faults::TestCase;
use randlog_faults::finding::Findings;
use randlog_faults::reduce::engine::{EngineJudge, observe};
use randlog_faults::reduce::{Judge, Options, reduce};

const LIMITS: EngineLimits = EngineLimits { time: Duration::from_secs(2), memory: 4 << 30 };

/// What becomes of a file.
struct Result {
    program: String,
    bytes: usize,
    tokens: usize,
    lines: usize,
    calls: usize,
    time: Duration,
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let flag = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1).cloned()
    };
    if let [first, socket, file] = words.as_slice()
        && first == "--ask"
    {
        let is_interesting = ask(socket, file).unwrap_or(false);
        std::process::exit(i32::from(!is_interesting));
    }
    let Some(directory) = words.first() else {
        eprintln!("name a directory that `randlog fuzz` wrote");
        return;
    };
    let most: usize = flag("--most").and_then(|it| it.parse().ok()).unwrap_or(50);
    let seconds: u64 = flag("--seconds").and_then(|it| it.parse().ok()).unwrap_or(120);
    let shows = words.iter().any(|word| word == "--show");
    let place = flag("--environment").map(|it| Environment::new(PathBuf::from(it)));
    let catalogue = Catalogue::new(place.unwrap_or_default());
    let against = flag("--against").map(PathBuf::from);
    let findings = Findings::open(Path::new(directory), KnownFaults::default())
        .expect("the directory can be read");

    let (mut before, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    println!("{:<28} bytes before; bytes, tokens, calls, seconds after; by the other", "finding");
    for (name, finding) in findings.iter() {
        if ours.len() == most {
            break;
        }
        let Ok(engine) = catalogue.engine(&finding.engine) else { continue };
        let refusals = KnownFaults::shipped().refusals();
        // What only a relation shows, or a fresh process does not, has another judge.
        let Ok(seen) = observe(&*engine, &finding.original, &LIMITS, refusals, &Stop::NEVER) else {
            continue;
        };
        let judge = EngineJudge::new(&*engine, seen, LIMITS, refusals);
        let calls = AtomicUsize::new(0);
        let counting = |program: &TestCase| {
            calls.fetch_add(1, Ordering::Relaxed);
            judge.judge(program, &Stop::NEVER).unwrap_or(false)
        };
        let started = Instant::now();
        let Ok(reduction) = reduce(&finding.original, &counting, &Options::default()) else {
            continue;
        };
        let calls = calls.into_inner();
        let mine = Result::new(reduction.program.text(), calls, started.elapsed());
        let first = size(finding.original.text());
        let shown = |it: &Result| {
            format!(
                "{:>5} {:>5} {:>5} {:>7.1}",
                it.bytes,
                it.tokens,
                it.calls,
                it.time.as_secs_f64()
            )
        };
        let other = against.as_deref().and_then(|command| {
            shrink_ray(command, finding.original.text(), &judge, Duration::from_secs(seconds))
        });
        let words = other.as_ref().map_or(String::new(), |it| format!("   {}", shown(it)));
        println!("{name:<28} {first:>5} {}{words}", shown(&mine));
        if shows {
            println!("{}", mine.program.trim());
            other.iter().for_each(|it| println!("by the other:\n{}", it.program.trim()));
        }
        before.push((first, lines(finding.original.text())));
        ours.push(mine);
        theirs.extend(other.map(|it| (ours.len() - 1, it)));
    }
    let middle = |numbers: Vec<f64>| median(numbers);
    println!("\n{} files", ours.len());
    println!(
        "lines: median {} and at most {} before",
        middle(before.iter().map(|it| it.1 as f64).collect()),
        before.iter().map(|it| it.1).max().unwrap_or(0)
    );
    println!("bytes: median {} before", middle(before.iter().map(|it| it.0 as f64).collect()));
    summary("reduced", &ours.iter().collect::<Vec<_>>());
    if !theirs.is_empty() {
        summary("Shrink Ray", &theirs.iter().map(|it| &it.1).collect::<Vec<_>>());
        let count = |holds: &dyn Fn(&Result, &Result) -> bool| {
            theirs.iter().filter(|(place, other)| holds(&ours[*place], other)).count()
        };
        let all = theirs.len();
        println!("smaller or equal on, of {all}:");
        println!("- by lines {}", count(&|one, other| one.lines <= other.lines));
        println!("- by tokens {}", count(&|one, other| one.tokens <= other.tokens));
        println!("- by bytes {}", count(&|one, other| one.bytes <= other.bytes));
        println!(
            "with at most half the calls on {} of {all}",
            count(&|one, other| 2 * one.calls <= other.calls)
        );
    }
}

impl Result {
    fn new(program: &str, calls: usize, time: Duration) -> Result {
        let (bytes, tokens, lines) = (size(program), tokens(program), lines(program));
        Result { program: program.to_owned(), bytes, tokens, lines, calls, time }
    }
}

fn summary(who: &str, results: &[&Result]) {
    let of = |number: fn(&Result) -> f64| {
        let numbers: Vec<f64> = results.iter().map(|it| number(it)).collect();
        let largest = numbers.iter().copied().fold(0.0, f64::max);
        (median(numbers), largest)
    };
    let (bytes, lines) = (of(|it| it.bytes as f64), of(|it| it.lines as f64));
    let tokens = of(|it| it.tokens as f64);
    let (calls, time) = (of(|it| it.calls as f64), of(|it| it.time.as_secs_f64()));
    println!(
        "{who}: lines {} and at most {}, tokens {} and at most {}, bytes {} and at most {}, calls {} and at most {}, seconds {:.1} and at most {:.1}",
        lines.0, lines.1, tokens.0, tokens.1, bytes.0, bytes.1, calls.0, calls.1, time.0, time.1
    );
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Bytes, as the program is printed: how it is laid out is of no account.
fn size(program: &str) -> usize {
    Program::parse(program).map_or(program.len(), |read| read.to_string().trim().len())
}

/// Names, numbers and signs: names may be as long as they like.
fn tokens(program: &str) -> usize {
    let read = Program::parse(program).map_or(program.to_owned(), |read| read.to_string());
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (mut count, mut rest) = (0, read.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            _ if first.is_ascii_digit() => {
                let is_number = |it: char| it.is_ascii_digit() || "./e".contains(it);
                let number = rest.find(|it| !is_number(it)).unwrap_or(rest.len());
                rest[..number].trim_end_matches('.').len()
            }
            _ if is_word(first) => rest.find(|it| !is_word(it)).unwrap_or(rest.len()),
            _ => [":-", "::", "\\+"]
                .iter()
                .find(|sign| rest.starts_with(**sign))
                .map_or(first.len_utf8(), |sign| sign.len()),
        };
        rest = rest[length..].trim_start();
        count += 1;
    }
    count
}

fn lines(program: &str) -> usize {
    Program::parse(program).map_or(0, |read| read.to_string().trim().lines().count())
}

/// Ask the judge at the other end of a socket.
fn ask(socket: &str, file: &str) -> std::io::Result<bool> {
    let mut judge = UnixStream::connect(socket)?;
    judge.write_all(&fs::read(file)?)?;
    judge.shutdown(Shutdown::Write)?;
    let mut answer = [0];
    judge.read_exact(&mut answer)?;
    Ok(answer == *b"y")
}

/// What Shrink Ray makes of a program with this judge.
fn shrink_ray(
    command: &Path,
    program: &str,
    judge: &EngineJudge<'_>,
    time: Duration,
) -> Option<Result> {
    let desk = tempfile::tempdir().ok()?;
    let (file, script) = (desk.path().join("program.pl"), desk.path().join("judge.sh"));
    let socket = desk.path().join("judge");
    fs::write(&file, program).ok()?;
    let (own, place) = (env::current_exe().ok()?, socket.display());
    fs::write(&script, format!("#!/bin/sh\nexec '{}' --ask '{place}' \"$1\"\n", own.display()))
        .ok()?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).ok()?;
    let listener = UnixListener::bind(&socket).ok()?;
    let calls = AtomicUsize::new(0);
    let started = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            for stream in listener.incoming().flatten() {
                match answered(stream, judge) {
                    Some(()) => calls.fetch_add(1, Ordering::Relaxed),
                    None => return,
                };
            }
        });
        let mut shrinking = Command::new("timeout");
        shrinking.arg(time.as_secs().to_string());
        // It keeps a record of what it does, wherever it is run.
        shrinking.arg(std::path::absolute(command).unwrap_or_default()).current_dir(desk.path());
        // One at a time, as for the other.
        shrinking.args(["--ui=basic", "--parallelism=1", "--timeout=20"]);
        shrinking.arg(&script).arg(&file);
        shrinking.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = shrinking.status();
        // A last word ends the listening.
        if let Ok(mut stream) = UnixStream::connect(&socket) {
            let _ = stream.write_all(b"end\n");
        }
    });
    let left = fs::read_to_string(&file).ok()?;
    Some(Result::new(&left, calls.into_inner(), started.elapsed()))
}

/// Says yes or no to what comes; nothing at the end.
fn answered(mut stream: UnixStream, judge: &EngineJudge<'_>) -> Option<()> {
    let mut text = Vec::new();
    BufReader::new(stream.try_clone().ok()?).read_until(0, &mut text).ok()?;
    if text == b"end\n" {
        return None;
    }
    let yes = String::from_utf8(text)
        .is_ok_and(|text| judge.judge(&text.into(), &Stop::NEVER) == Ok(true));
    let _ = stream.write_all(if yes { b"y" } else { b"n" });
    Some(())
}
