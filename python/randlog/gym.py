"""A data set of `reasoning_gym`: what follows from rules, and how likely.

Importing this module registers the data set `logic_programs` with its curriculum; `reasoning_gym` must be installed.

    import reasoning_gym, randlog.gym
    data = reasoning_gym.create_dataset("logic_programs", size=100, seed=1, max_clauses=4, negation=0.5)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Optional

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition, ScalarAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from . import english
from .dataset import SPLITS, Dataset, Item
from .program import Program
from .sampling import Samples
from .spec import Spec
from .syntax import And, Atom, Clause, Formula, Head, Not, Or, Truth

__all__ = ["NAME", "LogicProgramsConfig", "LogicProgramsCurriculum", "LogicProgramsDataset"]

#: The name under which the data set is registered.
NAME = "logic_programs"

#: What makes another seed of one, so that rules that do not matter are not those that do under other names.
OTHER = 0x5EED

#: How many programs are drawn until one has the answer that is wanted.
ATTEMPTS = 50


@dataclass
class LogicProgramsConfig:
    """What the questions are to be like."""

    #: How many rules matter, at least and at most.
    min_clauses: int = 2
    max_clauses: int = 4
    #: How many negations a rule has on average: none, if 0.
    negation: float = 0.0
    #: Whether a predicate may depend on itself.
    recursion: bool = False
    #: How many rules are added that do not matter.
    irrelevant: int = 0
    #: How many people there are, and how many facts about them.
    people: int = 3
    facts: int = 5
    #: Whether facts and rules have probabilities; if not, answers are yes or no.
    probabilistic: bool = True
    #: `english` or `code`.
    style: str = "english"
    #: How far from the probability an answer may be.
    tolerance: float = 0.005
    #: `train`, `validation` or `test`: no two share a set of rules.
    split: str = "train"
    seed: Optional[int] = None
    size: int = 500

    def validate(self) -> None:
        """Refuse what no question can be made of."""
        assert 2 <= self.min_clauses <= self.max_clauses <= 12, "2 <= min_clauses <= max_clauses <= 12"
        assert 0 <= self.negation <= 1, "negation is a number from 0 to 1"
        assert 0 <= self.irrelevant <= 12, "irrelevant is a number from 0 to 12"
        assert 2 <= self.people <= len(english.NAMES), f"people is a number from 2 to {len(english.NAMES)}"
        assert 1 <= self.facts <= 50, "facts is a number from 1 to 50"
        assert self.style in ("english", "code"), "style is `english` or `code`"
        assert 0 <= self.tolerance < 1, "tolerance is a number from 0 to 1"
        assert self.split in SPLITS, f"split is one of {', '.join(SPLITS)}"


class LogicProgramsDataset(ProceduralDataset):  # type: ignore[misc]
    """Rules and facts, told in English or as code, and a question about them."""

    def __init__(self, config: LogicProgramsConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._sources: dict[int, Dataset] = {}
        self._others: dict[int, Samples] = {}

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(f"there are {self.size} items")
        config = self.config
        rng = Random(f"{self.seed} {idx}")
        clauses = rng.randint(config.min_clauses, config.max_clauses)
        item = self._item(clauses, idx, rng)
        rules = self._distractors(idx)
        program = item.program.replace(clauses=[*item.program.clauses, *rules])
        words = _words(program, rng)
        told = _told(program, words)
        # What is certain need not be said twice.
        order = list(dict.fromkeys(told.clauses)) if not config.probabilistic else list(told.clauses)
        rng.shuffle(order)
        told = told.replace(clauses=order)
        (query,) = told.queries
        return {
            "question": _question(told, query, config),
            "answer": _answer(item.answer, config),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "program": told.to_text(),
                "query": str(query),
                "probability": str(item.answer),
                "needed_rules": len(item.needed),
                "irrelevant_rules": len(item.irrelevant) + len(rules),
                "split": config.split,
                "difficulty": {
                    "clauses": (config.min_clauses, config.max_clauses),
                    "negation": config.negation,
                    "recursion": config.recursion,
                    "irrelevant": config.irrelevant,
                },
            },
        }

    def score_answer(self, answer: Optional[str], entry: dict[str, Any]) -> float:
        """1 if the answer is right, within the tolerance if it is a number; else 0."""
        if not isinstance(answer, str):
            return 0.0
        if not self.config.probabilistic:
            said = re.findall(r"\b(yes|no)\b", answer.casefold())
            return float(bool(said) and said[-1] == entry["answer"])
        number = read_number(answer)
        if number is None:
            return 0.0
        return float(abs(number - Fraction(entry["metadata"]["probability"])) <= Fraction(str(self.config.tolerance)))

    def _item(self, clauses: int, idx: int, rng: Random) -> Item:
        """A question whose answer is worth asking for: strictly between 0 and 1, or yes as often as no."""
        if clauses not in self._sources:
            self._sources[clauses] = self._source(clauses)
        source = self._sources[clauses]
        if self.config.probabilistic:
            item: Item = source[idx]
            return item
        wanted = rng.randint(0, 1)
        for attempt in range(ATTEMPTS):
            item = source[idx * ATTEMPTS + attempt]
            if item.answer == wanted:
                break
        return item

    def _source(self, clauses: int) -> Dataset:
        config = self.config
        policy = "derived" if config.probabilistic else "unlisted"
        return Dataset(
            _spec("", clauses, config),
            seed=self.seed,
            split=config.split,
            domain=config.people,
            facts=config.facts,
            probabilistic=0.5 if config.probabilistic else 0,
            query=policy,
        )

    def _distractors(self, idx: int) -> list[Clause]:
        """Rules about predicates that nothing else is about."""
        count = self.config.irrelevant
        if count == 0:
            return []
        if count not in self._others:
            spec = _spec("other_", count, self.config).replace(cycles="stratified", empty_bodies=False, averages={})
            self._others[count] = spec.sample(seed=self.seed ^ OTHER, threads=1)
        # They are about what matters, but nothing that matters is about them.
        used = {"other_adjective0/1": "adjective0", "other_adjective2/1": "adjective0"}
        used.update({"other_verb1/2": "verb1", "other_verb3/2": "verb1"})
        rules = self._others[count][idx].clauses
        return [Clause(rule.heads, _renamed(rule.body, used)) for rule in rules]


def _spec(prefix: str, clauses: int, config: LogicProgramsConfig) -> Spec:
    """Rules about as many predicates as there are rules, but four at most: adjectives and verbs in turn."""
    predicates = [f"{prefix}{'adjective' if n % 2 == 0 else 'verb'}{n}/{1 + n % 2}" for n in range(min(clauses, 4))]
    # Negations cannot be forbidden, but made rare.
    rare = {"negation": 1e-9} if config.negation == 0 else {}
    keys: dict[str, Any] = {
        "predicates": predicates,
        "variables": 2,
        "constants": english.NAMES[: config.people],
        "max_nodes": 5,
        "max_clauses": clauses,
        "probabilities": [1, 0.9, 0.5, 0.2] if config.probabilistic else [1],
        "cycles": "stratified" if config.recursion else "acyclic",
        "bodies": "conjunction",
        "safe": True,
        "weights": {"empty_body": 0.01, "constant": 0.2, **rare},
        "averages": {"negations": config.negation} if config.negation > 0 else None,
    }
    return Spec(**keys)


def _words(program: Program, rng: Random) -> dict[str, str]:
    """A word for each predicate."""
    adjectives = iter(rng.sample(english.ADJECTIVES, len(english.ADJECTIVES)))
    verbs = iter(rng.sample(english.VERBS, len(english.VERBS)))
    atoms = [query.predicate for query in program.queries]
    names = dict.fromkeys([*program.predicates, *atoms])
    return {name: next(adjectives if name.endswith("/1") else verbs) for name in names}


def _told(program: Program, words: dict[str, str]) -> Program:
    """The program with other words for its predicates."""

    def atom(old: Atom) -> Atom:
        return Atom(words[old.predicate], old.args)

    clauses = [
        Clause([Head(atom(head.atom), head.probability) for head in old.heads], _renamed(old.body, words))
        for old in program.clauses
    ]
    return Program(clauses, queries=[atom(query) for query in program.queries])


def _renamed(old: Formula, words: dict[str, str]) -> Formula:
    if isinstance(old, Atom):
        return Atom(words[old.predicate], old.args)
    if isinstance(old, Not):
        return Not(_renamed(old.formula, words))
    if isinstance(old, Truth):
        return old
    parts = [_renamed(part, words) for part in old.formulas]
    return And(parts) if isinstance(old, And) else Or(parts)


_MEANING = (
    "Whatever is not said, and does not follow from what is said, is false. "
    "X and Y stand for any people, not necessarily different ones."
)
_CHANCE = (
    " What is said with a probability holds or does not hold independently of everything else; a rule with a "
    "probability is decided anew for each choice of X and Y."
)


def _question(program: Program, query: Atom, config: LogicProgramsConfig) -> str:
    told = program.replace(queries=())
    chance = _CHANCE if config.probabilistic else ""
    if config.style == "code":
        start, text = "This is a ProbLog program:", str(told)
        asked = f"`{query}`"
    else:
        people = ", ".join(name.capitalize() for name in english.NAMES[: config.people])
        start = f"There are {config.people} people: {people}. {_MEANING}{chance}\n"
        text = "\n".join(english.clause(clause) for clause in told.clauses)
        asked = english.atom(query)
    if config.probabilistic:
        return f"{start}\n{text}\n\nWhat is the probability that {asked}? Answer with a fraction or a decimal number."
    return f"{start}\n{text}\n\nIs it true that {asked}? Answer yes or no."


def _answer(answer: Fraction, config: LogicProgramsConfig) -> str:
    if config.probabilistic:
        return str(answer)
    return "yes" if answer else "no"


def read_number(text: str) -> Optional[Fraction]:
    """The last number of a text: a fraction, a decimal number or a percentage. What is too long to be one is none.

    >>> read_number("The answer is 3/5."), read_number("about 12.5%"), read_number("none")
    (Fraction(3, 5), Fraction(1, 8), None)
    """
    found = re.findall(r"(?<![\w.])(-?(?:\d+\s*/\s*\d+|\d*\.?\d+(?:[eE][-+]?\d+)?))\s*(%?)", text)
    if not found:
        return None
    number, percent = found[-1]
    # An exponent is written out: whoever answers decides how long that takes.
    if re.search(r"[eE][-+]?\d{4}", number):
        return None
    try:
        value = Fraction(number.replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        return None
    return value / 100 if percent else value


class LogicProgramsCurriculum(BaseCurriculum):  # type: ignore[misc]
    """More rules, negation, recursion, and rules that do not matter."""

    def __init__(self) -> None:
        super().__init__(LogicProgramsCurriculum.__name__, LogicProgramsConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="clauses",
                levels=[2, 3, 4, 6, 8],
                description="How many rules matter",
                lower_field_name="min_clauses",
                upper_field_name="max_clauses",
            ),
            ScalarAttributeDefinition(
                name="negation",
                levels=[0.0, 0.2, 0.4, 0.6, 0.8],
                description="How many negations a rule has on average",
                field_name="negation",
            ),
            ScalarAttributeDefinition(
                name="recursion",
                levels=[False, True],
                description="Whether a predicate may depend on itself",
                field_name="recursion",
            ),
            ScalarAttributeDefinition(
                name="irrelevant",
                levels=[0, 1, 2, 4, 6],
                description="How many rules do not matter",
                field_name="irrelevant",
            ),
        )


if NAME not in DATASETS:
    register_dataset(NAME, LogicProgramsDataset, LogicProgramsConfig, LogicProgramsCurriculum)
