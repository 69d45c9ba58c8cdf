//! Predicates go, lose arguments, or become one.

use randlog_logic::built_ins::is_built_in;
use randlog_logic::{Atom, Clause, Formula, Heads, Predicate, Program, Role, Symbol, name};

use super::{Candidates, rules};
use crate::parts::{atoms_mut, edited, heads};
use crate::reduce::formula;

/// The predicates of a program in the order in which they are met, queries first.
fn all(program: &Program) -> Vec<Predicate> {
    let mut found = Vec::new();
    program.clone().rename(&mut |name, role| {
        if let Role::Predicate(arity) = role {
            let predicate = Predicate::new(name.clone(), arity);
            if !found.contains(&predicate) {
                found.push(predicate);
            }
        }
        name.clone()
    });
    found
}

/// The predicates that are the program's own: not those of the language, unless it defines them itself.
fn own(program: &Program) -> Vec<Predicate> {
    let is_defined = |it: &Predicate| heads(program).any(|head| head.predicate() == *it);
    let is_own = |it: &Predicate| !is_built_in(&it.name, it.arity) || is_defined(it);
    all(program).into_iter().filter(is_own).collect()
}

/// Leaves out a predicate altogether: its clauses, and all its occurrences in bodies.
pub(super) fn dropped(program: &Program) -> Candidates<'_> {
    let mut found: Vec<_> = all(program);
    found.sort_by_cached_key(|predicate| {
        let rest = without(program, predicate);
        rest.clauses.len() + rest.clauses.iter().map(|rest| rest.body.nodes()).sum::<usize>()
    });
    Box::new(found.into_iter().map(|predicate| without(program, &predicate)))
}

fn without(program: &Program, predicate: &Predicate) -> Program {
    let is_gone = |atom: &Atom| atom.predicate() == *predicate;
    let rest = |body: &Formula| formula::without(body, &is_gone).unwrap_or(Formula::True);
    let clause = |clause: &Clause| {
        let heads: Heads =
            clause.heads.iter().filter(|head| !is_gone(&head.atom)).cloned().collect();
        (!heads.is_empty()).then(|| Clause { heads, body: rest(&clause.body), ..clause.clone() })
    };
    let mut left = program.clone();
    left.clauses = program.clauses.iter().filter_map(clause).collect();
    for goals in [&mut left.evidence, &mut left.queries] {
        goals.retain(|goal| !is_gone(&goal.atom));
        goals.iter_mut().for_each(|goal| goal.condition = rest(&goal.condition));
    }
    left
}

/// Takes all arguments from all predicates, or from one, or a single one, wherever it occurs.
pub(super) fn lowered(program: &Program) -> Candidates<'_> {
    let own = own(program);
    let with_some = || own.iter().filter(|predicate| predicate.arity > 0).cloned();
    let everything = (with_some().count() > 1).then(|| {
        with_some().fold(program.clone(), |rest, predicate| lower(&rest, &predicate, None))
    });
    let all = with_some().filter(|it| it.arity > 1).map(|predicate| (predicate, None));
    let each = with_some().flat_map(|predicate| {
        (0..predicate.arity).map(move |place| (predicate.clone(), Some(place)))
    });
    let edits: Vec<_> = all.chain(each).collect();
    let some = edits.into_iter().map(|(predicate, place)| lower(program, &predicate, place));
    Box::new(everything.into_iter().chain(some))
}

fn lower(program: &Program, predicate: &Predicate, place: Option<usize>) -> Program {
    let arity = place.map_or(0, |_| predicate.arity - 1);
    let name = free_name(program, &predicate.name, arity);
    edited(program, |copy| {
        for atom in atoms_mut(copy).filter(|atom| atom.predicate() == *predicate) {
            atom.name = name.clone();
            match place {
                Some(place) => drop(atom.args.remove(place)),
                None => atom.args.clear(),
            }
        }
    })
}

/// The name itself, unless another predicate is called that.
fn free_name(program: &Program, wanted: &Symbol, arity: usize) -> Symbol {
    let taken = all(program);
    if !taken.contains(&Predicate::new(wanted.clone(), arity)) {
        return wanted.clone();
    }
    let prefix = name::unused_prefix(wanted, taken.iter().map(|taken| taken.name.as_str()));
    Symbol::from(format!("{prefix}{arity}"))
}

/// How many clauses a small program has.
const FEW: usize = 6;

/// Takes one predicate for another of the same arity, and leaves out a part of a body with that if need be.
pub(super) fn merged(program: &Program) -> Candidates<'_> {
    let own = own(program);
    let pairs = (1..own.len()).flat_map(|gone| (0..gone).map(move |kept| (gone, kept)));
    let merged: Vec<Program> = pairs
        .filter(|&(gone, kept)| own[gone].arity == own[kept].arity)
        .map(|(gone, kept)| {
            edited(program, |copy| {
                let gone = atoms_mut(copy).filter(|atom| atom.predicate() == own[gone]);
                gone.for_each(|atom| atom.name = own[kept].name.clone());
            })
        })
        .collect();
    // Where a rule between the two was needed, one without a body often is, afterwards. In a large program, others
    // can go before.
    let is_small = program.clauses.len() <= FEW;
    let with_less = move |merged: Program| match is_small {
        true => rules::bodies(&merged).collect::<Vec<_>>(),
        false => Vec::new(),
    };
    Box::new(merged.clone().into_iter().chain(merged.into_iter().flat_map(with_less)))
}
