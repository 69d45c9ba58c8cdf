//! The engines from Python, without Python: what happens before and after they are run.
#![cfg(unix)]

use std::fs;

use randlog_experiment::engine::python::{Environment, SetupError};
use tempfile::TempDir;

#[test]
fn a_virtual_environment_of_others_is_not_removed() {
    let desk = TempDir::new().unwrap();
    let theirs = desk.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    for file in ["pyvenv.cfg", "thesis.py"] {
        fs::write(theirs.join(file), "precious").unwrap();
    }
    let refused = Environment::new(&theirs).set_up(|doing| panic!("{doing}"));
    assert!(matches!(refused, Err(SetupError::Occupied(_))), "{refused:?}");
    assert_eq!(fs::read_to_string(theirs.join("thesis.py")).unwrap(), "precious");
}
