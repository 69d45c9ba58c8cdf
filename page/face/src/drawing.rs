//! Random programs and instances.

use std::collections::BTreeMap;
use std::time::Duration;

use randlog_generate::generator::Method;
use randlog_generate::{Spec, Stop, conflict};
use randlog_logic::Dialect;
use randlog_recipe::instance::Instances;
use randlog_recipe::{NotMade, NotPrepared, Prepared, Product, Recipe, header};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;
use crate::spec;
use crate::trouble::Trouble;

/// What the last drawing was prepared for, and with.
#[derive(Debug)]
pub(crate) struct Drawn {
    wanted: Recipe,
    prepared: Prepared,
}

#[derive(Deserialize)]
pub(crate) struct Draw {
    toml: String,
    /// A text, because numbers of JavaScript have 53 bits.
    seed: String,
    #[serde(default)]
    index: u64,
    #[serde(default = "one")]
    count: u64,
    #[serde(default)]
    method: String,
    #[serde(default)]
    language: String,
    /// The settings of instances, if instances are wanted.
    settings: Option<BTreeMap<String, String>>,
    #[serde(default)]
    limits: Limits,
}

fn one() -> u64 {
    1
}

/// Programs from an index on, and the file that `randlog sample` or `randlog instance` writes.
pub(crate) fn draw(wanted: Draw, drawn: &mut Option<Drawn>) -> Result<Value, Trouble> {
    let (index, count) = (wanted.index, wanted.count);
    let stop = wanted.limits.stop();
    let recipe = recipe(&wanted)?;
    let again = drawn.take().filter(|drawn| drawn.wanted == recipe);
    let kept = match again {
        Some(kept) => kept,
        None => Drawn { prepared: prepare(&recipe, &stop)?, wanted: recipe },
    };
    let answer = made(&kept.prepared, index, count, &stop);
    *drawn = Some(kept);
    answer
}

/// What was made by a recipe: each program, and all of them as a file.
pub(crate) fn made(
    prepared: &Prepared,
    index: u64,
    count: u64,
    stop: &Stop,
) -> Result<Value, Trouble> {
    let recipe = &prepared.recipe;
    let indices = index..index.saturating_add(count);
    let (mut file, mut texts) = (recipe.header(&indices), Vec::new());
    let mut maker = prepared.maker();
    for index in indices.clone() {
        let made = maker.make(index, stop).map_err(|error| not_made(&recipe.spec, &error))?;
        let text = prepared.text(&made).map_err(|error| Trouble::of(&error))?;
        file += if index > indices.start { "\n" } else { "" };
        header::separate(&mut file, index);
        file += &text;
        texts.push(header::commented(text, recipe.dialect()));
    }
    Ok(json!({
        "programs": texts,
        "file": header::commented(file, recipe.dialect()),
        "name": format!("programs.{}", recipe.dialect().extension()),
        "command": recipe.command(&indices),
        "method": recipe.method.name(),
        "why": prepared.why_by_search().map(ToString::to_string),
    }))
}

fn recipe(wanted: &Draw) -> Result<Recipe, Trouble> {
    let Draw { toml, seed, method, language, settings, .. } = wanted;
    let draft = spec::draft(toml)?;
    let bad_seed = |_| {
        Trouble::new(
            format!("the seed cannot be `{seed}`"),
            "give a whole number from 0 to 2^64 - 1",
        )
    };
    let seed = seed.trim().parse().map_err(bad_seed)?;
    let method = Method::named(method).unwrap_or_default();
    let named = Dialect::ALL.into_iter().find(|dialect| dialect.name() == *language);
    let dialect = named.unwrap_or(Dialect::ProbLog);
    let Some(settings) = settings else {
        let spec = spec::build(&draft, toml)?;
        let product = Product::Programs(dialect.into());
        return Ok(Recipe { product, ..Recipe::programs(spec, seed) }.by(method));
    };
    // As on the command line: engines cannot answer where a variable stays unbound.
    let draft = if draft.has("safe") { draft } else { draft.safe(true) };
    let spec = spec::build(&draft, toml)?;
    let mut instances = Instances { dialect, ..Instances::default() };
    for setting in Instances::SETTINGS {
        let Some(value) = settings.get(setting.name) else { continue };
        (setting.set)(&mut instances, value).map_err(|remedy| {
            Trouble::new(format!("`{}` cannot be `{value}`", setting.name), remedy)
        })?;
    }
    Ok(Recipe::instances(spec, instances, seed).by(method))
}

pub(crate) fn prepare(recipe: &Recipe, stop: &Stop) -> Result<Prepared, Trouble> {
    recipe.prepare_within(stop).map_err(|error| match error {
        _ if stop.check().is_err() => randlog_generate::Stopped::Deadline.into(),
        NotPrepared::Programs(randlog_generate::exact::NoSampler::Empty) => empty(&recipe.spec),
        other => Trouble::of(&other),
    })
}

fn not_made(spec: &Spec, error: &NotMade) -> Trouble {
    match error {
        NotMade::Empty => empty(spec),
        NotMade::OutOfTime => randlog_generate::Stopped::Deadline.into(),
        other => Trouble::of(other),
    }
}

/// No program meets the spec: which rules contradict each other?
fn empty(spec: &Spec) -> Trouble {
    let stop = Stop::NEVER.within(Duration::from_secs(1));
    let rules = conflict::smallest(spec, &stop).unwrap_or_default();
    Trouble::new("no program meets the spec", conflict::remedy(&rules))
}
