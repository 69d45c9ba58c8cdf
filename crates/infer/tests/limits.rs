//! What is too much is refused, in good time, and nothing falls over.

use randlog_base::random::{ChaCha8Rng, SeedableRng};
use randlog_base::stop::{Stop, Stopped};
use randlog_infer::{Error, Inference, Limits, Solution};
use randlog_logic::Dialect;
use randlog_logic::Program;
use std::fmt::Write;
use std::time::Duration;

/// How far a probability may be from the right one.
const TOLERANCE: f64 = 1e-12;

/// The same for a product of thousands of numbers.
const ROUNDED_OFTEN: f64 = 1e-10;

fn exact(text: &str, limits: Limits) -> Result<Solution, Error> {
    Inference::new(&Program::parse(text).unwrap()).limits(limits).solve()
}

#[test]
fn recursion_without_end_is_given_up() {
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let counting = "0.5::a. p(N) :- a, M is N + 1, p(M). query(p(0)).";
    let error = exact(counting, limits).unwrap_err();
    assert_eq!(error.kind(), "memory", "{error}");
    let building = "0.5::a. p(X) :- a, p(s(X)). query(p(z)).";
    let error = exact(building, limits).unwrap_err();
    assert_eq!(error.kind(), "depth", "{error}");
    let collecting = "p(N) :- M is N + 1, p(M). q(L) :- findall(1, p(0), L). query(q(L)).";
    let error = exact(collecting, limits).unwrap_err();
    assert_eq!(error.kind(), "depth", "{error}");
}

/// Each literal would keep the values of all variables.
#[test]
fn a_clause_with_many_variables_is_no_burden() {
    let body: Vec<String> = (0..4000).map(|number| format!("q(X{number})")).collect();
    let text = format!("0.5::q(a). p :- {}. query(p).", body.join(", "));
    let solution = exact(&text, Limits { memory: 20 << 20, ..Limits::default() }).unwrap();
    assert_eq!(solution.answers[0].probability, 0.5);
    let derived = text.replace("0.5::q(a).", "0.5::r(a). q(X) :- r(X).");
    let error = exact(&derived, Limits { memory: 20 << 20, ..Limits::default() }).unwrap_err();
    assert_eq!(error.kind(), "memory", "{error}");
}

#[test]
fn long_lists_are_no_burden() {
    let list: Vec<String> = (0..5000).map(|i| i.to_string()).collect();
    let list = list.join(", ");
    let text =
        format!("l([{list}]). s(S, N) :- l(L), sum_list(L, S), length(L, N). query(s(_, _)).");
    let solution = exact(&text, Limits { memory: 64 << 20, ..Limits::default() }).unwrap();
    assert_eq!(solution.answers[0].atom.to_string(), "s(12497500, 5000)");
    let text = format!("0.001::h(X) :- member(X, [{list}]). c :- h(_). query(c).");
    let found = probability(&text);
    assert!((found - (1.0 - 0.999f64.powi(5000))).abs() < ROUNDED_OFTEN, "{found}");
}

fn probability(text: &str) -> f64 {
    exact(text, Limits::default()).unwrap().answers[0].probability
}

/// Every clause of a random formula must hold: no order of the events makes a small diagram.
fn formula(events: usize, clauses: usize) -> String {
    let mut text = String::new();
    for event in 0..events {
        let _ = writeln!(text, "0.5::a({event}).");
    }
    // A simple generator is random enough, and the same everywhere.
    let mut state = 1u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for clause in 0..clauses {
        let literals: Vec<String> =
            (0..3).map(|_| format!("{}a({})", ["", "\\+ "][draw(2)], draw(events))).collect();
        let _ = writeln!(text, "c({clause}) :- {}.", literals.join(" ; "));
    }
    let all: Vec<String> = (0..clauses).map(|clause| format!("c({clause})")).collect();
    text + &format!("q :- {}. query(q).", all.join(", "))
}

