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
use randlog_logic::Dialect;

const MARK: &str = "% # randlog ";
const COMMENT: &str = "% # ";
const SEPARATOR: &str = "% program ";

/// The header of an output that a command made, `SPEC` in it standing for the spec.
pub(crate) fn text(command: &str, method: &str, spec: Option<&Spec>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut header =
        format!("{MARK}{version}, by {method}\n{COMMENT}{command}\n% # where SPEC is:\n");
    for line in spec.map_or(String::new(), Spec::to_toml).lines() {
        writeln!(header, "% {line}").expect("strings take any text");
    }
    header.push('\n');
    header
}

/// The same text with comments as a dialect writes them.
pub fn commented(text: String, dialect: Dialect) -> String {
    if dialect.comment() == "%" {
        return text;
    }
    let line = |line: &str| match line.strip_prefix('%') {
        Some(rest) => format!("{}{rest}", dialect.comment()),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Append what stands before program `index` in an output of several programs.
pub fn separate(text: &mut String, index: u64) {
    writeln!(text, "{SEPARATOR}{index}").expect("strings take any text");
}

/// The spec in a header, in the comments of any dialect, with blanks for comment signs so that every byte
/// stays at its place.
pub fn spec_bytes(file: &[u8]) -> Option<Vec<u8>> {
    let mark = MARK.trim_start_matches('%').as_bytes();
    let signs = Dialect::ALL.map(|dialect| dialect.comment().as_bytes());
    let is_sign = |sign: &&[u8]| file.strip_prefix(*sign).is_some_and(|it| it.starts_with(mark));
    let sign = signs.into_iter().find(is_sign)?;
    let blanks = vec![b' '; sign.len()];
    let lines = file.split_inclusive(|&byte| byte == b'\n');
    let comments = lines.map_while(|line| line.strip_prefix(sign));
    Some(comments.flat_map(|rest| [&blanks[..], rest].concat()).collect())
}

/// Whether a text starts with a header: with a version, where the next line has the name of a command.
pub fn is_header(text: &str) -> bool {
    text.strip_prefix(MARK)
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a file holds instances, with facts beside the rules that the spec is about.
pub fn has_facts(file: &str) -> bool {
    file.starts_with(MARK)
        && file.lines().nth(1).is_some_and(|line| line.starts_with("% # randlog instance "))
}

/// One program of a file, and where in the file its text starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'t> {
    /// The index in its separator, or `None` for a text without separators.
    pub index: Option<u64>,
    /// The line of the file in which the text starts, from 1.
    pub line: usize,
    /// The position of the text in the file, in bytes.
    pub offset: usize,
    /// The position of the header that it is under, if there is one.
    pub header: usize,
    /// The text.
    pub text: &'t str,
}

impl Section<'_> {
    /// What to call this program of a file: nothing more than the file if it holds one program alone.
    pub fn title(&self, file: &str) -> String {
        match self.index {
            Some(index) => format!("{file}, program {index}"),
            None if self.offset > 0 => format!("{file}, line {}", self.line),
            None => file.to_owned(),
        }
    }
}

/// The programs of a file. Only a file with a header is taken apart: at separators, and at further headers
/// of files that were joined. Elsewhere the same comments may mean something else.
pub fn sections(file: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { index: None, line: 1, offset: 0, header: 0, text: file }];
    if !file.starts_with(MARK) {
        return sections;
    }
    let (mut offset, mut header) = (0, 0);
    for (number, line) in file.split_inclusive('\n').enumerate() {
        let index = line.strip_prefix(SEPARATOR).and_then(|rest| rest.trim_end().parse().ok());
        let is_header = offset > 0 && is_header(line);
        header = if is_header { offset } else { header };
        if index.is_some() || is_header {
            let before = sections.last_mut().expect("there is a first section");
            before.text = &file[before.offset..offset];
            let text = &file[offset..];
            sections.push(Section { index, line: number + 1, offset, header, text });
        }
        offset += line.len();
    }
    // A header is no program, unless there is nothing else.
    let is_comment = |line: &str| line.trim().is_empty() || line.starts_with('%');
    let is_header =
        |section: &Section<'_>| section.index.is_none() && section.text.lines().all(is_comment);
    match sections.iter().all(is_header) {
        true => sections.truncate(1),
        false => sections.retain(|section| !is_header(section)),
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEC: &str = "predicates = [\"p/0\"]\nmax_nodes = 2\nmax_clauses = 3";

    #[test]
    fn a_header_is_a_spec_file() {
        let spec = Spec::from_toml("spec.toml", SPEC).unwrap();
        let header = text("randlog sample SPEC", "search", Some(&spec));
        let toml = String::from_utf8(spec_bytes(header.as_bytes()).unwrap()).unwrap();
        assert_eq!(Spec::from_toml("header", &toml).unwrap(), spec);
        assert_eq!(toml.find("predicates"), header.find("predicates"));
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
        let titles: Vec<String> = sections.iter().map(|s| s.title("f.pl")).collect();
        assert_eq!(titles, ["f.pl, program 3", "f.pl, program 4"]);
    }

    #[test]
    fn clauses_before_the_first_separator_are_not_lost() {
        let file = format!("{MARK}1\n\np.\n{}q.\n", separator(0));
        assert_eq!(sections(&file).len(), 2);
    }

    #[test]
    fn joined_files_fall_apart_at_their_headers() {
        let file = format!(
            "{MARK}1\n{MARK}sample SPEC\n% spec\n\np.\n{MARK}1\n\n{}q.\n{MARK}1\nr.\n",
            separator(7)
        );
        let sections = sections(&file);
        let titles: Vec<String> = sections.iter().map(|s| s.title("f.pl")).collect();
        assert_eq!(titles, ["f.pl", "f.pl, program 7", "f.pl, line 10"]);
        assert!(sections[2].text.ends_with("r.\n"));
        assert!(sections.iter().all(|s| file[s.header..].starts_with(MARK)));
        assert_ne!(sections[0].header, sections[1].header);
        let alone = format!("{MARK}1\n");
        assert_eq!(super::sections(&alone).len(), 1);
    }

    #[test]
    fn a_file_without_a_header_stays_whole() {
        let file = "% program 1\np.\n% program 2\nq.\n";
        assert_eq!(
            sections(file),
            [Section { index: None, line: 1, offset: 0, header: 0, text: file }]
        );
        assert_eq!(spec_bytes(file.as_bytes()), None);
    }
}
