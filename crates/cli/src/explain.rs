//! What the programs of a space are like, from closed forms: `randlog count --explain`.

use randlog_generate::exact::{self, Ratio};
use randlog_generate::spec::{Key, SourceText};
use randlog_generate::{Spec, Stop};

use randlog_recipe::NotPrepared;
use serde_json::{Value, json};

use crate::failure::Failure;

/// An average or a share, and what it is one of.
pub(crate) type Row = (String, Ratio);

/// Each average and each share.
pub(crate) fn rows(spec: &Spec, pairs: Option<&str>, stop: &Stop) -> Result<Vec<Row>, Failure> {
    let all = || Ok(exact::pairs_if_few(spec).collect());
    let pairs: Vec<_> = pairs.map_or_else(all, |pairs| positions(spec, pairs))?;
    let spec = &exact::fitted(spec, stop).map_err(NotPrepared::from)?;
    let Some(averages) = exact::averages(spec, stop)? else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    let mut line = |name: &str, ratio: &Ratio| rows.push((name.to_owned(), ratio.clone()));
    line("expected clauses", &averages.clauses);
    line("expected body nodes", &averages.nodes);
    line("expected negations", &averages.negations);
    line("expected disjunctions", &averages.disjunctions);
    line("share of empty bodies among clauses", &averages.empty_bodies);
    if let Some(constants) = &averages.constants {
        line("share of constants among arguments", constants);
    }
    for (predicate, clauses) in spec.predicates().iter().zip(&averages.head) {
        line(&format!("expected clauses of {predicate}"), clauses);
    }
    for (predicate, share) in spec.predicates().iter().zip(averages.body.iter().flatten()) {
        line(&format!("share of {predicate} among atoms in bodies"), share);
    }
    line("share of stratified programs, of any cycles", &averages.stratified);
    line("share of acyclic programs, of any cycles", &averages.acyclic);
    line("share of safe programs, of safe or not", &averages.safe);
    for (p, q) in pairs {
        if let Some(ratio) = exact::independence(spec, (p, q), stop)? {
            let (p, q) = (&spec.predicates()[p], &spec.predicates()[q]);
            line(&format!("probability that {p} and {q} are independent"), &ratio);
        }
    }
    Ok(rows)
}

/// The same for people, a line each.
pub(crate) fn text(rows: &[Row]) -> String {
    let line = |(name, ratio): &Row| format!("{name:<44} {}\n", ratio.decimal(6));
    rows.iter().map(line).collect()
}

/// The same for programs.
pub(crate) fn values(rows: &[Row]) -> Vec<Value> {
    // Two places more than any floating-point number needs here.
    let number = |ratio: &Ratio| ratio.decimal(19).parse::<f64>().ok();
    let value = |(name, ratio): &Row| json!({ "name": name, "value": number(ratio) });
    rows.iter().map(value).collect()
}

/// The positions of pairs, which are written as those of the key `independent`.
fn positions(spec: &Spec, pairs: &str) -> Result<Vec<(usize, usize)>, Failure> {
    let mut draft = spec.to_draft();
    if let Some(key) = Key::named("independent") {
        draft.set_short(key, &SourceText::new("--pairs", pairs))?;
    }
    Ok(draft.build()?.independent().to_vec())
}
