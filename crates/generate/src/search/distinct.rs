//! Atoms without repeated variables: those of one atom are all different.

use std::ops::Range;

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Vars, Watch};

use super::layout::Layout;

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    let variables = layout.codes.variables();
    for clause in &layout.clauses {
        let of_body = clause.body.atoms().map(|(_, arguments)| arguments);
        let atoms = std::iter::once(clause.head.arguments.clone()).chain(of_body);
        for arguments in atoms.filter(|arguments| arguments.len() > 1) {
            model.post(Distinct { arguments, variables: variables.clone() });
        }
    }
}

/// No two of these take the same value of a range.
struct Distinct {
    arguments: Vars,
    variables: Range<u32>,
}

impl Propagator for Distinct {
    const COST: Cost = Cost::Low;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.arguments, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        // Asked first: what this run decides is judged by the next.
        let is_known = store.all_fixed(&self.arguments);
        for (place, &argument) in self.arguments.iter().enumerate() {
            let Some(taken) = store.value(argument) else { continue };
            if !self.variables.contains(&taken) {
                continue;
            }
            let (before, after) = (&self.arguments[..place], &self.arguments[place + 1..]);
            before.iter().chain(after).try_for_each(|&other| store.remove(other, taken))?;
        }
        Ok(Status::entailed_if(is_known))
    }
}
