//! Does a value keep to a schema? As much of JSON Schema as `docs/json.schema.json` uses; a word that is not
//! known here makes the test fail.

use serde_json::Value;

/// The keywords that say nothing about values.
const ANNOTATIONS: [&str; 3] = ["$schema", "title", "$defs"];

/// What is wrong with a value, and where; nothing if it keeps to the schema.
pub(super) fn fault(root: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords.iter().find_map(|(keyword, argument)| {
        keyword_fault(root, schema, keyword, argument, value, place)
    })
}

fn keyword_fault(
    root: &Value,
    schema: &Value,
    keyword: &str,
    argument: &Value,
    value: &Value,
    place: &str,
) -> Option<String> {
    let is_fine = match keyword {
        "$ref" => {
            let pointer = argument.as_str().unwrap().strip_prefix('#').unwrap();
            return fault(root, root.pointer(pointer).expect(pointer), value, place);
        }
        "oneOf" | "anyOf" => {
            let faults: Vec<Option<String>> =
                list(argument).iter().map(|one| fault(root, one, value, place)).collect();
            let fitting = faults.iter().filter(|fault| fault.is_none()).count();
            if fitting == 0 || (fitting > 1 && keyword == "oneOf") {
                return Some(format!("{place}: {fitting} of {keyword} fit: {faults:?}"));
            }
            true
        }
        "const" => value == argument,
        "enum" => list(argument).contains(value),
        "type" => has_type(value, argument.as_str().unwrap()),
        "minimum" => value.as_f64().is_none_or(|number| number >= argument.as_f64().unwrap()),
        // The only pattern is that of a whole number.
        "pattern" => {
            assert_eq!(argument, "^[0-9]+$");
            let text = value.as_str().unwrap_or("0");
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
        }
        "items" => {
            let items = value.as_array()?.iter().enumerate();
            let item = |(index, item)| fault(root, argument, item, &format!("{place}/{index}"));
            return items.into_iter().find_map(item);
        }
        "required" => list(argument).iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
        "properties" => {
            let properties = argument.as_object().unwrap().iter();
            let property = |(key, schema): (&String, &Value)| {
                fault(root, schema, value.get(key)?, &format!("{place}/{key}"))
            };
            return properties.into_iter().find_map(property);
        }
        "additionalProperties" => {
            let known = |key: &String| {
                schema["properties"].as_object().is_some_and(|known| known.contains_key(key))
            };
            let mut others = value.as_object()?.iter().filter(|(key, _)| !known(key));
            return others.find_map(|(key, other)| match argument {
                Value::Bool(false) => Some(format!("{place}: {key} is not known")),
                schema => fault(root, schema, other, &format!("{place}/{key}")),
            });
        }
        annotation => {
            assert!(ANNOTATIONS.contains(&annotation), "{annotation} is not known here");
            true
        }
    };
    (!is_fine).then(|| format!("{place}: {value} does not keep to {keyword} {argument}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the type {other} is not known here"),
    }
}
