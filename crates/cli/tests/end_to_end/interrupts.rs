//! An interrupted run leaves nothing half-written behind.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::Desk;

#[test]
fn an_interrupt_removes_the_unfinished_file() {
    let desk = Desk::with_spec();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .current_dir(desk.path(""))
        .args("sample spec.toml --count 1000000000 --output out.pl".split_whitespace())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    while desk.files("").len() < 2 {
        assert!(Instant::now() < deadline, "no temporary file appeared");
        sleep(Duration::from_millis(5));
    }
    assert_ne!(
        desk.files(""),
        ["out.pl", "spec.toml"],
        "the file must not appear before it is whole"
    );
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(desk.files(""), ["spec.toml"]);
}
