//! `--like`: programs in place of a spec.

use super::{Desk, programs, rows};

const GAME: &str = "win(X) :- move(X, Y), \\+ win(Y).\nmove(a, b).\nmove(b, c).\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("game.pl", GAME);
    desk
}

#[test]
fn relatives_belong_to_the_derived_spec() {
    let desk = desk();
    let relatives = desk.output("sample --like game.pl --seed 1 --count 50 --save-spec spec.toml");
    desk.write("relatives.pl", relatives);
    desk.output("check relatives.pl");
    desk.output("check relatives.pl --spec spec.toml");
    desk.write("rules.pl", "win(X) :- move(X, Y), \\+ win(Y).\n");
    desk.output("check rules.pl --spec spec.toml");
}

#[test]
fn the_saved_spec_draws_the_same_programs() {
    let desk = desk();
    let like = desk.output("sample --like game.pl --seed 1 --count 5 --save-spec spec.toml");
    assert_eq!(desk.output("sample spec.toml --seed 1 --count 5"), like);
    let saved = desk.read("spec.toml");
    assert!(saved.starts_with("# 1 program, 1 clause\n# 2 ground facts (0 probab"), "{saved}");
    assert!(saved.contains("\nuses = { win = [\"not win\", \"move\"] }\n"), "{saved}");
}

#[test]
fn flags_have_the_last_word() {
    let desk = desk();
    let flags = "--predicates win/1,draw/0 --max-clauses 5 --averages nodes=2 \
                 --uses= --connected=false --redundant true --derivable=false";
    let count = desk.output(&format!("count --like game.pl {flags} --save-spec spec.toml"));
    assert_eq!(count, desk.output("count spec.toml"));
    let saved = desk.read("spec.toml");
    assert!(saved.contains("max_clauses = 5\n"), "{saved}");
    assert!(saved.ends_with("[averages]\nnodes = 2\n"), "{saved}");
}

#[test]
fn any_spec_can_be_saved() {
    let desk = Desk::with_spec();
    let drawn = desk.output("sample spec.toml --safe --seed 4 --save-spec safe.toml");
    assert!(desk.read("safe.toml").contains("\nsafe = true\n"));
    assert_eq!(desk.output("sample safe.toml --seed 4"), drawn);
}

#[test]
fn predicates_of_one_name_are_told_apart_in_the_saved_spec() {
    let desk = Desk::new();
    desk.write("p.pl", "p(X) :- p(X, Y).\np(X, Y) :- q(Y, X).\n");
    let like = desk.output("sample --like p.pl --seed 2 --save-spec spec.toml");
    let saved = desk.read("spec.toml");
    assert!(saved.contains("uses = { \"p/1\" = [\"p/2\"], \"p/2\" = [\"q\"] }\n"), "{saved}");
    assert_eq!(programs(&desk.output("sample spec.toml --seed 2")), programs(&like));
}

#[test]
fn instances_and_lists_are_of_the_derived_spec_as_well() {
    let desk = desk();
    let instance = desk.output("instance --like game.pl --seed 1 --domain 5 --facts 10");
    assert!(instance.contains("% rules: 1, facts: 10 over 5 constants"), "{instance}");
    let listed = desk.output("enumerate --like game.pl --limit 3");
    assert!(listed.contains("% program 2"), "{listed}");
}

#[test]
fn programs_with_terms_and_built_ins_are_read() {
    let desk = Desk::new();
    desk.write(
        "wide.pl",
        "P::edge(X, Y) :- weight(X, Y, W), P is W / 10, W > 2.
         weight(a, \"New York\", 3).
         path(X, Y, [X, Y]) :- edge(X, Y).
         path(X, Y, [X | P]) :- edge(X, Z), path(Z, Y, P), \\+ member(X, P).
         query(path(a, _, _)).\n",
    );
    let outcome = desk.run("describe wide.pl");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    for row in [("predicates", "edge/2,path/3"), ("data", "weight/3")] {
        assert!(rows(&outcome.stdout).any(|it| it == row), "{}", outcome.stdout);
    }
    for note in [
        "the built-in is/2 is left out, once",
        "the built-in member/2 is left out, once",
        "1 probability is 0, a variable or an expression: one half stands in",
    ] {
        assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    }
    let drawn = desk.output("sample --like wide.pl --count 5 --seed 1");
    assert_eq!(drawn.matches("% program ").count(), 5);
}

#[test]
fn data_head_no_clause_and_numbers_of_clauses_are_exact_or_loose() {
    let desk = Desk::new();
    desk.write(
        "path.pl",
        "p(X, Y) :- e(X, Y).\np(X, Y) :- e(X, Z), p(Z, Y).\nq(X) :- p(X, X).\ne(a, b).\n",
    );
    desk.output("sample --like path.pl --seed 1 --save-spec exact.toml");
    let exact = desk.read("exact.toml");
    for line in [
        "data = [\"e/2\"]",
        "clauses = { p = 2, q = 1 }",
        "uses = { p = [\"p\", \"2 e\"], q = [\"p\"] }",
        "bodies = \"set\"",
        "derivable = true",
    ] {
        assert!(exact.contains(&format!("\n{line}\n")), "{exact}");
    }
    desk.output("sample --like path.pl --loose --seed 1 --save-spec loose.toml");
    let loose = desk.read("loose.toml");
    assert!(loose.contains("\nhead.p = 2\n") && !loose.contains("\nclauses = {"), "{loose}");
    let alone = desk.run("sample exact.toml --loose");
    assert!(alone.stderr.contains("cannot be used with '--loose'"), "{}", alone.stderr);
}
