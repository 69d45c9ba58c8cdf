//! Programs whose circuits are long but narrow: right, whatever their length, by join trees alone. The
//! expected numbers are from short loops over states that are particular to each family.

use crate::common::parse;
use randlog_infer::{Inference, Solution};
use std::fmt::Write;

fn swept(text: &str, width: usize) -> Solution {
    let solution = Inference::new(&parse(text)).solve().unwrap();
    assert_eq!(solution.sizes.diagrams, 0, "{:?}", solution.sizes);
    assert!(solution.sizes.join_trees > 0, "{:?}", solution.sizes);
    assert!(solution.sizes.join_width <= width, "{:?}", solution.sizes);
    solution
}

#[track_caller]
fn is_close(found: f64, right: f64) {
    // The loops here round, too, and more coarsely.
    assert!((found - right).abs() <= 1e-11 * right, "{found} instead of {right}");
}

/// Edges back make no difference.
#[test]
fn two_way_chains() {
    let n = 3_000;
    let edges: String =
        (0..n).map(|i| format!("0.9999::e({i}, {0}). 0.5::e({0}, {i}). ", i + 1)).collect();
    let text = format!("{edges} r(0). r(Y) :- r(X), e(X, Y). query(r({n})).");
    is_close(swept(&text, 5).answers[0].probability, 0.9999f64.powi(n));
}

/// Of each two nodes side by side, which ones are connected with the start? Whoever is not gains nothing
/// from ways that lead back.
#[test]
fn ladders() {
    let n = 400;
    let mut text = "e(X, Y) :- f(X, Y). e(X, Y) :- f(Y, X). p(X, Y) :- e(X, Y). \
                    p(X, Y) :- e(X, Z), p(Z, Y). "
        .to_owned();
    let rung = |i: usize| 0.1 + 0.8 * (i % 7) as f64 / 7.0;
    // Only the first, only the second, both.
    let mut connected = [1.0 - rung(0), 0.0, rung(0)];
    let _ = write!(text, "{}::f(a0, b0). ", rung(0));
    for i in 1..n {
        let rail = 0.95;
        let _ = writeln!(
            text,
            "{rail}::f(a{0}, a{i}). {rail}::f(b{0}, b{i}). {1}::f(a{i}, b{i}).",
            i - 1,
            rung(i)
        );
        let [a, b, ab] = connected;
        let one = [a * rail + ab * rail * (1.0 - rail), b * rail + ab * rail * (1.0 - rail)];
        let two = ab * rail * rail;
        let stays = 1.0 - rung(i);
        connected = [one[0] * stays, one[1] * stays, two + (one[0] + one[1]) * rung(i)];
    }
    let text = format!("{text} query(p(a0, b{})).", n - 1);
    is_close(swept(&text, 8).answers[0].probability, connected[1] + connected[2]);
}

/// All sets of nodes of a diagonal that lead to the last corner.
#[test]
fn directed_grids() {
    let n = 9usize;
    let chance = |i: usize, j: usize, down: bool| {
        0.2 + ((3 * i + 5 * j + usize::from(down)) % 7) as f64 / 10.0
    };
    let mut text = "p(X, Y) :- e(X, Y). p(X, Y) :- e(X, Z), p(Z, Y). ".to_owned();
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        for (down, (a, b)) in [(true, (i + 1, j)), (false, (i, j + 1))] {
            if a < n && b < n {
                let _ = write!(text, "{}::e(n{i}_{j}, n{a}_{b}). ", chance(i, j, down));
            }
        }
    }
    // Bit `i` of a set: the node in row `i` of the diagonal leads to the corner.
    let mut sets = vec![0.0; 1 << n];
    sets[1 << (n - 1)] = 1.0;
    for diagonal in (0..2 * n - 2).rev() {
        let mut next = vec![0.0; 1 << n];
        for (set, &weight) in sets.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let mut cases = vec![(0usize, weight)];
            for i in (0..n).filter(|&i| i <= diagonal && diagonal - i < n) {
                let j = diagonal - i;
                let down =
                    if i + 1 < n && set >> (i + 1) & 1 == 1 { chance(i, j, true) } else { 0.0 };
                let right = if j + 1 < n && set >> i & 1 == 1 { chance(i, j, false) } else { 0.0 };
                let leads = 1.0 - (1.0 - down) * (1.0 - right);
                cases = cases
                    .into_iter()
                    .flat_map(|(set, p)| [(set | 1 << i, p * leads), (set, p * (1.0 - leads))])
                    .collect();
            }
            cases.into_iter().for_each(|(set, p)| next[set] += p);
        }
        sets = next;
    }
    let text = format!("{text} query(p(n0_0, n{0}_{0})).", n - 1);
    is_close(swept(&text, 10).answers[0].probability, sets[1]);
}

