//! The comment that every output starts with: how it was made, so that it can be made again.
//!
//! ```text
//! % # randlog 0.1.0, by search
//! % # randlog sample SPEC --seed 7 --index 0 --count 5 --format problog
//! % # where SPEC is:
//! % predicates = ["p/1", "q/2"]
//! % …
//! ```
//!
//! Without the leading `%` it is a spec file (`#` starts a comment in TOML), so every command that
//! takes a spec takes a program with such a header too.

use std::fmt::Write;

use randlog_generate::Spec;

const MARK: &str = "% # randlog ";
const SEPARATOR: &str = "% program ";

/// The header of an output that `command` made, `SPEC` standing for the spec.
pub(crate) fn of(command: &str, method: &str, spec: &Spec) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut header = format!("{MARK}{version}, by {method}\n% # {command}\n% # where SPEC is:\n");
    for line in spec.to_toml().lines() {
        writeln!(header, "% {line}").expect("strings take any text");
    }
    header.push('\n');
    header
}

/// Append what stands before program `index` in an output of several programs.
pub(crate) fn separate(text: &mut String, index: u64) {
    writeln!(text, "{SEPARATOR}{index}").expect("strings take any text");
}

/// The spec in a header, with blanks for comment signs so that every byte stays at its place.
pub(crate) fn spec_bytes(file: &[u8]) -> Option<Vec<u8>> {
    file.starts_with(MARK.as_bytes()).then(|| {
        file.split_inclusive(|&byte| byte == b'\n')
            .map_while(|line| line.strip_prefix(b"%"))
            .flat_map(|rest| [b" ", rest].concat())
            .collect()
    })
}

/// Whether a file holds instances, with facts beside the rules that the spec is about.
pub(crate) fn has_facts(file: &str) -> bool {
    file.starts_with(MARK)
        && file.lines().nth(1).is_some_and(|line| line.starts_with("% # randlog instance "))
}

/// One program of a file, and where in the file its text starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Section<'t> {
    /// The index in its separator, or `None` for a text without separators.
    pub(crate) index: Option<u64>,
    /// The position of the text in the file, in bytes.
    pub(crate) offset: usize,
    pub(crate) text: &'t str,
}

/// The programs of a file. Only a file with a header is taken apart at separators: elsewhere the
/// same comment may mean something else.
pub(crate) fn sections(file: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { index: None, offset: 0, text: file }];
    if !file.starts_with(MARK) {
        return sections;
    }
    let mut offset = 0;
    for line in file.split_inclusive('\n') {
        if let Some(index) = separated_index(line) {
            let before = sections.last_mut().expect("there is a first section");
            before.text = &file[before.offset..offset];
            sections.push(Section { index: Some(index), offset, text: &file[offset..] });
        }
        offset += line.len();
    }
    if sections.len() > 1 && is_only_comments(sections[0].text) {
        sections.remove(0);
    }
    sections
}

fn separated_index(line: &str) -> Option<u64> {
    line.strip_prefix(SEPARATOR)?.trim_end().parse().ok()
}

fn is_only_comments(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || line.starts_with('%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEC: &str = "predicates = [\"p/0\"]\nmax_nodes = 2\nmax_clauses = 3";

    #[test]
    fn a_header_is_a_spec_file() {
        let spec = Spec::from_toml("spec.toml", SPEC).unwrap();
        let header = of("randlog sample SPEC", "search", &spec);
        let text = String::from_utf8(spec_bytes(header.as_bytes()).unwrap()).unwrap();
        assert_eq!(Spec::from_toml("header", &text).unwrap(), spec);
        assert_eq!(text.find("predicates"), header.find("predicates"));
    }

    fn separator(index: u64) -> String {
        let mut text = String::new();
        separate(&mut text, index);
        text
    }

    #[test]
    fn a_file_falls_apart_at_separators() {
        let file = format!("{MARK}1\n\n{}p.\n\n{}q.\n", separator(3), separator(4));
        let sections = sections(&file);
        assert_eq!(sections.iter().map(|s| s.index).collect::<Vec<_>>(), [Some(3), Some(4)]);
        assert!(sections.iter().all(|s| file[s.offset..].starts_with(s.text)));
        assert_eq!(sections[1].text, "% program 4\nq.\n");
    }

    #[test]
    fn clauses_before_the_first_separator_are_not_lost() {
        let file = format!("{MARK}1\n\np.\n{}q.\n", separator(0));
        assert_eq!(sections(&file).len(), 2);
    }

    #[test]
    fn a_file_without_a_header_stays_whole() {
        let file = "% program 1\np.\n% program 2\nq.\n";
        assert_eq!(sections(file), [Section { index: None, offset: 0, text: file }]);
        assert_eq!(spec_bytes(file.as_bytes()), None);
    }
}
