//! What the conditions of a body need.
//!
//! A condition takes the first solution of its goal, or fails if there is none. Whether it does must not depend on how the
//! clause is called. So a variable of the goal needs a value if it occurs in a head or before the condition. Any other one
//! is new: it gets its value from the goal.
//!
//! Here `once(G)` becomes `once(G, [X, …])` with the variables that need values, under a name that no program can mean.

use super::reserved::Reserved;
use hashbrown::HashSet;
use randlog_logic::{Atom, Clause, Compound, Formula, Symbol, Term};

/// Adds to each condition of a clause what it needs.
pub(super) fn add_needs(clause: &mut Clause, reserved: &Reserved) {
    let has_condition = clause.body.atoms().any(|occurrence| is_once(occurrence.atom));
    if has_condition {
        let mut seen = HashSet::new();
        for head in &clause.heads {
            let terms = head.atom.args.iter().chain(head.probability.expression());
            terms.for_each(|term| add_variables(term, &mut seen));
        }
        visit(&mut clause.body, &mut seen, reserved);
    }
}

fn is_once(atom: &Atom) -> bool {
    atom.name == "once" && atom.args.len() == 1
}

/// Visits a formula from left to right, and adds its variables.
fn visit(formula: &mut Formula, seen: &mut HashSet<Symbol>, reserved: &Reserved) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => {
            if is_once(atom) {
                let mut inside = HashSet::new();
                add_variables(&atom.args[0], &mut inside);
                let mut needs: Vec<Symbol> = inside.intersection(seen).cloned().collect();
                needs.sort();
                let needs = needs.into_iter().map(Term::Variable).collect();
                atom.args.push(Term::list(needs, Term::empty_list()));
                atom.name = reserved.in_library("once");
            }
            atom.args.iter().for_each(|term| add_variables(term, seen));
        }
        Formula::Not(inner) => visit(inner, seen, reserved),
        Formula::And(parts) => parts.iter_mut().for_each(|part| visit(part, seen, reserved)),
        Formula::Or(branches) => {
            let before = seen.clone();
            for branch in branches {
                let mut inside = before.clone();
                visit(branch, &mut inside, reserved);
                seen.extend(inside);
            }
        }
    }
}

fn add_variables(term: &Term, seen: &mut HashSet<Symbol>) {
    match term {
        Term::Variable(name) => {
            seen.insert(name.clone());
        }
        Term::Compound(compound) => match &**compound {
            Compound::Function(_, args) => args.iter().for_each(|arg| add_variables(arg, seen)),
            Compound::List(items, tail) => {
                items.iter().for_each(|item| add_variables(item, seen));
                add_variables(tail, seen);
            }
        },
        _ => {}
    }
}
