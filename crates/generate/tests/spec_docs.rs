//! `docs/spec.md` lists the keys as they are.

use std::fs;

use randlog_generate::spec::{Key, table};

/// `spec.md` is here, too: a link in the repository, a copy in the package.
fn document() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/spec.md")).unwrap()
}

#[test]
fn the_table_of_keys_is_that_of_the_library() {
    let document = document();
    let (_, rest) = document.split_once("<!-- keys -->\n").expect("a place for the table");
    let (shown, _) = rest.split_once("<!-- /keys -->").expect("its end");
    assert_eq!(shown, table(), "replace the table in docs/spec.md by this one:\n{}", table());
}

#[test]
fn every_key_has_a_section() {
    let document = document();
    for key in Key::all() {
        assert!(document.contains(&format!("\n## {key}\n")), "{key}");
    }
}
