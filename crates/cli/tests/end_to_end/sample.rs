//! `randlog sample`.

use super::{Desk, assert_snapshot, programs};

#[test]
fn a_run_prints_its_recipe_and_its_programs() {
    let desk = Desk::with_spec();
    assert_snapshot("sample", &desk.output("sample spec.toml --count 3 --seed 7"));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let desk = Desk::with_spec();
    let run = |threads: &str| {
        desk.output(&format!("sample spec.toml -n 300 --seed 7 --threads {threads}"))
    };
    let one = run("1");
    assert_eq!(one, run("4"));
    assert_eq!(one, run("7"));
    assert_ne!(one, desk.output("sample spec.toml -n 300 --seed 8"));
}

#[test]
fn a_program_can_be_made_alone() {
    let desk = Desk::with_spec();
    let run = desk.output("sample spec.toml -n 20 --seed 3");
    let together: Vec<&str> = programs(&run).split("\n\n").collect();
    for index in [0, 7, 19] {
        let alone = desk.output(&format!("sample spec.toml --seed 3 --index {index}"));
        assert_eq!(programs(&alone).trim_end(), together[index].trim_end());
    }
    let middle = desk.output("sample spec.toml --seed 3 --index 5 -n 2");
    assert_eq!(programs(&middle).trim_end(), together[5..7].join("\n\n"));
}

#[test]
fn an_output_says_how_to_make_it_again() {
    let desk = Desk::with_spec();
    // No seed given: a random one is drawn and written down.
    let first = desk.output("sample spec.toml -n 5 --safe");
    desk.write("first.pl", &first);
    let recipe =
        first.lines().find_map(|line| line.strip_prefix("% # randlog sample SPEC ")).unwrap();
    assert_eq!(desk.output(&format!("sample first.pl {recipe}")), first);
}

#[test]
fn a_random_seed_differs_from_run_to_run() {
    let desk = Desk::with_spec();
    assert_ne!(desk.output("sample spec.toml -n 9"), desk.output("sample spec.toml -n 9"));
}

#[test]
fn flags_override_the_file() {
    let desk = Desk::with_spec();
    let output =
        desk.output("sample spec.toml --max-clauses 2 --cycles acyclic --probabilities 1 --seed 1");
    assert!(output.contains("% max_clauses = 2\n"));
    assert!(output.contains("% cycles = \"acyclic\"\n"));
    assert!(!output.contains("::"));
}

#[test]
fn plain_programs_are_written_for_other_engines() {
    let desk = Desk::with_spec();
    let plain = "--probabilities 1 --safe -n 20 --seed 1";
    let asp = desk.output(&format!("sample spec.toml {plain} --format asp"));
    assert!(asp.starts_with("% # randlog") && asp.contains(" --format asp\n"), "{asp}");
    let tabled = desk.output(&format!("sample spec.toml {plain} --format prolog-tabled"));
    assert_eq!(tabled.matches("\n:- table ").count(), 20, "{tabled}");
    // Comments are those of the language, and so are the names of files.
    let datalog = desk.output(&format!("sample spec.toml {plain} --format datalog"));
    assert!(datalog.starts_with("// # randlog") && datalog.contains("\n.decl "), "{datalog}");
    assert!(!datalog.lines().any(|line| line.starts_with('%')), "{datalog}");
    let facts = "--probabilistic 0% --domain 3 --facts 4 --format datalog --output-dir out";
    desk.output(&format!("instance spec.toml {plain} {facts}"));
    let instance = std::fs::read_to_string(desk.path("out").join("instance-000000.dl")).unwrap();
    assert!(instance.contains(" --format datalog\n"), "{instance}");
    assert_eq!(instance.matches("\n.output ").count(), 1, "{instance}");
    // Only ProbLog has probabilities.
    let refused = desk.run("instance spec.toml --probabilities 1 --safe --format asp");
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("only ProbLog can express the probability"));
}

#[test]
fn prolog_has_no_probabilities() {
    let desk = Desk::with_spec();
    let outcome = desk.run("sample spec.toml --format prolog --output out.pl");
    assert_eq!(outcome.code, 2);
    assert_eq!(desk.files(""), ["spec.toml"]);
    assert_snapshot("prolog_probabilities", &outcome.stderr);
    let output = desk.output("sample spec.toml --format prolog --probabilities 1 -n 50 --seed 1");
    assert!(!output.contains("::"));
}

