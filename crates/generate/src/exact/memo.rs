//! Tables that are filled as they are asked for, by any number of threads.

use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use hashbrown::HashMap;
use randlog_base::Stopped;

/// Values by key, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(RwLock<HashMap<K, Arc<V>>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo(RwLock::default())
    }
}

impl<K: Eq + Hash, V> Memo<K, V> {
    /// The value for a key, unless making it is stopped. Two threads may both make it; they make the same.
    pub(crate) fn get(
        &self,
        key: K,
        make: impl FnOnce() -> Result<V, Stopped>,
    ) -> Result<Arc<V>, Stopped> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Arc::new(make()?);
        let mut values = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Ok(values.entry(key).or_insert(made).clone())
    }
}
