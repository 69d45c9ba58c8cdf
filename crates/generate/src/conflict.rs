//! Which rules contradict each other, if no program meets a spec.
//!
//! This finds an irreducible inconsistent subset of the rules by *deletion filtering* (Chinneck and Dravnieks, 1991): it
//! relaxes one rule or size after the other. If there is still no program, the rule is not needed for the contradiction and
//! stays relaxed. The rules that remain contradict each other, and would not without any one of them.

use randlog_base::Stop;

use crate::Spec;
use crate::exact;
use crate::search::Searcher;
use crate::spec::{Bodies, Cycles, Draft};

/// A spec with one rule relaxed.
type Relaxed = Box<dyn Fn(&Spec) -> Option<Spec>>;

/// Rules of a spec that contradict each other, as lines of its file: each of them is needed for that.
/// Nothing if there is a program, or if the work is stopped first.
///
/// ```
/// use randlog_generate::{Spec, Stop, conflict};
/// use randlog_generate::spec::Cycles;
///
/// let spec = Spec::builder()
///     .predicates(["p/1", "q/1"])
///     .variables(1)
///     .max_nodes(3)
///     .max_clauses(4)
///     .safe(true)
///     .cycles(Cycles::Acyclic)
///     .empty_bodies(false)
///     .build()?;
/// let rules = conflict::smallest(&spec, &Stop::NEVER).expect("there is no program");
/// assert_eq!(rules, ["cycles = \"acyclic\"", "empty_bodies = false"]);
/// # Ok::<(), randlog_generate::spec::SpecError>(())
/// ```
pub fn smallest(spec: &Spec, stop: &Stop) -> Option<Vec<String>> {
    let mut rest = spec.clone();
    if !is_empty(&rest, stop)? {
        return None;
    }
    let mut needed = Vec::new();
    for (key, relaxed) in relaxations(spec) {
        let Some(looser) = relaxed(&rest).filter(|looser| *looser != rest) else { continue };
        if is_empty(&looser, stop)? {
            rest = looser;
        } else {
            needed.push(key);
        }
    }
    let toml = rest.to_toml();
    let is_needed = |line: &&str| line.split(" = ").next().is_some_and(|key| needed.contains(&key));
    let lines: Vec<String> = toml.lines().filter(is_needed).map(str::to_owned).collect();
    (!lines.is_empty()).then_some(lines)
}

/// Which rules to relax, in words, of those that contradict each other.
///
/// ```
/// use randlog_generate::conflict;
///
/// let rules = ["safe = true".to_owned(), "max_nodes = 1".to_owned()];
/// let words = "`safe = true` and `max_nodes = 1` contradict each other; relax one of them";
/// assert_eq!(conflict::remedy(&rules), words);
/// ```
pub fn remedy(rules: &[String]) -> String {
    match rules {
        [] => "relax a rule: allow more clauses or nodes, or drop a requirement".to_owned(),
        [one] => format!("no program has `{one}`; relax it"),
        [rest @ .., last] => {
            let rest = rest.join("`, `");
            format!("`{rest}` and `{last}` contradict each other; relax one of them")
        }
    }
}

/// Keys, and what they can be relaxed to. Sizes come first, so that they are blamed only where rules alone
/// are not enough.
fn relaxations(spec: &Spec) -> Vec<(&'static str, Relaxed)> {
    fn set(change: impl Fn(&Spec, Draft) -> Draft + 'static) -> Relaxed {
        Box::new(move |spec| change(spec, spec.to_draft()).build().ok())
    }
    let more = spec.predicates().len() + spec.required().map_or(0, |r| r.predicates.len());
    let sizes: [(&'static str, Relaxed); 4] = [
        ("max_clauses", set(move |spec, draft| draft.max_clauses(spec.max_clauses() + more))),
        ("max_nodes", set(move |spec, draft| draft.max_nodes(spec.max_nodes() + more))),
        ("variables", set(|spec, draft| draft.variables(spec.variables().len() + 1))),
        ("constants", set(|spec, draft| draft.constants(spec.constants().len() + 1))),
    ];
    // The last pair first: those before it keep their places.
    let pairs = (0..spec.independent().len()).rev();
    let pairs = pairs
        .map(|place| ("independent", Box::new(move |spec: &Spec| Some(without(spec, place))) as _));
    let rules: [(&'static str, Relaxed); 14] = [
        ("data", set(|_, draft| draft.data(Vec::<String>::new()))),
        ("clauses", set(|_, draft| draft.clauses(Vec::<(String, usize)>::new()))),
        ("min_clauses", set(|_, draft| draft.min_clauses(1))),
        ("connected", set(|_, draft| draft.connected(false))),
        ("repeated_variables", set(|_, draft| draft.repeated_variables(true))),
        ("redundant", set(|_, draft| draft.redundant(true))),
        ("derivable", set(|_, draft| draft.derivable(false))),
        ("goals", set(|_, draft| draft.goals(Vec::<String>::new()))),
        ("uses", set(|_, draft| draft.uses(Vec::<(String, Vec<String>)>::new()))),
        ("safe", set(|_, draft| draft.safe(false))),
        ("bodies", set(|_, draft| draft.bodies(Bodies::Formula))),
        ("required", Box::new(|spec| Some(spec.without_required()))),
        ("cycles", set(|_, draft| draft.cycles(Cycles::Any))),
        ("empty_bodies", set(|_, draft| draft.empty_bodies(true))),
    ];
    sizes.into_iter().chain(pairs).chain(rules).collect()
}

fn without(spec: &Spec, pair: usize) -> Spec {
    let mut pairs = spec.independent().to_vec();
    pairs.remove(pair);
    spec.with_independent(pairs)
}

/// Whether no program meets a spec, if that can be found out.
fn is_empty(spec: &Spec, stop: &Stop) -> Option<bool> {
    if spec.required().is_none()
        && exact::is_cheap(spec)
        && let Ok(count) = exact::count_within(spec, stop)
    {
        return Some(count == exact::Natural::ZERO);
    }
    Some(Searcher::new(spec).sample(0, 0, stop).ok()?.is_none())
}
