//! What the paper published.

use super::parameter::Parameter;

const NODES: &str = include_str!("../../data/published_nodes.csv");

/// The mean number of search nodes that the paper's figure shows for each value of a parameter.
pub(super) fn mean_nodes(parameter: Parameter) -> Vec<(usize, f64)> {
    let rows = NODES.lines().filter(|line| !line.starts_with('#'));
    let values = rows.filter_map(|row| {
        let (key, rest) = row.split_once(',')?;
        let (value, mean) = rest.split_once(',')?;
        (key == parameter.key()).then_some((value.parse().ok()?, mean.parse().ok()?))
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_four_published_means() {
        for parameter in Parameter::ALL {
            assert_eq!(mean_nodes(parameter).len(), 4, "{parameter}");
        }
        assert_eq!(mean_nodes(Parameter::MaxNodes)[3], (8, 5495.4));
    }
}
