//! What an engine's maintainer needs to know, in Markdown.

use randlog_engines::FailureKind;
use randlog_logic::Program;

use super::{Finding, command, worlds};
use crate::symptom::{Kind, Symptom};

/// The report of a finding.
pub(super) fn write(finding: &Finding) -> String {
    let Symptom { engine, oracle, kind, .. } = &finding.symptom;
    let mut text = format!("# {}\n\n", title(finding));
    text += &format!("```prolog\n{}```\n\n", ending_line(&finding.program));
    for (index, compared) in finding.compared.iter().enumerate() {
        text += &format!("Compared with (`compared-{}.pl`):\n\n", index + 1);
        text += &format!("```prolog\n{}```\n\n", ending_line(compared));
    }
    text += &format!("**Expected:** {}\n\n", finding.expected.trim());
    text += &format!("**{engine} {} says:** {}\n\n", finding.version, answered(finding));
    if !finding.also.is_empty() {
        text += &format!("{} the same.\n\n", likewise(&finding.also));
    }
    text += &why(finding);
    text += &match finding.only_at_work {
        true => "This was said by a process that had answered other programs before; a fresh one did not say \
                 it again. Either something is left over from one program to the next, or the engine does \
                 not always say the same.\n\n"
            .to_owned(),
        false => {
            let command = command::alone(finding);
            format!("To see it, with `program.pl` as above:\n\n```sh\n{command}```\n\n")
        }
    };
    text += &variants(finding);
    let reduced = match (finding.only_at_work, finding.unreduced) {
        (true, _) => "as it was drawn",
        (false, true) => "not reduced until nothing more could be left out",
        (false, false) => "reduced until nothing more could be left out",
    };
    text += &format!(
        "Found by comparing random programs (oracle `{oracle}`, kind `{kind}`), and {reduced}; the program \
         that it comes from is `original.pl`.\n"
    );
    text += &source(finding);
    text
}

fn title(finding: &Finding) -> String {
    let Symptom { engine, kind, words, .. } = &finding.symptom;
    let what = match kind {
        Kind::WrongAnswer => "a wrong answer".to_owned(),
        Kind::Failure(FailureKind::Timeout) => "no answer in time".to_owned(),
        Kind::Failure(FailureKind::Memory) => "out of memory".to_owned(),
        Kind::Failure(FailureKind::Crash) => format!("a crash ({words})"),
        Kind::Failure(kind) if words.is_empty() => format!("a refusal ({kind})"),
        Kind::Failure(_) => format!("a refusal ({words})"),
    };
    let lines = match finding.lines() {
        1 => "one line".to_owned(),
        lines => format!("{lines} lines"),
    };
    format!("{engine}: {what} on a program of {lines}")
}

fn ending_line(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

/// What came; long messages as they are, in a block.
fn answered(finding: &Finding) -> String {
    let said = finding.answered.trim();
    match said.lines().count() {
        0 | 1 => said.to_owned(),
        _ => format!("\n\n```text\n{said}\n```"),
    }
}

/// The worlds, if there are few.
fn why(finding: &Finding) -> String {
    let program = Program::parse(&finding.program).ok();
    match program.as_ref().and_then(worlds::table) {
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
fn variants(finding: &Finding) -> String {
    if finding.variants.is_empty() {
        return String::new();
    }
    let programs = finding.variants.iter().map(|program| ending_line(program));
    let programs = programs.collect::<Vec<_>>().join("\n");
    format!(
        "Other programs that show what is probably the same fault:\n\n```prolog\n{programs}```\n\n"
    )
}

/// How the original is made again.
fn source(finding: &Finding) -> String {
    let source = &finding.source;
    let mut text = String::new();
    if let (Some(seed), Some(index)) = (source.seed, source.index) {
        text += &format!("It is program {index} of seed {seed}");
        text += &match &source.command {
            Some(command) => format!(": `{command}`.\n"),
            None => ".\n".to_owned(),
        };
    } else if let Some(command) = &source.command {
        text += &format!("It is made again by `{command}`.\n");
    }
    text
}
