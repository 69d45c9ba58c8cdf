//! What is kept for drawing clauses: the counts of bodies, and the borders between alternatives.

use std::sync::{Arc, OnceLock};

use randlog_base::{Stop, Stopped};

use super::cumulative::LazyCumulative;
use super::literals::LiteralTables;
use crate::exact::bodies::{Bodies, ByContext, Trees};
use crate::exact::bound::Bound;
use crate::exact::classes::Habits;
use crate::exact::clauses::Clauses;
use crate::exact::matrix::{Matrix, Span};
use crate::exact::number::Natural;
use crate::exact::power_sums::PowerSums;
use crate::spec::Connective;

/// The clauses under one bound, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ClauseTables {
    pub(crate) bound: Bound,
    pub(crate) bodies: Habits<Bodies<Natural>>,
    /// For each class of heads: how many clauses.
    pub(crate) counts: Vec<Natural>,
    /// For each class of heads: how many nodes, and how many variables; then the same for each given
    /// number of nodes.
    pub(crate) beginnings: Vec<Vec<LazyCumulative>>,
    pub(crate) trees: Habits<ByContext<TreeTables>>,
    /// In place of all these, if bodies are sets.
    pub(crate) literals: Option<LiteralTables>,
    sets: Sets,
}

/// The weights of sets of clauses, for each class of heads; then the same for each given number of nodes.
#[derive(Debug)]
struct Sets {
    /// The clauses of each class of heads, by nodes.
    populations: OnceLock<Vec<Vec<PowerSums<Natural>>>>,
    /// They are needed only if clauses do not all weigh the same.
    by_size: Vec<Vec<OnceLock<Vec<Natural>>>>,
}

type ByNodes = Vec<Matrix<LazyCumulative>>;

/// The borders between alternatives for trees of one context.
#[derive(Debug)]
pub(crate) struct TreeTables {
    /// What stands at the root.
    pub(crate) root: ByNodes,
    /// The class of an atom.
    pub(crate) atom: Matrix<LazyCumulative>,
    children: Vec<ChildTables>,
}

/// The borders between alternatives for the children of a connective.
#[derive(Debug)]
pub(crate) struct ChildTables {
    /// The first of several.
    pub(crate) first: ByNodes,
    /// Whether one is left or several.
    pub(crate) rest: ByNodes,
}

impl ClauseTables {
    pub(crate) fn new(
        clauses: &Clauses,
        bound: Bound,
        stop: &Stop,
    ) -> Result<ClauseTables, Stopped> {
        let measures = clauses.weights();
        let inside = clauses.inside(measures, bound.inside, stop)?;
        let sets = clauses.literals(clauses.form.max_nodes, &measures[0]);
        let max_nodes = if sets.is_some() { 0 } else { clauses.form.max_nodes };
        let bodies = |(measure, inside): (_, &Arc<Trees<Natural>>)| {
            clauses.bodies_up_to(max_nodes, measure, bound.outside, inside.clone(), stop)
        };
        let bodies = measures.iter().zip(&inside).map(bodies).collect::<Result<Habits<_>, _>>()?;
        let literals =
            sets.map(|sets| LiteralTables::new(clauses, &sets, bound, stop)).transpose()?;
        let trees = || ByContext {
            outside: TreeTables::new(clauses, clauses.form.span),
            inside: TreeTables::new(clauses, Span::Fixed),
        };
        let classes = 0..clauses.classes.len();
        let lazy = |count| -> Vec<LazyCumulative> {
            (0..count).map(|_| LazyCumulative::default()).collect()
        };
        let unset = |_| (0..=clauses.form.max_nodes + 1).map(|_| OnceLock::new()).collect();
        let by_size = classes.clone().map(unset).collect();
        Ok(ClauseTables {
            bound,
            sets: Sets { populations: OnceLock::new(), by_size },
            counts: clauses.by_class(measures, bound, &inside, stop)?,
            literals,
            beginnings: classes.map(|_| lazy(1 + bodies[0].whole.len())).collect(),
            trees: bodies.iter().map(|_| trees()).collect(),
            bodies,
        })
    }

    /// The clauses of each number of nodes, headed by a predicate of this class.
    pub(crate) fn by_nodes(
        &self,
        clauses: &Clauses,
        class: usize,
        stop: &Stop,
    ) -> Result<&[PowerSums<Natural>], Stopped> {
        if let Some(known) = self.sets.populations.get() {
            return Ok(&known[class]);
        }
        let inside = clauses.inside_powers(&clauses.powers, self.bound.inside, stop)?;
        let populations = clauses.populations_by_nodes(self.bound, &inside, stop)?;
        Ok(&self.sets.populations.get_or_init(|| populations)[class])
    }

    /// The weights of all sets of clauses headed by a predicate of this class, by their number; of clauses
    /// of so many nodes each, if that is given.
    pub(crate) fn sets(
        &self,
        clauses: &Clauses,
        class: usize,
        nodes: Option<usize>,
        stop: &Stop,
    ) -> Result<&[Natural], Stopped> {
        let by_nodes = self.by_nodes(clauses, class, stop)?;
        let sets = &self.sets.by_size[class][nodes.map_or(0, |nodes| 1 + nodes)];
        Ok(sets.get_or_init(|| match nodes {
            None => PowerSums::of_all(by_nodes).sets(clauses.most),
            Some(nodes) => by_nodes[nodes].sets(clauses.most),
        }))
    }
}

impl TreeTables {
    fn new(clauses: &Clauses, span: Span) -> TreeTables {
        let matrix =
            || Matrix::new(clauses.terms.variables, span, |_, _| LazyCumulative::default());
        let by_nodes = || (0..=clauses.form.max_nodes).map(|_| matrix()).collect();
        let children = || ChildTables { first: by_nodes(), rest: by_nodes() };
        // Where nothing can be learnt, connectives do not differ.
        let connectives = if span == Span::Fixed { 1 } else { 2 };
        TreeTables {
            root: by_nodes(),
            atom: matrix(),
            children: (0..connectives).map(|_| children()).collect(),
        }
    }

    /// The borders for the children of a connective.
    pub(crate) fn children(&self, connective: Connective) -> &ChildTables {
        match connective {
            Connective::And => &self.children[0],
            Connective::Or => &self.children[self.children.len() - 1],
        }
    }
}

/// How a sequence of terms learns variables: at each place an old symbol or a new variable.
#[derive(Debug)]
pub(crate) struct ArgumentTables {
    /// By length.
    pub(crate) sequences: Vec<Matrix<Natural>>,
    pub(crate) borders: Vec<Matrix<LazyCumulative>>,
    /// Whether an old symbol is a constant or a variable, by the number of variables, if they do not weigh
    /// the same.
    pub(crate) symbols: Vec<LazyCumulative>,
}

impl ArgumentTables {
    pub(crate) fn new(clauses: &Clauses) -> ArgumentTables {
        let sequences = match clauses.form.span {
            Span::Fixed => Vec::new(),
            Span::Growing => {
                clauses.terms.sequences(&clauses.weights()[0].pieces, clauses.classes.longest())
            }
        };
        let variables = clauses.terms.variables;
        let matrix = |_| Matrix::new(variables, Span::Growing, |_, _| LazyCumulative::default());
        let borders = sequences.iter().map(matrix).collect();
        let pieces = &clauses.weights()[0].pieces;
        let symbols = match pieces.constant == pieces.variable {
            true => Vec::new(),
            false => (0..=variables).map(|_| LazyCumulative::default()).collect(),
        };
        ArgumentTables { sequences, borders, symbols }
    }
}
