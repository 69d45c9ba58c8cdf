//! Commands of the user's that say yes or no, by their exit code.

use randlog_base::text::shell_quoted;
use randlog_base::{Stop, Stopped};

use super::process::{self, Invocation};
use super::{Attempt, EngineLimits, FailureKind, NoAnswer, Phases, TestCase};

/// What stands for the file.
const FILE: &str = "{}";

/// What means something within quotes, to a shell or to whoever gets what is quoted: anything but these.
const PLAIN: &str = "[!A-Za-z0-9/._,:=@%+-]";

/// A command for the shell that gets a file, and says yes by ending with 0.
///
/// `{}` stands for the file; if it does not occur, the file is the last argument. The command runs where this process
/// does, in a process group of its own, which is killed when the time is up. That is a no.
///
/// In a command with quotes, `{}` is replaced by the name as it is, within quotes or not, as in
/// `python3 -c 'open("{}")'`. This takes a name without blanks, quotes and the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    command: String,
}

impl Script {
    /// The command as it is written.
    pub fn new(command: impl Into<String>) -> Script {
        Script { command: command.into() }
    }

    /// Does it say yes to a program? A failure if it cannot be run at all. A text is in a file among the temporary
    /// files of the command, and goes with it, even if this process is killed.
    ///
    /// ```
    /// use randlog_base::Stop;
    /// use randlog_engines::EngineLimits;
    /// use randlog_engines::script::Script;
    ///
    /// let says_yes = |command: &str| {
    ///     let (limits, stop) = (EngineLimits::default(), Stop::NEVER);
    ///     Script::new(command).says_yes(&"query(p).".into(), &limits, &stop).unwrap()
    /// };
    /// assert_eq!(says_yes("test -e {}"), Ok(true));
    /// assert_eq!(says_yes("sh -c 'test -e \"{}\"'"), Ok(true));
    /// assert_eq!(says_yes("test -d"), Ok(false));
    /// assert!(says_yes("/no/such/command").is_err());
    /// ```
    pub fn says_yes(
        &self,
        program: &TestCase,
        limits: &EngineLimits,
        stop: &Stop,
    ) -> Result<Result<bool, NoAnswer>, Stopped> {
        let words = vec!["sh".into(), "-c".into(), self.for_shell().into(), "sh".into()];
        let invocation = Invocation { words, is_contained: false, wall: None, reserved: 0 };
        let run = process::ask(invocation, program, Attempt::new(limits, stop), |ended| {
            (ended.failure().map_or(Ok(Vec::new()), Err), Phases::default())
        });
        Ok(match run?.outcome {
            Ok(_) => Ok(true),
            Err(failure) if failure.kind == FailureKind::Missing => Err(failure),
            Err(_) => Ok(false),
        })
    }

    /// The command as the shell gets it. The shell puts the file in, which is `$1`.
    fn for_shell(&self) -> String {
        let command = &self.command;
        if !command.contains(FILE) {
            return format!("{command} \"$@\"");
        }
        if !command.contains(['\'', '"', '\\']) {
            // No name means anything to the shell like this.
            return command.replace(FILE, "\"$1\"");
        }
        let parts: Vec<String> = command.split(FILE).map(shell_quoted).collect();
        let words = "no {} within quotes can stand for this name: choose another TMPDIR";
        format!(
            "case $1 in *{PLAIN}*) echo \"$1: {words}\" >&2; exit 126;; esac\neval {}",
            parts.join("\"$1\"")
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn says_yes(command: &str, file: &Path) -> Result<bool, NoAnswer> {
        Script::new(command).says_yes(&file.into(), &EngineLimits::default(), &Stop::NEVER).unwrap()
    }

    #[test]
    fn the_name_of_the_file_stands_within_quotes_too() {
        let desk = tempfile::tempdir().unwrap();
        let file = desk.path().join("program.pl");
        fs::write(&file, "query(p).").unwrap();
        for command in [
            "grep -q p {}",
            "grep -q p '{}'",
            "grep -q p \"{}\"",
            "sh -c 'grep -q p {}'",
            "sh -c \"grep -q 'p' '{}'\" && test -s {}",
            "grep -q p",
            "grep -q \"$(echo p)\" {}",
            "! grep -q 'not this' {}",
        ] {
            assert_eq!(says_yes(command, &file), Ok(true), "{command}");
        }
        assert_eq!(says_yes("grep -q 'other' '{}'", &file), Ok(false));
        assert!(says_yes("/no/such/command '{}'", &file).is_err());
    }

    #[test]
    fn a_name_that_means_something_to_the_shell_is_not_executed() {
        let desk = tempfile::tempdir().unwrap();
        let file = desk.path().join("a b'; touch $(echo mark)\".pl");
        fs::write(&file, "query(p).").unwrap();
        // The command gets a copy of another name. Only its directory may have such one.
        for command in ["grep -q p {}", "grep -q p", "grep -q p '{}'"] {
            assert_eq!(says_yes(command, &file), Ok(true), "{command}");
        }
        let code = |command: &str| {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &Script::new(command).for_shell(), "sh"]).arg(&file);
            shell.stderr(std::process::Stdio::null()).status().unwrap().code()
        };
        assert_eq!([code("grep -q p {}"), code("grep -q p")], [Some(0); 2]);
        assert_eq!(code("grep -q p '{}'"), Some(126));
    }

    #[test]
    fn the_file_with_a_text_goes_with_the_command() {
        let desk = tempfile::tempdir().unwrap();
        let note = desk.path().join("note");
        let command = format!("echo '{{}}' > {}; grep -q p {{}}", note.display());
        let limits = EngineLimits::default();
        let asked = Script::new(command).says_yes(&"query(p).".into(), &limits, &Stop::NEVER);
        assert_eq!(asked, Ok(Ok(true)));
        let file = fs::read_to_string(&note).unwrap();
        assert!(file.trim_end().ends_with("program.pl"), "{file}");
        // Its whole directory is the command's, which goes even if this process is killed.
        assert!(!Path::new(file.trim_end()).parent().unwrap().exists(), "{file}");
    }
}
