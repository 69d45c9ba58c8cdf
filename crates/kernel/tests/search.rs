//! The search: order, randomness, restarts, limits, statistics.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use randlog_base::random::below;
use randlog_base::random::{ChaCha8Rng, SeedableRng};
use randlog_kernel::constraint::{Classes, Count, Increasing, Member, SameClass};
use randlog_kernel::{
    Branching, Conflict, Ending, Event, Model, Propagator, RandomValue, Restarts, SearchStatistics,
    Smallest, Solver, Status, Stop, Stopped, Store, ValueOrder, Var, Watch,
};

/// Ways to write a non-decreasing sequence: the number of solutions is known.
fn increasing(length: usize, values: u32) -> (Solver, Vec<Var>) {
    let mut model = Model::new();
    let xs = model.variables(length, 0..values);
    model.post(Increasing::new(xs.clone()));
    (model.into_solver(), xs)
}

/// `holes + 1` pigeons, all in different holes: there is no solution, and no quick proof.
fn pigeons(holes: u32) -> (Solver, Vec<Var>) {
    let mut model = Model::new();
    let xs = model.variables(holes as usize + 1, 0..holes);
    for hole in 0..holes {
        let count = model.variable([0, 1]);
        model.post(Count::of(hole, xs.clone(), count));
    }
    (model.into_solver(), xs)
}

fn values(store: &Store, xs: &[Var]) -> Vec<u32> {
    xs.iter().map(|&x| store.value(x).expect("fixed")).collect()
}

fn all(
    solver: &mut Solver,
    xs: &[Var],
    order: &mut impl ValueOrder,
) -> (Vec<Vec<u32>>, Ending, SearchStatistics) {
    let branching = Branching::new([xs.to_vec()]);
    let mut found = Vec::new();
    let (ending, statistics) =
        solver.search(&branching, order, Restarts::Never, &Stop::NEVER, |store| {
            found.push(values(store, xs));
            ControlFlow::Continue(())
        });
    (found, ending.expect("nothing stops it"), statistics)
}

fn random(seed: u64) -> RandomValue<ChaCha8Rng> {
    RandomValue(ChaCha8Rng::seed_from_u64(seed))
}

#[test]
fn every_solution_is_visited_once_in_any_order() {
    let (mut solver, xs) = increasing(4, 5);
    let (fixed, ending, statistics) = all(&mut solver, &xs, &mut Smallest);
    assert_eq!((ending, statistics.solutions), (Ending::Exhausted, 70));
    let (shuffled, ..) = all(&mut solver, &xs, &mut random(1));
    assert_ne!(fixed, shuffled);
    let set = |list: Vec<Vec<u32>>| list.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(shuffled.len(), 70);
    assert_eq!(set(fixed), set(shuffled));
}

#[test]
fn a_search_leaves_no_trace() {
    let (mut solver, xs) = increasing(3, 4);
    let first = all(&mut solver, &xs, &mut random(7));
    all(&mut solver, &xs, &mut Smallest);
    assert_eq!(first, all(&mut solver, &xs, &mut random(7)));
    assert_ne!(first.0, all(&mut solver, &xs, &mut random(8)).0);
}

#[test]
fn groups_are_decided_in_order() {
    let mut model = Model::new();
    let (x, y) = (model.variable(0..2), model.variable(0..9));
    let mut solver = model.into_solver();
    // The larger domain first, because its group comes first.
    let branching = Branching::new([vec![y], vec![x]]);
    let mut found = Vec::new();
    let (ending, _) =
        solver.search(&branching, &mut Smallest, Restarts::Never, &Stop::NEVER, |store| {
            found.push(values(store, &[y, x]));
            ControlFlow::Continue(())
        });
    assert_eq!(ending, Ok(Ending::Exhausted));
    assert_eq!(found.len(), 18);
    assert!(found.is_sorted());
}

#[test]
fn the_smallest_domain_is_decided_first_within_a_group() {
    let mut model = Model::new();
    let (large, small) = (model.variable(0..9), model.variable(0..3));
    let mut solver = model.into_solver();
    let (found, ..) = all(&mut solver, &[large, small], &mut Smallest);
    let by_small: Vec<_> = found.iter().map(|v| (v[1], v[0])).collect();
    assert!(by_small.is_sorted());
}

#[test]
fn more_than_64_values_work() {
    let mut model = Model::new();
    let xs = model.variables(2, 0..400);
    let equal = (0..400).map(|v| ([v].into_iter().collect(), [v].into_iter().collect()));
    model.post(SameClass::new(xs[0], xs[1], Classes::new(equal.collect())));
    model.post(Member::new(xs[0], [0, 63, 64, 65, 128, 399]));
    let mut solver = model.into_solver();
    let (found, ..) = all(&mut solver, &xs, &mut Smallest);
    assert_eq!(found, [0, 63, 64, 65, 128, 399].map(|v| vec![v, v]));
}

