"""The data set of reasoning_gym."""

import re

import pytest

reasoning_gym = pytest.importorskip("reasoning_gym")

import measure  # noqa: E402
import randlog.gym  # noqa: E402
from randlog import Program, english  # noqa: E402


def create(**settings):
    return reasoning_gym.create_dataset("logic_programs", **{"seed": 1, "size": 25, **settings})


def test_the_curriculum_reaches_every_difficulty():
    hardest = measure.levels()[-1]
    assert (hardest.max_clauses, hardest.recursion, hardest.irrelevant) == (8, True, 6) and hardest.negation > 0


@pytest.mark.parametrize("probabilistic", [True, False])
def test_labels_are_right_and_splits_share_nothing_over_the_curriculum(probabilistic):
    items = list(measure.questions(5, probabilistic))
    assert len(items) == len(measure.levels()) * 3 * 5
    assert len({item["answer"] for item in items}) >= (8 if probabilistic else 2)


def test_items_are_the_same_each_time():
    assert [create()[n] for n in range(3)] == [create()[n] for n in range(3)]
    assert create(seed=2)[0] != create()[0]


def test_answers_are_scored_as_numbers():
    data = create(tolerance=0.01)
    entry = {"answer": "3/5", "metadata": {"probability": "3/5"}}
    for right in ("3/5", "0.6", "6e-1", "0.06e+1", "60%", "4/5-1/5 is 3/5", "- 3/5", "So it is 0.595", "The answer: 6 / 10."):
        assert data.score_answer(right, entry) == 1.0, right
    for wrong in (None, "", "3/4", "yes", "0.58", "1/0", "0", "-3/5", "-0.6", "-60%", "1e999999999", "6e-999999999"):
        assert data.score_answer(wrong, entry) == 0.0, wrong


def test_yes_and_no_are_scored_as_words():
    data = create(probabilistic=False)
    entry = {"answer": "no", "metadata": {"probability": "0"}}
    assert data.score_answer("No.", entry) == 1.0 == data.score_answer("Is it yes? no", entry)
    assert data.score_answer("yes", entry) == data.score_answer("nope", entry) == data.score_answer(None, entry) == 0.0


def test_negations_and_recursion_come_as_asked_for():
    def programs(**settings):
        return [Program.parse(item["metadata"]["program"]) for item in create(**settings)]

    assert not any(program.measures()["negations"] for program in programs())
    assert any(program.measures()["negations"] for program in programs(negation=0.6))
    assert not any(program.cycle() for program in programs())
    assert any(program.cycle() for program in programs(recursion=True, min_clauses=4))


def test_english_says_what_the_code_says():
    text = english.clause(randlog.Clause.parse("0.3::kind(X) :- (likes(X, ann) ; \\+ likes(Y, X)), brave(Y)."))
    assert text == "If (X likes Ann or Y does not like X) and Y is brave, then, with probability 3/10, X is kind."
    question = create()[0]["question"]
    assert re.search(r"What is the probability that \w+ (is \w+|\w+ \w+)\?", question)
    assert "query(" not in create(style="code")[0]["question"]


def test_settings_out_of_range_are_refused():
    for bad in (dict(max_clauses=1), dict(negation=2), dict(style="verse"), dict(split="dev"), dict(people=1)):
        with pytest.raises(AssertionError):
            create(**bad)
