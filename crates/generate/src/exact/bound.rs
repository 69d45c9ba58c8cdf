//! Bounds on the predicates of bodies: which may occur where.

use super::bodies::Context;
use super::classes::{Classes, Group};
use crate::spec::Cycles;

/// Which predicates may occur in bodies, and where. All others must not. One of the two sets holds the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bound {
    /// Those that may occur outside negations.
    pub(crate) outside: Group,
    /// Those that may occur inside negations.
    pub(crate) inside: Group,
    /// Where the predicate of the head may occur. This matters only if bodies are sets, which do not hold their heads.
    pub(crate) own: Own,
    pub(crate) firing: Firing,
}

/// Which clauses are meant, if it matters whether they fire: whether their bodies can be true when only certain predicates are
/// derivable, and everything below a negation is taken as possibly true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Firing {
    /// It does not matter.
    All,
    /// Those that fire with these, of which the head is none.
    With(Group),
    /// Those that do not.
    NotWith(Group),
}

/// Where the predicate of a head may occur in its own bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Own {
    /// Inside negations at most.
    Absent,
    /// Outside negations only.
    Positive,
    Anywhere,
}

impl Own {
    /// Where the rule on cycles lets it occur.
    pub(crate) fn under(cycles: Cycles) -> Own {
        match cycles {
            Cycles::Any => Own::Anywhere,
            Cycles::Stratified => Own::Positive,
            Cycles::Acyclic => Own::Absent,
        }
    }
}

impl Bound {
    /// Bodies may use `inner`, mutually dependent predicates, in the way the cycle rule allows, and
    /// `outer`, all settled before, in any way. So they may use data.
    pub(crate) fn new(classes: &Classes, cycles: Cycles, inner: Group, outer: Group) -> Bound {
        let outer = outer + classes.data();
        let (outside, inside) = match cycles {
            Cycles::Any => (inner + outer, inner + outer),
            Cycles::Stratified => (inner + outer, outer),
            Cycles::Acyclic => (outer, outer),
        };
        Bound { outside, inside, own: Own::under(cycles), firing: Firing::All }
    }

    /// Bodies may use some predicates, and some of them inside negations, too.
    pub(crate) fn above(cycles: Cycles, positive: Group, anywhere: Group) -> Bound {
        let (outside, own) = (positive + anywhere, Own::under(cycles));
        Bound { outside, inside: anywhere, own, firing: Firing::All }
    }

    /// Those that may occur in a context.
    pub(crate) fn allowed(self, context: Context) -> Group {
        match context {
            Context::Outside => self.outside,
            Context::Inside => self.inside,
        }
    }
}
