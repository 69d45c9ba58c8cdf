//! A spec as a text and as a form.

use randlog_generate::Spec;
use randlog_generate::spec::{Draft, Key, SourceText, SpecError};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::trouble::Trouble;

/// What errors call the text.
const NAME: &str = "the spec";

/// The text of a spec, of a sane length.
pub(crate) fn source(toml: &str) -> Result<SourceText, Trouble> {
    let read = SourceText::from_bytes(NAME, toml.as_bytes().to_vec());
    read.map_err(|error| Trouble::of(&error))
}

/// The draft in a text.
pub(crate) fn draft(toml: &str) -> Result<Draft, Trouble> {
    Draft::from_toml(&source(toml)?).map_err(|error| Trouble::in_spec(&error, toml))
}

/// The spec of a draft that was read from a text.
pub(crate) fn build(draft: &Draft, toml: &str) -> Result<Spec, Trouble> {
    draft.build().map_err(|error| Trouble::in_spec(&error, toml))
}

/// The spec in a text.
pub(crate) fn parse(toml: &str) -> Result<Spec, Trouble> {
    build(&draft(toml)?, toml)
}

#[derive(Deserialize)]
pub(crate) struct Read {
    toml: String,
}

/// What a text says, key by key and in short, and what it comes to together with the preset and all defaults.
pub(crate) fn read(Read { toml }: Read) -> Result<Value, Trouble> {
    let draft = draft(&toml)?;
    let (spec, trouble) = match build(&draft, &toml) {
        Ok(spec) => (Some(spec), None),
        Err(trouble) => (None, Some(trouble)),
    };
    Ok(json!({
        "written": by_name(&draft),
        "values": spec.as_ref().map(|spec| by_name(&spec.to_draft())),
        "whole": spec.as_ref().map(Spec::to_toml),
        "trouble": trouble,
    }))
}

fn by_name(draft: &Draft) -> Map<String, Value> {
    draft.to_short().map(|(key, short)| (key.name.to_owned(), short.into())).collect()
}

#[derive(Deserialize)]
pub(crate) struct Set {
    toml: String,
    key: String,
    value: Option<String>,
}

/// The text with another value for a key.
pub(crate) fn set(Set { toml, key, value }: Set) -> Result<Value, Trouble> {
    let unknown = || Trouble::new(format!("there is no key `{key}`"), "reload the page");
    let key = Key::named(&key).ok_or_else(unknown)?;
    let trouble = |error: SpecError| Trouble::in_spec(&error, &toml);
    let changed = source(&toml)?.with_value(key, value.as_deref()).map_err(trouble)?;
    Ok(json!({ "toml": changed }))
}