#[test]
fn no_search_goes_on_when_it_is_stopped() {
    let (mut solver, xs) = increasing(6, 8);
    let branching = Branching::new([xs]);
    let mut run = |stop: Stop| {
        solver.search(&branching, &mut Smallest, Restarts::Never, &stop, |_| {
            ControlFlow::Continue(())
        })
    };
    let (ending, statistics) = run(Stop::NEVER.with_steps(5));
    assert_eq!((ending, statistics.nodes), (Err(Stopped::Steps), 5));
    let (ending, statistics) = run(Stop::NEVER.within(Duration::ZERO));
    assert_eq!((ending, statistics.nodes), (Err(Stopped::Deadline), 0));
    let interrupted = Stop::new();
    interrupted.interrupt();
    let (ending, statistics) = run(interrupted);
    assert_eq!((ending, statistics.nodes), (Err(Stopped::Interrupt), 0));
    let (ending, statistics) = run(Stop::NEVER);
    assert_eq!((ending, statistics.solutions), (Ok(Ending::Exhausted), 1716));
}

/// Once the variable is fixed, this takes as long as it may.
struct Endless(Var);

impl Propagator for Endless {
    fn watch(&self, watch: &mut Watch) {
        watch.on(self.0, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if store.value(self.0).is_none() {
            return Ok(Status::Active);
        }
        let stopped = (0..).find_map(|step| store.stop().check_at(step).err());
        Err(stopped.map_or(Conflict, |why| store.stopped(why)))
    }
}

#[test]
fn a_propagator_that_takes_long_is_stopped() {
    let mut model = Model::new();
    let x = model.variable(0..3);
    model.post(Endless(x));
    let mut solver = model.into_solver();
    let branching = Branching::new([vec![x]]);
    for stop in [
        Stop::NEVER.within(Duration::from_millis(20)),
        Stop::NEVER.within(Duration::from_millis(1)),
    ] {
        // The limit on steps is one of nodes.
        let (ending, statistics) =
            solver.search(&branching, &mut Smallest, Restarts::Never, &stop.with_steps(2), |_| {
                ControlFlow::Continue(())
            });
        assert_eq!((ending, statistics.solutions), (Err(Stopped::Deadline), 0));
    }
}

#[test]
fn the_callback_can_stop_the_search() {
    let (mut solver, xs) = increasing(3, 3);
    let branching = Branching::new([xs]);
    for wanted in [1, 7] {
        let mut left = wanted;
        let visit = |_: &Store| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (ending, statistics) =
            solver.search(&branching, &mut Smallest, Restarts::Never, &Stop::NEVER, visit);
        assert_eq!((ending, statistics.solutions), (Ok(Ending::Enough), wanted));
    }
}

#[test]
fn restarts_grow_until_the_proof_is_done() {
    let (mut solver, xs) = pigeons(5);
    let branching = Branching::new([xs]);
    let restarts = Restarts::Geometric { base: 10.0, factor: 1.1 };
    let nothing = |_: &Store| ControlFlow::Continue(());
    let mut run =
        |restarts| solver.search(&branching, &mut random(3), restarts, &Stop::NEVER, nothing);
    let (ending, without) = run(Restarts::Never);
    assert_eq!((ending, without.solutions, without.restarts), (Ok(Ending::Exhausted), 0, 0));
    assert!(without.failures > 100);
    let (ending, with) = run(restarts);
    assert_eq!((ending, with.solutions), (Ok(Ending::Exhausted), 0));
    assert!(with.restarts > 2);
    // The k-th restart comes after at least 10 + 11 + 12.1 + … failures.
    let due: f64 = (0..with.restarts).map(|k| 10.0 * 1.1f64.powi(k as i32)).sum();
    assert!(with.failures as f64 >= due);
}

#[test]
fn statistics_count_what_happened() {
    let mut model = Model::new();
    let xs = model.variables(3, 0..2);
    let mut solver = model.into_solver();
    let (_, _, statistics) = all(&mut solver, &xs, &mut Smallest);
    let expected = SearchStatistics { nodes: 7, failures: 0, restarts: 0, depth: 2, solutions: 8 };
    assert_eq!(statistics, expected);
    // Without the short cut for the last variable, the tree is the same and one level deeper.
    let (_, _, statistics) = all(&mut solver, &xs, &mut random(0));
    assert_eq!(statistics, SearchStatistics { depth: 3, ..expected });
}

#[test]
fn below_is_uniform_and_never_reaches_the_bound() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut counts = [0u32; 7];
    for _ in 0..70_000 {
        counts[below(&mut rng, 7) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    assert_eq!(below(&mut rng, 1), 0);
}
