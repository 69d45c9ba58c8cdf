//! What the paper published.

const NODES: &str = include_str!("../data/published_nodes.csv");
/// Mean time against the number of facts, by algorithm.
pub(crate) const FACTS: &str = include_str!("../data/published_facts.csv");
/// Mean time against the proportion of independent pairs, by algorithm.
pub(crate) const PAIRS: &str = include_str!("../data/published_pairs.csv");
const BOXES: &str = include_str!("../data/published_boxes.csv");

/// The algorithms of the paper, and our names for them. Two of them are one.
const NAMES: [(&str, &str); 6] = [
    ("SDD", "sdd"),
    ("SDDX", "sddx"),
    ("BDD", "bdd"),
    ("d-DNNF", "ddnnf"),
    ("NNF", "nnf (is ddnnf)"),
    ("K-Best", "kbest"),
];

/// The curve of an algorithm: mean times in seconds.
pub(crate) type Curve = (&'static str, Vec<(f64, f64)>);

/// The mean number of search nodes for each value of a parameter.
pub(crate) fn mean_nodes(parameter: &str) -> Vec<(f64, f64)> {
    points(NODES, parameter)
}

/// The curves of all algorithms, in [`FACTS`] or [`PAIRS`].
pub(crate) fn curves(file: &str) -> [Curve; 6] {
    NAMES.map(|(published, name)| (name, points(file, published)))
}

/// Lower whisker, quartiles and upper whisker in seconds, over all algorithms, at each value of a
/// variable: `max_arity` or `proportion_probabilistic`.
pub(crate) fn boxes(variable: &str) -> Vec<(f64, [f64; 5])> {
    let values = rows(BOXES, variable)
        .filter_map(|row| Some((*row.first()?, row.get(1..6)?.try_into().ok()?)));
    values.collect()
}

fn points(file: &str, name: &str) -> Vec<(f64, f64)> {
    rows(file, name).filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
}

/// The numbers of the rows that begin with a name.
fn rows(file: &str, name: &str) -> impl Iterator<Item = Vec<f64>> {
    let rows = file.lines().filter_map(|row| row.split_once(','));
    let here = rows.filter(move |(first, _)| *first == name);
    here.map(|(_, rest)| rest.split(',').map_while(|field| field.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Point, Values};
    use crate::scaling::Parameters;

    #[test]
    fn every_parameter_but_the_pairs_has_four_published_means() {
        for (_, axis, setting) in Parameters::settings() {
            let expected = if matches!(axis.values, Values::List(_)) { 4 } else { 0 };
            assert_eq!(mean_nodes(setting.key).len(), expected, "{}", setting.key);
        }
        assert_eq!(mean_nodes("max_nodes")[3], (8.0, 5495.4));
    }

    #[test]
    fn every_algorithm_has_its_curves() {
        assert!(curves(FACTS).iter().all(|(_, points)| points.len() == 29));
        assert!(curves(PAIRS).iter().all(|(_, points)| points.len() == 20));
        assert_eq!(curves(FACTS)[2].1[0], (154.0, 0.034));
    }

    #[test]
    fn there_are_published_boxes() {
        assert_eq!(boxes("max_arity")[0], (2.0, [8.02, 18.33, 21.74, 25.66, 36.65]));
        assert_eq!(boxes("proportion_probabilistic").len(), 3);
    }
}
