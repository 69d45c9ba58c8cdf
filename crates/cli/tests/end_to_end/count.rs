//! `randlog count` and `randlog verify`.

use super::{Desk, assert_snapshot};

const THREE: &str = "count --predicates p/1,q/1,r/1 --constants 1 --max-nodes 3 --max-clauses 3";

#[test]
fn two_roads_to_one_number() {
    let desk = Desk::new();
    for (rules, count) in [
        ("--cycles any", "21952\n"),
        ("--cycles stratified", "12772\n"),
        ("--independent p:q", "1096\n"),
    ] {
        for method in ["exact", "search"] {
            let arguments = format!("{THREE} {rules} --method {method}");
            assert_eq!(desk.output(&arguments), count, "{arguments}");
        }
    }
}

#[test]
fn large_numbers_come_with_their_length() {
    let outcome = Desk::new().run(
        "count --predicates p/1,q/2,r/3 --variables 3 --constants 3 --max-nodes 5 --max-clauses 5",
    );
    let number = "4063657352376168825906979635567128986385553385099534665\n";
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, number));
    assert!(outcome.stderr.starts_with("55 digits, about 4.063e54, counted by closed forms in "));
}

#[test]
fn an_empty_space_counts_zero() {
    let none = format!("{THREE} --cycles acyclic --empty-bodies false");
    assert_eq!(Desk::new().output(&none), "0\n");
    assert_eq!(Desk::new().output(&format!("{none} --explain")), "0\n");
}

#[test]
fn an_explanation_follows_the_number() {
    assert_snapshot("explain", &Desk::new().output(&format!("{THREE} --cycles any --explain")));
}

#[test]
fn what_has_no_closed_form_is_named() {
    let desk = Desk::new();
    let outcome = desk.run(&format!("{THREE} --required and:p,q"));
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    for part in ["required", "--method search"] {
        assert!(outcome.stderr.contains(part), "{}", outcome.stderr);
    }
    let listed = desk.output(&format!("{THREE} --required and:p,q --method search"));
    assert!(listed.trim().parse::<u64>().is_ok_and(|count| count > 0));
}

#[test]
fn listing_can_run_out_of_time() {
    let endless = "count --predicates p/3,q/3 --variables 5 --constants 5 --max-nodes 9 \
                   --max-clauses 9 --method search --timeout 0.2";
    let outcome = Desk::new().run(endless);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("out of time"), "{}", outcome.stderr);
}

#[test]
fn closed_forms_can_run_out_of_time() {
    let large = "count --predicates a/4,b/4,c/3,d/3,e/2,f/2,g/2,h/1,i/1,j/1,k/0,l/0 --variables 5 \
                 --constants 1 --max-nodes 14 --max-clauses 18 --memory 20GiB --timeout 0.2";
    for explain in ["", "--explain"] {
        let outcome = Desk::new().run(&format!("{large} {explain}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
        assert!(outcome.stderr.contains("out of time"), "{}", outcome.stderr);
    }
}

#[test]
fn pairs_must_be_of_the_spec() {
    for pair in ["p:x", "p", "p:p", ""] {
        let outcome = Desk::new().run(&format!("{THREE} --explain --pairs=p:q,{pair}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{pair}");
    }
}
