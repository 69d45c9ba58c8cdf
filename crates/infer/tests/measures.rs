//! What answers need, beside slow twins: depths by naive iteration over all instances of clauses, events by making each
//! choice fall either way, probabilities by walking through all worlds.

use crate::common::parse;
use crate::random::{Drawn, Generator, TOLERANCE};
use randlog_base::random::{ChaCha8Rng, SeedableRng, below};
use randlog_infer::{Algorithm, Inference, Limits, Measures, Precision, RBig};
use randlog_logic::{Atom, Clause, Dialect, Formula, Head, Probability, Program, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

const PROGRAMS: u64 = 1000;

fn measures(text: &str) -> Vec<Measures> {
    Inference::new(&parse(text)).measures().unwrap()
}

/// Depth, events and width of the only query.
#[track_caller]
fn check(text: &str, depth: Option<usize>, events: usize, width: usize) {
    let [measures] = &measures(text)[..] else { panic!("one query is asked") };
    let found = (measures.depth, measures.events.clone(), measures.width);
    assert_eq!(found, (depth, events..=events, width), "{text}");
}

#[test]
fn known_measures() {
    check("p. query(p).", Some(0), 0, 0);
    check("0.5::p. query(p).", Some(0), 1, 0);
    check("0.5::p(a). p(b). query(p(c)).", None, 0, 0);
    check("p :- q. 0.5::q. query(p).", Some(1), 1, 0);
    check("p :- q, r. 0.5::q. r :- s. s :- t. 0.5::t. query(p).", Some(3), 2, 1);
    // The shallowest proof counts, not the one that is met first.
    check("p :- q. q :- r. r :- s. p :- s, t. 0.5::s. 0.5::t. query(p).", Some(1), 1, 2);
    // A rule of its own head is no shorter way.
    check("p :- p. p :- q. q :- p. q :- r. 0.5::r. query(p).", Some(2), 1, 0);
    // A negated atom counts as the atom; one that nothing derives counts 0.
    check("p :- \\+ q. q :- r. r :- s. 0.5::s. query(p).", Some(3), 1, 0);
    check("p :- \\+ q, s. q :- r, t. 0.5::s. r. t :- fail. query(p).", Some(1), 1, 0);
    // Parts of a body are no rules.
    check("p :- s, (q ; r). q :- s. 0.5::s. 0.5::r. query(p).", Some(1), 1, 2);
    // Choices that the answer does not depend on, though it mentions them.
    check("p :- q, r. p :- q, \\+ r. 0.5::q. 0.5::r. query(p).", Some(1), 1, 2);
    // An annotated disjunction is one choice, as is each instance of a clause.
    check("0.3::p ; 0.3::q. r :- p. r :- \\+ q. query(r).", Some(1), 1, 2);
    check("0.5::p(X) :- q(X). q(a). q(b). q(c). r :- p(_). query(r).", Some(2), 3, 1);
    // Evidence that the answer hangs on.
    check("0.5::p. 0.5::q. r :- p. r :- q. evidence(r). query(p).", Some(0), 2, 1);
}

#[test]
fn what_is_resolved_has_no_depth() {
    check("p(X) :- between(1, 3, X), q(X). 0.5::q(2). query(p(2)).", None, 1, 0);
}

/// A grid of random edges: its width grows with its sides, its depth with the way.
#[test]
fn grids() {
    for side in 2..=4 {
        let mut text = "r(0, 0). r(A, B) :- r(C, D), e(C, D, A, B). ".to_owned();
        for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            if x + 1 < side {
                text += &format!("0.5::e({x}, {y}, {}, {y}). ", x + 1);
            }
            if y + 1 < side {
                text += &format!("0.5::e({x}, {y}, {x}, {}). ", y + 1);
            }
        }
        let [found] = &measures(&format!("{text} query(r({0}, {0})).", side - 1))[..] else {
            panic!("one query is asked")
        };
        assert_eq!(found.depth, Some(2 * side - 2));
        assert_eq!(found.events, 2 * side * (side - 1)..=2 * side * (side - 1));
        assert!((side - 1..=2 * side).contains(&found.width), "{side}: {}", found.width);
    }
}

