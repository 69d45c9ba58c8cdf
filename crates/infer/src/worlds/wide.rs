//! From derivations to ground clauses, and back to answers.

use super::GroundQuestion;
use super::derive::{Derivation, Instance, Used, quoted_call};
use super::ground::{Ground, GroundClause, Grounding};
use super::strata::strata;
use super::walk::Target;
use crate::Error;
use crate::prepared::{Prepared, with_blanks};
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Formula, Probability, Program, Term};
use std::collections::HashMap;

/// Grounds any program.
pub(super) fn ground(program: &Program, stop: &Stop) -> Result<GroundQuestion, Error> {
    let prepared = &Prepared::new(program)?;
    let mut derivation = Derivation::new(prepared, stop);
    let mut queries = Vec::new();
    for (position, query) in prepared.queries.iter().enumerate() {
        queries.push(derivation.calls(query, prepared.statement(true, position))?);
    }
    let mut evidence = Vec::new();
    for (position, observed) in prepared.evidence.iter().enumerate() {
        evidence.push(derivation.calls(observed, prepared.statement(false, position))?);
    }
    derivation.work()?;

    let mut grounder = Grounder {
        derivation: &derivation,
        atoms: Vec::new(),
        numbers: HashMap::new(),
        chosen: HashMap::new(),
    };
    let clauses = grounder.clauses();
    let mut targets = Vec::new();
    for (query, calls) in prepared.queries.iter().zip(queries) {
        let mut found = Vec::new();
        for call in calls {
            grounder.targets(&call, query.negated, &mut found)?;
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found.dedup_by(|a, b| a.name == b.name);
        targets.extend(found);
    }
    let mut contradicted = false;
    let mut seen = Vec::new();
    for (observed, calls) in prepared.evidence.iter().zip(evidence) {
        if observed.condition == Formula::True && !observed.atom.is_ground() {
            return Err(Error::open_evidence(observed));
        }
        let mut found = Vec::new();
        for call in calls {
            if !call.is_ground() {
                return Err(Error::open_evidence(observed));
            }
            grounder.targets(&call, false, &mut found)?;
        }
        for target in found {
            match target.atom {
                Ok(atom) => seen.push((atom, !observed.negated)),
                Err(truth) => contradicted |= truth == observed.negated,
            }
        }
    }
    let roots = targets.iter().filter_map(|target| target.atom.ok());
    let roots: Vec<usize> = roots.chain(seen.iter().map(|&(atom, _)| atom)).collect();
    let grounding = Grounding::of(grounder.atoms, clauses, seen, contradicted, roots, stop)?;
    let strata = strata(&grounding).map_err(|error| prepared.worded(error))?;
    Ok(GroundQuestion { grounding, strata, targets, relevance: prepared.relevance.clone() })
}

struct Grounder<'d, 'p> {
    derivation: &'d Derivation<'p>,
    atoms: Vec<Atom>,
    numbers: HashMap<Atom, usize>,
    /// The atoms that stand for alternatives, whatever atoms of the program are called.
    chosen: HashMap<Atom, usize>,
}

impl Grounder<'_, '_> {
    fn number(&mut self, atom: &Atom) -> usize {
        if let Some(&number) = self.numbers.get(atom) {
            return number;
        }
        self.numbers.insert(atom.clone(), self.atoms.len());
        self.atoms.push(atom.clone());
        self.atoms.len() - 1
    }

    /// An atom that stands for an alternative of a choice.
    fn alternative(&mut self, clause: usize, values: &[Term], alternative: usize) -> usize {
        let name = format!("choice {alternative} of clause {clause}");
        let atom = Atom::new(name, values.to_vec());
        if let Some(&number) = self.chosen.get(&atom) {
            return number;
        }
        self.chosen.insert(atom.clone(), self.atoms.len());
        self.atoms.push(atom);
        self.atoms.len() - 1
    }

    fn clauses(&mut self) -> Vec<GroundClause> {
        let mut clauses = Vec::new();
        for ((clause, values), probabilities) in &self.derivation.choices {
            let chosen =
                probabilities.iter().enumerate().filter_map(|(alternative, probability)| {
                    probability.map(|probability| (probability, alternative))
                });
            let chosen: Vec<(Probability, usize)> = chosen.collect();
            let heads: Vec<(Probability, usize)> = chosen
                .into_iter()
                .map(|(probability, one)| (probability, self.alternative(*clause, values, one)))
                .collect();
            if !heads.is_empty() {
                clauses.push(GroundClause { heads, body: Ground::All(Vec::new()) });
            }
        }
        for Instance { head, choice, body } in &self.derivation.instances {
            let mut parts: Vec<Ground> = body.iter().map(|used| self.used(used)).collect();
            if let Some((clause, values, alternative)) = choice {
                parts.push(Ground::Atom(self.alternative(*clause, values, *alternative)));
            }
            let heads = vec![(Probability::ONE, self.number(head))];
            clauses.push(GroundClause { heads, body: Ground::All(parts) });
        }
        clauses
    }

    fn used(&mut self, used: &Used) -> Ground {
        match used {
            Used::Holds(atom) => Ground::Atom(self.number(atom)),
            Used::NoAnswer(call) => {
                let answers = &self.derivation.answers[call];
                let parts = answers.iter().map(|answer| self.settled_or_atom(answer)).collect();
                Ground::None(parts)
            }
            Used::Taken(clause, values, one) => {
                Ground::Atom(self.alternative(*clause, values, *one))
            }
            Used::Any(ways) => Ground::Any(self.all(ways)),
            Used::None(ways) => Ground::None(self.all(ways)),
        }
    }

    fn all(&mut self, ways: &[Vec<Used>]) -> Vec<Ground> {
        let all = |way: &Vec<Used>| Ground::All(way.iter().map(|used| self.used(used)).collect());
        ways.iter().map(all).collect()
    }

    fn settled_or_atom(&mut self, atom: &Atom) -> Ground {
        match self.derivation.is_settled(atom) {
            true => Ground::All(Vec::new()),
            false => Ground::Atom(self.number(atom)),
        }
    }

    fn targets(
        &mut self,
        call: &Atom,
        negated: bool,
        found: &mut Vec<Target>,
    ) -> Result<(), Error> {
        let answers = self.derivation.answers[call].clone();
        if !call.is_ground() && negated {
            let reason = "a negated query has variables".to_owned();
            return Err(Error::Unsafe { clause: quoted_call(call), reason });
        }
        if call.is_ground() && answers.is_empty() {
            let name = call.clone();
            found.push(Target { name, atom: Err(false), among_others: false, negated });
        }
        for answer in answers {
            if !answer.is_ground() {
                let answer = with_blanks(&answer);
                let reason = format!("the answer `{answer}` has a variable without a value");
                return Err(Error::Unsafe { clause: quoted_call(call), reason });
            }
            let atom = match self.derivation.is_settled(&answer) {
                true => Err(true),
                false => Ok(self.number(&answer)),
            };
            found.push(Target { name: answer, atom, among_others: !call.is_ground(), negated });
        }
        Ok(())
    }
}
