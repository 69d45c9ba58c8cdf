//! What the paper numbers is cited in the code that enforces or implies it, so that a reader of the
//! one finds the place in the other.

use std::fs;
use std::path::Path;

/// All sources in a folder, one after the other, tests aside.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let texts = paths.map(|path| {
        if path.is_dir() {
            sources(&path)
        } else if path.ends_with("tests.rs") {
            String::new()
        } else {
            fs::read_to_string(path).expect("a source")
        }
    });
    texts.collect()
}

/// Whether a comment has these words, and no further digit after them.
fn cites(source: &str, words: &str) -> bool {
    let comments = source.lines().filter(|line| line.trim_start().starts_with("//"));
    let cited = |line: &str| {
        let mut rests = line.split(words).skip(1);
        rests.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    comments.into_iter().any(cited)
}

#[test]
fn whatever_the_paper_numbers_is_cited() {
    let search = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search");
    let source = sources(&search);
    for (kind, most) in [("Constraint", 10), ("Definition", 2), ("Algorithm", 3)] {
        for number in 1..=most {
            let words = format!("{kind} {number}");
            assert!(cites(&source, &words), "no comment in src/search cites {words}");
        }
    }
}

#[test]
fn a_citation_is_not_the_beginning_of_another() {
    assert!(cites("/// Constraint 10, and Constraint 1: small", "Constraint 1"));
    assert!(!cites("/// Constraint 10: large", "Constraint 1"));
    assert!(!cites("let words = \"Constraint 1\";", "Constraint 1"));
}
