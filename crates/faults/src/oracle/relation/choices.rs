//! Who chooses, and how often: each instance of a clause chooses once, whatever its body looks like, and at most one of
//! its heads.

use randlog_engines::answers::bounds;
use randlog_logic::{Atom, Clause, Formula, Head, Probability, Program, Symbol, Term};

use super::follow_up::{Counts, FollowUp, close, contradiction, if_answered};
use crate::Fault;
use crate::parts::{self, edited};

/// The variables outside negations, whose values make an instance of a safe clause. Nothing if one of them has no name.
fn own_variables(body: &Formula) -> Option<Vec<Symbol>> {
    let positive = body.atoms().filter(|found| !found.negated);
    let mut names = Vec::new();
    for term in positive.flat_map(|found| &found.atom.args) {
        match term {
            Term::Variable(name) if !names.contains(name) => names.push(name.clone()),
            Term::Anonymous | Term::Compound(_) => return None,
            _ => {}
        }
    }
    Some(names)
}

fn atom(name: &Symbol, variables: &[Symbol]) -> Atom {
    Atom::new(name.clone(), variables.iter().cloned().map(Term::Variable).collect())
}

/// The most instances that stand in place of one clause.
const INSTANCES: usize = 27;

/// Each rule is ground by hand, over all constants of the program.
pub(super) fn instances(program: &Program) -> Vec<FollowUp> {
    let constants = parts::constants(program);
    let mut follow_ups = Vec::new();
    for (place, clause) in program.clauses.iter().enumerate() {
        let safe = Some(clause).filter(|clause| parts::is_safe(clause));
        let Some(variables) = safe.and_then(|safe| own_variables(&safe.body)) else { continue };
        let count = constants.len().checked_pow(variables.len() as u32);
        if variables.is_empty() || count.is_none_or(|count| count > INSTANCES) {
            continue;
        }
        let mut all = vec![clause.clone()];
        for name in &variables {
            let with_all = |clause: &Clause| {
                let clause = clause.clone();
                constants.iter().map(move |value| with_value(&clause, name, value))
            };
            all = all.iter().flat_map(with_all).collect();
        }
        let other = edited(program, |other| {
            other.clauses.remove(place);
            other.clauses.extend(all);
        });
        follow_ups.push(if_answered(program, other, Counts::Crashes, |_| true));
    }
    follow_ups
}

fn with_value(clause: &Clause, name: &Symbol, value: &Term) -> Clause {
    let mut clause = clause.clone();
    for atom in parts::clause_atoms_mut(&mut clause) {
        for term in atom.args.iter_mut().filter(|term| term.variable() == Some(name)) {
            *term = value.clone();
        }
    }
    clause
}

/// Each disjunction that a rule demands becomes a predicate of its own, with a clause for each branch (Lloyd and Topor
/// 1984).
pub(super) fn named_disjunction(program: &Program) -> Vec<FollowUp> {
    let name = parts::fresh_predicate(program, "either");
    let mut follow_ups = Vec::new();
    for (place, clause) in program.clauses.iter().enumerate() {
        let demanded = parts::conjuncts(clause.body.clone());
        for (number, part) in demanded.iter().enumerate() {
            let Formula::Or(branches) = part else { continue };
            let Some(variables) = own_variables(part) else { continue };
            let named = atom(&name, &variables);
            let mut clause = clause.clone();
            parts::change_conjuncts(&mut clause, |all| all[number] = Formula::Atom(named.clone()));
            let mut clauses = vec![clause];
            clauses.extend(branches.iter().map(|it| parts::certain(named.clone(), it.clone())));
            if clauses.iter().all(parts::is_safe) {
                let other = edited(program, |other| {
                    other.clauses.remove(place);
                    other.clauses.extend(clauses);
                });
                follow_ups.push(if_answered(program, other, Counts::Crashes, |_| true));
            }
        }
    }
    follow_ups
}

/// The heads of each annotated disjunction get names. At most one of these holds, and they are as likely as their
/// probabilities say, each compared with the first.
pub(super) fn exclusive(program: &Program) -> Vec<FollowUp> {
    (0..program.clauses.len()).filter_map(|place| exclusive_heads(program, place)).collect()
}

fn exclusive_heads(program: &Program, place: usize) -> Option<FollowUp> {
    let clause = &program.clauses[place];
    let fits = clause.heads.len() > 1 && parts::is_safe(clause);
    let variables = own_variables(&clause.body).filter(|_| fits)?;
    let share = |head: &Head| head.probability.number().filter(|_| !head.negated);
    let shares: Option<Vec<Probability>> = clause.heads.iter().map(share).collect();
    let shares: Vec<f64> = shares?.iter().map(Probability::to_f64).collect();
    let name = |stem: &str, number| parts::fresh_predicate(program, &format!("{stem}_{number}"));
    let chosen: Vec<Symbol> = (0..shares.len()).map(|number| name("head", number)).collect();
    let both = Atom::new(parts::fresh_predicate(program, "both"), Vec::new());
    let other = edited(program, |other| {
        let heads = std::mem::take(&mut other.clauses[place].heads);
        for (number, head) in heads.into_iter().enumerate() {
            let named = atom(&chosen[number], &variables);
            other.clauses[place].heads.push(Head { atom: named.clone(), ..head.clone() });
            other.clauses.push(parts::certain(head.atom, Formula::Atom(named.clone())));
            for earlier in &chosen[..number] {
                let pair =
                    vec![Formula::Atom(atom(earlier, &variables)), Formula::Atom(named.clone())];
                other.clauses.push(parts::certain(both.clone(), Formula::And(pair)));
            }
        }
        other.evidence.clear();
        other.queries = chosen.iter().map(|name| atom(name, &variables).into()).collect();
        other.queries.push(both.clone().into());
    });
    let program = program.clone();
    Some(Box::new(move |asker| {
        let said = asker.ask(&program)?;
        if said.is_err() {
            return Ok(None);
        }
        let then = asker.ask(&other)?;
        let Ok(answers) = &then else {
            let (source, follow_up) = ((&program, &said), (&other, &then));
            return Ok(contradiction(asker, Counts::Failures, source, follow_up, |_| false));
        };
        let of_pair = bounds(answers, &both).low;
        if !close(of_pair, 0.0) {
            let words = "0: the heads of a clause exclude each other";
            let found = Fault::wrong(&both, words, of_pair);
            return Ok(Some(found.compared_with([other.clone()])));
        }
        let of_instances = answers.iter().filter(|(atom, _)| chosen.contains(&atom.name));
        let mut pairs = of_instances.flat_map(|(atom, _)| {
            let of_head = |name: &Symbol| Atom::new(name.clone(), atom.args.clone());
            let first = of_head(&chosen[0]);
            chosen
                .iter()
                .zip(&shares)
                .map(move |(name, share)| (of_head(name), share, first.clone()))
        });
        Ok(pairs.find_map(|(atom, share, first)| {
            let (said, of_first) = (bounds(answers, &atom), bounds(answers, &first));
            let is_right = close(said.low * shares[0], of_first.low * share);
            if is_right || !said.is_exact() || !of_first.is_exact() {
                return None;
            }
            let words = format!("{share}/{} of {} for {first}", shares[0], of_first.low);
            Some(Fault::wrong(&atom, words, said.low).compared_with([other.clone()]))
        }))
    }))
}
