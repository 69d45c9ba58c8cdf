//! What the README and the guide show is what happens.

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

/// A page as a reader would follow it: files are saved, commands are run one after the other and must
/// succeed, and what is shown below a command is what it prints.
fn follow(page: &str, desk: &Desk) {
    let binary = Path::new(assert_cmd::cargo::cargo_bin!("randlog")).parent().unwrap().to_owned();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut printed = String::new();
    let mut commands = 0;
    for block in page.split("\n```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').unwrap();
        match kind.split_once(' ') {
            Some((_, file)) => desk.write(file, format!("{text}\n")),
            None if kind == "sh" && !text.contains("cargo ") => {
                let mut shell = assert_cmd::Command::new("sh");
                shell.args(["-e", "-c", text]).current_dir(desk.path(""));
                let outcome = Outcome::of(shell.env("PATH", &path).env("HOME", desk.path("home")));
                assert_eq!(outcome.code, 0, "{text}\n{}", outcome.stderr);
                printed = outcome.stdout;
                commands += text.matches("randlog ").count();
            }
            None if kind == "text" => assert_eq!(printed.trim_end(), text),
            None => {}
        }
    }
    assert!(commands > 1, "{commands} commands");
}

#[test]
#[cfg(unix)]
fn every_command_of_the_readme_runs() {
    let desk = Desk::new();
    std::os::unix::fs::symlink(Path::new(ROOT).join("examples"), desk.path("examples")).unwrap();
    follow(&readme(), &desk);
}

#[test]
#[cfg(unix)]
fn every_command_of_the_guide_runs() {
    for page in ["guide.md", "ci.md"] {
        let page = fs::read_to_string(Path::new(ROOT).join("../../docs").join(page)).unwrap();
        follow(&page, &Desk::new());
    }
}

/// Pages whose commands take long, or need engines and clusters, at least show commands and flags that exist.
#[test]
fn every_command_of_the_documentation_can_be_read() {
    let desk = Desk::new();
    let mut commands = 0;
    for entry in fs::read_dir(Path::new(ROOT).join("../../docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        for line in blocks(&page, "sh").into_iter().flat_map(|block| block.split("\n")) {
            let Some(words) = line.trim().strip_prefix("randlog ") else { continue };
            let mut shell = assert_cmd::Command::new("sh");
            let words = words.split(['|', '>', '&', ';', '#']).next().unwrap();
            let binary = assert_cmd::cargo::cargo_bin!("randlog");
            // What is asked for help first must understand all that was said before.
            shell.args(["-c", &format!("{} {words} --help", binary.display())]);
            let outcome = Outcome::of(shell.current_dir(desk.path("")));
            assert_eq!(outcome.code, 0, "{}: {line}\n{}", path.display(), outcome.stderr);
            commands += 1;
        }
    }
    assert!(commands > 40, "{commands} commands");
}

/// Every page is listed, and every page that is listed exists.
#[test]
fn the_index_of_the_documentation_is_complete() {
    let docs = Path::new(ROOT).join("../../docs");
    let index = fs::read_to_string(docs.join("README.md")).unwrap();
    for entry in fs::read_dir(&docs).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_page = name.ends_with(".md") && name != "README.md";
        assert!(!is_page || index.contains(&format!("]({name})")), "{name} is not listed");
    }
    for link in index.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap()) {
        assert!(docs.join(link).exists(), "{link} does not exist");
    }
}

/// Words that say less than plain ones, in what users read.
#[test]
fn pages_are_in_plain_english() {
    let root = Path::new(ROOT).join("../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages =
        docs.chain(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|it| root.join(it)));
    for page in pages.filter(|page| page.extension().is_some_and(|it| it == "md")) {
        let text = fs::read_to_string(&page).unwrap().to_lowercase();
        for words in
            ["just if", "mended", "dearer", "so many seconds", "whoever", "nobody", "told by"]
        {
            let is_word = |(place, _): (usize, &str)| !text[..place].ends_with("recom");
            assert!(!text.match_indices(words).any(is_word), "{words} in {}", page.display());
        }
    }
}
