//! Programs and specs with random mistakes in them: every command ends in time and within its memory, and
//! none panics.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::num::Wrapping;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use super::Desk;

/// What commands are told, and what they must keep to.
const LIMITS: &str = "--memory 200MiB --timeout 10";
const MOST_TIME: Duration = Duration::from_secs(12);
const MOST_MEMORY: u64 = 300_000_000;

/// Commands for programs and for specs; the mutated file is `FILE`.
const FOR_PROGRAMS: [&str; 8] = [
    "check FILE",
    "describe FILE",
    "infer FILE",
    "infer FILE --engine worlds --fractions",
    "compare FILE --engines exact,worlds",
    "sample --like FILE -n 3",
    "reduce FILE --engine worlds",
    "check coin.pl --spec FILE",
];
const FOR_SPECS: [&str; 8] = [
    "sample FILE -n 3",
    "sample FILE -n 3 --method search",
    "instance FILE --domain 10 --facts 50",
    "enumerate FILE --limit 20",
    "count FILE",
    "count FILE --explain",
    "check coin.pl --spec FILE",
    "check FILE",
];

const PROGRAMS: [&str; 6] = [
    "0.5::e(a, b). 0.25::e(b, c). path(X, Y) :- e(X, Y). path(X, Y) :- e(X, Z), path(Z, Y).\n\
     query(path(a, X)).\n",
    "0.3::a; 0.4::b; 0.2::c :- d, \\+ f.\n0.5::d.\ng :- a ; (b, \\+ c).\nf :- d.\nevidence(d, true).\nquery(g).\n",
    "n(0). n(X) :- n(Y), Y < 20, X is Y + 1.\n0.1::p(X) :- n(X), X mod 2 =:= 0.\nquery(p(4)).\n",
    "member(X, [X | _]). member(X, [_ | T]) :- member(X, T).\nappend([], L, L).\n\
     append([H | T], L, [H | R]) :- append(T, L, R).\nq(L) :- append([a, b], [c], L).\nquery(q(L)).\n",
    "% # randlog 0.1.0, by search\n% # randlog sample SPEC --seed 7 --index 0 --count 2\n\
     % # where SPEC is:\n% predicates = [\"p/1\", \"q/2\"]\n% variables = 2\n% max_nodes = 3\n\
     % max_clauses = 3\n\n% program 0\np(X) :- q(X, Y).\n\n% program 1\n0.5::p(a).\nquery(p(X)).\n",
    "0.2::'a \\\\n b'(\"text\", f(X, 1.5e3)) :- findall(Y, between(1, 3, Y), X).\nquery('a \\\\n b'(A, B)).\n",
];

const SPECS: [&str; 4] = [
    "predicates = [\"p/1\", \"q/2\"]\nvariables = 2\nconstants = [\"a\", \"b\"]\nmax_nodes = 4\n\
     max_clauses = 4\nprobabilities = [0.1, \"1/3\", 1]\n",
    "predicates = [\"p/0\", \"q/0\", \"r/0\"]\nmax_nodes = 3\nmax_clauses = 3\ncycles = \"acyclic\"\n\
     independent = [[\"p\", \"q\"]]\n",
    "predicates = [\"p/1\", \"q/1\"]\nvariables = [\"X\"]\nmax_nodes = 3\nmax_clauses = 3\nsafe = true\n\
     required = { and = [\"p\", \"q\"] }\n",
    "predicates = [\"e/2\", \"t/2\"]\nvariables = 3\nmax_nodes = 2\nmax_clauses = 3\n\
     cycles = \"stratified\"\n",
];

/// What mistakes are made of.
const PIECES: [&str; 28] = [
    "(",
    ")",
    "((((((((",
    ",",
    ".",
    ":-",
    ";",
    "\\+",
    "::",
    "0.5::",
    "[",
    "]",
    "|",
    "'",
    "\"",
    "%",
    "/*",
    "_",
    "X",
    "999999999999999999999",
    "1e308",
    "-1",
    "0",
    "= [",
    "\n",
    "\u{1b}[31m",
    "\u{0}",
    "é",
];

const NUMBERS: [&str; 12] =
    ["0", "1", "2", "3", "5", "9", "12", "30", "100", "4000", "1000000", "18446744073709551616"];

