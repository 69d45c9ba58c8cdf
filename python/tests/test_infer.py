"""Probabilities of queries."""

from fractions import Fraction

import pytest

import randlog
from randlog import Atom, Evidence, Program, infer, infer_many

COINS = "0.4::heads(first). 0.5::heads(second). win :- heads(_). query(win)."


def test_answers_are_floats_or_fractions():
    assert infer(COINS) == {Atom("win"): 0.7} == infer(Program.parse(COINS))
    exact = infer("1/3::rain. 1/3::sprinkler. wet :- rain ; sprinkler. evidence(wet). query(rain).", exact=True)
    assert exact["rain"] == Fraction(3, 5) and isinstance(exact["rain"], Fraction)


def test_other_queries_and_evidence_can_be_given():
    program = Program.parse(COINS)
    assert infer(program, "heads(X)") == {Atom("heads", ["first"]): 0.4, Atom("heads", ["second"]): 0.5}
    assert infer(program, [Atom("win"), "heads(first)"])["heads(first)"] == 0.4
    for evidence in ("\\+ heads(first)", Evidence("heads(first)", False), {"heads(first)": False}, ["\\+heads(first)."]):
        assert infer(program, evidence=evidence)["win"] == 0.5, evidence
    with pytest.raises(TypeError, match="True or False"):
        infer(program, evidence={"heads(first)": "no"})
    with pytest.raises(KeyError):
        infer(program)["heads(first)"]
    with pytest.raises(KeyError):
        infer(program)[3]


def test_texts_stand_for_atoms_however_answers_are_looked_up():
    answers = infer(COINS)
    for key in ("win", " win ", Atom("win")):
        assert answers[key] == answers.get(key) == 0.7 and key in answers
    assert "lost" not in answers and answers.get("lost") is None and answers.get("lost", 0) == 0 and 3 not in answers


def test_texts_may_be_in_the_wide_language():
    text = "P::ill(X) :- risk(X, P), X > 1. risk(1, 0.9). risk(2, 0.2). query(ill(X))."
    assert infer(text) == {Atom("ill", [2]): 0.2}
    (atom,) = infer("p([a, f(X)]) :- X = b. query(p(_)).")
    assert str(atom) == "p([a, f(b)])"


def test_errors_say_which_kind_they_are():
    for text, kind in (
        ("p.", "no-query"),
        ("p :- \\+ p. query(p).", "negative-cycle"),
        ("p :- \\+ q(X), r(X). q(a). r(b). query(p).", "non-ground"),
        ("p :- q. query(p).", "unknown-clause"),
    ):
        with pytest.raises(randlog.InferenceError) as caught:
            infer(text)
        assert caught.value.kind == kind and caught.value.help
    with pytest.raises(randlog.ParseError):
        infer("p :- ")
    with pytest.raises(randlog.SettingError, match="cannot ask for"):
        infer(COINS, "p :- q")


def test_both_engines_agree_on_random_instances(spec):
    programs = randlog.instances(spec, seed=5, facts=6, domain=3)[:60]
    by_exact = infer_many(programs, exact=True, errors="return")
    by_worlds = infer_many(programs, exact=True, engine="worlds", errors="return")
    answered = 0
    for program, one, other in zip(programs, by_exact, by_worlds):
        if isinstance(other, Exception):
            continue
        assert one == other, program
        answered += 1
    assert answered > 50


def test_many_programs_are_answered_in_order_whatever_the_threads(spec):
    programs = randlog.instances(spec, seed=5, facts=6, domain=3)[:50]
    one_by_one = [infer(program) for program in programs]
    assert infer_many(programs) == infer_many(programs, threads=1) == infer_many(iter(programs), threads=3) == one_by_one
    assert infer_many([]) == []
    assert infer_many(programs[0]) == infer_many(str(programs[0])) == one_by_one[:1]


def test_a_sequence_without_end_is_no_list_of_programs(spec):
    endless = randlog.instances(spec, seed=5, facts=6, domain=3)
    for function in (infer_many, randlog.compare, randlog.describe, randlog.Spec.like):
        with pytest.raises(randlog.SettingError, match="give a slice"):
            function(endless)


def test_the_first_failure_is_raised_or_all_are_returned():
    texts = [COINS, "p :- q. query(p).", COINS]
    with pytest.raises(randlog.InferenceError):
        infer_many(texts)
    one, error, other = infer_many(texts, errors="return")
    assert one == other and isinstance(error, randlog.InferenceError)


def test_a_refused_query_leaves_the_others_their_answers():
    text = COINS + " p :- \\+ p. query(p)."
    with pytest.raises(randlog.InferenceError):
        infer(text)
    (many,) = infer_many(text, errors="return")
    for answers in (infer(text, errors="return"), many):
        assert answers["p"].kind == "negative-cycle"
        assert answers["win"] == infer(COINS)["win"]
    with pytest.raises(randlog.InferenceError):
        infer("p :- \\+ p. query(p).", errors="return")


def test_gradients_are_lists_of_derivatives():
    derivatives = randlog.gradients(COINS + " evidence(win).", "heads(first)")["heads(first)"]
    assert [one.head for one in derivatives] == ["0.4::heads(first)", "0.5::heads(second)"]
    # 0.4 / 0.7: P / (P + Q - PQ)
    assert [one.value for one in derivatives] == pytest.approx([0.5 / 0.49, -0.24 / 0.49])
    (exact,) = randlog.gradients(COINS, "\\+ win", exact=True).values()
    assert [(one.line, one.value) for one in exact] == [(1, Fraction(-1, 2)), (1, Fraction(-3, 5))]


def test_progress_is_told_if_asked_for(capsys):
    pytest.importorskip("tqdm")
    infer_many([COINS] * 3, progress=True)
    assert "3/3" in capsys.readouterr().err


def test_time_and_memory_are_limited():
    edges = " ".join(f"0.5::e({a}, {b})." for a in range(14) for b in range(14) if a != b)
    hard = edges + " p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y). query(p(0, 13))."
    with pytest.raises(randlog.InferenceError) as caught:
        infer(hard, timeout=0.3)
    assert caught.value.kind == "timeout"
    with pytest.raises(randlog.InferenceError) as caught:
        infer(hard, memory=1000)
    assert caught.value.kind == "memory"


def test_an_instance_is_that_of_its_seed_and_index(spec):
    some = randlog.instances(spec, 3, facts=8, domain=4, query="derived", fact_probabilities=[0.5, "1/3"])
    one = randlog.instance(spec, seed=3, index=2, facts=8, domain=4, query="derived", fact_probabilities=["0.5", 1 / 3])
    assert len(some[2].queries) == 1 and 0 < infer(some[2])[some[2].queries[0]] < 1
    assert len(one) == len(some[2])
    assert randlog.instance(spec, seed=3, facts=8, domain=4, probabilistic="0%").measures()["probabilistic"] <= 3
    with pytest.raises(randlog.SettingError, match="instances have no setting `fact`"):
        randlog.instance(spec, fact=3)
    with pytest.raises(randlog.SettingError, match="cannot hold"):
        randlog.instance(spec, domain=0)
