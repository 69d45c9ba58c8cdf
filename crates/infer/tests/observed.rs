//! Programs of which much is observed: what follows from evidence leaves the circuit before anything is solved.

use crate::random::{Drawn, Generator};
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_infer::{Inference, Limits, Precision, RBig, World};
use randlog_logic::{Atom, Dialect, Goal, Program, Term};

const PROGRAMS: u64 = 1000;

/// A program, what is observed of it, and all worlds.
pub(crate) struct Observed {
    pub(crate) program: Program,
    pub(crate) worlds: Vec<World>,
    /// The instances of the queries that are observed, by position.
    pub(crate) evidence: Vec<(usize, bool)>,
}

impl Observed {
    /// Observes some atoms as they are in one world, and at times one as it is not; and asks for all.
    pub(crate) fn draw(drawn: &Drawn, rng: &mut ChaCha8Rng) -> Option<Observed> {
        let mut program = drawn.program.clone();
        program.evidence.clear();
        program.queries = open_queries(&program);
        let limits = Limits { worlds: 1 << 10, ..Limits::default() };
        let worlds = Inference::new(&program).limits(limits).worlds().ok()?;
        let mut below = |bound: usize| (rng.next_u64() % bound.max(1) as u64) as usize;
        let world = &worlds[below(worlds.len())];
        let share = 1 + below(9);
        let mut evidence: Vec<(usize, bool)> = Vec::new();
        for (position, (_, holds)) in world.answers.iter().enumerate() {
            if below(10) < share {
                evidence.push((position, holds ^ (below(40) == 0)));
            }
        }
        program.evidence = evidence
            .iter()
            .map(|&(position, holds)| Goal {
                negated: !holds,
                ..Goal::new(world.answers[position].0.clone())
            })
            .collect();
        Some(Observed { program, worlds, evidence })
    }

    /// Does a world agree with the evidence?
    pub(crate) fn agrees(&self, world: &World) -> bool {
        self.evidence.iter().all(|&(position, holds)| world.answers[position].1 == holds)
    }

    /// The weight of the worlds that agree, and of those where an atom holds, too.
    fn weights(&self, position: usize) -> [RBig; 2] {
        let mut weights = [RBig::ZERO, RBig::ZERO];
        for world in self.worlds.iter().filter(|world| self.agrees(world)) {
            weights[0] += &world.probability;
            if world.answers[position].1 {
                weights[1] += &world.probability;
            }
        }
        weights
    }

    pub(crate) fn text(&self) -> String {
        Dialect::ProbLog.print(&self.program).unwrap().to_string()
    }
}

/// A query for each predicate of a head.
fn open_queries(program: &Program) -> Vec<Goal> {
    let mut queries: Vec<Atom> = Vec::new();
    for head in program.clauses.iter().flat_map(|clause| &clause.heads) {
        let args = vec![Term::Anonymous; head.atom.args.len()];
        queries.push(Atom::new(head.atom.name.clone(), args));
    }
    queries.sort();
    queries.dedup();
    queries.into_iter().map(Goal::new).collect()
}

#[test]
fn answers_given_much_evidence_are_those_of_the_worlds_that_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut uncertain, mut impossible) = (0, 0);
    let generators = [Generator::new(5), Generator::extreme(6)];
    for index in 0..PROGRAMS {
        let drawn = generators[index as usize % 2].draw(index);
        let Some(observed) = Observed::draw(&drawn, &mut rng) else { continue };
        let found = Inference::new(&observed.program).precision(Precision::Exact).solve();
        let [all, _] = observed.weights(0);
        if all == RBig::ZERO {
            let kind = found.err().map(|error| error.kind());
            assert_eq!(kind, Some("impossible-evidence"), "{}", observed.text());
            impossible += 1;
            continue;
        }
        let answers = found.unwrap_or_else(|error| panic!("{error}\n{}", observed.text())).answers;
        // What is possible, but holds in no world, is no answer of a query with variables.
        let holds = |position: &usize| {
            let asked = |world: &World| world.answers[*position].1;
            let is_ground = observed.worlds[0].answers[*position].0.args.is_empty();
            is_ground || observed.worlds.iter().any(asked)
        };
        let positions: Vec<usize> = (0..observed.worlds[0].answers.len()).filter(holds).collect();
        assert_eq!(answers.len(), positions.len(), "{}", observed.text());
        for (position, answer) in positions.into_iter().zip(answers) {
            let [all, holds] = observed.weights(position);
            let right = (observed.worlds[0].answers[position].0.clone(), Some(holds / all));
            uncertain += u64::from(right.1 != Some(RBig::ZERO) && right.1 != Some(RBig::ONE));
            assert_eq!((answer.atom, answer.fraction), right, "{}", observed.text());
        }
    }
    assert!(uncertain > PROGRAMS, "{uncertain} uncertain answers");
    assert!(impossible > PROGRAMS / 50, "{impossible} impossible");
}
