//! The same constraints from those that come with Pumpkin: clauses, linear inequalities, maxima and
//! reification.

use pumpkin_core::Solver;
use pumpkin_core::constraints::{Constraint, NegatableConstraint};
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::variables::{DomainId, Literal, TransformableVariable};

use super::layout::{AND, BLANK, ClauseVariables, FIRST_PREDICATE, NOT, OR, Size};

/// Post everything but the rules on the dependency graph, for which Pumpkin has no constraint.
pub fn post(solver: &mut Solver, size: &Size, clauses: &[ClauseVariables]) {
    let mut library = Library { solver, size };
    for pair in clauses.windows(2) {
        library.post_heads(pair[0].head, pair[1].head);
        library.post_order(&pair[0], &pair[1]);
    }
    for clause in clauses {
        library.post_tree(clause);
        library.post_names(clause);
        library.post_arities(clause);
        library.post_precedence(clause);
    }
}

struct Library<'a> {
    solver: &'a mut Solver,
    size: &'a Size,
}

impl Library<'_> {
    fn clause<const N: usize>(&mut self, alternatives: [Predicate; N]) {
        let tag = self.solver.new_constraint_tag();
        self.solver.add_clause(alternatives, tag);
    }

    fn equivalent(&mut self, left: Predicate, right: Predicate) {
        self.clause([!left, right]);
        self.clause([left, !right]);
    }

    fn constraint<C: Constraint>(&mut self, make: impl FnOnce(ConstraintTag) -> C) {
        let tag = self.solver.new_constraint_tag();
        self.solver.add_constraint(make(tag)).post();
    }

    fn reified<C: NegatableConstraint>(
        &mut self,
        make: impl FnOnce(ConstraintTag) -> C,
    ) -> Literal {
        let tag = self.solver.new_constraint_tag();
        let literal = self.solver.new_literal();
        self.solver.add_constraint(make(tag)).reify(literal);
        literal
    }

    fn post_heads(&mut self, head: DomainId, next: DomainId) {
        let (head, next) = (head.scaled(1), next.scaled(1));
        self.constraint(|tag| pumpkin_constraints::binary_less_than_or_equals(head, next, tag));
        let successor = head.offset(1);
        self.constraint(|tag| {
            pumpkin_constraints::binary_less_than_or_equals(next, successor, tag)
        });
    }

    fn post_tree(&mut self, clause: &ClauseVariables) {
        for (i, pair) in clause.structure.windows(2).enumerate() {
            let (parent, next) = (pair[0], pair[1]);
            self.constraint(|tag| {
                pumpkin_constraints::binary_less_than_or_equals(parent, next, tag)
            });
            if i > 0 {
                let (i, j) = (i as i32, i as i32 + 1);
                self.clause([predicate![parent != i], predicate![next == j]]);
            }
        }
        let (head, root) = (clause.head, clause.names[0]);
        let (none, truth) = (self.size.none(), self.size.truth());
        self.clause([predicate![head != none], predicate![root == truth]]);
        if !self.size.empty_bodies {
            self.clause([predicate![head == none], predicate![root != truth]]);
        }
    }

    fn post_names(&mut self, clause: &ClauseVariables) {
        let nodes = self.size.nodes;
        for (i, &name) in clause.names.iter().enumerate() {
            let (parent, truth, own) = (clause.structure[i], self.size.truth(), i as i32);
            if i > 0 {
                self.equivalent(predicate![name == truth], predicate![parent == own]);
            }
            let children = self.solver.new_bounded_integer(0, (nodes - 1 - i) as i32);
            let mut sum = vec![children.scaled(-1)];
            for &other in &clause.structure[i + 1..] {
                let tag = self.solver.new_constraint_tag();
                let child = self.solver.new_literal_for_predicate(predicate![other == own], tag);
                sum.push(child.get_integer_variable().scaled(1));
            }
            self.constraint(|tag| pumpkin_constraints::equals(sum, 0, tag));
            self.equivalent(predicate![children <= 0], predicate![name >= FIRST_PREDICATE]);
            self.equivalent(predicate![children == 1], predicate![name == NOT]);
            self.clause([predicate![children <= 1], predicate![name >= AND]]);
            self.clause([predicate![children <= 1], predicate![name <= OR]]);
        }
    }

    fn post_arities(&mut self, clause: &ClauseVariables) {
        let slots = self.size.slots;
        for (place, terms) in clause.terms.chunks(slots.max(1)).enumerate() {
            let (name, first, last) = match place.checked_sub(1) {
                None => (clause.head, 0, self.size.none()),
                Some(node) => (clause.names[node], FIRST_PREDICATE, self.size.truth()),
            };
            for value in 0..=last {
                let predicate = usize::try_from(value - first).ok();
                let arity = predicate.and_then(|p| self.size.arities.get(p)).copied().unwrap_or(0);
                for (slot, &term) in terms.iter().enumerate() {
                    let fits = match slot < arity {
                        true => predicate![term >= BLANK + 1],
                        false => predicate![term <= BLANK],
                    };
                    self.clause([predicate![name != value], fits]);
                }
            }
        }
    }

    /// `used` counts the variables so far: the next term is at most the next new one.
    fn post_precedence(&mut self, clause: &ClauseVariables) {
        let variables = self.size.variables;
        let before_variables = self.size.first_variable() - 1;
        let mut used = self.solver.new_bounded_integer(0, 0);
        for term in &clause.terms {
            let number = term.offset(-before_variables);
            let next = used.offset(1);
            self.constraint(|tag| {
                pumpkin_constraints::binary_less_than_or_equals(number, next, tag)
            });
            let then = self.solver.new_bounded_integer(0, variables);
            let both = [used.scaled(1), number];
            self.constraint(|tag| pumpkin_constraints::maximum(both, then, tag));
            used = then;
        }
    }

    /// While all digits so far are equal, the next is at most its successor's; not all are equal.
    fn post_order(&mut self, clause: &ClauseVariables, successor: &ClauseVariables) {
        let (head, none) = (successor.head, self.size.none());
        let tag = self.solver.new_constraint_tag();
        let mut equal = self.solver.new_literal_for_predicate(predicate![head != none], tag);
        for (left, right) in clause.digits().into_iter().zip(successor.digits()) {
            let tag = self.solver.new_constraint_tag();
            let at_most = pumpkin_constraints::binary_less_than_or_equals(left, right, tag);
            self.solver.add_constraint(at_most).implied_by(equal);
            let same = self.reified(|tag| pumpkin_constraints::binary_equals(left, right, tag));
            let still_equal = self.solver.new_literal();
            let [before, same, after] =
                [equal, same, still_equal].map(|literal| literal.get_true_predicate());
            self.clause([!after, before]);
            self.clause([!after, same]);
            self.clause([after, !before, !same]);
            equal = still_equal;
        }
        self.clause([equal.get_false_predicate()]);
    }
}
