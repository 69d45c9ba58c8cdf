//! Completions and man pages.

use crate::Desk;

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish"] {
        let script = Desk::new().output(&format!("completions {shell}"));
        for word in ["sample", "max-nodes", "experiment"] {
            assert!(script.contains(word), "{word} is missing for {shell}");
        }
    }
    assert_eq!(Desk::new().run("completions tcl").code, 2);
}

#[test]
fn every_command_has_a_man_page() {
    let desk = Desk::new();
    desk.output("man pages/man1");
    let pages = desk.files("pages/man1");
    for page in ["randlog.1", "randlog-sample.1", "randlog-experiment-scaling.1"] {
        assert!(pages.iter().any(|name| name == page), "{page} of {pages:?}");
    }
    assert!(desk.read("pages/man1/randlog-sample.1").contains("max\\-nodes"));
    desk.write("taken", "");
    assert_eq!(desk.run("man taken").code, 2);
}
