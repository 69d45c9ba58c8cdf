//! What tests of real engines share.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, thread};

use randlog_base::Stop;
use randlog_engines::Catalogue;
use randlog_engines::python::Environment;

/// All engines; those from Python are installed under `target/` when they are first needed.
pub(crate) fn catalogue() -> Catalogue {
    Catalogue::new(environment().clone())
}

/// Where `./test` found no network and no engines were installed before, a test that needs them is
/// left out: it returns at once, and `./test` tells of it at the end.
pub(crate) fn without_engines() -> bool {
    let offline = env::var_os("RANDLOG_OFFLINE").is_some();
    let without = offline && !target().join("engines/bin/python").exists();
    if without {
        left_out("the engines from Python, and there is no network");
    }
    without
}

/// Notes that the test of this thread is left out, because it needs something that is not here.
pub(crate) fn left_out(needs: &str) {
    let file = OpenOptions::new().append(true).create(true).open(target().join("left-out.txt"));
    let test = thread::current();
    writeln!(file.unwrap(), "{}: needs {needs}", test.name().unwrap_or("a test")).unwrap();
}

/// Is there a process of this number?
pub(crate) fn is_alive(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // A zombie is dead, but nobody has asked yet.
    !state.is_empty() && !state.contains(") Z ")
}

fn environment() -> &'static Environment {
    static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let environment = Environment::new(target().join("engines"));
        environment.set_up(|doing| eprintln!("{doing}"), &Stop::NEVER).unwrap();
        environment
    })
}

pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}
