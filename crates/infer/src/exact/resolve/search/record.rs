//! Instances of rules whose bodies are possible, and the choices that they make.

use super::Search;
use crate::Error;
use crate::exact::ground::Chosen;
use crate::exact::resolve::compile::{Chooser, Rule};
use crate::exact::resolve::table::{BodyPosition, Instance};
use crate::exact::resolve::terms::{Frame, TermId};
use randlog_logic::Probability;

impl Search<'_> {
    /// Records an instance of a rule, whose body is possible.
    pub(super) fn complete(
        &mut self,
        place: BodyPosition,
        instance: Instance,
    ) -> Result<(), Error> {
        let Rule { predicate, head, chooser, clause, .. } =
            self.compiler.rules[place.rule as usize].clone();
        let mut chosen = None;
        if let Some(chooser) = chooser {
            chosen = self.choose(&chooser, clause, place, &instance.frame)?;
            let Some(Chosen { choice, .. }) = chosen else { return Ok(()) };
            if self.choices[choice as usize] == [Probability::ONE] {
                chosen = None;
            }
        }
        let found = self.compiler.store.canonical(&head, &instance.frame);
        let (args, _) = self.made(found, place.rule)?;
        let atom = self.atom(predicate, &args);
        if !self.is_certain(atom) {
            let mut body = instance.body;
            body.sort_unstable();
            body.dedup();
            let literals: Vec<u32> = body.iter().map(|literal| literal.number()).collect();
            if self.rules.insert((atom, chosen), &literals).1 {
                self.program.add_rule(atom, chosen, &body);
            }
        }
        self.tables.add(place.table, atom);
        Ok(())
    }

    /// The choice that an instance makes, and which alternative makes this rule apply; nothing if that is
    /// never chosen.
    fn choose(
        &mut self,
        chooser: &Chooser,
        clause: u32,
        place: BodyPosition,
        frame: &Frame,
    ) -> Result<Option<Chosen>, Error> {
        let mut values = Vec::with_capacity(chooser.own.len());
        for &variable in chooser.own.iter() {
            let term = self.compiler.store.variable(variable);
            let resolved = self.compiler.store.resolve(term, frame);
            let resolved = self.made(resolved, place.rule)?;
            if !self.compiler.store.is_ground(resolved) {
                let name = self.variable_name(place.rule, variable);
                let reason =
                    format!("the variable `{name}` of a clause with a probability has no value");
                return Err(self.unbound(place.site(), &reason));
            }
            values.push(resolved);
        }
        let (choice, new) = self.choosers.insert(clause, &values);
        if new {
            let heads = self.probabilities(&chooser.annotations, frame, place.rule)?;
            let mut next = 0..;
            let number = |head: &Option<Probability>| head.and_then(|_| next.next());
            self.alternatives.push(heads.iter().map(number).collect());
            self.choices.push(heads.into_iter().flatten().collect());
            self.program.add_choice(choice);
        }
        let alternative = self.alternatives[choice as usize][chooser.alternative as usize];
        Ok(alternative.map(|alternative| Chosen { choice, alternative }))
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
            let resolved = self.made(resolved, rule)?;
            terms.push(self.made(self.compiler.store.term(resolved), rule)?);
        }
        crate::probability::distribution_of(&terms)
            .map_err(|reason| Error::BuiltIn { clause: self.clause(rule), reason })
    }
}
