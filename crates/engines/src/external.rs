//! Engines that bring an adapter of their own.

use std::str::FromStr;
use std::sync::OnceLock;

use randlog_base::Stop;

use super::adapter::{self, TranslatingWorker, Translation};
use super::language::{self, Language};
use super::process::wall::Walled;
use super::process::{self, Invocation};
use super::worker::{Fresh, Kept, Worker};
use super::{Answered, Attempt, Engine, EngineLimits, Status, TestCase};

/// What a command that answers one program after the other is written with.
pub(super) const WORKER: &str = "worker:";

/// A command that takes a ProbLog file as its last argument and prints one JSON object. Written
/// `NAME=COMMAND`, where the command is one for the shell, and the name is not in the catalogue.
///
/// On success, the object has the probability of each query, or bounds of it, and, if the engine
/// likes to tell, how long its phases took in microseconds:
///
/// ```json
/// {"answers": [{"atom": "p(a)", "probability": 0.25}, {"atom": "q", "low": 0.1, "high": 0.2}],
///  "phases": {"load_us": 120, "ground_us": 35, "compile_us": 7, "evaluate_us": 2}}
/// ```
///
/// Otherwise, it says what is wrong. Known kinds are `timeout`, `memory`, `non-ground`,
/// `negative-cycle`, `unknown-clause`, `crash` and `untranslated` (for an adapter that cannot put the
/// program into its engine's language); any other one counts as a rejected program.
///
/// ```json
/// {"error": {"kind": "unknown-clause", "message": "nothing is known about q/2"}}
/// ```
///
/// `prolog:NAME=COMMAND` is a command that reads Prolog: it gets the program with its queries as facts `query(p(X))`, and
/// prints the atoms that hold, in any lines. So do `prolog-tabled:`, `asp:` and `datalog:`. What the language cannot say is
/// not asked. A worker prints the object in any case.
///
/// It runs behind the [wall](crate::Wall), where it sees the files that its command names, with what is installed beside them.
///
/// A command that is killed, or ends with an exit code other than 0 and without such an object, has
/// crashed. There may be lines of other output before the object.
///
/// `worker:NAME=COMMAND` is a command that answers one program after the other. It takes no argument,
/// reads the names of files from standard input, one a line, and writes the object for each as one
/// line, at once. The object should say which `file` it is about. The command is started again when it
/// ends, is out of time, grows, or says what is no answer.
#[derive(Clone, Debug)]
pub struct Command {
    name: String,
    command: String,
    is_worker: bool,
    is_walled: bool,
    /// Its language, unless that is ProbLog's.
    language: Option<&'static Language>,
    /// What it may read. To find that out takes longer than to start a small process.
    wall: OnceLock<Walled>,
}

impl FromStr for Command {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Command, &'static str> {
        let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        let (rest, is_worker) =
            text.strip_prefix(WORKER).map_or((text, false), |rest| (rest, true));
        let (language, rest) = language::split(rest);
        match rest.split_once('=') {
            Some((name, command)) if is_name(name) && !command.trim().is_empty() => {
                let (name, command) = (name.to_owned(), command.to_owned());
                let (is_walled, wall) = (true, OnceLock::new());
                Ok(Command { name, command, is_worker, is_walled, language, wall })
            }
            _ => Err(
                "write an engine of your own as NAME=COMMAND or worker:NAME=COMMAND, perhaps with its language, as in \
                      prolog:NAME=COMMAND",
            ),
        }
    }
}

impl Engine for Command {
    fn name(&self) -> &str {
        &self.name
    }

    fn status(&self) -> Status {
        let prefix = if self.is_worker { WORKER } else { "" };
        let language = self.language.map_or("", |language| language.prefix);
        Status::Installed(format!("{prefix}{language}{}", self.command))
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        if self.is_worker {
            return self.worker().answer(program, limits, stop);
        }
        let attempt = Attempt::new(limits, stop);
        adapter::ask(self.translation(), program, attempt, |program, read| {
            process::ask(self.invocation(), program, attempt, read)
        })
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        match self.is_worker {
            true => Box::new(TranslatingWorker {
                translation: self.translation(),
                process: Kept::new(self.invocation()),
            }),
            false => Box::new(Fresh(self)),
        }
    }
}

impl Command {
    /// How the engine of a name and a [version](Engine::status) is written in a list of engines.
    ///
    /// ```
    /// use randlog_engines::external::Command;
    ///
    /// assert_eq!(Command::spelled("mine", "worker:asp:./run -s"), "worker:asp:mine=./run -s");
    /// ```
    pub fn spelled(name: &str, version: &str) -> String {
        let command = language::split(version.strip_prefix(WORKER).unwrap_or(version)).1;
        let prefix = version.strip_suffix(command).unwrap_or_default();
        format!("{prefix}{name}={command}")
    }

    /// The same without a [wall](crate::Wall): it may do whatever this process may.
    #[must_use]
    pub fn without_wall(self) -> Command {
        Command { is_walled: false, ..self }
    }

    fn translation(&self) -> Option<Translation> {
        self.language.map(|language| language.translation)
    }

    /// It is the user's own, and runs where the user is: what it names is found from there.
    fn invocation(&self) -> Invocation {
        let words = match self.is_worker {
            true => vec!["sh".into(), "-c".into(), self.command.clone().into()],
            false => {
                let script = format!("{} \"$@\"", self.command);
                vec!["sh".into(), "-c".into(), script.into(), "sh".into()]
            }
        };
        let wall = || self.wall.get_or_init(|| Walled::shell(&self.command)).clone();
        let wall = self.is_walled.then(wall);
        Invocation { words, is_contained: false, wall, reserved: 0 }
    }
}
