//! Relatives of a program.

use randlog_generate::profile::{self, GroundFacts, Profile, Tally};
use randlog_logic::{Dialect, Program};
use randlog_recipe::{Recipe, header};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;
use crate::trouble::Trouble;
use crate::{drawing, space};

#[derive(Deserialize)]
pub(crate) struct Like {
    program: String,
    seed: u64,
    count: u64,
    #[serde(default)]
    limits: Limits,
}

/// The smallest spec that holds a program, with its averages, and random programs of that spec.
pub(crate) fn like(Like { program: text, seed, count, limits }: Like) -> Result<Value, Trouble> {
    let stop = limits.stop();
    let reading = profile::read(&text).map_err(|error| Trouble::within(&error, &text))?;
    let facts = match header::is_header(&text) && !header::has_facts(&text) {
        true => GroundFacts::Clauses,
        false => GroundFacts::Data,
    };
    let profile = Profile::of([(&reading.program, facts)]);
    let mut profile = profile.map_err(|error| Trouble::of(&error))?;
    let relatives = profile.relatives(&stop, |draft| draft.build());
    let relatives = relatives.map_err(|error| Trouble::of(&error))?;
    let recipe = Recipe::programs(relatives.fitted, seed);
    let prepared = drawing::prepare(&recipe, &stop)?;
    let mut answer = drawing::made(&prepared, 0, count, &stop)?;
    let space = profile.space();
    let drawn = answer["programs"].as_array().into_iter().flatten();
    let drawn: Vec<Program> =
        drawn.filter_map(|text| Dialect::ProbLog.parse(text.as_str()?).ok()).collect();
    let mut tally = Tally::new(space.predicates());
    drawn.iter().for_each(|program| tally.add(program));
    answer["given"] = json!(space::rows(space, |measure| profile.tally().average(measure)));
    answer["relatives"] = json!(space::rows(space, |measure| tally.average(measure)));
    answer["summary"] = json!([profile.summary(), reading.notes()].concat());
    answer["toml"] = json!(profile.toml(&relatives.spec));
    Ok(answer)
}
