"""Engines by name and as functions."""

import json
import time

import pytest

import randlog
from randlog import NoAnswer, Program, compare

COIN = Program.parse("0.4::heads. query(heads).")


def test_built_in_engines_agree_on_random_instances(spec):
    programs = randlog.instances(spec, seed=5, facts=6, domain=3, query="derived")[:10]
    records = compare(programs, ["exact", "worlds"], threads=2)
    assert [record["program"] for record in records[::2]] == list(range(10))
    assert not any(record["disputed"] or record["failure"] for record in records)


def test_records_are_rows_of_a_table():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(compare([COIN, "0.5::p(a). 0.5::p(b). query(p(X))."], ["exact"]))
    assert list(table["atom"]) == ["heads", "p(a)", "p(b)"] and list(table["low"]) == [0.4, 0.5, 0.5]
    assert table["wall_us"].dtype.kind == "i"


def test_a_function_is_an_engine():
    seen = []

    def mine(program):
        seen.append(program)
        return {"heads": 0.4}

    def bounds(program):
        return {query: (0.3, 0.5) for query in program.queries}

    records = {record["engine"]: record for record in compare(COIN, ["exact", mine, bounds])}
    assert seen == [COIN] and isinstance(seen[0], Program)
    assert not any(record["disputed"] for record in records.values())
    assert (records["bounds"]["low"], records["bounds"]["high"]) == (0.3, 0.5)
    compare("0.4::heads. query(heads).", [mine])
    assert seen[-1] == "0.4::heads. query(heads)."


def test_failures_of_functions_have_a_kind():
    def gives_up(program):
        raise NoAnswer("non-ground", "too open")

    def refuses(program):
        raise NotImplementedError("no idea")

    def crashes(program):
        return 1 / 0

    def mumbles(program):
        return {"3 + ": 0.5}

    def is_late(program):
        time.sleep(0.05)
        return {}

    records = compare(COIN, [gives_up, refuses, crashes, mumbles, is_late], timeout=0.02)
    assert [record["failure"] for record in records] == ["non-ground", "rejected", "crash", "unparsable", "timeout"]
    assert records[2]["words"] == "ZeroDivisionError: division by zero"


def test_a_wrong_answer_is_disputed():
    def optimist(program):
        return {query: 1 for query in program.queries}

    right, wrong = compare(COIN, ["exact", optimist])
    assert not right["disputed"] and wrong["disputed"] and wrong["reference"] == 0.4


def test_a_command_is_an_engine(tmp_path):
    script = tmp_path / "engine.sh"
    script.write_text("""echo '{"answers": [{"atom": "heads", "probability": 0.4}]}'""")
    (record,) = compare(COIN, [f"mine=sh {script}"])
    assert record["engine"] == "mine" and record["low"] == 0.4


@pytest.mark.parametrize("work", ["compare", "reduce", "fuzz"])
def test_an_engine_reaches_no_files_unless_there_is_no_wall(command, tmp_path, work):
    note, script = tmp_path / "note", tmp_path / "engine.sh"
    script.write_text(f"""echo reached > {note}; echo '{{"answers": [{{"atom": "heads", "probability": 1}}]}}'""")
    engine = f"mine=sh {script}"

    def run(**wall):
        if work == "compare":
            compare(COIN, [engine], **wall)
        elif work == "reduce":
            randlog.reduce(COIN, engine, threads=1, **wall)
        else:
            next(randlog.fuzz([engine], programs=1, oracles=["reference"], threads=1, **wall), None)
        return note.exists()

    can_be_built = json.loads(command("engines", "--format", "json").stdout)["wall"]["files"]
    assert run() == (not can_be_built)
    assert run(no_wall=True)


def test_names_must_stand_for_engines_that_are_there(tmp_path):
    with pytest.raises(randlog.EngineError, match="there is no engine `none`"):
        compare(COIN, ["none"])
    with pytest.raises(randlog.EngineError, match="the engine `sdd` is not installed"):
        compare(COIN, ["sdd"], environment=tmp_path)
    with pytest.raises(randlog.EngineError, match="asked for twice"):
        compare(COIN, ["exact", "exact"])

    def exact(program):
        return {}

    for engines in ([exact], [exact, exact], [lambda program: {}] * 2, ["mine=sh x", named("mine")]):
        with pytest.raises(randlog.SettingError, match="name of another engine"):
            compare(COIN, engines)
    with pytest.raises(TypeError):
        compare(COIN, "exact")


def named(name):
    """A function of this name."""

    def engine(program):
        return {}

    engine.__name__ = name
    return engine


def test_a_failure_that_nobody_knows_is_not_understood():
    def odd(program):
        raise NoAnswer("nonsense")

    (record,) = compare(COIN, [odd])
    assert record["failure"] == "unparsable" and "`nonsense`" in record["words"] and "non-ground" in record["words"]


def test_records_have_the_columns_of_the_command_line(command, tmp_path):
    file = tmp_path / "coin.pl"
    file.write_text(COIN.to_text())
    columns = command("compare", file, "--engines", "exact,worlds", "--format", "csv").stdout.splitlines()[0].split(",")
    assert list(compare(COIN, ["exact"])[0]) == ["program" if name == "file" else name for name in columns]


def test_programs_that_load_code_are_refused():
    with pytest.raises(randlog.EngineError, match="loads other files"):
        compare(":- use_module('x.py'). query(p).", ["exact"])


def test_all_engines_are_listed():
    names = [engine.name for engine in randlog.engines()]
    assert names[0] == "exact" and "sdd" in names and randlog.engines()[0].version == randlog.__version__
