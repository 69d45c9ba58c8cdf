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
        text += &how_to_see(fault);
        text += &variants(fault);
        let reduced = match (fault.unconfirmed && fault.before.is_empty(), fault.unreduced) {
            (true, true) => "as it was drawn",
            (_, true) => "not reduced until nothing more could be left out",
            (_, false) => "reduced until nothing more could be left out",
        };
        text += &format!(
            "Found by comparing random programs (oracle `{oracle}`, kind `{kind}`), and {reduced}; the program \
             that it comes from is `original.pl`.\n"
        );
        text += &source(fault);
        text
    }
}

/// How to see the fault, or what is known of how it comes about.
fn how_to_see(fault: &Fault) -> String {
    let command = command::alone(fault);
    match (&fault.frequency, fault.before.len()) {
        _ if fault.cut_short => format!(
            "The time of the run was up before this was reduced and confirmed in a fresh process. To try, with \
             `program.pl` as above:\n\n```sh\n{command}```\n\n"
        ),
        (Some(frequency), _) => {
            let lines: Vec<&str> = command.trim_end().lines().collect();
            let (first, last) = lines.split_at(lines.len().saturating_sub(1));
            let first: String = first.iter().map(|line| format!("{line}\n")).collect();
            let many = format!("{first}for run in $(seq 40); do {}; done\n", last.concat());
            format!(
                "The engine does not always say this: {frequency} fresh processes did. To see it, with `program.pl` \
                 as above:\n\n```sh\n{many}```\n\n"
            )
        }
        (None, 0) if fault.unconfirmed => "This was said by a process that had answered other programs before; \
             neither a fresh one said it again, nor one that was asked the same programs. The engine does not always say \
             the same.\n\n"
            .to_owned(),
        (None, 0) => format!("To see it, with `program.pl` as above:\n\n```sh\n{command}```\n\n"),
        (None, _) => sequence(fault),
    }
}

/// The programs that one process must be asked in a row.
fn sequence(fault: &Fault) -> String {
    let mut text = "A fresh process does not say this about the program alone: something is left over from what it was \
                    asked before.\n\n"
        .to_owned();
    for (index, before) in fault.before.iter().enumerate() {
        text += &format!("Before (`before-{}.pl`):\n\n", index + 1);
        text += &format!("```prolog\n{}```\n\n", ending_line(before.text()));
    }
    let command = command::in_sequence(fault);
    text + &format!("To see it, with the programs in these files:\n\n```sh\n{command}```\n\n")
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
