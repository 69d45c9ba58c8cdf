"""Data sets: splits that share nothing, and items that say what they rest on."""

from fractions import Fraction

import pytest

import randlog
from randlog import Dataset, Program, infer

SETTINGS = dict(facts=4, domain=3)


def test_items_depend_on_seed_split_and_number_alone(spec):
    train = Dataset(spec, 1, "train", **SETTINGS)
    assert train[5].program.to_text() == Dataset(spec, 1, "train", **SETTINGS)[3:7][2].program.to_text()
    assert train[5] != Dataset(spec, 2, "train", **SETTINGS)[5] and train[5] != Dataset(spec, 1, "test", **SETTINGS)[5]


def test_splits_share_no_set_of_rules(spec):
    rules = {}
    for split in ("train", "validation", "test"):
        items = Dataset(spec, 1, split, **SETTINGS)[:60]
        rules[split] = {item.program._program.canonical_rules() for item in items}
    assert not rules["train"] & rules["test"] and not rules["train"] & rules["validation"]
    assert not rules["validation"] & rules["test"]


def test_a_list_is_split_by_its_rules():
    texts = [f"p(X) :- q(X), r({n}). q(a). 0.5::r({n}). query(p(a))." for n in range(100)]
    programs = [Program.parse(text) for text in texts]
    parts = [Dataset(programs, split=split) for split in ("train", "validation", "test")]
    assert sum(map(len, parts)) == 100 and 60 < len(parts[0]) < 95
    renamed = Program.parse("q(a). 0.5::r(7). p(Y) :- q(Y), r(7). query(p(a)).")
    assert [part.holds(renamed) for part in parts] == [part.holds(programs[7]) for part in parts]
    assert len(Dataset(programs, split="a", splits={"a": 1, "b": 1})) + len(
        Dataset(programs, split="b", splits={"a": 1, "b": 1})
    ) == 100


def test_an_item_says_what_the_answer_rests_on():
    program = Program.parse(
        "0.5::a. p :- a. p :- a, q. q :- a. r :- \\+ p. s :- p. s :- r, t. t :- a. u :- s. query(s)."
    )
    (item,) = Dataset([program], split="all", splits={"all": 1})
    assert item.answer == Fraction(1, 2) and str(item.query) == "s"
    assert [str(clause) for clause in item.irrelevant] == ["u :- s."]
    needed = Program([*item.needed, "0.5::a.", *(f"{name} :- fail." for name in "pqrst")], queries=["s"])
    assert infer(needed, exact=True)["s"] == item.answer
    for clause in item.needed:
        fewer = needed.replace(clauses=[other for other in needed.clauses if other != clause])
        assert infer(fewer, exact=True)["s"] != item.answer, clause


def test_answers_are_exact_and_worth_asking_for(spec):
    for item in Dataset(spec, 3, "validation", size=30, **SETTINGS):
        assert 0 < item.answer < 1
        assert infer(item.program, exact=True, engine="worlds") == {item.query: item.answer}


def test_a_data_set_has_the_end_it_is_given(spec):
    ended, endless = Dataset(spec, 1, size=5, **SETTINGS), Dataset(spec, 1, **SETTINGS)
    assert len(ended) == len(list(ended)) == 5 and ended[-1] == ended[4] and len(ended[1:]) == 4
    with pytest.raises(IndexError):
        ended[5]
    items = ended[:]
    for part in (slice(1, 4), slice(3, 0, -2), slice(3, None, -1), slice(4, 2)):
        assert endless[part] == ended[part] == items[part]
    for bad in (-1, slice(2, None), slice(-3, 5), slice(2, -1), slice(None, 2, -1), slice(0, 5, 0)):
        with pytest.raises(IndexError):
            endless[bad]
    assert Dataset(spec, 1, size=0, **SETTINGS)[:] == []
    with pytest.raises(TypeError):
        len(endless)


def test_what_no_data_set_can_be_made_of(spec):
    with pytest.raises(randlog.SettingError, match="`split` cannot be `dev`"):
        Dataset(spec, split="dev")
    with pytest.raises(randlog.SettingError, match="give a slice"):
        Dataset(spec.sample(seed=1))
    with pytest.raises(randlog.SettingError, match="one ground atom"):
        Dataset([Program.parse("p.")], split="all", splits={"all": 1})[0]
    few = randlog.Spec(predicates=["p/0"], max_nodes=1, max_clauses=1, cycles="any", empty_bodies=False)
    kinds = [Dataset(few, 1, split, query="unlisted", facts=0, domain=0) for split in ("train", "validation", "test")]
    with pytest.raises(randlog.SpaceError, match="too few programs"):
        [kind[0] for kind in kinds]