#[test]
fn a_diagram_that_grows_too_large_is_given_up() {
    let limits = Limits { memory: 5 << 20, ..Limits::default() };
    let refused = exact(&formula(100, 300), limits);
    assert!(
        matches!(refused, Err(Error::Memory { what: "a decision diagram", .. })),
        "{refused:?}"
    );
}

/// No diagram is needed to see that it is sometimes true and sometimes not.
#[test]
fn uncertainty_needs_no_diagram() {
    let text = formula(100, 300).replace("\\+ ", "").replace("0.5::", "0.9::");
    let program = Dialect::ProbLog.parse(&text).unwrap();
    let limits = Limits { memory: 5 << 20, ..Limits::default() };
    assert!(Inference::new(&program).limits(limits).solve().is_err());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(Inference::new(&program).limits(limits).is_uncertain(&mut rng), Ok(true));
}

#[test]
fn a_grounding_that_grows_too_large_is_given_up() {
    let facts: String = (0..300).map(|i| format!("0.5::q({i}). ")).collect();
    let text = format!("{facts} 0.5::p :- q(X), q(Y), q(Z). query(p).");
    let refused = exact(&text, Limits { memory: 8 << 20, ..Limits::default() });
    assert!(matches!(refused, Err(Error::Memory { what: "grounding", .. })), "{refused:?}");
    let limit = Duration::from_millis(20);
    let refused = exact(&text, Limits { timeout: Some(limit), ..Limits::default() });
    assert_eq!(refused, Err(Error::Timeout { limit }));
}

/// 0.5 · (1 - 10⁻⁵)ⁿ.
#[test]
fn a_long_chain_of_rules_is_no_deep_recursion() {
    let n = 30_000;
    let mut text = "0.5::p(0). ".to_owned();
    for i in 0..n {
        let _ = writeln!(text, "0.99999::p({}) :- p({i}).", i + 1);
    }
    let expected = 0.5 * 0.99999f64.powi(n);
    assert!((probability(&format!("{text} query(p({n})).")) - expected).abs() <= ROUNDED_OFTEN);
}

/// All of the circle's edges but one must be there.
#[test]
fn a_long_cycle_is_no_deep_recursion() {
    let n = 2_000;
    let edges: String = (0..n).map(|i| format!("0.9999::e({i}, {}). ", (i + 1) % n)).collect();
    let text =
        format!("{edges} r(X, Y) :- e(X, Y). r(X, Y) :- r(X, Z), e(Z, Y). query(r(0, {})).", n - 1);
    assert!((probability(&text) - 0.9999f64.powi(n - 1)).abs() <= ROUNDED_OFTEN);
}

/// `p(i)` may come from `q(i)`, but the rule of `q(i)` needs `p(i)`, so that only a fact `q(i)` counts.
/// Apart from that fact, `q(0)` needs `p(0)`, and some `i` with `r(i)` and `p(i)`, 0 among them, and a
/// choice for each.
#[test]
fn what_only_leads_back_is_no_cycle() {
    let n = 200;
    let facts: String = (0..n).map(|i| format!("0.5::p({i}). 0.4::r({i}). ")).collect();
    let rules = "0.8::p(X) :- q(X). 0.1::q(X) :- r(Y), p(Y), p(X).";
    let expected = |p: f64| {
        let none = (1.0 - 0.1 * 0.4) * (1.0 - 0.1 * 0.4 * p).powi(n - 1);
        0.5 * (1.0 - none)
    };
    let text = format!("{rules} {facts} query(q(0)).");
    assert!((probability(&text) - expected(0.5)).abs() <= TOLERANCE);
    let more: String = (1..n).map(|i| format!("0.3::q({i}). ")).collect();
    let p = 1.0 - 0.5 * (1.0 - 0.8 * 0.3);
    assert!((probability(&(more + &text)) - expected(p)).abs() <= TOLERANCE);
}

