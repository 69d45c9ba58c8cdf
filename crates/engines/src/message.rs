//! What is constant in the words of a failure: its message class.
//!
//! Two failures of one engine have the same cause more often than not if their messages differ in nothing but the names,
//! numbers and places of a program.

use super::NoAnswer;

impl NoAnswer {
    /// The name of the error, if there is one (and of the function that raised it, if a traceback tells), or else the
    /// words up to the first that is about this very program.
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
    /// let traceback = "Traceback (most recent call last):\n  File \"m.py\", line 7, in solve\n    x[1]\nm.KeyError: 1";
    /// assert_eq!(class(traceback), "KeyError in solve");
    /// ```
    pub fn message_class(&self) -> String {
        if let Some(class) = traceback(&self.words) {
            return class;
        }
        let first = self.words.lines().next().unwrap_or_default();
        let constant = first.split_once(':').map_or(first, |(name, _)| name);
        let is_constant =
            |word: &&str| word.chars().all(|c| c.is_alphabetic() || "-_'".contains(c));
        constant.split_whitespace().take_while(is_constant).take(6).collect::<Vec<_>>().join(" ")
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
        self.message_class().split_whitespace().any(|word| word.ends_with("Error"))
    }
}

/// The error that a Python program ended with, and where it was raised.
fn traceback(words: &str) -> Option<String> {
    let is_frame = |line: &&str| line.trim_start().starts_with("File \"");
    let (_, function) = words.lines().rfind(is_frame)?.rsplit_once(", in ")?;
    let error = words.lines().rfind(|line| line.starts_with(|c: char| c.is_alphabetic()))?;
    let (path, _) = error.split_once(':').unwrap_or((error, ""));
    let name = path.rsplit('.').next().unwrap_or(path);
    Some(format!("{} in {}", name.trim(), function.trim()))
}
