//! Puts one constant in place of another everywhere, or of all others.

use randlog_logic::{Atom, Compound, Program, Term};

use super::{Candidates, Step, change_atoms};

pub(super) const STEP: Step = Step { name: "merge constants", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let all = constants(program);
    let Some(first) = all.first().cloned() else { return Box::new(std::iter::empty()) };
    let others = all[1..].to_vec();
    let merged = (others.len() > 1).then(|| merge(program, &others, &first));
    let pairs: Vec<(Term, Term)> = (1..all.len())
        .flat_map(|gone| (0..gone).map(move |kept| (gone, kept)))
        .map(|(gone, kept)| (all[gone].clone(), all[kept].clone()))
        .collect();
    let pairs = pairs.into_iter().map(|(gone, kept)| merge(program, &[gone], &kept));
    Box::new(merged.into_iter().chain(pairs))
}

/// Constants, then numbers and texts, each in the order of their first occurrence.
pub(super) fn constants(program: &Program) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    change_atoms(&mut program.clone(), &mut |atom: &mut Atom| {
        atom.args.iter().for_each(|term| collect(term, &mut found));
    });
    found.sort_by_key(|term| !matches!(term, Term::Constant(_)));
    found
}

fn collect(term: &Term, found: &mut Vec<Term>) {
    match term {
        Term::Variable(_) | Term::Anonymous => {}
        Term::Constant(_) | Term::Number(_) | Term::Text(_) => {
            if !found.contains(term) && *term != Term::empty_list() {
                found.push(term.clone());
            }
        }
        Term::Compound(compound) => match &**compound {
            Compound::Function(_, args) => args.iter().for_each(|arg| collect(arg, found)),
            Compound::List(items, tail) => {
                items.iter().chain([tail]).for_each(|item| collect(item, found));
            }
        },
    }
}

fn merge(program: &Program, gone: &[Term], kept: &Term) -> Program {
    let mut copy = program.clone();
    change_atoms(&mut copy, &mut |atom: &mut Atom| {
        for term in &mut atom.args {
            *term = replaced(term, &|term| gone.contains(term).then(|| kept.clone()));
        }
    });
    copy
}

/// A term with some of its parts replaced.
pub(super) fn replaced(term: &Term, by: &dyn Fn(&Term) -> Option<Term>) -> Term {
    if let Some(other) = by(term) {
        return other;
    }
    let all = |terms: &[Term]| terms.iter().map(|term| replaced(term, by)).collect();
    match term {
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => Term::function(functor.clone(), all(args)),
            Compound::List(items, tail) => Term::list(all(items), replaced(tail, by)),
        },
        _ => term.clone(),
    }
}
