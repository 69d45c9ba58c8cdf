//! The engines from Python, without Python: what happens before and after they are run.
#![cfg(unix)]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::common::left_out;
use randlog_base::Stop;
use randlog_engines::python::{Environment, SetupError};
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, TestCase, Wall};
use tempfile::TempDir;

/// An engine whose Python is a shell script.
fn engine(desk: &Path, name: &str, script: &str) -> Box<dyn Engine> {
    let environment = Environment::new(desk);
    let python = environment.python();
    fs::create_dir_all(python.parent().unwrap()).unwrap();
    fs::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    Catalogue::new(environment).engine(name).unwrap()
}

#[test]
fn a_virtual_environment_of_others_is_not_removed() {
    let desk = TempDir::new().unwrap();
    let theirs = desk.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    for file in ["pyvenv.cfg", "thesis.py"] {
        fs::write(theirs.join(file), "precious").unwrap();
    }
    let refused = Environment::new(&theirs).set_up(|doing| panic!("{doing}"), &Stop::NEVER);
    assert!(matches!(refused, Err(SetupError::Occupied(_))), "{refused:?}");
    assert_eq!(fs::read_to_string(theirs.join("thesis.py")).unwrap(), "precious");
}

#[test]
fn aspmc_says_what_is_false_and_says_something() {
    let desk = TempDir::new().unwrap();
    let file = desk.path().join("program.pl");
    fs::write(&file, "0.5::p(a). query(p(b)).").unwrap();
    let outcome = |script: &str| {
        let run = engine(desk.path(), "aspmc", script)
            .answer(&file.as_path().into(), &EngineLimits::default(), &Stop::NEVER)
            .unwrap();
        run.outcome.map(|answers| answers[0].1.high).map_err(|failure| failure.kind)
    };
    assert_eq!(outcome("echo '{\"answers\": []}'"), Ok(0.0));
    let reply = r#"echo '{"answers": [{"atom": "p(b)", "probability": 0.25}]}'"#;
    assert_eq!(outcome(reply), Ok(0.25));
    assert_eq!(outcome("echo '[WARNING] aspmc: nothing to do' >&2"), Err(FailureKind::Unparsable));
    assert_eq!(outcome("echo '{}'"), Err(FailureKind::Unparsable));
    assert_eq!(outcome("exit 0"), Err(FailureKind::Unparsable));
}

#[test]
fn a_translation_counts_for_the_time() {
    const READING: Duration = Duration::from_millis(500);
    let reply = "echo '{\"answers\": []}'";
    for name in ["clingo", "aspmc"] {
        let desk = TempDir::new().unwrap();
        let engine = engine(desk.path(), name, reply);
        // A file that is slow to read stands for one that is slow to translate.
        let file = desk.path().join("program.pl");
        assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
        let run = |program: &'static str, time: Duration| {
            let file = file.clone();
            let pipe = file.clone();
            let writer = thread::spawn(move || {
                thread::sleep(READING);
                fs::write(pipe, program).unwrap();
            });
            let run = engine
                .answer(
                    &file.as_path().into(),
                    &EngineLimits { time, ..EngineLimits::default() },
                    &Stop::NEVER,
                )
                .unwrap();
            writer.join().unwrap();
            assert!(run.wall >= READING, "{name}: {run:?}");
            run.outcome.map_err(|failure| failure.kind)
        };
        assert!(run("0.5::p. query(p).", 60 * READING).is_ok());
        assert_eq!(run("0.5::p. query(p).", READING / 2), Err(FailureKind::Timeout));
        assert_eq!(run("0.5::p. query(q).", 60 * READING), Err(FailureKind::Untranslated));
    }
}

/// What the shell says that an engine from Python is, after these lines.
fn told(engine: &dyn Engine, is_at_work: bool) -> Vec<String> {
    let (program, limits) = (TestCase::from("0.5::p. query(p)."), EngineLimits::default());
    let run = match is_at_work {
        true => engine.worker().answer(&program, &limits, &Stop::NEVER).unwrap(),
        false => engine.answer(&program, &limits, &Stop::NEVER).unwrap(),
    };
    let words = run.outcome.unwrap_err().words;
    words.split(' ').map(str::to_owned).collect()
}

#[test]
fn an_engine_runs_in_a_directory_of_its_own_and_without_network() {
    let desk = TempDir::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!(
        "connect='import socket; socket.create_connection((\"127.0.0.1\", {port}))'\n\
         python3 -c \"$connect\" 2>/dev/null && net=reached || net=refused\n\
         echo '{{\"error\": {{\"kind\": \"rejected\", \"message\": \"'$(pwd) $net $(ls)'\"}}}}'"
    );
    let engine = engine(desk.path(), "sdd", &script);
    for is_at_work in [false, true] {
        let told = told(&*engine, is_at_work);
        assert!(told[0].contains("randlog-") && !Path::new(&told[0]).exists(), "{told:?}");
        match Wall::here().network {
            true => assert_eq!(told[1], "refused"),
            false => left_out("a system with seccomp, to keep engines from the network"),
        }
        // Nothing is there but what it is asked about.
        assert_eq!(told[2..], if is_at_work { ["1.pl"] } else { ["program.pl"] });
    }
}