/// P(s) · P(some a) where all share `s`: one part with tens of thousands of events.
#[test]
fn a_large_part_is_no_overflow() {
    let n = 60_000;
    let mut text = "0.5::s. ".to_owned();
    for i in 0..n {
        let _ = writeln!(text, "0.00001::a({i}). q :- a({i}), s. t :- a({i}), \\+ s.");
    }
    let solution = exact(&format!("{text} query(q). query(t)."), Limits::default()).unwrap();
    let expected = 0.5 * (1.0 - 0.99999f64.powi(n));
    for answer in &solution.answers {
        assert!((answer.probability - expected).abs() <= ROUNDED_OFTEN, "{answer:?}");
    }
    assert_eq!((solution.sizes.join_trees, solution.sizes.diagrams), (1, 0));
}

/// The same with a diagram: rules with two atoms of their own cycle are nothing for join trees. Of the four
/// nodes all are connected, or none is.
#[test]
fn a_deep_diagram_is_no_overflow() {
    let n = 2_000;
    let mut text = "0.5::s. r(X, Y) :- r(X, Z), r(Z, Y). ".to_owned();
    for i in 0..4 {
        let _ = writeln!(text, "r({i}, {}) :- s. r({i}, {}) :- s.", (i + 1) % 4, (i + 3) % 4);
    }
    for i in 0..n {
        let _ = writeln!(text, "0.00001::a({i}). q :- a({i}), r(0, 2). t :- a({i}), \\+ s.");
    }
    let solution = exact(&format!("{text} query(q). query(t)."), Limits::default()).unwrap();
    let expected = 0.5 * (1.0 - 0.99999f64.powi(n));
    for answer in &solution.answers {
        assert!((answer.probability - expected).abs() <= ROUNDED_OFTEN, "{answer:?}");
    }
    assert!(solution.sizes.diagram_variables > n as usize, "{:?}", solution.sizes);
}

#[test]
fn a_body_of_many_literals_is_matched_in_good_time() {
    let n = 20_000;
    let facts: String = (0..n).map(|i| format!("0.99999::a({i}). ")).collect();
    let body: Vec<String> = (0..n).map(|i| format!("a({i})")).collect();
    let found = probability(&format!("{facts} p :- {}. query(p).", body.join(", ")));
    assert!((found - 0.99999f64.powi(n)).abs() <= ROUNDED_OFTEN);
}

/// The two halves of each term are one in memory, but not on paper.
#[test]
fn terms_that_double_are_given_up_in_time() {
    let limit = Duration::from_millis(300);
    let limits = Limits { timeout: Some(limit), ..Limits::default() };
    let doubled: Vec<String> = (0..60).map(|i| format!("X{} = f(X{i}, X{i})", i + 1)).collect();
    let unified = format!("p(X60) :- {}, X0 = a. query(p(_)).", doubled.join(", "));
    let derived =
        "p(0, a). p(N, f(T, T)) :- between(1, 100, N), M is N - 1, p(M, T). query(p(100, _)).";
    for text in [&unified, derived] {
        let started = std::time::Instant::now();
        assert_eq!(exact(text, limits), Err(Error::Timeout { limit }));
        assert!(started.elapsed() < 4 * limit, "{:?}", started.elapsed());
    }
}

#[test]
fn an_answer_that_is_not_wanted_any_more_is_not_waited_for() {
    let program = Program::parse(&formula(100, 300)).unwrap();
    let stop = Stop::new();
    let found = std::thread::scope(|scope| {
        let found = scope.spawn(|| Inference::new(&program).stop(&stop).solve());
        std::thread::sleep(Duration::from_millis(50));
        stop.interrupt();
        found.join().unwrap()
    });
    assert_eq!(found, Err(Error::Stopped(Stopped::Interrupt)));
    let late = Inference::new(&program).stop(&Stop::NEVER.within(Duration::ZERO)).solve();
    assert_eq!(late.unwrap_err().kind(), "timeout");
}
