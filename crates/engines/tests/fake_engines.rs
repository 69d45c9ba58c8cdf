//! Engines that misbehave: what they leave behind, and how their end is told.
#![cfg(unix)]

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::common::is_alive;
use miette::Diagnostic;
use randlog_base::Stop;
use randlog_engines::catalogue::BadEngineName;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, Phases, Run, external};
use tempfile::TempDir;

/// A second and a quarter of a gibibyte.
const LIMITS: EngineLimits = EngineLimits { time: Duration::from_secs(1), memory: 256 << 20 };

/// Run a shell script as an engine; `$1` is the file, in a directory of its own.
fn run_in(desk: &Path, script: &str, limits: &EngineLimits) -> Run {
    run_by("sh", desk, script, limits)
}

/// The same by another shell, or by one with something before it.
fn run_by(shell: &str, desk: &Path, script: &str, limits: &EngineLimits) -> Run {
    let path = desk.join("engine.sh");
    fs::write(&path, script).unwrap();
    let engine: external::Command = format!("fake={shell} '{}'", path.display()).parse().unwrap();
    // They leave notes on the desk.
    let engine = engine.without_wall();
    let program = fs::read_to_string(desk.join("program.pl"));
    let program = program.unwrap_or_else(|_| "0.5::p. query(p).".to_owned());
    engine.answer(&program.into(), limits, &Stop::NEVER).unwrap()
}

/// A shell that no signal ends, except the one that ends all.
const DEAF: &str = "trap '' TERM INT HUP QUIT USR1; sh";

fn run(script: &str) -> Run {
    run_in(
        TempDir::new().unwrap().path(),
        script,
        &EngineLimits { time: Duration::from_secs(20), ..LIMITS },
    )
}

/// The kind and the words of a failure.
fn failure(script: &str) -> (FailureKind, String) {
    let failure = run(script).outcome.unwrap_err();
    (failure.kind, failure.words)
}

