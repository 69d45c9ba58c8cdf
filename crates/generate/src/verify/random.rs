//! Random small spaces over all combinations of keys.

use randlog_base::Stop;
use randlog_base::random::{Purpose, below, stream};

use super::compare::{Measure, programs};
use super::{Scenario, plain, small_enough};
use crate::exact;
use crate::search::Searcher;
use crate::spec::{Bodies, Connective, Cycles, Draft, Number};

/// No random scenario holds more programs.
const MOST_AT_RANDOM: u64 = 20_000;
/// The same if programs are looked at one by one.
const MOST_LOOKED_AT: u64 = 2_000;

/// The search may take so many steps.
const MOST_STEPS: u64 = 100_000;

/// Random small spaces over all combinations of keys: the scenario of this seed and index.
pub fn random_scenario(seed: u64, index: u64) -> Scenario {
    let mut rng = stream(seed, index, Purpose::Program);
    let mut draw = |bound: usize| below(&mut rng, bound as u64) as usize;
    loop {
        let scenario = match draw(3) {
            0 => small_enough(&ruled(&mut draw), MOST_AT_RANDOM),
            1 => living(&mut draw).as_ref().and_then(either),
            _ => living(&mut draw).and_then(|draft| weighed(&draft, &mut draw)),
        };
        // Where hardly any program meets the rules, the search can take for ever to find that out.
        let few = Stop::NEVER.with_steps(MOST_STEPS);
        if let Some(scenario) = scenario.filter(|s| Searcher::new(&s.spec).count(&few).is_ok()) {
            return scenario;
        }
    }
}

/// A space in closed form, or the looser one without the rules that none covers.
fn either(draft: &Draft) -> Option<Scenario> {
    if let Some(scenario) = small_enough(draft, MOST_AT_RANDOM) {
        return Some(scenario);
    }
    let spec = draft.build().ok()?;
    let looser = [spec.without_open_rules(), spec.without_ties()]
        .into_iter()
        .find_map(|looser| small_enough(&looser.to_draft(), MOST_LOOKED_AT))?;
    // What no closed form covers for another reason is not compared.
    (looser.spec != spec && exact::count(&spec).is_err()).then_some(Scenario {
        looser: Some(looser.spec),
        count: looser.count,
        spec,
    })
}

/// Rules on how predicates depend on each other, and the form of clauses.
fn ruled(draw: &mut impl FnMut(usize) -> usize) -> Draft {
    let arities: Vec<usize> = (0..1 + draw(4)).map(|_| draw(4)).collect();
    let count = arities.len();
    let (mut variables, constants) = (draw(4), draw(3));
    if arities.iter().any(|&arity| arity > 0) && variables + constants == 0 {
        variables = 1;
    }
    let pairs = (0..count).flat_map(|p| (p + 1..count).map(move |q| (p, q)));
    let odds = 1 + draw(4);
    let independent: Vec<(usize, usize)> = pairs.filter(|_| draw(4) >= odds).collect();
    let cycles = Cycles::ALL[draw(3)];
    let bodies = Bodies::ALL[draw(2)];
    let (empty_bodies, safe) = (draw(3) > 0, draw(2) == 0);
    let name = |place: usize| format!("p{}", place + 1);
    plain(&arities, variables, constants, 1 + draw(4), draw(4))
        .cycles(cycles)
        .bodies(bodies)
        .empty_bodies(empty_bodies)
        .safe(safe)
        .independent(independent.into_iter().map(|(p, q)| (name(p), name(q))))
}

/// All keys, those included that no closed form covers; nothing if they contradict each other.
fn living(draw: &mut impl FnMut(usize) -> usize) -> Option<Draft> {
    let arities: Vec<usize> = (0..1 + draw(2)).map(|_| draw(3)).collect();
    let heads = arities.len();
    let data: Vec<String> =
        (0..draw(3)).map(|number| format!("d{}/{}", number + 1, draw(3))).collect();
    let name = |place: usize| match place < heads {
        true => format!("p{}", place + 1),
        false => format!("d{}", place + 1 - heads),
    };
    let predicates = heads + data.len();
    let spare = draw(2);
    let mut draft = plain(&arities, draw(3), draw(2), 1 + draw(5), spare)
        .data(data)
        .cycles(Cycles::ALL[draw(3)])
        // Most bodies are sets.
        .bodies(Bodies::ALL[draw(6).min(2)])
        .empty_bodies(draw(2) == 0)
        .safe(draw(2) == 0)
        .derivable(draw(3) == 0)
        .connected(draw(3) == 0)
        .repeated_variables(draw(3) > 0)
        .redundant(draw(3) > 0)
        .min_clauses(heads + draw(spare + 1));
    if draw(4) == 0 {
        draft = draft.goals([name(draw(heads))]);
    }
    if draw(4) == 0 {
        let used = (0..1 + draw(3)).map(|_| match draw(2 * predicates + 1) {
            0 => "true".to_owned(),
            place if place > predicates => format!("not {}", name(place - predicates - 1)),
            place => name(place - 1),
        });
        let used: Vec<String> = used.collect();
        draft = draft.uses([(name(draw(heads)), used)]);
    }
    if draw(4) == 0 {
        draft = draft.clauses([(name(draw(heads)), 1 + spare)]);
    }
    if draw(4) == 0 && predicates > 1 {
        let first = draw(predicates);
        draft = draft.independent([(name(first), name((first + 1) % predicates))]);
    }
    if draw(8) == 0 && predicates > 1 {
        let first = draw(predicates);
        let others = [name(first), name((first + 1) % predicates)];
        draft = draft.required(Connective::ALL[draw(2)], others);
    }
    draft.build().is_ok().then_some(draft)
}

/// The same with weights that are whole numbers, or with an average that can be reached.
fn weighed(draft: &Draft, draw: &mut impl FnMut(usize) -> usize) -> Option<Scenario> {
    let spec = draft.build().ok()?;
    let heads = spec.heads().len();
    let head = draw(heads);
    let body = draw(spec.predicates().len());
    let name = |place: usize| spec.predicates()[place].to_string();
    if draw(8) > 0 {
        let alone =
            ["negation", "conjunction", "disjunction", "variable", "constant", "empty_body"];
        let rows = [
            alone[draw(alone.len())].to_owned(),
            format!("head.{}", name(head)),
            format!("body.{}.{}", name(head), name(body)),
        ];
        let weights = rows.into_iter().map(|row| (row, 1 + draw(3)));
        let scenario = either(&spec.to_draft().weights(weights.collect::<Vec<_>>()))?;
        return (scenario.count <= MOST_LOOKED_AT).then_some(scenario);
    }
    // What is averaged must not be the same in all programs, and the average must not be at the border.
    let scenario = small_enough(draft, MOST_LOOKED_AT)?;
    let list = programs(&spec, &Stop::NEVER).ok()?;
    let measure = Measure { head, body: (draw(3) > 0).then_some(body) };
    let numbers = || list.iter().map(|program| measure.of(&spec, program));
    let (least, most) = (numbers().min()?, numbers().max()?);
    if least == most {
        return None;
    }
    let (middle, border) = (measure.average(&spec, &list, |_| 1.0), [least, most][draw(2)] as f64);
    let wanted = Number::rounded(0.7 * middle + 0.3 * border, 4)?;
    let row = match measure.body {
        None => format!("head.{}", name(head)),
        Some(body) => format!("body.{}.{}", name(head), name(body)),
    };
    let spec = spec.to_draft().averages([(row, wanted)]).build().ok()?;
    Some(Scenario { spec, ..scenario })
}
