//! Safe clauses: read from left to right, every variable is bound before it is needed.
//!
//! Walk the body with the set of bound variables, empty at first. An atom binds its variables. A
//! negation needs its variables bound and binds none. A conjunction passes the set from child to
//! child. Each branch of a disjunction starts from the same set and must end with the same set. At
//! the end the variables of the head must be bound.
//!
//! While arguments are open, two sets are carried: the variables that are *surely* bound and those
//! that are *possibly* bound. Whatever needs a variable can only take a possibly bound one.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Truth, Var, Watch};

use super::layout::{ClauseVars, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    for clause in &layout.clauses {
        model.post(Safe { codes: layout.codes.clone(), clause: clause.clone() });
    }
}

struct Safe {
    codes: Codes,
    clause: ClauseVars,
}

/// A set of variables, by their codes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Names(Vec<u64>);

impl Names {
    fn contains(&self, name: u32) -> bool {
        self.0[name as usize / 64] & (1 << (name % 64)) != 0
    }

    fn insert(&mut self, name: u32) {
        self.0[name as usize / 64] |= 1 << (name % 64);
    }

    fn unite(&mut self, other: &Names) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn intersect(&mut self, other: &Names) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    fn is_within(&self, other: &Names) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
}

/// What is known of the variables bound at some point of a clause.
#[derive(Clone, Debug)]
struct Bound {
    surely: Names,
    possibly: Names,
}

impl Safe {
    /// The tree and its names are decided before the arguments; until then there is little to say.
    fn is_shaped(&self, store: &Store) -> bool {
        let fixed = |xs: &[Var]| xs.iter().all(|&x| store.is_fixed(x));
        fixed(&self.clause.names) && fixed(&self.clause.parents)
    }

    fn children(&self, store: &Store, node: usize) -> Vec<usize> {
        let parents = &self.clause.parents;
        let of_node = |&child: &usize| store.value(parents[child]) == Some(node as u32);
        (node + 1..parents.len()).filter(of_node).collect()
    }

    fn walk(&self, store: &mut Store, node: usize, bound: &mut Bound) -> Result<(), Conflict> {
        let name = store.min(self.clause.names[node]);
        if name == self.codes.not() {
            self.restrict(store, node, &bound.possibly)
        } else if name == self.codes.and() {
            self.children(store, node)
                .into_iter()
                .try_for_each(|child| self.walk(store, child, bound))
        } else if name == self.codes.or() {
            self.walk_branches(store, node, bound)
        } else {
            self.bind(store, node, bound);
            Ok(())
        }
    }

    /// An atom binds its variables.
    fn bind(&self, store: &Store, node: usize, bound: &mut Bound) {
        let variables = self.codes.variables();
        for &arg in &self.clause.args[node] {
            if let Some(name) = store.value(arg).filter(|name| variables.contains(name)) {
                bound.surely.insert(name);
            }
            for name in store.values(arg).take_while(|name| variables.contains(name)) {
                bound.possibly.insert(name);
            }
        }
    }

    /// All branches must end with the same set.
    fn walk_branches(
        &self,
        store: &mut Store,
        node: usize,
        bound: &mut Bound,
    ) -> Result<(), Conflict> {
        let before = bound.clone();
        let children = self.children(store, node);
        for (number, &child) in children.iter().enumerate() {
            let mut after = before.clone();
            self.walk(store, child, &mut after)?;
            bound.surely.unite(&after.surely);
            if number == 0 {
                bound.possibly = after.possibly;
            } else {
                bound.possibly.intersect(&after.possibly);
            }
        }
        if !bound.surely.is_within(&bound.possibly) {
            return Err(Conflict);
        }
        // No branch can bind what another one cannot.
        children.iter().try_for_each(|&child| self.restrict(store, child, &bound.possibly))
    }

    /// Below `node`, allow only these variables.
    fn restrict(&self, store: &mut Store, node: usize, names: &Names) -> Result<(), Conflict> {
        self.restrict_args(store, &self.clause.args[node], names)?;
        let children = self.children(store, node);
        children.into_iter().try_for_each(|child| self.restrict(store, child, names))
    }

    fn restrict_args(
        &self,
        store: &mut Store,
        args: &[Var],
        names: &Names,
    ) -> Result<(), Conflict> {
        for name in self.codes.variables().filter(|&name| !names.contains(name)) {
            args.iter().try_for_each(|&arg| store.remove(arg, name))?;
        }
        Ok(())
    }

    fn all_args(&self) -> Vec<Var> {
        [self.clause.head_args.clone(), self.clause.body_args()].concat()
    }
}

impl Propagator for Safe {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.clause.names, Event::FIXED);
        watch.on_all(&self.clause.parents, Event::FIXED);
        watch.on_all(&self.all_args(), Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if !self.is_shaped(store) {
            return Ok(Status::Active);
        }
        let none = Names(vec![0; self.codes.variables().len().div_ceil(64)]);
        let mut bound = Bound { surely: none.clone(), possibly: none };
        self.walk(store, 0, &mut bound)?;
        self.restrict_args(store, &self.clause.head_args, &bound.possibly)?;
        let done = self.all_args().iter().all(|&arg| store.is_fixed(arg));
        Ok(if done { Status::Entailed } else { Status::Active })
    }

    fn entailment(&self, _: &Store) -> Truth {
        Truth::Undecided
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}
