//! The predicate dependency graph as part of the model.
//!
//! For each pair of predicates a variable says whether the head predicate depends on the body
//! predicate, and how. Rules about cycles and independence speak of these variables alone;
//! [`Channel`] keeps them in step with heads and bodies. Both directions matter: what bodies
//! already hold makes edges, and an edge that some rule forbids removes names from bodies.

use randlog_kernel::{
    BitSet, Cell, Conflict, Cost, Event, Model, Propagator, Status, Store, Truth, Var, Watch,
};

use super::layout::{Codes, Layout};

/// BitSet of an edge.
pub(crate) const ABSENT: u32 = 0;
pub(crate) const POSITIVE: u32 = 1;
pub(crate) const NEGATIVE: u32 = 2;

/// An edge from each predicate (as used in a body) to each predicate (as head).
///
/// The smallest value left is what is certain, the largest what is allowed. Edges are no decisions:
/// when all clauses are known, the smallest value is the edge, and what is above it does not matter.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    predicates: usize,
    variables: Vec<Var>,
}

impl Edges {
    pub(crate) fn new(model: &mut Model, predicates: usize) -> Edges {
        let variables = model.variables(predicates * predicates, [ABSENT, POSITIVE, NEGATIVE]);
        Edges::of(predicates, variables)
    }

    /// Edges that are these variables, body by body.
    pub(crate) fn of(predicates: usize, variables: Vec<Var>) -> Edges {
        Edges { predicates, variables }
    }

    pub(crate) fn predicates(&self) -> usize {
        self.predicates
    }

    pub(crate) fn between(&self, body: usize, head: usize) -> Var {
        self.variables[body * self.predicates + head]
    }

    pub(crate) fn all(&self) -> &[Var] {
        &self.variables
    }

    /// Allow at most `sign` from `body` to `head`.
    pub(crate) fn limit(
        &self,
        store: &mut Store,
        body: usize,
        head: usize,
        sign: u32,
    ) -> Result<(), Conflict> {
        store.at_most(self.between(body, head), sign)
    }

    /// Whether the edge is certain.
    pub(crate) fn is_present(&self, store: &Store, body: usize, head: usize) -> bool {
        store.min(self.between(body, head)) > ABSENT
    }

    /// Whether the edge is certain and negative.
    pub(crate) fn is_negative(&self, store: &Store, body: usize, head: usize) -> bool {
        store.min(self.between(body, head)) == NEGATIVE
    }

    /// Whether the edge is not forbidden.
    pub(crate) fn is_allowed(&self, store: &Store, body: usize, head: usize) -> bool {
        store.max(self.between(body, head)) > ABSENT
    }
}

/// Sets of predicates, one for each predicate, as rows of bits.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    words: usize,
    rows: Vec<u64>,
}

impl Relation {
    /// Every row empty.
    pub(crate) fn empty(size: usize) -> Relation {
        let words = size.div_ceil(64);
        Relation { words, rows: vec![0; size * words] }
    }

    /// The ancestors of each predicate: itself, and whatever reaches it along `edges`.
    pub(crate) fn ancestors(size: usize, edge: impl Fn(usize, usize) -> bool) -> Relation {
        let mut ancestors = Relation::empty(size);
        for body in 0..size {
            ancestors.insert(body, body);
            for head in (0..size).filter(|&head| edge(body, head)) {
                ancestors.insert(head, body);
            }
        }
        for middle in 0..size {
            for row in 0..size {
                if ancestors.contains(row, middle) {
                    ancestors.add_row(row, middle);
                }
            }
        }
        ancestors
    }

    pub(crate) fn contains(&self, row: usize, member: usize) -> bool {
        self.rows[row * self.words + member / 64] & (1 << (member % 64)) != 0
    }

