//! Tables that are filled as they are asked for, by any number of threads.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::dice::Dice;
use super::lottery::Lottery;
use crate::exact::number::Natural;

/// BitSet by key, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct Memo<K, V> {
    values: RwLock<HashMap<K, Arc<V>>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo { values: RwLock::new(HashMap::new()) }
    }
}

impl<K: Eq + Hash, V> Memo<K, V> {
    /// The value for a key. Two threads may both make it; they make the same.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let known = self.values.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
            values.entry(key).or_insert(made).clone()
        })
    }
}

impl<K: Eq + Hash> Memo<K, Lottery> {
    /// Draw from the lottery for a key.
    pub(crate) fn draw(
        &self,
        key: K,
        dice: &mut Dice,
        weights: impl Fn() -> Vec<Natural>,
    ) -> usize {
        self.get(key, || Lottery::new(&weights())).draw(dice, weights)
    }
}

/// A place for one lottery.
#[derive(Debug, Default)]
pub(crate) struct Cell {
    lottery: OnceLock<Lottery>,
}

impl Cell {
    /// Draw, preparing the lottery at the first time.
    pub(crate) fn draw(&self, dice: &mut Dice, weights: impl Fn() -> Vec<Natural>) -> usize {
        self.lottery.get_or_init(|| Lottery::new(&weights())).draw(dice, weights)
    }
}
