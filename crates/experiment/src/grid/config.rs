//! A grid as part of a configuration: a list for each axis, by its key, and the numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Grid, Point, Values};

/// The fields of a grid in a configuration. No list means all values that there are.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Fields {
    seed: u64,
    repeats: usize,
    sample: Option<u64>,
    #[serde(flatten)]
    lists: BTreeMap<String, serde_json::Value>,
}

impl<P: Point> From<Grid<P>> for Fields {
    fn from(grid: Grid<P>) -> Fields {
        let Grid { seed, repeats, sample, chosen, .. } = grid;
        let list = |number: usize, values| match (&chosen[number], values) {
            (None, Values::List(list)) => list.into(),
            (chosen, _) => chosen.clone().into(),
        };
        let lists = P::settings()
            .into_iter()
            .map(|(number, axis, setting)| (setting.key.to_owned(), list(number, axis.values)));
        Fields { seed, repeats, sample, lists: lists.collect() }
    }
}

impl<P: Point> TryFrom<Fields> for Grid<P> {
    type Error = String;

    fn try_from(mut fields: Fields) -> Result<Grid<P>, String> {
        let Fields { seed, repeats, sample, .. } = fields;
        let mut grid = Grid { seed, repeats, sample, ..Grid::default() };
        for (number, axis, setting) in P::settings() {
            let list = fields.lists.remove(setting.key).unwrap_or_default();
            match (serde_json::from_value::<Option<Vec<usize>>>(list), axis.values) {
                (Ok(Some(values)), _) => grid.choose(number, values),
                (Ok(None), Values::UpTo(_) | Values::Repeats) => {}
                (Ok(None), Values::List(_)) => return Err(format!("`{}` is missing", setting.key)),
                (Err(error), _) => return Err(format!("`{}`: {error}", setting.key)),
            }
        }
        Ok(grid)
    }
}
