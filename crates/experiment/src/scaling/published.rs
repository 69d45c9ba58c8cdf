//! What the paper published.

use super::Parameters;
use crate::grid::Axis;

const NODES: &str = include_str!("../../data/published_nodes.csv");

/// The mean number of search nodes that the paper's figure shows for each value of a parameter.
pub(super) fn mean_nodes(parameter: &Axis<Parameters>) -> Vec<(usize, f64)> {
    let wanted = parameter.name.setting.map_or("", |setting| setting.key);
    let rows = NODES.lines().filter(|line| !line.starts_with('#'));
    let values = rows.filter_map(|row| {
        let (key, rest) = row.split_once(',')?;
        let (value, mean) = rest.split_once(',')?;
        (key == wanted).then_some((value.parse().ok()?, mean.parse().ok()?))
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Point, Values};

    #[test]
    fn every_parameter_but_the_pairs_has_four_published_means() {
        for axis in Parameters::AXES {
            let expected = if matches!(axis.values, Values::List(_)) { 4 } else { 0 };
            assert_eq!(mean_nodes(axis).len(), expected, "{}", axis.name.label);
        }
        assert_eq!(mean_nodes(&Parameters::AXES[3])[3], (8, 5495.4));
    }
}
