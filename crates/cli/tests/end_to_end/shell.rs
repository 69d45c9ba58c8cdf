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

/// The help of every command says what it does, in plain English.
#[test]
fn help_is_in_plain_english() {
    let desk = Desk::new();
    let mut commands = vec![String::new()];
    while let Some(command) = commands.pop() {
        let help = desk.output(&format!("{command} --help"));
        let subcommands = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
        let names = subcommands.lines().take_while(|line| !line.is_empty());
        let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        let known = names.filter(|name| *name != "help").map(|name| format!("{command} {name}"));
        commands.extend(known);
        // One text, however its lines are broken.
        let text = help.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        for words in [
            "whoever",
            "nobody",
            "told by",
            "go on with",
            "goes on",
            "of their own",
            "tell what",
            "what was found",
        ] {
            assert!(!text.contains(words), "{words} in `randlog{command} --help`");
        }
    }
}
