//! What the paper published.

const FACTS: &str = include_str!("../../data/published_facts.csv");
const PAIRS: &str = include_str!("../../data/published_pairs.csv");
const BOXES: &str = include_str!("../../data/published_boxes.csv");

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
pub(super) type Curve = (&'static str, Vec<(f64, f64)>);

/// Mean time against the number of facts, by algorithm.
pub(super) fn by_facts() -> Vec<Curve> {
    curves(FACTS)
}

/// Mean time against the proportion of independent pairs, by algorithm.
pub(super) fn by_pairs() -> Vec<Curve> {
    curves(PAIRS)
}

/// Lower whisker, quartiles and upper whisker in seconds, over all algorithms, at each value of a
/// variable: `max_arity` or `proportion_probabilistic`.
pub(super) fn boxes(variable: &str) -> Vec<(f64, [f64; 5])> {
    let values = rows(BOXES).filter_map(|row| {
        let mut fields = row.split(',');
        (fields.next()? == variable).then_some(())?;
        let numbers: Vec<f64> = fields.take(6).map_while(|field| field.parse().ok()).collect();
        Some((*numbers.first()?, numbers.get(1..)?.try_into().ok()?))
    });
    values.collect()
}

fn curves(file: &'static str) -> Vec<Curve> {
    let curve = |(published, name): (&str, &'static str)| {
        let points = rows(file).filter_map(|row| {
            let (algorithm, rest) = row.split_once(',')?;
            let (value, mean) = rest.split_once(',')?;
            (algorithm == published).then_some((value.parse().ok()?, mean.parse().ok()?))
        });
        (name, points.collect())
    };
    NAMES.map(curve).into()
}

fn rows(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.starts_with('#')).skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_has_its_curves() {
        assert!(by_facts().iter().all(|(_, points)| points.len() == 29));
        assert!(by_pairs().iter().all(|(_, points)| points.len() == 20));
        assert_eq!(by_facts()[2].1[0], (154.0, 0.034));
    }

    #[test]
    fn there_are_published_boxes() {
        assert_eq!(boxes("max_arity")[0], (2.0, [8.02, 18.33, 21.74, 25.66, 36.65]));
        assert_eq!(boxes("proportion_probabilistic").len(), 3);
    }
}
