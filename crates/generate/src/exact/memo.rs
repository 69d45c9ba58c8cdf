//! Tables that are filled as they are asked for, by any number of threads.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// Values by key, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(RwLock<HashMap<K, Arc<V>>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo(RwLock::default())
    }
}

impl<K: Eq + Hash, V> Memo<K, V> {
    /// The value for a key. Two threads may both make it; they make the same.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            let mut values = self.0.write().unwrap_or_else(PoisonError::into_inner);
            values.entry(key).or_insert(made).clone()
        })
    }
}
