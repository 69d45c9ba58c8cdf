//! What the tests and the fuzz targets do with bytes of any kind.

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use randlog_generate::spec::{Draft, Key, SourceText, SpecError};
use randlog_generate::{Spec, membership};
use randlog_logic::{DependencyGraph, Dialect, Program};

/// Read bytes as a program in every dialect. What can be read can be printed, and reads back as the
/// same program; what can be said about it can be said without a panic.
pub fn program(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for dialect in Dialect::READ {
        match dialect.parse(text) {
            Ok(program) => read_off(dialect, &program),
            Err(error) => {
                // The offending text is a part of the text.
                assert!(text.get(error.span()).is_some(), "{error:?}");
                let _ = SourceText::new("program.pl", text).place(error.span()).label();
                assert!(!error.to_string().is_empty() && !error.help().is_empty());
            }
        }
    }
}

fn read_off(dialect: Dialect, program: &Program) {
    let printed = dialect.print(program).expect("what was read can be printed").to_string();
    assert_eq!(dialect.parse(&printed).as_ref(), Ok(program), "{printed}");

    let graph = DependencyGraph::new(&program.clauses);
    let stratified = graph.strata().is_ok();
    assert!(stratified || graph.check_acyclic().is_err());
    for clause in &program.clauses {
        let _ = clause.check_safety();
    }
    let any = "predicates = [\"p/1\", \"q/0\"]\nvariables = 3\nconstants = 3\nmax_nodes = 9\nmax_clauses = 9";
    let spec = Spec::from_toml("any.toml", any).expect("a fine spec");
    if let Err(violation) = membership::check(&spec, program) {
        assert!(!violation.to_string().is_empty());
    }
}

/// Read bytes as a spec file. What can be read can be printed, and reads back as the same spec; what
/// cannot be read gets a message that can be shown.
pub fn spec(bytes: &[u8]) {
    let draft = SourceText::from_bytes("spec.toml", bytes.to_vec())
        .and_then(|source| Draft::from_toml(&source));
    judge(draft.and_then(|draft| draft.build()));
}

/// Read bytes as values in short: lines, each a value for the next key, over a spec that is fine.
pub fn flags(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut draft =
        Spec::builder().predicates(["p/1", "q/0"]).variables(2).max_nodes(4).max_clauses(4);
    let values = Key::all().zip(text.split('\n')).filter(|(_, value)| !value.is_empty());
    let set = values.map(|(key, value)| (key, SourceText::new(key.name, value)));
    let set = { set }.try_for_each(|(key, source)| draft.set_short(key, &source));
    judge(set.and_then(|()| draft.build()));
}

fn judge(outcome: Result<Spec, SpecError>) {
    match outcome {
        Ok(spec) => {
            let toml = spec.to_toml();
            assert_eq!(Spec::from_toml("again.toml", &toml).expect(&toml), spec);
        }
        Err(error) => {
            assert!(error.help().is_some_and(|help| !help.to_string().is_empty()));
            let mut shown = String::new();
            GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
                .render_report(&mut shown, &error)
                .expect("errors can be shown");
        }
    }
}
