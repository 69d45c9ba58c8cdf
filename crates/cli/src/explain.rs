//! What the programs of a space are like, from closed forms: `randlog count --explain`.

use std::fmt::Write;

use randlog_generate::Spec;
use randlog_generate::exact::{self, MemoryLimit, Ratio};
use randlog_logic::Predicate;

use crate::failure::Failure;
use crate::report;

/// Up to this many predicates, all pairs are told without being asked for.
const FEW: usize = 4;

/// A line for each average and each share.
pub(crate) fn text(spec: &Spec, pairs: &[String], limit: MemoryLimit) -> Result<String, Failure> {
    let pairs: Vec<_> = match pairs {
        [] if spec.predicates().len() <= FEW => report::pairs(spec.predicates().len()).collect(),
        pairs => pairs.iter().map(|pair| positions(spec, pair)).collect::<Result<_, _>>()?,
    };
    let Some(averages) = exact::averages(spec, limit)? else { return Ok(String::new()) };
    let mut text = String::new();
    let mut line = |name: &str, ratio: &Ratio| {
        writeln!(text, "{name:<44} {}", ratio.decimal(6)).expect("strings take any text");
    };
    line("expected clauses", &averages.clauses);
    line("expected body nodes", &averages.nodes);
    line("expected negations", &averages.negations);
    line("share of stratified programs, of any cycles", &averages.stratified);
    line("share of acyclic programs, of any cycles", &averages.acyclic);
    line("share of safe programs, of safe or not", &averages.safe);
    for (p, q) in pairs {
        if let Some(ratio) = exact::independence(spec, (p, q), limit)? {
            let (p, q) = (&spec.predicates()[p], &spec.predicates()[q]);
            line(&format!("probability that {p} and {q} are independent"), &ratio);
        }
    }
    Ok(text)
}

/// The positions of the two predicates of `P:Q`, each a name or a name with an arity.
fn positions(spec: &Spec, pair: &str) -> Result<(usize, usize), Failure> {
    let bad = || Failure::BadPair { pair: pair.to_owned() };
    let position = |name: &str| {
        let named = |(_, p): &(usize, &Predicate)| p.to_string() == name || p.name == name;
        let mut found = spec.predicates().iter().enumerate().filter(named);
        match (found.next(), found.next()) {
            (Some((place, _)), None) => Ok(place),
            _ => Err(bad()),
        }
    };
    let (p, q) = pair.split_once(':').ok_or_else(bad)?;
    let (p, q) = (position(p.trim())?, position(q.trim())?);
    if p == q { Err(bad()) } else { Ok((p.min(q), p.max(q))) }
}
