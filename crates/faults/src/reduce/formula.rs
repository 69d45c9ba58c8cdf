//! Formulas with a part less.

use randlog_logic::{Atom, Formula};

use crate::parts::{joined, not};

/// The formulas that have a part less than this one: a subtree is gone, a node is replaced by one of its
/// children, or by all of them if it is of the kind of its parent, or two negations are gone.
pub(super) fn simplified(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::True => Vec::new(),
        Formula::Atom(_) => vec![Formula::True],
        Formula::Not(child) => {
            let inside = simplified(child).into_iter().map(not);
            // Two negations may go where one alone must stay.
            let twice = match &**child {
                Formula::Not(inner) => Some((**inner).clone()),
                _ => None,
            };
            let gone = [Formula::True, (**child).clone()].into_iter();
            gone.chain(twice).chain(inside).collect()
        }
        Formula::And(children) => several(children, Formula::And),
        Formula::Or(children) => several(children, Formula::Or),
    }
}

fn several(children: &[Formula], connective: fn(Vec<Formula>) -> Formula) -> Vec<Formula> {
    let mut found = vec![Formula::True];
    found.extend(children.iter().cloned());
    // Half of them, a quarter, …, one.
    let mut length = children.len() / 2;
    while length > 0 && children.len() > 2 {
        for start in (0..children.len()).step_by(length) {
            let end = (start + length).min(children.len());
            found.push(joined([&children[..start], &children[end..]].concat(), connective));
        }
        length /= 2;
    }
    for (index, child) in children.iter().enumerate() {
        let with = |parts: &[Formula]| {
            connective([&children[..index], parts, &children[index + 1..]].concat())
        };
        match (child, connective(Vec::new())) {
            (Formula::And(parts), Formula::And(_)) | (Formula::Or(parts), Formula::Or(_)) => {
                found.push(with(parts));
            }
            _ => {}
        }
        found.extend(simplified(child).into_iter().map(|child| with(&[child])));
    }
    found
}

/// What is left without certain atoms and what stands above them alone; nothing, if that is all of it.
pub(super) fn without(formula: &Formula, gone: &dyn Fn(&Atom) -> bool) -> Option<Formula> {
    let remaining = |children: &[Formula], connective: fn(Vec<Formula>) -> Formula| {
        let rest: Vec<_> = children.iter().filter_map(|child| without(child, gone)).collect();
        (!rest.is_empty()).then(|| joined(rest, connective))
    };
    match formula {
        Formula::True => Some(Formula::True),
        Formula::Atom(atom) => (!gone(atom)).then(|| formula.clone()),
        Formula::Not(child) => without(child, gone).map(not),
        Formula::And(children) => remaining(children, Formula::And),
        Formula::Or(children) => remaining(children, Formula::Or),
    }
}

#[cfg(test)]
mod tests {
    use randlog_logic::Program;

    use super::*;

    fn body(text: &str) -> Formula {
        Program::parse(&format!("p :- {text}.")).unwrap().clauses.remove(0).body
    }

    fn texts(formulas: Vec<Formula>) -> Vec<String> {
        formulas.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_part_can_go() {
        assert_eq!(texts(simplified(&body("a"))), ["true"]);
        assert_eq!(texts(simplified(&body("\\+ a"))), ["true", "a", "\\+ true"]);
        let twice = texts(simplified(&body("\\+ \\+ a")));
        assert_eq!(twice[..3], ["true", "\\+ a", "a"]);
        let expected = ["true", "a", "b ; c", "true, (b ; c)", "a, true", "a, b", "a, c"];
        let found = texts(simplified(&body("a, (b ; c)")));
        assert_eq!(found[..6], expected[..6]);
        assert!(found.contains(&"a, c".to_owned()));
        assert!(texts(simplified(&body("a, (b, c)"))).contains(&"a, b, c".to_owned()));
        assert!(texts(simplified(&body("a, b, c, d"))).contains(&"c, d".to_owned()));
    }

    #[test]
    fn what_stands_above_goes_along() {
        let gone = |atom: &Atom| atom.name == "a";
        let rest = |text: &str| without(&body(text), &gone).map(|rest| rest.to_string());
        assert_eq!(rest("a"), None);
        assert_eq!(rest("\\+ (a ; \\+ a)"), None);
        assert_eq!(rest("b, \\+ a").as_deref(), Some("b"));
        assert_eq!(rest("b, (a ; c ; \\+ a)").as_deref(), Some("b, c"));
    }
}
