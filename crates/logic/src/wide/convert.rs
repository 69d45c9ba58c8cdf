//! Between flat and wide programs.

use super::annotation::distribution;
use super::{Statement, WideClause, WideHead, WideProgram};
use crate::parse::Unsupported;
use crate::{
    Atom, Clause, Evidence, Formula, Head, Heads, Number, Probability, Program, Symbol, Term,
};

impl From<&Program> for WideProgram {
    /// The same program, seen as one of the wide language. Directives are left out.
    fn from(program: &Program) -> WideProgram {
        let statement = |atom: &Atom, negated| Statement {
            atom: atom.clone(),
            negated,
            condition: Formula::True,
            line: 0,
        };
        WideProgram {
            clauses: program.clauses.iter().map(widened).collect(),
            evidence: program
                .evidence
                .iter()
                .map(|evidence| statement(&evidence.atom, !evidence.value))
                .collect(),
            queries: program.queries.iter().map(|query| statement(query, false)).collect(),
            dynamic: Vec::new(),
            unknown_fails: false,
            directives: Vec::new(),
        }
    }
}

fn widened(clause: &Clause) -> WideClause {
    let annotated = !clause.is_certain();
    let head = |head: &Head| WideHead {
        annotation: annotated.then(|| fraction(head.probability)),
        negated: false,
        atom: head.atom.clone(),
    };
    WideClause {
        heads: clause.heads.iter().map(head).collect(),
        body: clause.body.clone(),
        line: 0,
    }
}

/// The number, or a quotient, if its digits fit.
fn fraction(probability: Probability) -> Term {
    let text = probability.to_string();
    let integer = |digits: &str| digits.parse().map(|value| Term::Number(Number::Integer(value)));
    if let Some((above, below)) = text.split_once('/')
        && let (Ok(above), Ok(below)) = (integer(above), integer(below))
    {
        return Term::function("/", vec![above, below]);
    }
    match text.as_str() {
        "1" => Term::Number(Number::Integer(1)),
        _ => Term::Number(Number::Float(Symbol::from(text))),
    }
}

impl WideProgram {
    /// The same as a flat program, if it uses nothing that only the wide language has, but for texts,
    /// compound terms without variables, and heads of probability zero.
    pub fn flat(&self) -> Option<Program> {
        let mut program = Program::default();
        for statement in self.queries.iter().chain(&self.evidence) {
            let open = !statement.atom.args.iter().all(is_flat) || is_reserved(&statement.atom);
            if open || statement.condition != Formula::True {
                return None;
            }
        }
        for query in &self.queries {
            if query.negated {
                return None;
            }
            program.queries.push(query.atom.clone());
        }
        program.evidence = self
            .evidence
            .iter()
            .map(|seen| Evidence { atom: seen.atom.clone(), value: !seen.negated })
            .collect();
        if !self.dynamic.is_empty() || self.unknown_fails {
            return None;
        }
        for clause in &self.clauses {
            flatten(clause, &mut program.clauses)?;
        }
        Some(program)
    }
}

/// The clause, and for each head that is never chosen one that never holds.
fn flatten(clause: &WideClause, out: &mut Vec<Clause>) -> Option<()> {
    let atoms = clause.heads.iter().map(|head| &head.atom);
    let mut all = atoms.chain(clause.body.atoms().map(|occurrence| occurrence.atom));
    if clause.heads.iter().any(|head| head.negated)
        || !all.all(|atom| atom.args.iter().all(is_flat) && !is_reserved(atom))
    {
        return None;
    }
    let annotations: Vec<Term> =
        clause.heads.iter().filter_map(|head| head.annotation.clone()).collect();
    if annotations.is_empty() {
        let head = clause.heads[0].atom.clone();
        out.push(Clause::new(Probability::ONE, head, clause.body.clone()));
        return Some(());
    }
    let probabilities = distribution(&annotations).ok()?;
    let mut heads = Heads::new();
    for (head, probability) in clause.heads.iter().zip(probabilities) {
        let atom = head.atom.clone();
        match probability {
            Some(probability) => heads.push(Head { probability, atom }),
            None => {
                let never = Formula::Not(Box::new(Formula::True));
                out.push(Clause::new(Probability::ONE, atom, never));
            }
        }
    }
    if !heads.is_empty() {
        out.push(Clause { heads, body: clause.body.clone() });
    }
    Some(())
}

fn is_flat(term: &Term) -> bool {
    !matches!(term, Term::Compound(_)) || term.is_ground()
}

fn is_reserved(atom: &Atom) -> bool {
    Unsupported::built_in(&atom.name, atom.args.len()).is_some()
        || super::is_built_in(&atom.name, atom.args.len())
}