/// Wait until the processes whose numbers are in a file are gone.
fn assert_gone(file: &Path) {
    let pids = fs::read_to_string(file).unwrap();
    assert!(!pids.is_empty());
    let deadline = Instant::now() + Duration::from_secs(10);
    while pids.split_whitespace().any(is_alive) {
        assert!(Instant::now() < deadline, "still alive: {pids}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn answers_are_numbers_or_intervals() {
    let run = run(r#"echo 'some other output: 0.3 at 4:22.'
echo '{"answers": [{"atom": "p(a,b)", "probability": 0.25}, {"atom": "q", "low": 0.1, "high": 0.2}],
"phases": {"parse_us": 1, "relevance_us": 2, "ground_us": 3, "count_us": 5}}' | tr -d '\n'"#);
    let answers = run.outcome.unwrap();
    let told: Vec<_> =
        answers.iter().map(|(atom, said)| (atom.to_string(), said.low, said.high)).collect();
    assert_eq!(told, [("p(a, b)".to_owned(), 0.25, 0.25), ("q".to_owned(), 0.1, 0.2)]);
    let (load_us, ground_us, evaluate_us) = (Some(1), Some(5), Some(5));
    assert_eq!(run.phases, Phases { load_us, ground_us, compile_us: None, evaluate_us });
}

#[test]
fn answers_may_be_about_lists_and_other_terms() {
    for atom in ["p([a, b | T])", "p(f(g(X), 1.5))", "p(\"text\")", "p(-3)", "\\\\+p(a)"] {
        let answers = format!(
            r#"{{"answers": [{{"atom": "{}", "probability": 0.5}}]}}"#,
            atom.replace('"', "\\\"")
        );
        let outcome = run(&format!("cat <<'END'\n{answers}\nEND")).outcome;
        assert!(outcome.is_ok(), "{atom}: {outcome:?}");
    }
}

#[test]
fn an_answer_may_have_several_lines_and_others_around_it() {
    let answer = r#"{"answers": [{"atom": "p", "probability": 0.25}]"#;
    let phases = r#" "phases": {"load_us": 120}}"#;
    for output in [
        format!("{answer},\n{phases}"),
        format!("a word\n{{ not this }}\n{answer},\n{phases}"),
        format!("a word\n{{\n{},\n{phases}\n", &answer[1..]),
        format!("a word\n{answer}}}\nand another"),
    ] {
        let outcome = run(&format!("cat <<'END'\n{output}\nEND")).outcome;
        let number = outcome.as_deref().map(|answers| answers[0].1.low);
        assert_eq!(number, Ok(0.25), "{output}");
    }
}

#[test]
fn an_engine_gets_its_file_and_no_input() {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("program.pl"), "0.125").unwrap();
    let script = r#"read -r nothing && exit 1
echo "{\"answers\": [{\"atom\": \"p\", \"probability\": $(cat "$1")}]}""#;
    assert_eq!(run_in(desk.path(), script, &LIMITS).outcome.unwrap()[0].1.low, 0.125);
}

#[test]
fn the_words_of_a_failure_name_the_file_without_its_random_directory() {
    let script = r#"echo "{\"error\": {\"kind\": \"unknown\", \"message\": \"p/0 in $1:3, not $(dirname "$1")\"}}"
exit 1"#;
    let (_, words) = failure(script);
    assert!(words.starts_with("p/0 in program.pl:3, not /"), "{words}");
}

#[test]
fn what_is_no_reply_is_unparsable() {
    for garbage in [
        "",
        "echo 0.5",
        "echo '{\"answers\": 3}'",
        "echo '{}'",
        "echo '{\"answers\": [{\"atom\": \"p\"}]}'",
        "echo '{\"answers\": [{\"atom\": \"p\", \"probability\": 1.5}]}'",
        "echo '{\"answers\": [{\"atom\": \"p(\", \"probability\": 0.5}]}'",
        "echo '{\"answers\": [{\"atom\": \"p\", \"probability\": NaN}]}'",
        "echo '{\"answers\": [{\"atom\": \"p\", \"probability\": -0.1}]}'",
        "echo '{\"answers\": [{\"atom\": \"p\", \"low\": 0.1}]}'",
        "echo '{\"answers\": [{\"atom\": \"p\", \"low\": 0.1, \"high\": 1.2}]}'",
        "echo '{\"answers\": [{\"atom\": \"p). q(a\", \"probability\": 0.5}]}'",
        "echo '{\"answers\": [{\"atom\": \"p). %\", \"probability\": 0.5}]}'",
        "echo '{\"answers\": [{\"atom\": \"p %\", \"probability\": 0.5}]}'",
        "echo '{\"answers\": [{\"atom\": \"\", \"probability\": 0.5}]}'",
        "echo '{\"answers\": [],'; echo 'and so on'",
        "head -c 10000 /dev/urandom",
    ] {
        assert_eq!(failure(garbage).0, FailureKind::Unparsable, "{garbage}");
    }
}

#[test]
fn an_engine_that_contradicts_itself_has_no_answer() {
    let said = |answers: &str| failure(&format!("echo '{{\"answers\": [{answers}]}}'"));
    let half = r#"{"atom": "p(a)", "probability": 0.5}"#;
    let (kind, words) = said(&format!(r#"{half}, {{"atom": "p( a )", "probability": 0.25}}"#));
    assert_eq!(kind, FailureKind::Unparsable);
    assert_eq!(words, "two answers for `p(a)`: 0.5 and 0.25");
    let (_, words) = said(r#"{"atom": "p", "low": 0.75, "high": 0.5}"#);
    assert_eq!(words, "the bounds of `p` are 0.75 and 0.5, in this order");
    let (_, words) = said(r#"{"atom": "p", "probability": 1.5}"#);
    assert_eq!(words, "1.5 is no probability for `p`");
    // To say it twice is no contradiction, and rounding may turn bounds round.
    let fine =
        format!(r#"{half}, {half}, {{"atom": "q", "low": 0.30000000000000004, "high": 0.3}}"#);
    assert!(run(&format!("echo '{{\"answers\": [{fine}]}}'")).outcome.is_ok());
}

#[test]
fn a_complaint_keeps_its_words() {
    let complain = |kind: &str| {
        failure(&format!(
            "echo '{{\"error\": {{\"kind\": \"{kind}\", \"message\": \"so\"}}}}'; exit 1"
        ))
    };
    assert_eq!(complain("unsafe"), (FailureKind::NonGround, "so".to_owned()));
    assert_eq!(complain("negative_cycle"), (FailureKind::NegativeCycle, "so".to_owned()));
    assert_eq!(complain("undefined"), (FailureKind::UnknownClause, "so".to_owned()));
    assert_eq!(complain("inconsistent_evidence"), (FailureKind::Rejected, "so".to_owned()));
}

#[test]
fn a_crash_keeps_its_words() {
    let (kind, words) = failure("echo 'segment not found' >&2; exit 3");
    assert_eq!((kind, words.as_str()), (FailureKind::Crash, "segment not found (exit status: 3)"));
    assert_eq!(failure("kill -SEGV $$").0, FailureKind::Crash);
    assert_eq!(failure("echo '{\"answers\": []}'; exit 1").0, FailureKind::Crash);
}

#[test]
fn a_command_that_is_not_there_is_missing() {
    let engine: external::Command = "fake=/nowhere/engine --fast".parse().unwrap();
    let failure = engine
        .answer(&"0.5::p. query(p).".into(), &LIMITS, &Stop::NEVER)
        .unwrap()
        .outcome
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Missing);
    assert!(failure.words.contains("/nowhere/engine"), "{}", failure.words);
}

#[test]
fn a_limit_that_cannot_be_set_is_no_crash() {
    // As our supervisor, `env`, `timeout` and others say it.
    let (kind, words) = failure("echo 'ulimit: error setting limit' >&2; exit 125");
    assert_eq!(kind, FailureKind::Missing);
    assert!(words.starts_with("ulimit"), "{words}");
}

#[test]
fn an_engine_of_ones_own_has_a_name_of_its_own() {
    let catalogue = Catalogue::new(Environment::new("/nowhere"));
    for name in Catalogue::names().into_iter().chain(["nnf", "worlds"]) {
        assert!(catalogue.engine(name).is_ok());
        let refused = catalogue.engine(&format!("{name}=echo")).unwrap_err();
        assert_eq!(refused, BadEngineName::Taken(name.to_owned()));
        let help = refused.help().unwrap().to_string();
        assert!(help.contains("choose another name"), "{help}");
        assert!(catalogue.engine(&format!("my-{name}=echo")).is_ok());
    }
    let refused = catalogue.engine("sat").unwrap_err();
    assert_eq!(refused, BadEngineName::NoSuch("sat".to_owned()));
    let help = refused.help().unwrap().to_string();
    assert!(help.starts_with("the engines are exact, ") && help.contains(", worlds;"), "{help}");
}

#[test]
fn engines_are_chosen_by_name_and_the_missing_ones_told() {
    let catalogue = Catalogue::new(Environment::new("/nowhere"));
    let chosen = catalogue.select(&["sdd", "exact", "mine=./engine", "nnf"]).unwrap();
    let names: Vec<&str> = chosen.engines.iter().map(|engine| engine.name()).collect();
    assert_eq!(names, ["exact", "mine"]);
    assert_eq!(chosen.names, ["exact", "mine=./engine"]);
    let missing: Vec<&str> = chosen.missing.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(missing, ["sdd", "ddnnf"]);
    let words = "the Python package problog 2.3.0 is not installed in `/nowhere`";
    assert_eq!(chosen.missing[0].1.to_string(), words);
    // Whether it is installed or not, an engine is asked for once.
    for twice in [["exact", "exact"], ["nnf", "ddnnf"], ["a=one", "a=two"]] {
        let name = catalogue.engine(twice[1]).unwrap().name().to_owned();
        assert_eq!(catalogue.select(&twice).unwrap_err(), BadEngineName::Twice(name));
    }
}

#[test]
fn memory_is_limited() {
    let (kind, words) = failure("python3 -c 'bytearray(1 << 30)'");
    assert_eq!(kind, FailureKind::Memory, "{words}");
    assert!(words.contains("MemoryError"), "{words}");
    // Nobody but the system kills an engine that is in time.
    assert_eq!(failure("kill -KILL $$").0, FailureKind::Memory);
    let abort = "echo 'memory allocation of 8388608 bytes failed' >&2; kill -ABRT $$";
    assert_eq!(failure(abort).0, FailureKind::Memory);
}

#[test]
fn time_is_limited_and_children_go_too() {
    let desk = TempDir::new().unwrap();
    let pids = desk.path().join("pids");
    let script = format!(
        "trap '' TERM INT HUP\nsh -c 'sleep 1000 & echo $! >> {0}; sleep 1000' &\necho $! $$ >> {0}\nwait",
        pids.display()
    );
    let started = Instant::now();
    let run = run_in(desk.path(), &script, &LIMITS);
    assert_eq!(run.outcome.unwrap_err().kind, FailureKind::Timeout);
    assert!(run.wall >= LIMITS.time && started.elapsed() < 10 * LIMITS.time);
    assert_gone(&pids);
}

#[test]
fn an_engine_that_closes_its_output_is_still_waited_for() {
    let run = run_in(TempDir::new().unwrap().path(), "exec >&- 2>&-; sleep 1000", &LIMITS);
    assert_eq!(run.outcome.unwrap_err().kind, FailureKind::Timeout);
}

#[test]
fn an_engine_that_never_stops_talking_is_stopped() {
    let kind = run_in(TempDir::new().unwrap().path(), "yes", &LIMITS).outcome.unwrap_err().kind;
    assert!(matches!(kind, FailureKind::Timeout | FailureKind::Crash), "{kind}");
}

#[test]
fn children_that_outlive_an_answer_are_ended() {
    let desk = TempDir::new().unwrap();
    let pids = desk.path().join("pids");
    let script = format!("sleep 1000 & echo $! > {}\necho '{{\"answers\": []}}'", pids.display());
    let started = Instant::now();
    let run =
        run_in(desk.path(), &script, &EngineLimits { time: Duration::from_secs(60), ..LIMITS });
    assert_eq!(run.outcome, Ok(Vec::new()));
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_gone(&pids);
}

#[test]
fn temporary_files_go_with_the_engine() {
    let desk = TempDir::new().unwrap();
    let place = desk.path().join("place");
    let litter = format!(
        "test -n \"$TMPDIR\" -a \"$TMPDIR$TMPDIR\" = \"$TMP$TEMP\" || exit 1\n\
         mkdir \"$TMPDIR/deep\" && mktemp && mktemp -p \"$TMPDIR/deep\" || exit 1\n\
         echo \"$TMPDIR\" > {}\n",
        place.display()
    );
    for (end, is_in_time) in [("echo '{\"answers\": []}'", true), ("sleep 1000", false)] {
        let run = run_in(desk.path(), &format!("{litter}{end}"), &LIMITS);
        assert_eq!(run.outcome.is_ok(), is_in_time, "{run:?}");
        let place = fs::read_to_string(&place).unwrap();
        assert!(Path::new(place.trim_end()).is_absolute());
        assert_ne!(Path::new(place.trim_end()), env::temp_dir());
        assert!(!Path::new(place.trim_end()).exists(), "{place}");
    }
}

/// Leaves its process group, holds on to standard output, and tells its number.
fn fugitive(pids: &Path) -> String {
    let pids = pids.display();
    format!(
        "python3 -c 'import os, time; os.setsid(); \
         open(\"{pids}\", \"w\").write(str(os.getpid())); time.sleep(60)' || true"
    )
}

#[test]
fn nobody_waits_for_a_process_that_leaves_its_group() {
    let desk = TempDir::new().unwrap();
    let pids = desk.path().join("pids");
    let started = Instant::now();
    let limits = EngineLimits { time: Duration::from_secs(5), ..LIMITS };
    let run = run_in(desk.path(), &fugitive(&pids), &limits);
    assert_eq!(run.outcome.unwrap_err().kind, FailureKind::Timeout);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_gone(&pids);
}

#[test]
fn what_was_said_before_a_process_left_its_group_counts() {
    let desk = TempDir::new().unwrap();
    let pids = desk.path().join("pids");
    let script = format!(
        "{} &\nuntil test -s {}; do sleep 0.01; done\necho '{{\"answers\": []}}'",
        fugitive(&pids),
        pids.display()
    );
    let started = Instant::now();
    let run =
        run_in(desk.path(), &script, &EngineLimits { time: Duration::from_secs(50), ..LIMITS });
    assert_eq!(run.outcome, Ok(Vec::new()));
    assert!(started.elapsed() < Duration::from_secs(50));
    assert_gone(&pids);
}

#[test]
fn an_engine_that_sends_signals_to_its_group_does_not_outlive_its_time() {
    for signal in ["TERM", "INT", "HUP", "QUIT", "USR1", "STOP"] {
        let desk = TempDir::new().unwrap();
        let pids = desk.path().join("pids");
        let script =
            format!("sleep 1000 &\necho $$ $! > {}\nkill -{signal} 0\nwait", pids.display());
        let limits = EngineLimits { time: Duration::from_millis(300), ..LIMITS };
        let run = run_by(DEAF, desk.path(), &script, &limits);
        assert_eq!(run.outcome.unwrap_err().kind, FailureKind::Timeout, "{signal}");
        assert_gone(&pids);
    }
}

#[test]
fn an_engine_has_no_children_but_its_own() {
    let desk = TempDir::new().unwrap();
    let path = desk.path().join("engine.py");
    let script = "import os\ntry:\n    while True: os.wait()\n\
                  except ChildProcessError: print('{\"answers\": []}')\n";
    fs::write(&path, script).unwrap();
    // No shell is left in between.
    let command = format!("fake=exec python3 '{}'", path.display());
    let engine: external::Command = command.parse().unwrap();
    let limits = EngineLimits { time: Duration::from_secs(20), ..LIMITS };
    let outcome =
        engine.answer(&"0.5::p. query(p).".into(), &limits, &Stop::NEVER).unwrap().outcome;
    assert_eq!(outcome, Ok(Vec::new()));
}

#[test]
#[cfg(target_os = "linux")]
fn address_space_that_is_only_reserved_is_not_limited() {
    // As engines of WebAssembly do.
    let script = "import mmap; m = mmap.mmap(-1, 64 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ); \
                  print('{\"answers\": []}')";
    let run = run(&format!("exec python3 -c '{}'", script.replace('\'', "'\\''")));
    assert_eq!(run.outcome, Ok(Vec::new()));
}

/// What an engine in its own language says about a program; the command is one for the shell.
fn in_language(engine: &str, program: &str) -> Result<Vec<String>, FailureKind> {
    let engine: external::Command = engine.parse().unwrap();
    let limits = EngineLimits { time: Duration::from_secs(20), ..LIMITS };
    let outcome = engine.answer(&program.into(), &limits, &Stop::NEVER).unwrap().outcome;
    let words = |(atom, bounds): (randlog_logic::Atom, randlog_engines::Bounds)| {
        format!("{atom} {}", bounds.low)
    };
    outcome.map(|answers| answers.into_iter().map(words).collect()).map_err(|it| it.kind)
}

#[test]
fn engines_get_programs_in_their_own_language_and_print_atoms() {
    const PROGRAM: &str = "p(X) :- q(X), \\+ r(X). q(a). q(b). r(b). query(p(X)). query(q(b)).";
    // An engine that takes facts for all there is, and says what is asked of them.
    let facts = "prolog:facts=sed -n 's/^\\(q(.*)\\)\\.$/\\1/p'";
    assert_eq!(in_language(facts, PROGRAM), Ok(vec!["q(a) 1".to_owned(), "q(b) 1".to_owned()]));
    let grep = |prefix: &str, pattern: &str| format!("{prefix}:mine=grep -q '{pattern}'");
    for (prefix, pattern) in [
        ("prolog", "^query(q(b))[.]"),
        ("prolog-tabled", "^:- table"),
        ("asp", "^#show p(X) : p(X)[.]"),
        ("datalog", "^[.]output p"),
    ] {
        assert_eq!(in_language(&grep(prefix, pattern), PROGRAM), Ok(vec![]), "{prefix}");
        // No match is an exit code of 1.
        let other = in_language(&grep(prefix, "elephant"), PROGRAM);
        assert_eq!(other, Err(FailureKind::Crash), "{prefix}");
        let uncertain = in_language(&grep(prefix, pattern), "0.5::p. query(p).");
        assert_eq!(uncertain, Err(FailureKind::Untranslated), "{prefix}");
    }
    let object = "asp:json=echo '{\"answers\": [{\"atom\": \"p(a)\", \"probability\": 0.5}]}' #";
    assert_eq!(in_language(object, PROGRAM), Ok(vec!["p(a) 0.5".to_owned()]));
}
