//! `randlog again`: what a command wrote is enough to repeat it.

use super::{Desk, Outcome};

/// Repeat the command that wrote a file; both must have written the same.
fn assert_repeated(desk: &Desk, arguments: &[&str]) {
    let made = Outcome::of(desk.command("").args(arguments).args(["--output", "made"]));
    assert_eq!(made.code, 0, "{arguments:?}: {}", made.stderr);
    let again = desk.run("again made");
    assert_eq!((again.code, again.stdout), (0, desk.read("made")), "{}", again.stderr);
    // The command line that it shows does the same.
    let shown = desk.output("again made --show");
    let words = randlog_base::text::shell_split(shown.trim_end()).unwrap();
    let rerun = Outcome::of(desk.command("").args(&words[1..]));
    assert_eq!((rerun.code, rerun.stdout), (0, desk.read("made")), "{shown}");
}

#[test]
fn programs_are_made_again_from_their_header() {
    let desk = Desk::with_spec();
    for line in [
        "sample spec.toml --seed 7",
        "sample spec.toml --seed 7 --count 5 --index 3 --method search",
        "sample spec.toml --seed 7 --count 5 --spread clauses,nodes",
        "sample spec.toml --seed 7 --count 9 --distinct --max-nodes 1 --max-clauses 2",
        "sample spec.toml --seed 7 --averages nodes=2 --count 3",
        "sample spec.toml --seed 7 --weights body.p=3,negation=1/3 --variables 0 --safe",
        "sample spec.toml --seed 7 --probabilities 1 --format prolog",
        "sample spec.toml --seed 7 --probabilities 1 --bodies conjunction --safe --format datalog",
        "sample spec.toml --seed 7 --probabilities 1 --bodies conjunction --safe --format asp --count 2",
        "instance spec.toml --seed 7 --facts 9 --domain 5 --facts-by predicates --count 2",
        "instance spec.toml --seed 7 --facts 9 --safe=false --query unlisted --probabilistic 25%",
        "instance spec.toml --seed 7 --facts 9 --query derived --fact-probabilities 1/3,0.5",
        "instance spec.toml --seed 7 --facts 9 --domain 5 --depth 1.. --probability 0.10..0.9 --count 2",
        "enumerate spec.toml --limit 7",
        "enumerate --predicates p/1 --variables 1 --max-nodes 2 --max-clauses 1 --format prolog",
    ] {
        assert_repeated(&desk, &line.split(' ').collect::<Vec<_>>());
    }
    let asking =
        ["sample", "spec.toml", "--seed", "7", "--query", "q(a, X)", "--query", "p('it''s')"];
    assert_repeated(&desk, &asking);
}

#[test]
fn one_file_of_a_directory_is_made_again_alone() {
    let desk = Desk::with_spec();
    desk.output("sample spec.toml --seed 7 --count 5 --distinct --output-dir programs");
    let file = "programs/program-000003.pl";
    desk.output(&format!("again {file} --output-dir again"));
    assert_eq!(desk.read("again/program-000003.pl"), desk.read(file));
    desk.output(&format!("again {file} --output alone.pl -- --threads 1"));
    assert!(desk.read("alone.pl").contains("--index 3 --count 1"));
}

#[test]
fn headers_of_older_files_are_read() {
    let desk = Desk::new();
    let spec = "% predicates = [\"p/0\", \"q/0\"]\n% max_nodes = 2\n% max_clauses = 3\n\n";
    let line = "--seed 7 --index 2 --count 3 --format problog --distinct --query 'q'";
    desk.write("old.pl", format!("% # randlog 0.0.9, by exact\n% # randlog sample SPEC --method exact {line}\n% # where SPEC is:\n{spec}p.\n"));
    let again = desk.output("again old.pl");
    assert!(
        again.contains(
            " --method exact --seed 7 --index 2 --count 3 --format problog --distinct --query q\n"
        ),
        "{again}"
    );
    assert_eq!(again.matches("\nquery(q).\n").count(), 3, "{again}");
}

#[test]
fn damaged_headers_are_refused_with_their_place() {
    let desk = Desk::with_spec();
    let made = desk.output("sample spec.toml --seed 7");
    for (from, to, words) in [
        ("--seed 7", "--seed seven", "damaged.pl:2:51"),
        ("--seed 7", "--sede 7", "`--sede` in the header"),
        ("--format problog", "--format latin", "`latin` in the header"),
        ("sample SPEC", "simple SPEC", "`simple` in the header"),
        ("max_nodes = 4", "max_nodes = 0", "`max_nodes` cannot be 0"),
        ("% max_nodes = 4\n", "", "the header is not complete: the spec has no `max_nodes`"),
        ("--format problog", "--query 'p(X", "in the header"),
        ("% # randlog", "% # somebody", "does not say how it was made"),
    ] {
        desk.write("damaged.pl", made.replace(from, to));
        let outcome = desk.run("again damaged.pl");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{to}");
        assert!(outcome.stderr.contains(words), "{to}: {}", outcome.stderr);
    }
    assert_eq!(desk.run("again nowhere.pl").code, 2);
    assert_eq!(desk.run("again .").code, 2);
    desk.write("run.toml", "[search]\nseed = 7\n");
    let damaged = desk.run("again run.toml");
    assert_eq!(damaged.code, 2);
    assert!(damaged.stderr.contains("line 2"), "{}", damaged.stderr);
}

#[test]
fn experiments_are_executed_again_in_another_directory() {
    let desk = Desk::new();
    let grid = "--predicates 1,2 --variables 1 --constants 1 --repeats 1 --sample 5 --seed 3";
    desk.output(&format!("experiment scaling made {grid} --restarts none"));
    assert_eq!(desk.run("again made").code, 2);
    desk.output("again made --output again -- --threads 1");
    desk.output("again made/records.jsonl --output once-more");
    let config = |name: &str| {
        let text = desk.read(&format!("{name}/records.jsonl"));
        let header = text.lines().next().unwrap().to_owned();
        header[header.find("\"config\"").unwrap()..header.find("\"machine\"").unwrap()].to_owned()
    };
    assert_eq!(config("again"), config("made"));
    assert_eq!(config("once-more"), config("made"));
    let shown = desk.output("again made --show");
    assert!(shown.starts_with("randlog experiment scaling DIR --predicates 1,2"), "{shown}");
}

#[test]
fn runs_and_findings_of_fuzz_are_repeated() {
    let desk = Desk::new();
    let search = "[search]\nseed = \"3\"\nengines = [\"mine=sh 'my engine'\"]\noracles = [\"reference\"]\n\
                  without = [\"evidence\"]\n\n[counts]\nnext = 20\n";
    desk.write("run.toml", search);
    let line = r"fuzz --engines 'mine=sh '\''my engine'\''' --seed 3 --oracles reference";
    let shown = desk.output("again . --show");
    assert_eq!(shown, format!("randlog {line} --without evidence --programs 20\n"));
    std::fs::remove_file(desk.path("run.toml")).unwrap();
    desk.write("fault.toml", format!("engine = \"mine\"\ncommand = \"\"\"randlog {line}\"\"\"\nseed = \"3\"\nindex = \"17\"\n").replace('\\', "\\\\"));
    desk.write("REPORT.md", "A fault.\n");
    for path in [".", "fault.toml", "REPORT.md"] {
        let shown = desk.output(&format!("again {path} --show"));
        assert_eq!(shown, format!("randlog {line} --index 17 --programs 1\n"));
    }
}
