"""Random programs: the same as on the command line, however they are asked for."""

import itertools
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import randlog
from randlog import Spec


def test_all_ways_to_ask_give_the_same_programs(spec):
    samples = spec.sample(seed=7)
    first = [str(program) for program in samples[:20]]
    assert [str(samples[index]) for index in range(20)] == first
    assert [str(program) for program in itertools.islice(samples, 20)] == first
    assert [str(program) for program in samples[2:17:5]] == first[2:17:5]
    assert [str(program) for program in samples[17:2:-5]] == first[17:2:-5]
    assert [str(program) for program in samples[3::4][1:4]] == first[7:19:4]
    assert [str(program) for program in itertools.islice(samples[5:], 3)] == first[5:8]
    assert [str(p) for p in spec.sample(seed=7, threads=1)[:20]] == first
    assert [str(p) for p in spec.sample(seed=8)[:20]] != first
    assert samples[4:4] == [] and samples[9:2] == []


def test_a_seed_is_drawn_if_none_is_given(spec):
    one = spec.sample()
    assert spec.sample(one.seed)[3] == one[3]
    assert {spec.sample().seed for _ in range(5)} != {one.seed}


def test_there_is_no_end_to_count_from(spec):
    samples = spec.sample(seed=1)
    for bad in (-1, slice(-3, None), slice(None, -1), slice(None, None, -1), 2**64, slice(2**64, 2**64 + 2)):
        with pytest.raises(IndexError):
            samples[bad]
    with pytest.raises(TypeError):
        len(samples)
    with pytest.raises(TypeError):
        samples["p"]
    for far in (slice(0, 2**65), slice(2**65, 0, -1), slice(2**65, None)):
        with pytest.raises(randlog.RangeError):
            samples[far]
    assert samples[2**64 - 2] in spec
    assert list(samples[3 :: 2**65]) == samples[3 : 2**65 : 2**65] == samples[3:4]


def test_a_method_that_does_not_fit_is_refused_in_words(spec):
    with pytest.raises(randlog.SettingError, match="there is no method `magic`"):
        spec.sample(method="magic")
    with pytest.raises(randlog.SettingError, match="is no spread over sizes"):
        spec.sample(spread="colour")
    with pytest.raises(randlog.SpaceError, match="the search cannot make sizes equally likely"):
        spec.sample(method="search", spread="nodes")
    assert spec.sample(seed=1, spread=["clauses", "nodes"]).method == "exact"


def test_averages_are_met_by_weights_of_the_spec(spec):
    samples = spec.replace(averages={"negations": 0.25}).sample(seed=1)
    assert "weights" in str(samples.spec) and "averages" not in str(samples.spec)
    told = samples.spec.explain()
    assert abs(told["negations"] / told["clauses"] - 0.25) < 1e-3


def test_many_threads_may_ask_at_once(spec):
    samples = spec.sample(seed=3)
    expected = [str(program) for program in samples[:40]]
    with ThreadPoolExecutor(8) as pool:
        assert [str(p) for p in pool.map(samples.__getitem__, range(40))] == expected
        iterator = iter(samples[:])
        shared = list(pool.map(lambda _: str(next(iterator)), range(40)))
    assert sorted(shared) == sorted(expected)


def test_an_iterator_that_is_left_ends_its_threads(spec):
    def threads():
        return len(list(Path("/proc/self/task").iterdir()))

    if not Path("/proc/self/task").exists():
        pytest.skip("threads cannot be counted here")
    before = threads()
    for _ in range(50):
        next(iter(spec.sample(seed=1)))
    for _ in range(100):
        if threads() <= before:
            break
        time.sleep(0.1)
    assert threads() <= before


def test_a_file_of_several_programs_is_read_back(spec, tmp_path):
    samples, path = spec.sample(seed=7), tmp_path / "programs.pl"
    path.write_text(samples.to_text(3, 4))
    assert [str(p) for p in randlog.Program.all_from_file(path)] == [str(p) for p in samples[3:7]]
    with pytest.raises(randlog.SettingError, match="holds 4 programs"):
        randlog.Program.from_file(path)
    path.write_text(samples.to_text(3, 1))
    assert randlog.Program.from_file(path) == samples[3]


