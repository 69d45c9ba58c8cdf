//! Does an algorithm agree with the one that walks through all worlds?

use super::{Drawn, TOLERANCE};
use randlog_infer::{Algorithm, Error, Inference, Solution};
use randlog_logic::{Dialect, Program};

impl Drawn {
    /// Compares an algorithm's answers, or its refusal, with the reference. If they differ: how, and for
    /// which program, made as small as possible.
    pub(crate) fn compare(&self, algorithm: Algorithm) -> Result<(), String> {
        let Err(_) = compare(&self.reference, &run(&self.program, algorithm)) else {
            return Ok(());
        };
        let differs = |program: &Program| {
            compare(&run(program, Algorithm::Worlds), &run(program, algorithm)).is_err()
        };
        let small = shrink(&self.program, differs);
        let difference = compare(&run(&small, Algorithm::Worlds), &run(&small, algorithm));
        let text = Dialect::ProbLog.print(&small).map(|text| text.to_string());
        Err(format!(
            "program {}, algorithm {}: {}\n{}",
            self.index,
            algorithm.name(),
            difference.err().unwrap_or_default(),
            text.unwrap_or_default()
        ))
    }

    /// Compares other answers, or a refusal, with the reference.
    pub(crate) fn compare_with(&self, found: &Result<Solution, Error>) -> Result<(), String> {
        compare(&self.reference, found)
    }
}

fn run(program: &Program, algorithm: Algorithm) -> Result<Solution, Error> {
    Inference::new(program).algorithm(algorithm).solve()
}

fn compare(
    reference: &Result<Solution, Error>,
    found: &Result<Solution, Error>,
) -> Result<(), String> {
    let same = match (reference, found) {
        (Ok(reference), Ok(found)) => {
            reference.answers.len() == found.answers.len()
                && reference.answers.iter().zip(&found.answers).all(|(expected, answer)| {
                    expected.atom == answer.atom
                        && is_close(answer.probability, expected.probability)
                        && is_close(answer.complement, expected.complement)
                })
        }
        // Without a reference there is nothing to compare with.
        (Err(Error::Memory { .. } | Error::TooManyWorlds { .. }), _) => true,
        (Err(reference), Err(found)) => reason(reference) == reason(found),
        _ => false,
    };
    let show = |result: &Result<Solution, Error>| match result {
        Ok(solution) => {
            let answers = solution.answers.iter();
            let answers: Vec<_> = answers
                .map(|a| format!("{}: {:?}", a.atom, (a.probability, a.complement)))
                .collect();
            format!("[{}]", answers.join(", "))
        }
        Err(error) => error.to_string(),
    };
    if same { Ok(()) } else { Err(format!("{} instead of {}", show(found), show(reference))) }
}

fn is_close(found: f64, right: f64) -> bool {
    (found - right).abs() <= TOLERANCE * right
}

/// Why there is no answer. If several clauses are wrong, algorithms may name different ones.
fn reason(error: &Error) -> &'static str {
    match error {
        Error::Unsafe { .. } | Error::Undefined { .. } => "a wrong clause",
        other => other.kind(),
    }
}

/// Leaves out whatever the difference does not need.
pub(crate) fn shrink(program: &Program, differs: impl Fn(&Program) -> bool) -> Program {
    let mut small = program.clone();
    loop {
        let smaller = candidates(&small).find(|candidate| differs(candidate));
        match smaller {
            Some(candidate) => small = candidate,
            None => return small,
        }
    }
}

/// The program without one of its clauses, pieces of evidence or queries.
fn candidates(program: &Program) -> impl Iterator<Item = Program> {
    let clauses = (0..program.clauses.len()).map(|index| {
        let mut smaller = program.clone();
        smaller.clauses.remove(index);
        smaller
    });
    let evidence = (0..program.evidence.len()).map(|index| {
        let mut smaller = program.clone();
        smaller.evidence.remove(index);
        smaller
    });
    let queries = (0..program.queries.len()).map(|index| {
        let mut smaller = program.clone();
        smaller.queries.remove(index);
        smaller
    });
    queries.chain(evidence).chain(clauses)
}