/// The generator of Knuth's MMIX.
struct Dice(Wrapping<u64>);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0 * Wrapping(6_364_136_223_846_793_005) + Wrapping(1_442_695_040_888_963_407);
        (self.0.0 >> 33) as usize % limit.max(1)
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// A text with a few changes, of which some are mistakes, and which may not be text any more.
    fn mutated(&mut self, text: &str) -> Vec<u8> {
        let mut tokens: Vec<Vec<u8>> = tokens(text);
        for _ in 0..self.one_of(&[0, 1, 1, 1, 2, 2, 3, 5]) {
            let (here, there) = (self.below(tokens.len()), self.below(tokens.len()));
            match self.below(12) {
                0 => drop(tokens.remove(here)),
                1 => tokens.swap(here, there),
                2 => tokens[here] = tokens[there].clone(),
                3 => tokens.insert(here, tokens[there].clone()),
                4 => tokens.insert(here, self.one_of(&PIECES).into()),
                5 => tokens[here] = tokens[here].repeat(1 + self.below(300)),
                6 => tokens.extend_from_within(..here),
                7 => tokens[here].iter_mut().take(1).for_each(|byte| *byte = self.below(256) as u8),
                // Another number is the mistake that is hardest to see.
                _ => {
                    let is_number = |token: &Vec<u8>| token.first().is_some_and(u8::is_ascii_digit);
                    let numbers: Vec<usize> =
                        (0..tokens.len()).filter(|place| is_number(&tokens[*place])).collect();
                    if !numbers.is_empty() {
                        tokens[self.one_of(&numbers)] = self.one_of(&NUMBERS).into();
                    }
                }
            }
        }
        tokens.concat()
    }
}

/// Names and numbers, and what is between them, character by character.
fn tokens(text: &str) -> Vec<Vec<u8>> {
    let mut tokens: Vec<Vec<u8>> = Vec::new();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    for byte in text.bytes() {
        match tokens.last_mut() {
            Some(last) if is_word(byte) && last.iter().copied().all(is_word) => last.push(byte),
            _ => tokens.push(vec![byte]),
        }
    }
    tokens
}

/// How a command fared.
struct Fared {
    code: Option<i32>,
    words: String,
    time: Duration,
    memory: u64,
}

fn run(directory: &Path, arguments: &str) -> Fared {
    let errors = directory.join("errors");
    let started = Instant::now();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .current_dir(directory)
        .args(arguments.split_whitespace())
        .args(LIMITS.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    let (mut memory, mut nap) = (0, Duration::from_micros(500));
    let status = loop {
        memory = memory.max(peak(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        sleep(nap);
        nap = (nap * 5 / 4).min(Duration::from_millis(10));
    };
    let words = String::from_utf8_lossy(&fs::read(errors).unwrap()).into_owned();
    Fared { code: status.code(), words, time: started.elapsed(), memory }
}

/// The most memory that a process has used, in bytes.
fn peak(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Run so many mutated files through every command, and tell what was worst.
fn mutate(seed: u64, files: usize) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (codes, worst) = (Mutex::new(BTreeMap::new()), Mutex::new((Duration::ZERO, 0)));
    let work = |first: usize| {
        let desk = Desk::new();
        desk.write("coin.pl", "0.5::p. query(p).\n");
        for number in (first..files).step_by(threads) {
            let mut dice = Dice(Wrapping(seed) * Wrapping(1_000_003) + Wrapping(number as u64));
            dice.below(2);
            let (name, text, commands) = match number % 2 {
                0 => ("mutated.pl", dice.one_of(&PROGRAMS), FOR_PROGRAMS),
                _ => ("mutated.toml", dice.one_of(&SPECS), FOR_SPECS),
            };
            desk.write(name, dice.mutated(text));
            for command in commands {
                let fared = run(&desk.path(""), &command.replace("FILE", name));
                let context = || {
                    let kept = std::env::temp_dir().join(format!("mutated-{seed}-{number}"));
                    fs::copy(desk.path(name), &kept).unwrap();
                    format!("{command}, where FILE is {}: {}", kept.display(), fared.words)
                };
                assert!(matches!(fared.code, Some(0..=2)), "{:?}: {}", fared.code, context());
                assert!(!fared.words.contains("panicked"), "{}", context());
                assert!(fared.time < MOST_TIME, "{:?}: {}", fared.time, context());
                assert!(fared.memory < MOST_MEMORY, "{} bytes: {}", fared.memory, context());
                *codes.lock().unwrap().entry((command, fared.code)).or_insert(0) += 1;
                let mut worst = worst.lock().unwrap();
                *worst = (worst.0.max(fared.time), worst.1.max(fared.memory));
            }
        }
    };
    thread::scope(|scope| (0..threads).for_each(|first| drop(scope.spawn(move || work(first)))));
    // For whoever looks.
    for ((command, code), times) in codes.into_inner().unwrap() {
        println!("{times:>6} × {code:?}  {command}");
    }
    println!("{files} files; the worst: {:?}", worst.into_inner().unwrap());
}

#[test]
fn a_few_mutated_files_do_no_harm() {
    mutate(1, 12);
}

/// `RANDLOG_FILES=10000 cargo test --release -p randlog -- --ignored --nocapture many_mutated`, with
/// `RANDLOG_SEED` for other files.
#[test]
#[ignore = "takes an hour"]
fn many_mutated_files_do_no_harm() {
    let number = |name: &str, default| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    mutate(number("RANDLOG_SEED", 1) as u64, number("RANDLOG_FILES", 10_000));
}