/// A circuit that no diagram is small for: its events are bounded, and the work ends.
#[test]
fn events_that_take_too_long_are_bounded() {
    let (n, mut text) = (91, "c(0). c(J) :- c(I), e(I, J). ".to_owned());
    for i in 0..n {
        for step in [1, 7, 19, 31] {
            text += &format!("0.5::e({i}, {}). ", (i * 3 + step) % n);
        }
    }
    let [found] = &measures(&format!("{text} query(c(45))."))[..] else { panic!("one query") };
    assert!((1..6).contains(&found.depth.unwrap()));
    assert_eq!((*found.events.start(), found.probability), (0, None));
    assert!((100..=4 * n).contains(found.events.end()), "{:?}", found.events);
    assert!((20..=8 * n).contains(&found.width), "{}", found.width);
}

#[test]
fn probabilities_are_those_of_the_worlds() {
    let generator = Generator::new(21);
    let mut compared = 0;
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        let (Ok(reference), Ok(found)) =
            (&drawn.reference, Inference::new(&drawn.program).measures())
        else {
            continue;
        };
        assert_eq!(reference.answers.len(), found.len(), "program {}", drawn.index);
        for (answer, measures) in reference.answers.iter().zip(found) {
            let probability = measures.probability.unwrap();
            assert_eq!(answer.atom, measures.atom);
            let error = (answer.probability - probability).abs();
            assert!(error <= TOLERANCE * answer.probability, "program {}", drawn.index);
            compared += 1;
        }
    }
    assert!(compared > PROGRAMS, "{compared}");
}

/// A program whose clauses are taken apart by hand in these tests: every variable is the clause's own.
fn is_plain(program: &Program) -> bool {
    let plain = |clause: &Clause| {
        let has_blank = clause.atoms().any(|atom| atom.args.contains(&Term::Anonymous));
        let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
        clause.heads.iter().for_each(|head| variables(&head.atom, &mut outside));
        for occurrence in clause.body.atoms() {
            let set = if under_negation(&clause.body, occurrence.atom) {
                &mut inside
            } else {
                &mut outside
            };
            variables(occurrence.atom, set);
        }
        !has_blank && inside.is_subset(&outside)
    };
    program.function_free().is_some()
        && program.clauses.iter().all(plain)
        && program.clauses.iter().all(|clause| clause.check_safety_in_scope().is_ok())
}

fn under_negation(formula: &Formula, atom: &Atom) -> bool {
    match formula {
        Formula::True | Formula::Atom(_) => false,
        Formula::Not(child) => child.atoms().any(|occurrence| std::ptr::eq(occurrence.atom, atom)),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().any(|child| under_negation(child, atom))
        }
    }
}

fn variables(atom: &Atom, found: &mut BTreeSet<Symbol>) {
    found.extend(atom.args.iter().filter_map(|term| match term {
        Term::Variable(name) => Some(name.clone()),
        _ => None,
    }));
}

/// All instances of all clauses, each a clause of its own.
fn instances(program: &Program) -> Vec<Clause> {
    let atoms = program.clauses.iter().flat_map(Clause::atoms).chain(program.goals());
    let terms = atoms.flat_map(|atom| &atom.args).filter(|term| term.is_ground());
    let domain: BTreeSet<Term> = terms.cloned().collect();
    let mut all = Vec::new();
    for clause in &program.clauses {
        let mut names = BTreeSet::new();
        clause.atoms().for_each(|atom| variables(atom, &mut names));
        let mut bindings: Vec<BTreeMap<Symbol, Term>> = vec![BTreeMap::new()];
        for name in names {
            bindings = bindings
                .into_iter()
                .flat_map(|binding| {
                    let name = name.clone();
                    domain.iter().map(move |value| {
                        let mut binding = binding.clone();
                        binding.insert(name.clone(), value.clone());
                        binding
                    })
                })
                .collect();
        }
        all.extend(bindings.iter().map(|binding| {
            let heads = clause.heads.iter().map(|head| Head {
                atom: instance(&head.atom, binding),
                probability: head.probability.clone(),
                ..head.clone()
            });
            Clause::with_heads(heads.collect(), formula(&clause.body, binding))
        }));
    }
    all
}

fn instance(atom: &Atom, binding: &BTreeMap<Symbol, Term>) -> Atom {
    let value = |term: &Term| match term {
        Term::Variable(name) => binding[name].clone(),
        other => other.clone(),
    };
    Atom::new(atom.name.clone(), atom.args.iter().map(value).collect())
}

