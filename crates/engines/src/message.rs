//! What is constant in the words of a failure: its message class.
//!
//! Two failures of one engine have the same cause more often than not if their messages differ in nothing but the names,
//! numbers and places of a program.

use super::NoAnswer;

impl NoAnswer {
    /// The name of the error (and of the function that raised it, if a traceback tells), and the words up to the first
    /// that is about this very program.
    ///
    /// ```
    /// use randlog_engines::{FailureKind, NoAnswer};
    ///
    /// let class = |words: &str| {
    ///     NoAnswer { kind: FailureKind::Crash, words: words.to_owned() }.message_class()
    /// };
    /// assert_eq!(class("AssertionError: "), "AssertionError");
    /// assert_eq!(class("no answer within 5s"), "no answer within");
    /// assert_eq!(class("a cycle: p -> \\+ p"), "a cycle");
    /// assert_eq!(class("ValueError: no positive literal in p :- q"), "ValueError: no positive literal in");
    /// let traceback = "Traceback (most recent call last):\n  File \"m.py\", line 7, in solve\n    x[1]\nm.KeyError: 1";
    /// assert_eq!(class(traceback), "KeyError in solve");
    /// ```
    pub fn message_class(&self) -> String {
        if let Some(class) = traceback(&self.words) {
            return class;
        }
        constant_words(self.words.lines().next().unwrap_or_default())
    }

    /// Did the engine break down with an error of its own? An engine may refuse what it does not know, but in words of
    /// its choice.
    ///
    /// ```
    /// use randlog_engines::{FailureKind, NoAnswer};
    ///
    /// let rejected = |words: &str| NoAnswer { kind: FailureKind::Rejected, words: words.to_owned() };
    /// assert!(rejected("KeyError: 1").is_error());
    /// assert!(!rejected("no negation here: \\+ p").is_error());
    /// ```
    pub fn is_error(&self) -> bool {
        let class = self.message_class();
        class.split_whitespace().any(|word| word.trim_end_matches(':').ends_with("Error"))
    }
}

/// What is constant in a line: words up to the first that looks like a part of a program. What follows a colon must be a
/// phrase, lest a name of the program be taken for a word.
fn constant_words(line: &str) -> String {
    /// So many words are enough.
    const MOST: usize = 8;
    const PHRASE: usize = 2;
    let is_constant = |word: &&str| {
        word.chars().all(|c| c.is_alphabetic() || "-_'".contains(c))
            && (word.len() > 1 || *word == "a")
    };
    // Places in a file come and go.
    let is_number = |word: &&str| {
        !word.contains(char::is_alphabetic) && word.contains(|c: char| c.is_ascii_digit())
    };
    let mut class = String::new();
    let mut left = MOST;
    for (number, part) in line.split(':').enumerate() {
        let all: Vec<&str> = part.split_whitespace().filter(|word| !is_number(word)).collect();
        let words: Vec<&str> = all.iter().copied().take_while(is_constant).take(left).collect();
        if words.is_empty() || number > 0 && words.len() < PHRASE {
            break;
        }
        left -= words.len();
        class += if number > 0 { ": " } else { "" };
        class += &words.join(" ");
        if words.len() < all.len() || left == 0 {
            break;
        }
    }
    class
}

/// The error that a Python program ended with, and where it was raised.
fn traceback(words: &str) -> Option<String> {
    let is_frame = |line: &&str| line.trim_start().starts_with("File \"");
    let (_, function) = words.lines().rfind(is_frame)?.rsplit_once(", in ")?;
    let error = words.lines().rfind(|line| line.starts_with(|c: char| c.is_alphabetic()))?;
    let (path, message) = error.split_once(':').unwrap_or((error, ""));
    let name = path.rsplit('.').next().unwrap_or(path).trim();
    let class = constant_words(&format!("{name}:{message}"));
    Some(format!("{class} in {}", function.trim()))
}

#[cfg(test)]
mod tests {
    use crate::FailureKind;

    /// Are two messages of one class?
    fn are_alike(one: &str, other: &str) -> bool {
        let class = |words: &str| FailureKind::Rejected.because(words).message_class();
        class(one) == class(other)
    }

    #[test]
    fn messages_are_alike_if_they_differ_in_the_program_only() {
        for (one, other) in [
            ("error: rule without positive literals", "error: non-ground term in fact"),
            ("TypeError: rule without positive literals", "TypeError: non-ground term in fact"),
            ("line 3: syntax error", "line 3: unsafe variables here"),
            (
                "Traceback:\n  File \"m.py\", line 1, in read\nValueError: no rule",
                "Traceback:\n  File \"m.py\", line 1, in read\nValueError: no fact here",
            ),
        ] {
            assert!(!are_alike(one, other), "{one} / {other}");
        }
        for (one, other) in [
            ("KeyError: 'p'", "KeyError: q"),
            ("KeyError: edge", "KeyError: p"),
            ("error: unknown predicate p/1", "error: unknown predicate edge/2"),
            (
                "NegativeCycle: Negative cycle detected at 3:4.",
                "NegativeCycle: Negative cycle detected at 1:7.",
            ),
            ("line 3: syntax error", "line 7: syntax error"),
        ] {
            assert!(are_alike(one, other), "{one} / {other}");
        }
    }
}
