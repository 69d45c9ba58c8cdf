"""Programs told in English, by templates.

Predicates of one argument are adjectives, those of two are verbs, those of none are whole sentences; constants are
names.

>>> from randlog import Clause
>>> from randlog.english import clause
>>> clause(Clause.parse("0.3::kind(X) :- likes(X, Y), \\\\+ brave(Y)."))
'If X likes Y and Y is not brave, then, with probability 3/10, X is kind.'
>>> clause(Clause.parse("kind(ann)."))
'Ann is kind.'
"""

from __future__ import annotations

from .syntax import And, Atom, Clause, Constant, Formula, Not, Or, Term, Truth, Variable

__all__ = ["ADJECTIVES", "VERBS", "NAMES", "atom", "clause", "formula"]

ADJECTIVES = tuple("kind brave calm proud quiet rich tall wise young cheerful honest lucky".split())
#: Without their last letter they go with `does not`.
VERBS = tuple("likes knows helps visits trusts follows calls admires hears avoids meets greets".split())
NAMES = ("ann", "bob", "carl", "dora", "emma", "fred", "gina", "hugo")


def _term(term: Term) -> str:
    return term.name.capitalize() if isinstance(term, Constant) else str(term)


def atom(said: Atom, negated: bool = False) -> str:
    """A sentence without its full stop."""
    terms = [_term(term) for term in said.args]
    words = said.name.replace("_", " ")
    if len(terms) == 1:
        return f"{terms[0]} is {'not ' if negated else ''}{words}"
    if len(terms) == 2:
        verb = f"does not {words[:-1]}" if negated and words in VERBS else words
        sentence, negated = f"{terms[0]} {verb} {terms[1]}", negated and verb == words
    else:
        sentence = words if not terms else f"{words} holds of {', '.join(terms)}"
    return f"it is not true that ({sentence})" if negated else sentence


def formula(said: Formula) -> str:
    """A condition."""
    if isinstance(said, Atom):
        return atom(said)
    if isinstance(said, Truth):
        return "in any case"
    if isinstance(said, Not):
        if isinstance(said.formula, Atom):
            return atom(said.formula, negated=True)
        return f"it is not true that ({formula(said.formula)})"
    word = " and " if isinstance(said, And) else " or "
    return word.join(f"({formula(part)})" if isinstance(part, (And, Or)) else formula(part) for part in said.formulas)


def clause(said: Clause) -> str:
    """A fact or a rule, as a sentence."""
    if len(said.heads) > 1:
        cases = ", or ".join(f"with probability {head.probability} {atom(head.atom)}" for head in said.heads)
        conclusion = f"at most one of these: {cases}"
    elif said.probability == 1:
        conclusion = atom(said.head)
    else:
        conclusion = f"with probability {said.probability}, {atom(said.head)}"
    if said.is_fact:
        has_variables = any(isinstance(term, Variable) for head in said.heads for term in head.atom.args)
        sentence = f"in any case {conclusion}" if has_variables else conclusion
        return f"{sentence[:1].upper()}{sentence[1:]}."
    comma = "," if conclusion.startswith("with ") else ""
    return f"If {formula(said.body)}, then{comma} {conclusion}."
