//! Instances of rules whose bodies are possible, and the choices that they make.

use super::{GroundRule, Search};
use crate::Error;
use crate::exact::resolve::compile::{Chooser, Rule};
use crate::exact::resolve::table::{Instance, Place};
use crate::exact::resolve::terms::{Frame, TermId};
use randlog_logic::Probability;

impl Search<'_> {
    /// Records an instance of a rule, whose body is possible.
    pub(super) fn complete(&mut self, place: Place, instance: Instance) -> Result<(), Error> {
        let Rule { predicate, head, chooser, clause, .. } =
            self.compiler.rules[place.rule as usize].clone();
        let choice = match chooser {
            Some(chooser) => match self.choose(&chooser, clause, place, &instance.frame)? {
                Some(choice) => Some(choice),
                // An alternative that is never chosen.
                None => return Ok(()),
            },
            None => None,
        };
        let found = self.compiler.store.canonical(&head, &instance.frame);
        let (args, _) = self.deep(found, place.rule)?;
        let atom = self.atom(predicate, args.into());
        if !self.compiler.predicates[predicate as usize].certain && !self.given[atom as usize] {
            let mut body = instance.body;
            body.sort_unstable();
            body.dedup();
            let rule = GroundRule { head: atom, choice, body };
            if self.known_rules.insert(rule.clone()) {
                self.rules.push(rule);
            }
        }
        self.tables.add(place.table, atom);
        Ok(())
    }

    /// The choice that an instance makes, and which alternative makes this rule apply.
    fn choose(
        &mut self,
        chooser: &Chooser,
        clause: u32,
        place: Place,
        frame: &Frame,
    ) -> Result<Option<(u32, u32)>, Error> {
        let mut values = Vec::with_capacity(chooser.own.len());
        for &variable in chooser.own.iter() {
            let term = self.compiler.store.variable(variable);
            let resolved = self.compiler.store.resolve(term, frame);
            let resolved = self.deep(resolved, place.rule)?;
            if !self.compiler.store.is_ground(resolved) {
                let name = self.variable_name(place.rule, variable);
                let reason =
                    format!("the variable `{name}` of a clause with a probability has no value");
                return Err(self.unbound(place.rule, Some(place.table), &reason));
            }
            values.push(resolved);
        }
        let key = (clause, values);
        let choice = match self.known_choices.get(&key) {
            Some(&choice) => choice,
            None => {
                let probabilities = self.probabilities(&chooser.annotations, frame, place.rule)?;
                let choice = self.choices.len() as u32;
                self.choices.push(probabilities);
                self.known_choices.insert(key, choice);
                choice
            }
        };
        let possible = self.choices[choice as usize][chooser.alternative as usize].is_some();
        Ok(possible.then_some((choice, chooser.alternative)))
    }

    fn probabilities(
        &mut self,
        annotations: &[TermId],
        frame: &Frame,
        rule: u32,
    ) -> Result<Vec<Option<Probability>>, Error> {
        let mut terms = Vec::new();
        for &annotation in annotations {
            let resolved = self.compiler.store.resolve(annotation, frame);
            let resolved = self.deep(resolved, rule)?;
            terms.push(self.compiler.store.term(resolved));
        }
        crate::probability::distribution_of(&terms)
            .map_err(|reason| Error::BuiltIn { clause: self.clause(rule), reason })
    }
}
