"""Faults of engines: found, and reduced."""

import itertools
import time

import pytest

import randlog
from randlog import Program, fuzz, reduce
from test_interrupt import interrupted, said

#: A program of which little matters.
LONG = "0.4::rain. 0.3::sun. wet :- rain, \\+ roof. wet :- hose. roof :- fail. hose :- fail. query(wet). query(sun)."


def deaf(program):
    """An engine that does not hear negations."""
    return randlog.infer(str(program).replace("\\+ ", ""))


def test_a_program_is_reduced_to_what_an_engine_gets_wrong():
    reduced = reduce(LONG, deaf)
    assert reduced.program == "p :- \\+ true.\nquery(p).\n" and reduced.complete
    assert (reduced.lines_before, reduced.lines, reduced.fault) == (8, 2, None) and reduced.calls > 5
    assert (reduced.kind, reduced.expected, reduced.answered) == ("wrong-answer", "p: 0", "p: 1")


def test_a_judge_is_any_function_of_the_text():
    asked = []

    def judge(text):
        asked.append(text)
        return "sun" in text

    reduced = reduce(Program.parse(LONG), judge=judge)
    assert "sun" in reduced.program and reduced.lines == 1 and reduced.kind is None
    assert len(asked) == len(set(asked)) == reduced.calls and all(isinstance(text, str) for text in asked)


def test_what_a_judge_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        reduce(LONG, judge=lambda text: 1 / 0)
    with pytest.raises(randlog.FaultError, match="not interesting to begin with"):
        reduce(LONG, judge=lambda text: False)


def test_an_engine_that_is_right_has_no_fault_to_keep():
    with pytest.raises(randlog.FaultError, match="the engine `worlds` is right"):
        reduce(LONG, "worlds")
    with pytest.raises(randlog.ParseError, match="the program:1:"):
        reduce("p :- .", "worlds")
    with pytest.raises(randlog.EngineError, match="there is no engine `none`"):
        reduce(LONG, "none")
    with pytest.raises(TypeError, match="either"):
        reduce(LONG)


def test_an_interrupt_keeps_the_best_program_so_far():
    preparation = (
        "import itertools\n"
        "calls = itertools.count()\n"
        "def judge(text):\n"
        "    while next(calls) > 60 and not rates: pass\n"
        "    if rates: time.sleep(0.2)\n"
        "    return all(f'p{n}.' in text for n in range(0, 40, 2))\n"
        "program = ' '.join(f'0.5::p{n}.' for n in range(40)) + ' query(p0).'\n"
    )
    work, afterwards = "randlog.reduce(program, judge=judge)", "print(stop.done.complete, 20 <= stop.done.lines < 41)"
    assert said(interrupted(preparation, work, afterwards)) == "False True\n"


def test_an_interrupt_keeps_it_when_an_engine_was_asked_too():
    preparation = (
        "import itertools\n"
        "calls = itertools.count()\n"
        "def careless(program):\n"
        "    while next(calls) > 10 and not rates: pass\n"
        "    if rates: time.sleep(0.2)\n"
        "    right = randlog.infer(program)\n"
        "    return dict.fromkeys(right, 1.0) if len(right) > 20 else right\n"
        "program = ' '.join(f'0.5::p{n}. query(p{n}).' for n in range(40))\n"
    )
    afterwards = "print(stop.done.complete, stop.done.kind, stop.done.lines < 80)"
    assert said(interrupted(preparation, "randlog.reduce(program, careless)", afterwards)) == "False wrong-answer True\n"


def test_an_interrupt_before_anything_was_judged_is_an_interrupt():
    preparation = (
        "def endless(program):\n"
        "    while not rates: pass\n"
        "    time.sleep(1)\n"
        "    return {}\n"
    )
    work, afterwards = "randlog.reduce('0.5::p. query(p).', endless)", "print(type(stop).__name__)"
    assert said(interrupted(preparation, work, afterwards)) == "KeyboardInterrupt\n"


def test_faults_of_a_function_are_found_once_each():
    findings = list(fuzz([deaf], seed=1, programs=60, threads=1, oracles=["reference"], patience=5))
    assert findings and all(finding.engine == "deaf" for finding in findings)
    wrong = [finding for finding in findings if finding.kind == "wrong-answer"]
    assert wrong and all("\\+" in finding.program for finding in wrong)
    assert len({finding.program for finding in findings}) == len(findings)
    for finding in wrong:
        assert finding.program.strip() in finding.report and finding.expected in finding.report
        assert finding.report.startswith("# deaf: a wrong answer on a program of")
        assert f"program {finding.number} of seed 1" in finding.report


def test_a_right_engine_has_no_faults():
    def honest(program):
        return randlog.infer(program)

    assert list(fuzz([honest], seed=2, programs=30, oracles=["reference"])) == []


def test_programs_may_come_from_a_spec(spec):
    seen = []

    def mine(program):
        seen.append(program)
        return randlog.infer(program)

    # Some features bring predicates of their own.
    without = ["long-chain", "long-names", "two-arities"]
    options = {"oracles": ["reference"], "without": without, "threads": 1}
    assert list(fuzz([mine], seed=2, programs=5, spec=spec, **options)) == []
    assert seen and all(isinstance(program, Program) for program in seen)
    assert {name for program in seen for name in program.predicates} <= {"p/1", "q/2"}


def test_nobody_has_to_wait_for_the_end():
    calls = itertools.count()

    def slow(program):
        next(calls)
        time.sleep(0.001)
        return {query: 0.5 for query in program.queries}

    finding = next(fuzz([slow], seed=1, threads=1))
    assert finding.kind == "wrong-answer" and "0.5" in finding.answered
    after = next(calls)
    time.sleep(0.3)
    # The search has ended with its iterator, give or take what was on its way.
    assert next(calls) - after < 50


def test_words_that_mean_nothing_are_refused():
    for wrong in (dict(oracles=["fate"]), dict(without=["magic"]), dict(seconds=-1), dict(patience=0)):
        with pytest.raises(randlog.SettingError):
            fuzz(["worlds"], programs=1, **wrong)
    with pytest.raises(randlog.EngineError):
        fuzz(["none"], programs=1)
