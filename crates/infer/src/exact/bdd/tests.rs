//! Diagrams against tables of values.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;

/// A function of six variables, as its values.
type Values = u64;

fn variable(level: u32) -> Values {
    (0..64).fold(0, |values, world| values | (world >> level & 1) << world)
}

fn value(store: &Store, function: Function, world: u64) -> bool {
    let node = store.node(function.node());
    let value = match node.level {
        BOTTOM => true,
        level => value(store, node.branches[(world >> level & 1) as usize], world),
    };
    value != function.is_negated()
}

fn values(store: &Store, function: Function) -> Values {
    (0..64).fold(0, |values, world| values | u64::from(value(store, function, world)) << world)
}

proptest! {
    #[test]
    fn operations_do_with_diagrams_what_they_do_with_values(
        steps in vec((0..5u8, any::<usize>(), any::<usize>()), 1..60),
    ) {
        let mut store = Store::new(&Stop::NEVER);
        let mut functions: Vec<(Function, Values)> = (0..6)
            .map(|level| (store.variable(level).ok().unwrap(), variable(level)))
            .collect();
        for (operation, a, b) in steps {
            let (a, b_place) = (functions[a % functions.len()], b);
            let b = functions[b % functions.len()];
            let new = match operation {
                0 => (store.and(a.0, b.0).ok().unwrap(), a.1 & b.1),
                1 => (store.or(a.0, b.0).ok().unwrap(), a.1 | b.1),
                2 => (a.0.not(), !a.1),
                3 => {
                    let (level, value) = ((b_place % 6) as u32, b_place & 8 == 0);
                    let kept = if value { variable(level) } else { !variable(level) };
                    let half = a.1 & kept;
                    let other = if value { half >> (1 << level) } else { half << (1 << level) };
                    (store.restrict(a.0, level, value).ok().unwrap(), half | other)
                }
                _ => {
                    store.collect(functions.iter_mut().map(|(function, _)| function));
                    continue;
                }
            };
            functions.push(new);
        }
        for &(function, expected) in &functions {
            prop_assert_eq!(values(&store, function), expected);
            for &(other, values) in &functions {
                prop_assert_eq!(function == other, expected == values);
            }
        }
    }
}

#[test]
fn what_is_allowed_is_not_exceeded() {
    let parity = |steps, memory| -> Result<(), Stopped> {
        let stop = Stop::NEVER.with_steps(steps).with_memory(memory);
        let mut store = Store::new(&stop);
        let mut parity = Function::FALSE;
        for level in 0..20 {
            let variable = store.variable(level)?;
            let (a, b) = (store.and(parity, variable.not())?, store.and(parity.not(), variable)?);
            parity = store.or(a, b)?;
        }
        Ok(())
    };
    assert!(matches!(parity(20, 1 << 20), Err(Stopped::Steps)));
    assert!(matches!(parity(1 << 20, 10 * BYTES_PER_NODE as u64), Err(Stopped::Memory)));
    assert!(parity(1 << 20, 1 << 20).is_ok());
}
