//! What the README shows is what happens.

use std::fs;
use std::path::Path;

use super::{Desk, Outcome};

/// `README.md` and `examples` are here, too: links in the repository, copies in the package.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The contents of the code blocks in a language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let opening = format!("```{language}\n");
    let inside = |block: &'t str| block.split_once("```").expect("a closed block").0;
    text.split(&opening).skip(1).map(inside).collect()
}

fn readme() -> String {
    fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap()
}

#[test]
fn the_first_command_prints_what_is_shown() {
    let readme = readme();
    let command = blocks(&readme, "sh")[0].trim();
    let arguments = command.strip_prefix("cargo run --release -- ").expect(command);
    let outcome = Outcome::of(Desk::new().command(arguments).current_dir(ROOT));
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_eq!(outcome.stdout, blocks(&readme, "prolog")[0]);
}

#[test]
fn the_spec_shown_is_a_spec() {
    let desk = Desk::new();
    desk.write("spec.toml", blocks(&readme(), "toml")[0]);
    desk.output("sample spec.toml --seed 1");
}