    pub(crate) fn insert(&mut self, row: usize, member: usize) {
        self.rows[row * self.words + member / 64] |= 1 << (member % 64);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.words..(row + 1) * self.words]
    }

    /// Add all members of row `from` to row `to`.
    fn add_row(&mut self, to: usize, from: usize) {
        for word in 0..self.words {
            self.rows[to * self.words + word] |= self.rows[from * self.words + word];
        }
    }

    /// Add all members of a row of another relation.
    pub(crate) fn add_row_of(&mut self, to: usize, other: &Relation, from: usize) {
        for word in 0..self.words {
            self.rows[to * self.words + word] |= other.rows[from * self.words + word];
        }
    }

    /// Whether two rows have a member in common.
    pub(crate) fn rows_meet(&self, a: usize, b: usize) -> bool {
        self.row(a).iter().zip(self.row(b)).any(|(a, b)| a & b != 0)
    }
}

/// What the graph needs to know of a clause.
pub(crate) struct Uses {
    head: Var,
    parents: Vec<Var>,
    names: Vec<Var>,
}

impl Uses {
    pub(crate) fn of(layout: &Layout) -> Vec<Uses> {
        let uses = layout.clauses.iter().map(|clause| Uses {
            head: clause.head,
            parents: clause.parents.clone(),
            names: clause.names.clone(),
        });
        uses.collect()
    }

    /// Whether this clause can make the edge.
    pub(crate) fn can_link(&self, store: &Store, body: usize, head: usize) -> bool {
        store.contains(self.head, head as u32)
            && self.names.iter().any(|&name| store.contains(name, body as u32))
    }

    fn is_finished(&self, store: &Store) -> bool {
        let fixed = |xs: &[Var]| xs.iter().all(|&x| store.is_fixed(x));
        store.is_fixed(self.head) && fixed(&self.names) && fixed(&self.parents)
    }

    /// The last node decides late whether and where it stands.
    fn has_structure(&self, store: &Store) -> bool {
        self.parents.last().is_none_or(|&parent| store.is_fixed(parent))
    }

    /// Which nodes certainly lie below a negation. Parents come before their children.
    fn mark_negated(&self, store: &Store, not: u32, negated: &mut [bool]) {
        for node in 1..self.parents.len() {
            negated[node] = store.value(self.parents[node]).is_some_and(|parent| {
                let parent = parent as usize;
                parent != node && (negated[parent] || store.value(self.names[parent]) == Some(not))
            });
        }
    }
}

/// An edge is certain just if some clause has this head and this predicate in its body, and
/// certainly negative just if there it is once below a negation.
///
/// Clauses are decided one after the other, and most runs come from the clause at work. The
/// clauses after it, whose trees are still open, are brought up to date only when a head becomes
/// known or a clause is finished.
pub(crate) struct Channel {
    codes: Codes,
    clauses: Vec<Uses>,
    edges: Edges,
    /// Clauses before this one are known completely and their edges are recorded.
    finished: Cell,
    /// The number of known heads and finished clauses when all clauses were last brought up to
    /// date, plus one.
    up_to_date: Cell,
    /// Scratch memory: which nodes of a clause are below a negation.
    negated: Vec<bool>,
}

impl Channel {
    pub(crate) fn new(model: &mut Model, layout: &Layout, edges: &Edges) -> Channel {
        let clauses = Uses::of(layout);
        Channel {
            codes: layout.codes.clone(),
            negated: vec![false; clauses.first().map_or(0, |clause| clause.names.len())],
            clauses,
            edges: edges.clone(),
            finished: model.cell(0),
            up_to_date: model.cell(0),
        }
    }

    /// Whether a head has become known or a clause was finished since this was last asked.
    fn is_behind(&self, store: &mut Store, finished: usize) -> bool {
        let heads = self.clauses.iter().filter(|clause| store.is_fixed(clause.head)).count();
        let progress = (heads + finished + 1) as u64;
        let is_behind = store.get(self.up_to_date) != progress;
        store.set(self.up_to_date, progress);
        is_behind
    }

