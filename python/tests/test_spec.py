"""Specs: the same keys, words and rules as everywhere else."""

import copy
import pickle
from fractions import Fraction

import pytest

import randlog
from randlog import Program, Spec, _randlog, _types

SMALL = dict(predicates=["p/1"], variables=1, max_nodes=4, max_clauses=1, cycles="any")


def test_type_checkers_know_exactly_the_keys_that_are_accepted():
    assert list(_types.SpecKeys.__annotations__) == [key for key, *_ in _randlog.spec_keys()]


def test_type_checkers_know_exactly_the_settings_of_instances():
    assert list(_types.InstanceSettings.__annotations__) == [name for name, *_ in _randlog.instance_settings()]


def test_every_key_takes_its_own_example_back():
    for key, _help, _takes, example in _randlog.spec_keys():
        base = {"predicates": ["p/1", "q/2"], "variables": 2, "constants": 2, "max_nodes": 5, "max_clauses": 5}
        if key == "preset":
            base["data"] = ["e/2"]
        read = Spec.parse(f"{key} = {example}\n" + "".join(
            f"{name} = {value!r}\n".replace("'", '"') for name, value in base.items() if name != key
        ))
        assert Spec.parse(str(read)) == read


def test_values_of_python_mean_what_they_show():
    one = Spec(**SMALL, probabilities=[0.1, Fraction(1, 3), "0.25", 1])
    assert "probabilities = [0.1, \"1/3\", 0.25, 1]" in str(one)
    tables = Spec(**SMALL, weights={"negation": 5, "body": {"p": 0.5}}, constants=("a", "b"))
    assert "weights = { negation = 5, body = { p = 0.5 } }" in str(tables)


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    keys = {**SMALL, "max_nodes": numpy.int64(4), "probabilities": numpy.array([0.5, 1.0])}
    assert Spec(**keys) == Spec(**{**SMALL, "probabilities": [0.5, 1]})


def test_a_spec_can_be_copied_kept_and_changed(tmp_path):
    spec = Spec(**SMALL)
    assert pickle.loads(pickle.dumps(spec)) == copy.deepcopy(spec) == spec == Spec.parse(str(spec))
    assert len({spec, copy.copy(spec), Spec(**SMALL)}) == 1
    assert spec.replace(max_nodes=2).count() < spec.count() == 15
    path = tmp_path / "spec.toml"
    path.write_text(str(spec))
    assert Spec.from_toml(path) == spec
    path.write_text(spec.sample(seed=1).to_text(0, 2))
    assert Spec.from_toml(str(path)) == spec, "the header of a program is a spec"


def test_errors_have_the_words_the_place_and_the_remedy(tmp_path, command):
    cases = [
        'predicates = ["p/1"]\nmax_node = 5\n',
        'predicates = ["p/1", "q"]\nmax_nodes = 2\nmax_clauses = 2\n',
        'predicates = ["p/0", "q/0"]\nmax_nodes = 2\nmax_clauses = 1\n',
        'predicates = ["p/0"]\nmax_nodes = 2\nmax_clauses = 1\nprobabilities = [2]\n',
        "predicates = [",
    ]
    for number, text in enumerate(cases):
        path = tmp_path / f"{number}.toml"
        path.write_text(text)
        with pytest.raises(randlog.SpecError) as caught:
            Spec.from_toml(path)
        said = " ".join(command("count", path).stderr.replace("│", "").split())
        error = caught.value
        assert error.message in said, text
        assert " ".join(error.help.split()) in said.replace(" in a file, or", ""), text
        if error.place is not None:
            assert error.place in said, text
            assert error.excerpt[0].strip() in said, text


def test_counts_are_exact_however_large():
    spec = Spec(predicates=["p/1", "q/2", "r/3"], variables=3, constants=3, max_nodes=5, max_clauses=5)
    assert spec.count() == spec.explain(exact=True)["count"] > 10**30
    assert Spec(**SMALL).count(method="search") == Spec(**SMALL).count() == 15


def test_the_explanation_agrees_with_the_list():
    spec = Spec(predicates=["p/1", "q/0"], variables=1, constants=["a"], max_nodes=2, max_clauses=3, cycles="any")
    programs, told = list(spec.enumerate()), spec.explain(exact=True)
    assert told["count"] == len(programs) == len(set(programs))
    for measure in ("clauses", "nodes", "negations", "disjunctions"):
        total = sum(program.measures()[measure] for program in programs)
        assert told[measure] == Fraction(total, len(programs)), measure
    assert told["stratified"] == Fraction(sum(p.strata() is not None for p in programs), len(programs))
    assert told["acyclic"] == Fraction(sum(p.cycle() is None for p in programs), len(programs))
    heads = sum(clause.head.predicate == "p/1" for program in programs for clause in program.clauses)
    assert told["head"]["p/1"] == Fraction(heads, len(programs))


def test_what_is_listed_belongs_to_the_space_and_nothing_else_does():
    spec = Spec(**SMALL)
    programs = list(spec.enumerate())
    assert len(programs) == 15 and all(program in spec for program in programs)
    for text in ("p(X, X).", "p(a).", "q(X).", "0.5::p(X).", "p(X). p(X) :- p(X).", "p(X). query(p(X))."):
        program = Program.parse(text)
        assert program not in spec and spec.check(program), text
    assert "no program" not in spec and 3 not in spec


def test_all_rules_that_a_program_breaks_are_told():
    spec = Spec(predicates=["p/0", "q/0"], max_nodes=2, max_clauses=2)
    violations = spec.check(Program.parse("p :- \\+ p. p :- r(X). p."))
    assert [violation.clause for violation in violations] == [None, 1, None, None]
    assert "3 clauses, at most 2 are allowed" in violations[0].message
    assert "not stratified" in violations[-1].message


def test_programs_make_a_spec_that_holds_them_and_is_like_them(spec):
    programs = spec.sample(seed=3)[:30]
    like = Spec.like(programs, facts="clauses")
    assert all(program in like for program in programs) and "averages" in str(like)
    fitted = like.sample(seed=1).spec.explain()
    clauses = sum(map(len, programs))
    assert abs(fitted["clauses"] - clauses / 30) < 1e-3
    with pytest.raises(randlog.SpaceError, match="no rules"):
        Spec.like(Program.parse("p(a)."))


def test_an_empty_space_says_which_rules_contradict_each_other():
    spec = Spec(predicates=["p/0"], max_nodes=1, max_clauses=1, cycles="acyclic", empty_bodies=False)
    assert spec.count() == 0 and spec.explain() == {} and list(spec.enumerate()) == []
    with pytest.raises(randlog.EmptySpaceError, match="contradict each other"):
        spec.sample(seed=1)


def test_time_limits_are_kept():
    spec = Spec(predicates=["p/2", "q/2", "r/2"], variables=3, constants=3, max_nodes=5, max_clauses=6)
    with pytest.raises(randlog.OutOfTime):
        spec.count(method="search", timeout=0.05)
    with pytest.raises(TimeoutError):
        list(spec.enumerate(timeout=0.05))


def test_a_space_beyond_closed_forms_can_be_estimated():
    spec = Spec(predicates=["p/1", "q/1"], variables=1, max_nodes=3, max_clauses=3, required={"and": ["p", "q"]})
    with pytest.raises(randlog.SpaceError, match="no closed form covers"):
        spec.count()
    estimate = spec.estimate(1000)
    assert estimate.low <= estimate.likeliest <= estimate.high
    assert estimate.low <= spec.count(method="search") <= estimate.high
