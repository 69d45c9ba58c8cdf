//! How to see a fault with nothing but the engine that has it.

use randlog_base::text::shell_word;
use randlog_engines::Catalogue;
use randlog_engines::external::Command;
use randlog_logic::{Dialect, Program};

use crate::Fault;

/// A command for the shell, in a directory with the `program.pl` of the finding.
pub(super) fn alone(fault: &Fault) -> String {
    let (engine, version) = (fault.engine.as_str(), fault.version.as_str());
    let numbers = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let program = fault.program.program();
    let program = program.as_deref();
    let command = match engine {
        "sdd" | "sddx" | "bdd" | "ddnnf" | "kbest" | "fsdd" => {
            // Some faults come and go with the order of Python's sets.
            let command = format!("PYTHONHASHSEED=0 problog -k {engine} program.pl");
            Some(format!("pip install problog=={numbers}\n{command}\n"))
        }
        "aspmc" => {
            let options = "-m problog -c -g none -k d4 -v result";
            Some(format!("pip install aspmc=={numbers}\naspmc {options} program.pl\n"))
        }
        "clingo" => program.and_then(|program| clingo(program, numbers)),
        "swipl" => program.and_then(swipl),
        "exact" | "worlds" => Some(format!("randlog infer program.pl --algorithm {engine}\n")),
        // The version of a user's own engine is its command.
        // What it reads is written by `randlog`.
        _ if Catalogue::is_plain(version) => {
            let own = shell_word(&Command::spelled(engine, version));
            Some(format!("randlog compare program.pl --engines exact --engines {own}\n"))
        }
        _ => match version.strip_prefix("worker:") {
            Some(worker) => Some(format!("echo program.pl | {worker}\n")),
            None => (!version.is_empty()).then(|| format!("{version} program.pl\n")),
        },
    };
    command.unwrap_or_else(|| comparison(engine))
}

/// A command that asks one process about several programs, of which the last one shows the fault.
pub(super) fn in_sequence(fault: &Fault) -> String {
    let before = (1..=fault.before.len()).map(|index| format!("before-{index}.pl"));
    let files: Vec<String> = before.chain(["program.pl".to_owned()]).collect();
    match fault.version.strip_prefix("worker:") {
        Some(worker) => {
            format!("printf '%s\\n' {} | {worker}\n", files.join(" "))
        }
        None => format!("randlog compare {} --engines exact,{}\n", files.join(" "), fault.engine),
    }
}

/// If the engine reads something else than the program, and it cannot be written down in a few lines.
fn comparison(engine: &str) -> String {
    format!("randlog compare program.pl --engines exact,{engine}\n")
}

/// The program in clingo's language, if nothing in it has a probability.
fn clingo(program: &Program, version: &str) -> Option<String> {
    let text = Dialect::Asp.print(program).ok()?;
    let here = here("program.lp", &text.to_string());
    Some(format!("pip install clingo=={version}\n{here}python -m clingo 0 program.lp\n"))
}

/// The program with all predicates tabled, and its queries as a goal.
fn swipl(program: &Program) -> Option<String> {
    let queries: Vec<String> = program.queries.iter().map(|query| query.atom.to_string()).collect();
    let plain = Program { queries: Vec::new(), ..program.clone() };
    let text = Dialect::Tabled.print(&plain).ok()?;
    let here = here("tabled.pl", &text.to_string());
    let goal = format!("forall(member(Q, [{}]), forall(Q, (writeq(Q), nl)))", queries.join(", "));
    Some(format!("{here}swipl -q -g \"{}\" -t halt tabled.pl\n", goal.replace('"', "\\\"")))
}

/// A file, made in the shell.
fn here(name: &str, text: &str) -> String {
    format!("cat > {name} <<'END'\n{}\nEND\n", text.trim_end())
}
