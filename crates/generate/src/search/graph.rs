//! The predicate dependency graph as part of the model.
//!
//! For each pair of predicates a variable says whether the head predicate depends on the body
//! predicate, and how. Rules about cycles and independence speak of these variables alone;
//! [`Channel`] keeps them in step with heads and bodies. Both directions matter: what bodies
//! already hold makes edges, and an edge that some rule forbids removes names from bodies.

use randlog_kernel::{
    BitSet, Cell, Conflict, Cost, Event, Model, Propagator, Status, Store, Var, Watch,
};

use super::layout::{ClauseVars, Layout};

/// The dependency graph, without a rule about it.
pub(crate) fn post(model: &mut Model, layout: &Layout) -> Edges {
    let predicates = layout.codes.predicates().len();
    let variables = model.variables(predicates * predicates, [ABSENT, POSITIVE, NEGATIVE]);
    let edges = Edges { predicates, variables };
    let (layout, own) = (layout.clone(), edges.clone());
    let (finished, up_to_date) = (model.cell(0), model.cell(0));
    model.post(Channel { layout, edges: own, finished, up_to_date });
    edges
}

/// Values of an edge.
pub(crate) const ABSENT: u32 = 0;
pub(crate) const POSITIVE: u32 = 1;
pub(crate) const NEGATIVE: u32 = 2;

/// An edge from each predicate (as used in a body) to each predicate (as head): the paper's
/// adjacency matrix **A**, with a sign.
///
/// The smallest value left is what is certain, the largest what is allowed. Edges are no decisions:
/// when all clauses are known, the smallest value is the edge, and what is above it does not matter.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    pub(crate) predicates: usize,
    /// Body by body.
    pub(crate) variables: Vec<Var>,
}

impl Edges {
    pub(crate) fn between(&self, body: usize, head: usize) -> Var {
        self.variables[body * self.predicates + head]
    }

    /// Whether the edge is certain.
    pub(crate) fn is_present(&self, store: &Store, body: usize, head: usize) -> bool {
        store.min(self.between(body, head)) > ABSENT
    }

    /// Whether the edge is not forbidden.
    pub(crate) fn is_allowed(&self, store: &Store, body: usize, head: usize) -> bool {
        store.max(self.between(body, head)) > ABSENT
    }

    /// The edges that are certain and negative, as pairs of body and head.
    pub(crate) fn negative(&self, store: &Store) -> impl Iterator<Item = (usize, usize)> {
        let pairs = (0..self.predicates).flat_map(|b| (0..self.predicates).map(move |h| (b, h)));
        pairs.filter(|&(body, head)| store.min(self.between(body, head)) == NEGATIVE)
    }

    /// The ancestors of each predicate along edges that are certain: itself, and whatever reaches it.
    ///
    /// Algorithm 3, for all predicates at once, as far as it finds the dependencies that the paper
    /// calls determined.
    pub(crate) fn ancestors(&self, store: &Store) -> Vec<BitSet> {
        let size = self.predicates;
        let mut ancestors = no_members(size);
        for body in 0..size {
            ancestors[body].insert(body as u32);
            for head in (0..size).filter(|&head| self.is_present(store, body, head)) {
                ancestors[head].insert(body as u32);
            }
        }
        for middle in 0..size {
            let further = ancestors[middle].clone();
            for ancestors in ancestors.iter_mut().filter(|set| set.contains(middle as u32)) {
                ancestors.unite(&further);
            }
        }
        ancestors
    }
}

/// For each predicate an empty set of predicates.
pub(crate) fn no_members(size: usize) -> Vec<BitSet> {
    vec![BitSet::below(size as u32); size]
}

/// An edge is certain if and only if some clause has this head and this predicate in its body, and
/// certainly negative if and only if there it is once below a negation.
///
/// Clauses are decided one after the other, and most runs come from the clause at work. The
/// clauses after it, whose trees are still open, are brought up to date only when a head becomes
/// known or a clause is finished.
struct Channel {
    layout: Layout,
    edges: Edges,
    /// Clauses before this one are known completely and their edges are recorded.
    finished: Cell,
    /// The number of known heads and finished clauses when all clauses were last brought up to
    /// date, plus one.
    up_to_date: Cell,
}

/// The predicates that must not stand in bodies of a head. Nothing that [`Channel`] does in a run
/// changes that.
struct Forbidden {
    head: u32,
    anywhere: BitSet,
    below_negation: BitSet,
    /// Whether these are all predicates.
    all_anywhere: bool,
    all_below_negation: bool,
}

impl Forbidden {
    fn new(store: &Store, edges: &Edges, head: u32) -> Forbidden {
        let (mut anywhere, mut below_negation) = (BitSet::default(), BitSet::default());
        let all = edges.predicates as u32;
        for body in 0..all {
            let most = store.max(edges.between(body as usize, head as usize));
            if most < NEGATIVE {
                below_negation.insert(body);
                if most < POSITIVE {
                    anywhere.insert(body);
                }
            }
        }
        let all_anywhere = anywhere.count() == all;
        let all_below_negation = below_negation.count() == all;
        Forbidden { head, anywhere, below_negation, all_anywhere, all_below_negation }
    }
}