def some_spec(rng):
    """Any spec, as the lines of a file: most have programs, some are refused."""
    count = rng.randint(1, 4)
    predicates = [f"{'pqrs'[n]}/{rng.choice([0, 1, 1, 2])}" for n in range(count)]
    lines = {
        "predicates": predicates,
        "variables": rng.randint(0, 3),
        "constants": rng.choice([0, 1, 2]),
        "max_nodes": rng.randint(1, 4),
        "max_clauses": rng.randint(count, count + 2),
        "probabilities": rng.choice([[1], [0.1, 0.5, 1], [0.3]]),
        "cycles": rng.choice(["any", "stratified", "acyclic"]),
        "bodies": rng.choice(["formula", "conjunction"]),
        "empty_bodies": rng.random() < 0.7,
        "safe": rng.random() < 0.5,
    }
    if count > 1 and rng.random() < 0.3:
        lines["independent"] = [["p", "q"]]
    if count > 1 and rng.random() < 0.1:
        lines["required"] = {"and": ["p", "q"]}
    if rng.random() < 0.2:
        lines["weights"] = {"negation": 3, "clause": 0.5}
    return lines


@pytest.mark.parametrize("block", range(4))
def test_two_hundred_specs_methods_and_seeds_give_the_bytes_of_the_command_line(block, command, tmp_path):
    drawn = 0
    for number in range(50 * block, 50 * block + 50):
        rng = random.Random(f"spec {number}")
        keys = some_spec(rng)
        method = rng.choice(["auto", "auto", "exact", "rejection", "search"])
        spread = rng.choice(["", "", "", "clauses", "clauses,nodes"])
        seed, index, is_instance = rng.getrandbits(40), rng.choice([0, 3, 1000]), rng.random() < 0.25
        settings = {"facts": 6, "domain": 3, "query": rng.choice(["derived", "unlisted"])} if is_instance else {}
        path = tmp_path / f"{number}.toml"
        try:
            spec = Spec(**keys)
            path.write_text(str(spec))
            if is_instance:
                samples = randlog.instances(spec, seed, method=method, spread=spread, **settings)
            else:
                samples = spec.sample(seed, method=method, spread=spread)
            text, error = samples.to_text(index, 2), None
            programs = samples[index : index + 2]
        except randlog.RandlogError as failure:
            text, error = None, failure
        if not path.exists():
            continue
        words = ["instance" if is_instance else "sample", path, "--seed", seed, "--index", index, "--count", 2]
        words += ["--method", method, "--spread", spread, "--threads", 1]
        words += [word for name, value in settings.items() for word in (f"--{name}", value)]
        told = command(*words)
        if error is not None:
            assert told.returncode != 0, (number, error)
            assert " ".join(error.message.split()) in " ".join(told.stderr.replace("│", "").split()), number
            continue
        assert told.stdout == text, number
        assert all(program.to_text() in told.stdout for program in programs), number
        drawn += 1
    assert drawn >= 20


def test_the_list_of_all_programs_is_that_of_the_command_line(command, tmp_path):
    spec = Spec(predicates=["p/1", "q/0"], variables=1, constants=["a"], max_nodes=2, max_clauses=3)
    path = tmp_path / "spec.toml"
    path.write_text(str(spec))
    told = command("enumerate", path).stdout
    listed = "\n".join(
        f"% program {number}\n{program.to_text()}" for number, program in enumerate(spec.enumerate())
    )
    assert told.endswith(listed) and told.count("% program ") == spec.count()


def test_no_program_comes_twice_if_they_are_distinct(command):
    spec = Spec(predicates=["p/1"], variables=1, max_nodes=4, max_clauses=1, cycles="any")
    samples = spec.sample(seed=1, distinct=True)
    programs = samples[:100]
    assert len(programs) == len(set(map(str, programs))) == spec.count() == 15
    assert list(samples) == programs and samples[3] == programs[3] and samples[14:2:-3] == programs[14:2:-3]
    with pytest.raises(randlog.RangeError):
        samples[15]
    flags = ["--predicates", "p/1", "--variables", "1", "--max-nodes", "4", "--max-clauses", "1", "--cycles", "any"]
    drawn = command("sample", *flags, "--seed", "1", "--count", "12", "--distinct").stdout
    assert samples.to_text(0, 12) == drawn
    with pytest.raises(randlog.RangeError):
        samples.to_text(1, 2)


def test_programs_ask_what_they_are_told_to():
    spec = Spec(predicates=["p/1"], variables=1, max_nodes=2, max_clauses=1)
    samples = spec.sample(seed=1, queries=["p(X)", "p(a)"])
    assert [str(query) for query in samples[0].queries] == ["p(X)", "p(a)"]
    assert "--query 'p(X)' --query 'p(a)'" in samples.to_text(0, 1)
    with pytest.raises(randlog.SettingError, match="no predicate q/1"):
        spec.sample(seed=1, queries="q(X)")
