//! The variables of the model and what their values mean.
//!
//! Values are numbered so that nearly every inference moves a bound. Pumpkin keeps holes in a hash
//! map, so a bound is much cheaper than a hole.

use pumpkin_core::Solver;
use pumpkin_core::variables::DomainId;
use randlog_generate::Spec;

/// A node that negates its child.
pub const NOT: i32 = 0;
/// A conjunction.
pub const AND: i32 = 1;
/// A disjunction.
pub const OR: i32 = 2;
/// Predicate `p` as the name of a node is `FIRST_PREDICATE + p`; the name after the last is *true*.
pub const FIRST_PREDICATE: i32 = 3;
/// An argument slot that its atom does not have.
pub const BLANK: i32 = 0;
/// Constant `c` as an argument is `FIRST_CONSTANT + c`; variables follow the constants.
pub const FIRST_CONSTANT: i32 = 1;

/// The numbers of a spec that the constraints need.
#[derive(Clone, Debug)]
pub struct Size {
    /// The arity of each predicate.
    pub arities: Vec<usize>,
    /// The largest arity: slots per atom.
    pub slots: usize,
    /// Interchangeable variables.
    pub variables: i32,
    /// Constants.
    pub constants: i32,
    /// Nodes per body.
    pub nodes: usize,
    /// Clauses per program.
    pub clauses: usize,
    /// Whether a body may be empty.
    pub empty_bodies: bool,
}

impl Size {
    /// Read the numbers off a spec.
    pub fn of(spec: &Spec) -> Size {
        let arities: Vec<usize> = spec.predicates().iter().map(|p| p.arity).collect();
        Size {
            slots: arities.iter().copied().max().unwrap_or(0),
            arities,
            variables: spec.variables().len() as i32,
            constants: spec.constants().len() as i32,
            nodes: spec.max_nodes(),
            clauses: spec.max_clauses(),
            empty_bodies: spec.empty_bodies(),
        }
    }

    /// The number of predicates, which as a head means *no clause*.
    pub fn none(&self) -> i32 {
        self.arities.len() as i32
    }

    /// The name of a node outside the tree, and of the root of an empty body.
    pub fn truth(&self) -> i32 {
        FIRST_PREDICATE + self.none()
    }

    /// The first value of an argument that is a variable.
    pub fn first_variable(&self) -> i32 {
        FIRST_CONSTANT + self.constants
    }
}

/// The variables of one clause.
#[derive(Clone, Debug)]
pub struct ClauseVariables {
    /// The predicate of the head.
    pub head: DomainId,
    /// The parent of each node.
    pub structure: Vec<DomainId>,
    /// What each node is.
    pub names: Vec<DomainId>,
    /// The arguments: of the head, then of each node in order.
    pub terms: Vec<DomainId>,
}

impl ClauseVariables {
    /// Create the variables of clause number `index`.
    pub fn new(solver: &mut Solver, size: &Size, index: usize) -> ClauseVariables {
        let last = size.none() - 1;
        let after = (size.clauses - 1 - index) as i32;
        let lowest = (last - after).max(0);
        let highest = (index as i32).min(size.none());
        ClauseVariables {
            head: solver.new_bounded_integer(lowest, highest),
            structure: (0..size.nodes).map(|i| solver.new_bounded_integer(0, i as i32)).collect(),
            names: (0..size.nodes).map(|_| solver.new_bounded_integer(NOT, size.truth())).collect(),
            terms: (0..size.slots * (size.nodes + 1))
                .map(|_| solver.new_bounded_integer(BLANK, size.constants + size.variables))
                .collect(),
        }
    }

    /// All variables, most significant first: the order of clauses is lexicographic over these.
    pub fn digits(&self) -> Vec<DomainId> {
        let mut digits = vec![self.head];
        digits.extend(&self.structure[1..]);
        digits.extend(&self.names);
        digits.extend(&self.terms);
        digits
    }
}