impl Channel {
    /// Whether a head has become known or a clause was finished since this was last asked.
    fn is_behind(&self, store: &mut Store, finished: usize) -> bool {
        let is_known = |clause: &ClauseVars| store.is_fixed(clause.head.predicate);
        let heads = self.layout.clauses.iter().filter(|clause| is_known(clause)).count();
        let progress = (heads + finished + 1) as u64;
        let is_behind = store.get(self.up_to_date) != progress;
        store.set(self.up_to_date, progress);
        is_behind
    }

    /// Link one clause and the edges to its head. What was last found out about a head serves the
    /// next clause, too, if it has the same one: heads stand in order.
    fn link(
        &self,
        store: &mut Store,
        clause: &ClauseVars,
        last: &mut Option<Forbidden>,
    ) -> Result<(), Conflict> {
        let Some(head) = store.value(clause.head.predicate) else {
            return self.link_heads(store, clause);
        };
        if head == self.layout.codes.none {
            return Ok(());
        }
        let forbidden = match last.take().filter(|forbidden| forbidden.head == head) {
            Some(forbidden) => forbidden,
            None => Forbidden::new(store, &self.edges, head),
        };
        let linked = self.link_bodies(store, clause, &forbidden);
        *last = Some(forbidden);
        linked
    }

    /// The head is known: names make edges, and forbidden edges remove names.
    fn link_bodies(
        &self,
        store: &mut Store,
        clause: &ClauseVars,
        forbidden: &Forbidden,
    ) -> Result<(), Conflict> {
        let predicates = self.layout.codes.predicates();
        self.rule_out_connectives(store, clause, forbidden)?;
        let negated = clause.body.negated(store, self.layout.codes.not);
        for (&name, node) in clause.body.names.iter().zip(0..) {
            let is_negated = negated.contains(node);
            match store.value(name) {
                Some(body) if predicates.contains(&body) => {
                    let sign = if is_negated { NEGATIVE } else { POSITIVE };
                    let edge = self.edges.between(body as usize, forbidden.head as usize);
                    store.at_least(edge, sign)?;
                }
                Some(_) => {}
                None if is_negated => store.subtract(name, &forbidden.below_negation)?,
                None => store.subtract(name, &forbidden.anywhere)?,
            }
        }
        Ok(())
    }

    /// Every negation has an atom below it: if no predicate may stand there, there is no negation.
    /// If no predicate may stand anywhere, the body is empty. Seen this early, it spares the search
    /// all the trees that could never be filled.
    fn rule_out_connectives(
        &self,
        store: &mut Store,
        clause: &ClauseVars,
        forbidden: &Forbidden,
    ) -> Result<(), Conflict> {
        let (codes, names) = (&self.layout.codes, &clause.body.names);
        if forbidden.all_anywhere {
            store.assign(names[0], codes.top)?;
        }
        if forbidden.all_below_negation {
            names.iter().try_for_each(|&name| store.remove(name, codes.not))?;
        }
        Ok(())
    }

    /// The body is (partly) known: forbidden edges remove heads.
    fn link_heads(&self, store: &mut Store, clause: &ClauseVars) -> Result<(), Conflict> {
        let predicates = self.layout.codes.predicates();
        let negated = clause.body.negated(store, self.layout.codes.not);
        for (&name, node) in clause.body.names.iter().zip(0..) {
            let sign = if negated.contains(node) { NEGATIVE } else { POSITIVE };
            if let Some(body) = store.value(name).filter(|body| predicates.contains(body)) {
                for head in self.layout.codes.heads() {
                    if store.max(self.edges.between(body as usize, head as usize)) < sign {
                        store.remove(clause.head.predicate, head)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Channel {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        for clause in &self.layout.clauses {
            watch.on(clause.head.predicate, Event::FIXED);
            watch.on_all(&clause.body.structure, Event::FIXED);
            watch.on_all(&clause.body.names, Event::FIXED);
        }
        watch.on_all(&self.edges.variables, Event::LOWERED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let clauses = &self.layout.clauses;
        let mut finished = store.get(self.finished) as usize;
        // At the root there is time, and what is found there is found once and for all.
        let bring_all_up_to_date = self.is_behind(store, finished) || store.depth() == 0;
        let mut last = None;
        for (number, clause) in clauses.iter().enumerate().skip(finished) {
            let ClauseVars { head, body, .. } = &**clause;
            // The last node decides late whether and where it stands.
            let has_structure = || body.structure.last().is_none_or(|&last| store.is_fixed(last));
            if number != finished && !bring_all_up_to_date && !has_structure() {
                continue;
            }
            // Asked first: what linking itself decides is recorded by the next run.
            let is_finished =
                number == finished && store.is_fixed(head.predicate) && body.is_shaped(store);
            self.link(store, clause, &mut last)?;
            finished += usize::from(is_finished);
        }
        store.set(self.finished, finished as u64);
        Ok(Status::entailed_if(finished == clauses.len()))
    }
}
