"""Wrong calls end in an exception of ours or a `TypeError`, and never in an abort."""

import fractions
import pathlib

import randlog
from randlog import And, Atom, Clause, Dataset, Evidence, Head, Not, Number, Or, Program, Spec, Variable, _randlog
from randlog import compare, describe, fuzz, infer, infer_many, instance, instances, reduce, verify


class Odd:
    """An object of another library."""

    def __iter__(self):
        return iter([self])

    def __float__(self):
        return float("nan")

    def __repr__(self):
        return "odd\ud800"


def itself():
    """A list that holds itself."""
    values = []
    values.append(values)
    return values


WRONG = [
    None, -1, 0, 3, 2**64, -(2**70), 10**5000, 1.5, -0.0, float("nan"), float("inf"), 1e-400, 3j, True, "", "x", "p/1",
    "\ud800", "\0", "é" * 70, "p(" * 5000, "'" + "a" * 100_000, b"bytes", bytearray(3), [], [None], ["p"], ["p/1", 3],
    itself(), {}, {"p": 1}, {3: 4}, {"and": ["p"]}, set(), range(10**12), iter([1]), object(), Odd(), type, len,
    fractions.Fraction(-1, 3), pathlib.Path("p"), Atom("p"), Clause("p"), Variable("X"), NotImplemented, ...,
]

SPEC = dict(predicates=["p/1", "q/2"], variables=2, constants=1, max_nodes=2, max_clauses=2)
SMALL = Spec(**SPEC)
COIN = Program.parse("0.4::p(a). q :- p(a). query(q).")


def functions():
    """Functions of one argument, each of which puts it where something else should be."""
    for key, *_ in _randlog.spec_keys():
        yield f"Spec({key})", lambda wrong, key=key: Spec(**{**SPEC, key: wrong})
    for name, *_ in _randlog.instance_settings():
        yield f"instance({name})", lambda wrong, name=name: instance(SMALL, seed=1, **{"domain": 2, "facts": 2, name: wrong})
    yield "Spec.parse", lambda wrong: Spec.parse(wrong)
    yield "replace", lambda wrong: SMALL.replace(max_clauses=wrong)
    yield "count", lambda wrong: SMALL.count(method=wrong)
    yield "count(memory)", lambda wrong: SMALL.count(memory=wrong)
    yield "count(timeout)", lambda wrong: SMALL.count(timeout=wrong)
    yield "estimate", lambda wrong: SMALL.estimate(wrong)
    yield "check", lambda wrong: SMALL.check(wrong)
    for argument in ("seed", "method", "spread", "memory", "threads", "timeout"):
        yield f"sample({argument})", lambda wrong, name=argument: SMALL.sample(**{"seed": 1, name: wrong})[0]
    yield "samples[]", lambda wrong: SMALL.sample(seed=1)[wrong]
    yield "samples[:]", lambda wrong: SMALL.sample(seed=1)[0:3:wrong]
    yield "to_text", lambda wrong: SMALL.sample(seed=1).to_text(wrong, 1)
    yield "parse", lambda wrong: Program.parse(wrong)
    yield "parse(language)", lambda wrong: Program.parse("p.", language=wrong)
    yield "Program", lambda wrong: Program(wrong)
    yield "Program([])", lambda wrong: Program([wrong])
    yield "Program(queries)", lambda wrong: Program(["p."], queries=[wrong])
    yield "Program(evidence)", lambda wrong: Program(["p."], evidence=[wrong])
    yield "Program(directives)", lambda wrong: Program(["p."], directives=[wrong])
    yield "to_text(language)", lambda wrong: COIN.to_text(wrong)
    for part in (Atom, Variable, Number, Not, Head, Clause, Evidence):
        yield part.__name__, lambda wrong, part=part: str(part(wrong))
    yield "Atom(args)", lambda wrong: str(Atom("p", [wrong]))
    yield "And", lambda wrong: str(And("p", wrong))
    yield "Or", lambda wrong: str(Or(wrong))
    yield "Head(probability)", lambda wrong: str(Head("p", wrong))
    yield "infer", lambda wrong: infer(wrong)
    for argument in ("queries", "evidence", "engine", "memory", "timeout"):
        yield f"infer({argument})", lambda wrong, name=argument: infer(COIN, **{name: wrong})
    yield "infer_many", lambda wrong: infer_many(wrong)
    yield "infer_many(errors)", lambda wrong: infer_many([COIN], errors=wrong)
    yield "instances", lambda wrong: instances(wrong)
    yield "compare", lambda wrong: compare(wrong, ["exact"])
    yield "compare(engines)", lambda wrong: compare(COIN, [wrong])
    yield "compare(timeout)", lambda wrong: compare(COIN, ["exact"], timeout=wrong)
    yield "compare(threads)", lambda wrong: compare(COIN, ["exact"], threads=wrong)
    yield "describe", lambda wrong: describe(wrong, draws=10)
    yield "describe(facts)", lambda wrong: describe(COIN, facts=wrong)
    yield "describe(draws)", lambda wrong: describe("p :- q. q :- p.", draws=wrong)
    yield "Spec.like", lambda wrong: Spec.like(wrong)
    yield "verify", lambda wrong: verify(1, threads=wrong)
    yield "reduce", lambda wrong: reduce(wrong, judge=lambda text: False)
    yield "reduce(engine)", lambda wrong: reduce(COIN, wrong)
    yield "reduce(judge)", lambda wrong: reduce(COIN, judge=wrong)
    for argument in ("timeout", "memory", "threads"):
        yield f"reduce({argument})", lambda wrong, name=argument: reduce(COIN, judge=lambda text: False, **{name: wrong})
    yield "fuzz", lambda wrong: list(fuzz(wrong, programs=0))
    for argument in ("seconds", "seed", "first", "oracles", "without", "spec", "timeout", "memory", "patience", "threads"):
        yield f"fuzz({argument})", lambda wrong, name=argument: list(fuzz(["worlds"], programs=0, **{name: wrong}))
    yield "fuzz(programs)", lambda wrong: fuzz(["worlds"], programs=wrong)
    yield "Dataset", lambda wrong: Dataset(wrong)[0]
    yield "Dataset(split)", lambda wrong: Dataset([COIN], split=wrong)
    yield "Dataset(splits)", lambda wrong: Dataset([COIN], split="a", splits={"a": wrong})
    yield "Dataset(size)", lambda wrong: len(Dataset(SMALL, size=wrong))


def test_every_wrong_call_is_refused_in_words():
    refused, others = 0, []
    for name, function in functions():
        for wrong in WRONG:
            try:
                function(wrong)
            except (randlog.RandlogError, TypeError) as error:
                assert str(error)
                refused += 1
            except Exception as error:
                others.append((name, WRONG.index(wrong), type(wrong).__name__, repr(error)[:200]))
    assert not others, "\n".join(map(str, others))
    assert refused >= 500, refused
