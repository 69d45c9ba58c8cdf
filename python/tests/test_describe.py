"""What programs are like, and whether listing and counting agree."""

import json

import pytest

import randlog
from randlog import Program, Spec, describe, verify

PATHS = "path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y). 0.4::edge(a, b). edge(b, c)."


def test_a_description_says_what_the_command_line_says(command, tmp_path):
    file = tmp_path / "paths.pl"
    file.write_text(PATHS)
    said = json.loads(command("describe", file, "--format", "json", "--timeout", 60).stdout)
    told = describe(PATHS, timeout=60)
    assert told.averages == said["averages"] and told.found == said["found"]
    assert told.facts == said["facts"] and told.notes == said["notes"] and told.programs == said["programs"]
    assert dict(told.spec._spec.short()) == said["spec"]


def test_texts_and_programs_are_described_alike():
    told = describe([PATHS, Program.parse(PATHS)], draws=10)
    assert told.programs == 2 and told.spec == describe(PATHS, draws=10).spec
    assert Program.parse("path(X, Y) :- edge(Y, X). path(X, Y) :- edge(Z, X), path(Y, Z).") in Spec.like(PATHS)
    assert Program.parse("path(X, Y) :- edge(Y, X).") not in Spec.like(PATHS)
    assert Program.parse("path(X, Y) :- edge(Y, X).") in Spec.like(PATHS, loose=True)
    assert describe("p(X) :- q(X), X = f(Y). q(a).", draws=10).notes


def test_facts_are_data_or_clauses():
    assert describe(PATHS, draws=10).facts["count"] == 2
    assert dict(describe(PATHS, facts="clauses", draws=10).spec._spec.short())["clauses"] == "path=2,edge=2"


def test_what_is_not_known_in_time_is_left_out():
    told = describe(PATHS, timeout=1e-9)
    assert told.averages["search"]["nodes"] is None and "not known within" in told.found["search"]


def test_facts_alone_have_no_shape():
    with pytest.raises(randlog.SpaceError, match="there are no rules"):
        describe("p. q(a).")


def test_listing_and_counting_agree():
    verified = verify(20, extended=3, seed=3)
    assert verified.scenarios == 23 and verified.programs > 438 and verified.disagreements == []
    assert verify(0).scenarios == 0