    /// Link one clause and the edges to its head.
    fn link(&self, store: &mut Store, clause: &Uses, negated: &[bool]) -> Result<(), Conflict> {
        match store.value(clause.head) {
            Some(head) if head == self.codes.none() => Ok(()),
            Some(head) => self.link_bodies(store, clause, head as usize, negated),
            None => self.link_heads(store, clause, negated),
        }
    }

    /// The head is known: names make edges, and forbidden edges remove names.
    fn link_bodies(
        &self,
        store: &mut Store,
        clause: &Uses,
        head: usize,
        negated: &[bool],
    ) -> Result<(), Conflict> {
        let (mut absent, mut not_negative) = (BitSet::default(), BitSet::default());
        for body in self.codes.predicates() {
            let most = store.max(self.edges.between(body as usize, head));
            if most < NEGATIVE {
                not_negative.insert(body);
                if most < POSITIVE {
                    absent.insert(body);
                }
            }
        }
        self.rule_out_connectives(store, clause, &absent, &not_negative)?;
        for (&name, &negated) in clause.names.iter().zip(negated) {
            let sign = if negated { NEGATIVE } else { POSITIVE };
            match store.value(name) {
                Some(body) if body < self.codes.predicates().end => {
                    store.at_least(self.edges.between(body as usize, head), sign)?;
                }
                Some(_) => {}
                None => store.subtract(name, if negated { &not_negative } else { &absent })?,
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
        clause: &Uses,
        absent: &BitSet,
        not_negative: &BitSet,
    ) -> Result<(), Conflict> {
        let all = self.codes.predicates().end;
        if absent.count() == all {
            store.assign(clause.names[0], self.codes.top())?;
        }
        if not_negative.count() == all {
            clause.names.iter().try_for_each(|&name| store.remove(name, self.codes.not()))?;
        }
        Ok(())
    }

    /// The body is (partly) known: forbidden edges remove heads.
    fn link_heads(
        &self,
        store: &mut Store,
        clause: &Uses,
        negated: &[bool],
    ) -> Result<(), Conflict> {
        for (&name, &negated) in clause.names.iter().zip(negated) {
            let sign = if negated { NEGATIVE } else { POSITIVE };
            let predicates = self.codes.predicates();
            if let Some(body) = store.value(name).filter(|body| predicates.contains(body)) {
                for head in predicates {
                    if store.max(self.edges.between(body as usize, head as usize)) < sign {
                        store.remove(clause.head, head)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Channel {
    fn watch(&self, watch: &mut Watch) {
        for clause in &self.clauses {
            watch.on(clause.head, Event::FIXED);
            watch.on_all(&clause.parents, Event::FIXED);
            watch.on_all(&clause.names, Event::FIXED);
        }
        watch.on_all(self.edges.all(), Event::LOWERED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut finished = store.get(self.finished) as usize;
        // At the root there is time, and what is found there is found once and for all.
        let bring_all_up_to_date = self.is_behind(store, finished) || store.depth() == 0;
        let mut negated = std::mem::take(&mut self.negated);
        let mut result = Ok(());
        for (number, clause) in self.clauses.iter().enumerate().skip(finished) {
            let at_work = number == finished || clause.has_structure(store);
            if !at_work && !bring_all_up_to_date {
                continue;
            }
            // Asked first: what linking itself decides is recorded by the next run.
            let is_finished = number == finished && clause.is_finished(store);
            clause.mark_negated(store, self.codes.not(), &mut negated);
            result = self.link(store, clause, &negated);
            if result.is_err() {
                break;
            }
            finished += usize::from(is_finished);
        }
        self.negated = negated;
        result?;
        store.set(self.finished, finished as u64);
        let done = finished == self.clauses.len();
        Ok(if done { Status::Entailed } else { Status::Active })
    }

    fn entailment(&self, _: &Store) -> Truth {
        Truth::Undecided
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}