#[test]
fn one_file_appears_whole() {
    let desk = Desk::with_spec();
    desk.write("out.pl", "something older");
    assert_eq!(desk.output("sample spec.toml -n 3 --seed 1 --output out.pl"), "");
    assert_eq!(desk.files(""), ["out.pl", "spec.toml"]);
    assert_eq!(desk.read("out.pl"), desk.output("sample spec.toml -n 3 --seed 1"));
}

#[test]
fn a_directory_gets_a_file_per_program() {
    let desk = Desk::with_spec();
    desk.output("sample spec.toml -n 3 --index 9 --seed 1 --output-dir made/here");
    let files = ["program-000009.pl", "program-000010.pl", "program-000011.pl"];
    assert_eq!(desk.files("made/here"), files);
    let run = desk.output("sample spec.toml -n 3 --index 9 --seed 1");
    for (file, together) in files.iter().zip(programs(&run).split("\n\n")) {
        let text = desk.read(&format!("made/here/{file}"));
        assert!(text.starts_with("% # randlog "));
        let without_separator = together.split_once('\n').unwrap().1;
        assert_eq!(programs(&text).trim_end(), without_separator.trim_end());
        assert_eq!(desk.run(&format!("check made/here/{file}")).code, 0);
    }
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let desk = Desk::with_spec();
    desk.output("sample spec.toml --output /dev/null");
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn a_spec_that_no_program_meets() {
    let desk = Desk::with_spec();
    let empty = "sample spec.toml --cycles acyclic --empty-bodies false";
    for (method, proof) in [("auto", "counting"), ("exact", "counting"), ("search", "the search")] {
        for output in ["--output out.pl", "--output-dir out", ""] {
            let outcome = desk.run(&format!("{empty} --method {method} {output}"));
            assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
            let message = format!("no program meets the spec: proved by {proof}");
            assert!(outcome.stderr.contains(&message), "{}", outcome.stderr);
            assert_eq!(desk.files(""), ["spec.toml"]);
        }
    }
}

#[test]
fn rules_that_contradict_each_other_are_named() {
    let cases = [
        (
            "p/1,q/1 --variables 1 --safe --cycles acyclic --empty-bodies false",
            "`cycles = \"acyclic\"` and `empty_bodies = false` contradict",
        ),
        (
            "p/0,q/0 --variables 1 --cycles acyclic --required and:p,q",
            "`cycles = \"acyclic\"` and `required = { and = [\"p\", \"q\"] }` contradict",
        ),
        (
            "p/1,q/1 --variables 2 --safe --cycles acyclic --bodies conjunction --independent p:q",
            "`constants = []`, `cycles = \"acyclic\"` and `safe = true` contradict",
        ),
    ];
    for (rules, named) in cases {
        let small = "sample --max-nodes 4 --max-clauses 4 --predicates";
        let outcome = Desk::new().run(&format!("{small} {rules}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""), "{rules}");
        let words = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(named), "{rules}: {}", outcome.stderr);
    }
}

#[test]
fn a_spread_over_sizes_is_not_ignored() {
    let desk = Desk::with_spec();
    for method in ["search", "rejection"] {
        let outcome = desk.run(&format!("sample spec.toml --method {method} --spread nodes"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{method}");
        assert!(outcome.stderr.contains("sizes equally likely"), "{}", outcome.stderr);
    }
}

#[test]
fn out_of_time_what_was_found_is_kept() {
    let desk = Desk::with_spec();
    let count = 1_000_000_000;
    let outcome = desk.run(&format!("sample spec.toml -n {count} --timeout 0.3 --output out.pl"));
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("out of time"), "{}", outcome.stderr);
    let text = desk.read("out.pl");
    assert!(text.matches("% program ").count() > 0 && text.ends_with(".\n"));
}

#[test]
fn drawing_a_single_program_can_run_out_of_time() {
    // Two clauses outweigh all others of three nodes, so that they are drawn again and again.
    let heavy = "sample --predicates p/0,q/0 --max-nodes 3 --max-clauses 6 --weights \
                 body.p=1e300 --cycles any --spread clauses --timeout 0.5";
    for output in ["", "--output out.pl", "--output-dir out"] {
        let desk = Desk::new();
        let outcome = desk.run(&format!("{heavy} --count 20 --seed 1 {output}"));
        assert_eq!(outcome.code, 1, "{}", outcome.stderr);
        assert!(outcome.stderr.contains("out of time"), "{}", outcome.stderr);
    }
}

#[test]
fn search_and_closed_forms_do_not_recommend_each_other() {
    let spec = "sample --predicates p/1,q/1 --variables 1 --max-nodes 3 --max-clauses 3 \
                --required and:p,q --weights negation=2";
    let message = |method: &str| {
        let message = Desk::new().run(&format!("{spec} --method {method}")).stderr;
        message.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (exact, search) = (message("exact"), message("search"));
    assert!(exact.contains("leave out `weights` and `averages` to use search"), "{exact}");
    assert!(search.contains("leave out the keys `weights` and `averages`"), "{search}");
    assert!(!search.contains("exact"), "{search}");
}

#[test]
fn every_program_belongs_to_its_space() {
    let desk = Desk::with_spec();
    for rules in [
        "",
        "--safe",
        "--bodies conjunction",
        "--independent p:q",
        "--required and:p,q",
        "--cycles any",
    ] {
        let output = desk.output(&format!("sample spec.toml -n 50 --seed 1 {rules}"));
        desk.write("programs.pl", output);
        let checked = desk.output("check programs.pl");
        assert_eq!(
            checked.matches("belongs to the space of the spec in its header").count(),
            50,
            "{rules}"
        );
    }
}

#[test]
fn auto_is_exact_where_it_can_be() {
    let desk = Desk::with_spec();
    let by = |arguments: &str| {
        let outcome = desk.run(&format!("sample spec.toml --seed 3 {arguments}"));
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        (outcome.stdout, outcome.stderr)
    };
    // Most programs are stratified anyway; every program has a spread; and few are acyclic.
    let (auto, _) = by("");
    assert_eq!(auto, by("--method rejection").0);
    assert!(auto.starts_with("% # randlog 0.1.0, by rejection\n"));
    for flags in ["--spread clauses", "--cycles any"] {
        let (found, _) = by(flags);
        assert_eq!(found, by(&format!("{flags} --method exact")).0);
        assert!(found.starts_with("% # randlog 0.1.0, by exact\n"));
    }
    let (found, _) = by("--required and:p,q");
    assert!(found.starts_with("% # randlog 0.1.0, by rejection\n"));
    assert_ne!(auto, by("--method search").0);
    // Too many predicates for closed forms, and hardly any program without a cycle.
    let predicates: Vec<String> =
        (0..30).map(|number| format!("p{number}/{}", number % 7)).collect();
    let flags = format!("--predicates {} --cycles acyclic --max-clauses 60", predicates.join(","));
    let (found, message) = by(&flags);
    assert!(found.starts_with("% # randlog 0.1.0, by search\n"));
    assert!(message.contains("by search, so programs are not equally likely"), "{message}");
}

#[test]
fn exact_says_what_it_cannot_do() {
    let desk = Desk::with_spec();
    for flags in ["--method exact", "--spread clauses"] {
        let outcome = desk.run(&format!("sample spec.toml --required and:p,q {flags}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
        assert!(outcome.stderr.contains("--method search"), "{}", outcome.stderr);
    }
    let outcome = desk.run("sample spec.toml --method exact --memory 1kB");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("of memory, more than the limit"), "{}", outcome.stderr);
}

#[test]
fn a_spread_reaches_small_programs() {
    let desk = Desk::with_spec();
    let sizes = |spread: &str| {
        let output = desk.output(&format!("sample spec.toml -n 60 --seed 1 {spread}"));
        let clauses = |program: &str| program.lines().filter(|line| line.ends_with('.')).count();
        programs(&output).split("\n\n").map(clauses).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(sizes(""), [4].into());
    assert_eq!(sizes("--spread clauses"), [2, 3, 4].into());
    assert!(
        desk.output("sample spec.toml --spread nodes,clauses").contains("--spread clauses,nodes")
    );
}

/// The programs of a stream, without probabilities.
fn texts(output: &str) -> Vec<String> {
    let programs = programs(output).split("% program ").skip(1);
    let rules = |program: &str| {
        let lines = program.lines().skip(1).filter(|line| !line.is_empty());
        lines.map(|line| line.rsplit("::").next().unwrap().to_owned() + "\n").collect()
    };
    programs.map(rules).collect()
}

#[test]
fn distinct_programs_are_distinct_until_there_are_no_more() {
    let desk = Desk::new();
    // Fifteen programs.
    let spec = "--predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any --probabilities 0.2,0.5";
    let different = |output: &str| {
        let texts = texts(output);
        let set: std::collections::BTreeSet<&String> = texts.iter().collect();
        assert_eq!(set.len(), texts.len(), "{output}");
        texts.len()
    };
    let output = desk.output(&format!("sample {spec} --seed 1 -n 12 --distinct"));
    assert_eq!(different(&output), 12);
    assert!(output.contains(" --count 12 --format problog --distinct\n"), "{output}");
    let again = desk.output(&format!("sample {spec} --seed 1 -n 12 --distinct --threads 1"));
    assert_eq!(again, output);
    for method in ["exact", "search"] {
        let all = desk.run(&format!("sample {spec} --seed 1 -n 100 --distinct --method {method}"));
        assert_eq!((all.code, different(&all.stdout)), (1, 15), "{}", all.stderr);
        let words = "all 15 programs of the space are drawn, fewer than the 100 asked for";
        assert!(all.stderr.contains(words), "{}", all.stderr);
    }
    // Where there is no formula for how many there are, time is for drawing, not for counting.
    let large = "--predicates p/2,q/2 --variables 2 --constants a --max-nodes 4 --max-clauses 4 \
                 --required and:p,q";
    let cut = desk.run(&format!("sample {large} --seed 1 -n 1000000 --distinct --timeout 1"));
    assert_eq!(cut.code, 1, "{}", cut.stderr);
    assert!(different(&cut.stdout) > 0 && cut.stderr.contains(" of 1000000 "), "{}", cut.stderr);
    // The number of each is its own: it can be drawn alone.
    let last = output.rsplit("% program ").next().unwrap();
    let (index, text) = last.split_once('\n').unwrap();
    let alone = desk.output(&format!("sample {spec} --seed 1 --index {index}"));
    assert!(alone.ends_with(text), "{alone}");
}

#[test]
fn every_program_can_ask_something() {
    let desk = Desk::with_spec();
    let mut command = desk.command("sample spec.toml -n 3 --seed 1 --output asking.pl --query");
    let outcome = super::Outcome::of(command.args(["q(a, X)", "--query", "p(_)"]));
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let output = desk.read("asking.pl");
    assert_eq!(output.matches("\nquery(q(a, X)).\nquery(p(_)).\n").count(), 3, "{output}");
    assert!(output.contains(" --query 'q(a, X)' --query 'p(_)'\n"), "{output}");
    let mut quoted = desk.command("sample spec.toml --seed 1 --query");
    let quoted = super::Outcome::of(quoted.arg("p('it''s, here')")).stdout;
    assert!(quoted.contains(r" --query 'p('\''it\'\''s, here'\'')'"), "{quoted}");
    assert_eq!(desk.run("check asking.pl").code, 0);
    for bad in ["r(X)", "p", "p(X),p(Y)", "p("] {
        let outcome = desk.run(&format!("sample spec.toml --query {bad}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{bad}");
    }
}

#[test]
fn a_directory_is_completed() {
    let desk = Desk::with_spec();
    let sample = |rest: &str| desk.run(&format!("sample spec.toml --seed 3 -n 9 {rest}"));
    assert_eq!(sample("--output-dir whole").code, 0);
    assert_eq!(sample("--output-dir part").code, 0);
    for gone in ["part/program-000002.pl", "part/program-000008.pl"] {
        std::fs::remove_file(desk.path(gone)).unwrap();
    }
    let kept = std::fs::metadata(desk.path("part/program-000001.pl")).unwrap().modified().unwrap();
    assert_eq!(sample("--output-dir part").code, 2);
    assert_eq!(sample("--output-dir part --resume").code, 0);
    for file in desk.files("whole") {
        assert_eq!(desk.read(&format!("part/{file}")), desk.read(&format!("whole/{file}")));
    }
    assert_eq!(desk.files("part"), desk.files("whole"));
    let now = std::fs::metadata(desk.path("part/program-000001.pl")).unwrap().modified().unwrap();
    assert_eq!(now, kept);
    assert_eq!(sample("--output-dir part --resume").code, 0);
    // What another command has written is left alone.
    let other = desk.run("sample spec.toml --seed 4 -n 9 --output-dir part --resume");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("was not written by this command"), "{}", other.stderr);
    assert_eq!(desk.run("sample spec.toml -n 9 --output-dir part --resume").code, 2);
}

#[test]
fn what_is_written_for_prolog_belongs_to_its_space() {
    let desk = Desk::with_spec();
    desk.output("sample spec.toml --probabilities 1 -n 100 --seed 1 --format prolog --output p.pl");
    let outcome = desk.run("check p.pl --language prolog --quiet");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""));
    // Some variables are met once.
    let text = desk.read("p.pl");
    assert!(text.contains("(_") && text.contains("_1"), "{text}");
}
