//! What an engine's maintainer needs to know, in Markdown.

use randlog_engines::FailureKind;

use super::{command, worlds};
use crate::{Fault, FaultKind};

impl Fault {
    /// What an engine's maintainer needs to know, in Markdown.
    pub fn report(&self) -> String {
        let fault = self;
        let Fault { engine, oracle, kind, .. } = fault;
        let mut text = format!("# {}\n\n", title(fault));
        text += &format!("```prolog\n{}```\n\n", ending_line(fault.program.text()));
        for (index, compared) in fault.compared.iter().enumerate() {
            text += &format!("Compared with (`compared-{}.pl`):\n\n", index + 1);
            text += &format!("```prolog\n{}```\n\n", ending_line(compared.text()));
        }
        text += &format!("**Expected:** {}\n\n", fault.expected.trim());
        text += &format!("**{engine} {} says:** {}\n\n", fault.version, answered(fault));
        if !fault.also.is_empty() {
            text += &format!("{} the same.\n\n", likewise(&fault.also));
        }
        text += &why(fault);
        text += &match fault.unconfirmed {
            true => "This was said by a process that had answered other programs before; a fresh one did not say \
                     it again. Either something is left over from one program to the next, or the engine does \
                     not always say the same.\n\n"
                .to_owned(),
            false => {
                let command = command::alone(fault);
                format!("To see it, with `program.pl` as above:\n\n```sh\n{command}```\n\n")
            }
        };
        text += &variants(fault);
        let reduced = match (fault.unconfirmed, fault.unreduced) {
            (true, _) => "as it was drawn",
            (false, true) => "not reduced until nothing more could be left out",
            (false, false) => "reduced until nothing more could be left out",
        };
        text += &format!(
            "Found by comparing random programs (oracle `{oracle}`, kind `{kind}`), and {reduced}; the program \
             that it comes from is `original.pl`.\n"
        );
        text += &source(fault);
        text
    }
}

fn title(fault: &Fault) -> String {
    let Fault { engine, kind, message, .. } = fault;
    let what = match kind {
        FaultKind::WrongAnswer => "a wrong answer".to_owned(),
        FaultKind::Failure(FailureKind::Timeout) => "no answer in time".to_owned(),
        FaultKind::Failure(FailureKind::Memory) => "out of memory".to_owned(),
        FaultKind::Failure(FailureKind::Crash) => format!("a crash ({message})"),
        FaultKind::Failure(kind) if message.is_empty() => format!("a refusal ({kind})"),
        FaultKind::Failure(_) => format!("a refusal ({message})"),
    };
    let lines = match fault.lines() {
        1 => "one line".to_owned(),
        lines => format!("{lines} lines"),
    };
    format!("{engine}: {what} on a program of {lines}")
}

fn ending_line(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

/// What came; long messages as they are, in a block.
fn answered(fault: &Fault) -> String {
    let said = fault.answered.trim();
    match said.lines().count() {
        0 | 1 => said.to_owned(),
        _ => format!("\n\n```text\n{said}\n```"),
    }
}

/// The worlds, if there are few.
fn why(fault: &Fault) -> String {
    match fault.program.tree().and_then(worlds::table) {
        Some(table) => format!("All worlds:\n\n{table}\n"),
        None => String::new(),
    }
}

/// Who else shows it.
fn likewise(also: &[String]) -> String {
    match also {
        [one] => format!("`{one}` shows"),
        _ => format!("`{}` show", also.join("`, `")),
    }
}

/// Other programs that show it.
fn variants(fault: &Fault) -> String {
    if fault.variants.is_empty() {
        return String::new();
    }
    let programs = fault.variants.iter().map(|program| ending_line(program));
    let programs = programs.collect::<Vec<_>>().join("\n");
    format!(
        "Other programs that show what is probably the same fault:\n\n```prolog\n{programs}```\n\n"
    )
}

/// How the original is made again.
fn source(fault: &Fault) -> String {
    let mut text = String::new();
    if let (Some(seed), Some(index)) = (fault.seed, fault.index) {
        text += &format!("It is program {index} of seed {seed}");
        text += &match &fault.command {
            Some(command) => format!(": `{command}`.\n"),
            None => ".\n".to_owned(),
        };
    } else if let Some(command) = &fault.command {
        text += &format!("It is made again by `{command}`.\n");
    }
    text
}