fn formula(body: &Formula, binding: &BTreeMap<Symbol, Term>) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| formula(part, binding)).collect();
    match body {
        Formula::True => Formula::True,
        Formula::Atom(atom) => Formula::Atom(instance(atom, binding)),
        Formula::Not(child) => Formula::Not(Box::new(formula(child, binding))),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
    }
}

/// What can be true, and what must be, while every choice is open: each from the other, until nothing changes.
#[derive(Clone, Default, PartialEq)]
struct Known {
    possible: BTreeSet<Atom>,
    certain: BTreeSet<Atom>,
}

impl Known {
    fn of(clauses: &[Clause]) -> Known {
        let heads = clauses.iter().flat_map(|clause| &clause.heads).map(|head| head.atom.clone());
        let mut known = Known { possible: heads.collect(), certain: BTreeSet::new() };
        loop {
            let next = Known {
                possible: known.least(clauses, true),
                certain: known.least(clauses, false),
            };
            if next == known {
                return known;
            }
            known = next;
        }
    }

    fn least(&self, clauses: &[Clause], open: bool) -> BTreeSet<Atom> {
        let mut found = BTreeSet::new();
        loop {
            let before = found.len();
            for clause in clauses.iter().filter(|clause| open || clause.is_certain()) {
                if self.holds(&clause.body, open, Some(&found)) {
                    found.extend(clause.heads.iter().map(|head| head.atom.clone()));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Can a formula hold, or must it? Atoms that are not negated hold where they were found by now.
    fn holds(&self, formula: &Formula, open: bool, found: Option<&BTreeSet<Atom>>) -> bool {
        let set = if open { &self.possible } else { &self.certain };
        match formula {
            Formula::True => true,
            Formula::Atom(atom) => found.unwrap_or(set).contains(atom),
            Formula::Not(child) => !self.holds(child, !open, None),
            Formula::And(parts) => parts.iter().all(|part| self.holds(part, open, found)),
            Formula::Or(parts) => parts.iter().any(|part| self.holds(part, open, found)),
        }
    }

    fn is_possible(&self, formula: &Formula) -> bool {
        self.holds(formula, true, None)
    }
}

/// The depth of every atom that has a proof: start with none, and improve them until nothing changes.
fn depths(clauses: &[Clause]) -> BTreeMap<Atom, usize> {
    let known = Known::of(clauses);
    let mut depths: BTreeMap<Atom, usize> = BTreeMap::new();
    loop {
        let before = depths.clone();
        for clause in clauses.iter().filter(|clause| known.is_possible(&clause.body)) {
            let own = usize::from(!is_trivial(&clause.body));
            let Some(depth) = depth_of(&clause.body, &known, &before) else { continue };
            for head in &clause.heads {
                let best = depths.entry(head.atom.clone()).or_insert(depth + own);
                *best = (*best).min(depth + own);
            }
        }
        if depths == before {
            return depths;
        }
    }
}

/// Is a body true whatever its atoms are?
fn is_trivial(body: &Formula) -> bool {
    match body {
        Formula::True => true,
        Formula::Atom(_) => false,
        Formula::Not(child) => matches!(&**child, Formula::Or(parts) if parts.is_empty()),
        Formula::And(parts) => parts.iter().all(is_trivial),
        Formula::Or(parts) => parts.iter().any(is_trivial),
    }
}

/// The depth of a formula that can hold.
fn depth_of(formula: &Formula, known: &Known, depths: &BTreeMap<Atom, usize>) -> Option<usize> {
    match formula {
        Formula::True => Some(0),
        Formula::Atom(atom) => depths.get(atom).copied(),
        Formula::Not(child) if !known.is_possible(child) => Some(0),
        Formula::Not(child) => depth_of(child, known, depths),
        Formula::And(parts) => parts
            .iter()
            .map(|part| depth_of(part, known, depths))
            .try_fold(0, |a, b| Some(a.max(b?))),
        Formula::Or(parts) => {
            let possible = parts.iter().filter(|part| known.is_possible(part));
            possible.filter_map(|part| depth_of(part, known, depths)).min()
        }
    }
}

#[test]
fn depths_are_those_of_naive_iteration() {
    let generator = Generator::new(22);
    let mut seen = BTreeMap::new();
    for drawn in (0..2 * PROGRAMS).map(|index| generator.draw(index)) {
        if drawn.reference.is_err() || !is_plain(&drawn.program) {
            continue;
        }
        let depths = depths(&instances(&drawn.program));
        for measures in Inference::new(&drawn.program).measures().unwrap() {
            let right = depths.get(&measures.atom).copied();
            let text = || Dialect::ProbLog.print(&drawn.program).unwrap().to_string();
            assert_eq!(measures.depth, right, "{} of\n{}", measures.atom, text());
            *seen.entry(right).or_insert(0) += 1;
        }
    }
    assert!(seen[&None] > 50 && (0..4).all(|depth| seen[&Some(depth)] > 5), "{seen:?}");
}

/// The same program with another probability for every choice, so that nothing cancels by accident.
fn shaken(clauses: &[Clause], rng: &mut ChaCha8Rng) -> Vec<Clause> {
    let mut clauses = clauses.to_vec();
    for clause in clauses.iter_mut().filter(|clause| !clause.is_certain()) {
        let count = clause.heads.len() as u64;
        let certain = sum(clause) == RBig::ONE;
        let mut left = 1009;
        for (position, head) in clause.heads.iter_mut().enumerate() {
            let rest = count - position as u64 - 1;
            let part = match certain && rest == 0 {
                true => left,
                false => 1 + below(rng, left - rest - u64::from(!certain) - 1),
            };
            left -= part;
            head.probability = Probability::new(part.into(), 1009).unwrap().into();
        }
    }
    clauses
}

fn sum(clause: &Clause) -> RBig {
    let numbers = clause.heads.iter().filter_map(|head| head.probability.number());
    numbers.map(|number| number.to_ratio()).fold(RBig::ZERO, |sum, number| sum + number)
}

/// The exact probability of each query.
fn answers(program: &Program, clauses: Vec<Clause>) -> BTreeMap<Atom, RBig> {
    let mut program = program.clone();
    program.clauses = clauses.into();
    let limits = Limits { worlds: 1 << 16, ..Limits::default() };
    let solve = Inference::new(&program).algorithm(Algorithm::Worlds).precision(Precision::Exact);
    let answers = solve.limits(limits).solve().unwrap().answers.into_iter();
    answers.map(|answer| (answer.atom, answer.fraction.unwrap())).collect()
}

/// The number of choices of which some alternative changes the probability of a query.
fn events(drawn: &Drawn, asked: &Atom) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(drawn.index);
    let clauses = shaken(&instances(&drawn.program), &mut rng);
    let mut program = drawn.program.clone();
    program.queries = vec![asked.clone().into()];
    // What no clause defines any more is false.
    let falsum =
        |head: &Head| Clause::new(Probability::ONE, head.atom.clone(), Formula::Or(Vec::new()));
    let matters = |&position: &usize| {
        let clause = &clauses[position];
        let mut chances = Vec::new();
        for alternative in 0..=clause.heads.len() {
            let mut changed = clauses.clone();
            changed[position] = match clause.heads.get(alternative) {
                Some(head) => Clause::new(Probability::ONE, head.atom.clone(), clause.body.clone()),
                None if sum(clause) == RBig::ONE => continue,
                None => falsum(&clause.heads[0]),
            };
            changed.extend(clause.heads.iter().map(falsum));
            chances.push(answers(&program, changed).remove(asked).unwrap_or(RBig::ZERO));
        }
        chances.windows(2).any(|pair| pair[0] != pair[1])
    };
    let choices = (0..clauses.len()).filter(|&position| !clauses[position].is_certain());
    choices.filter(matters).count()
}

#[test]
fn an_answer_depends_on_the_choices_that_change_it() {
    let generator = Generator::new(23);
    let mut seen = BTreeMap::new();
    for drawn in (0..PROGRAMS).map(|index| generator.draw(index)) {
        let small = drawn.reference.as_ref().is_ok_and(|solution| solution.sizes.worlds <= 256);
        if !small || !is_plain(&drawn.program) || !drawn.program.evidence.is_empty() {
            continue;
        }
        for measures in Inference::new(&drawn.program).measures().unwrap() {
            let right = events(&drawn, &measures.atom);
            assert_eq!(
                measures.events,
                right..=right,
                "program {}: {}",
                drawn.index,
                measures.atom
            );
            *seen.entry(right).or_insert(0) += 1;
        }
    }
    assert!((0..4).all(|events| seen[&events] > 20), "{seen:?}");
}
