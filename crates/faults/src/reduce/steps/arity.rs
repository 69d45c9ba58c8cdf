//! Takes all arguments from all predicates, or from one, or a single one, wherever it occurs.

use randlog_logic::{Atom, Predicate, Program, Symbol, name};

use super::{Candidates, Step, change_atoms, own, predicates};

pub(super) const STEP: Step = Step { name: "take arguments away", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let own = own(program);
    let with_some = || own.iter().filter(|predicate| predicate.arity > 0).cloned();
    let everything = (with_some().count() > 1).then(|| {
        with_some().fold(program.clone(), |rest, predicate| lowered(&rest, &predicate, None))
    });
    let all = with_some().filter(|it| it.arity > 1).map(|predicate| (predicate, None));
    let each = with_some().flat_map(|predicate| {
        (0..predicate.arity).map(move |place| (predicate.clone(), Some(place)))
    });
    let edits: Vec<_> = all.chain(each).collect();
    let some = edits.into_iter().map(|(predicate, place)| lowered(program, &predicate, place));
    Box::new(everything.into_iter().chain(some))
}

fn lowered(program: &Program, predicate: &Predicate, place: Option<usize>) -> Program {
    let arity = place.map_or(0, |_| predicate.arity - 1);
    let name = free_name(program, &predicate.name, arity);
    let mut copy = program.clone();
    change_atoms(&mut copy, &mut |atom: &mut Atom| {
        if atom.predicate() == *predicate {
            atom.name = name.clone();
            match place {
                Some(place) => drop(atom.args.remove(place)),
                None => atom.args.clear(),
            }
        }
    });
    copy
}

/// The name itself, unless another predicate is called that.
fn free_name(program: &Program, wanted: &Symbol, arity: usize) -> Symbol {
    let taken = predicates(program);
    if !taken.contains(&Predicate::new(wanted.clone(), arity)) {
        return wanted.clone();
    }
    let prefix = name::unused_prefix(wanted, taken.iter().map(|taken| taken.name.as_str()));
    Symbol::from(format!("{prefix}{arity}"))
}