/// All hidden states at once: the forward-backward algorithm.
#[test]
fn many_queries_about_a_hidden_markov_model() {
    let n = 200usize;
    let mut text = "0.5::s(0). query(s(_)). ".to_owned();
    for i in 0..n {
        let _ = writeln!(
            text,
            "0.9::s({0}) :- s({i}). 0.3::s({0}) :- \\+ s({i}). 0.8::o({i}) :- s({i}).
             0.4::o({i}) :- \\+ s({i}). evidence(o({i}), {1}).",
            i + 1,
            !i.is_multiple_of(3)
        );
    }
    let seen = |i: usize, state: usize| {
        let yes = [0.4, 0.8][state];
        if i.is_multiple_of(3) { 1.0 - yes } else { yes }
    };
    let step = |from: usize, to: usize| {
        let yes = [0.3, 0.9][from];
        if to == 1 { yes } else { 1.0 - yes }
    };
    let mut forward = vec![[0.5, 0.5]];
    for i in 0..n {
        let old = forward[i];
        let next = [0, 1].map(|to| (0..2).map(|s| old[s] * seen(i, s) * step(s, to)).sum::<f64>());
        forward.push(next.map(|part| part / (next[0] + next[1])));
    }
    let mut backward = [1.0, 1.0];
    let mut right = vec![0.0; n + 1];
    for i in (0..=n).rev() {
        if i < n {
            let old = backward;
            let next =
                [0, 1].map(|s| seen(i, s) * (0..2).map(|to| step(s, to) * old[to]).sum::<f64>());
            backward = next.map(|part| part / (next[0] + next[1]));
        }
        let [no, yes] = [0, 1].map(|s| forward[i][s] * backward[s]);
        right[i] = yes / (no + yes);
    }
    let solution = swept(&text, 6);
    assert_eq!(solution.answers.len(), n + 1);
    for answer in solution.answers {
        let place: usize = answer.atom.args[0].to_string().parse().unwrap();
        is_close(answer.probability, right[place]);
    }
}

/// A choice between very many, of which exactly one is looked at.
#[test]
fn annotated_disjunctions_with_many_heads() {
    let n = 3_000;
    let heads: Vec<String> = (0..n).map(|i| format!("1/{}::a({i})", 2 * n)).collect();
    let facts: String = (0..n).map(|i| format!("0.{}::b({i}). ", 1 + i % 9)).collect();
    let mean = (0..n).map(|i| f64::from(1 + i % 9) / 10.0).sum::<f64>() / f64::from(n);
    let text = format!("{}. {facts} q :- a(X), b(X). query(q).", heads.join("; "));
    is_close(swept(&text, 4).answers[0].probability, mean / 2.0);
}

/// All pairs of many constants on one cycle, by rules with two atoms of it; but there is a single event.
#[test]
fn dense_cycles_over_few_events() {
    let n = 25;
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| format!("e({i}, {j}). ")));
    let text = format!(
        "p(X, Z) :- p(X, Y), p(Y, Z). p(X, Y) :- e(X, Y), c. 0.3::c. query(p(0, 1)). {}",
        pairs.collect::<String>()
    );
    let solution = Inference::new(&parse(&text)).solve().unwrap();
    is_close(solution.answers[0].probability, 0.3);
    assert!(solution.sizes.diagram_nodes < 10, "{:?}", solution.sizes);
}
