"""Programs and their parts."""

import copy
import pickle
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

import randlog
from randlog import And, Atom, Clause, Constant, Evidence, Head, Not, Number, Or, Program, Truth, Variable
from randlog.picture import source

TEXT = """0.4::p(X) :- q(X, a), \\+ (r ; q(_, 1.50)).
1/3::red; 0.5::blue :- r.
q(b, 'two words').
r.
evidence(r, false).
query(p(b)).
"""


def test_what_is_read_is_written_the_same():
    program = Program.parse(TEXT)
    assert program.to_text() == TEXT and str(program) == TEXT.rstrip("\n")
    assert eval(repr(program), {"Program": Program}) == program


def test_parts_make_the_program_again():
    program = Program.parse(TEXT)
    again = Program(program.clauses, evidence=program.evidence, queries=program.queries)
    assert again.to_text() == TEXT
    assert program.replace(queries=["p(c)"]).queries == (Atom("p", ["c"]),)


def test_parts_are_what_they_look_like():
    clause = Program.parse(TEXT).clauses[0]
    assert clause == Clause(
        Head(Atom("p", ["X"]), 0.4),
        And(Atom("q", ["X", "a"]), Not(Or(Atom("r"), Atom("q", ["_", Number("1.50")])))),
    )
    assert clause.head.args == (Variable("X"),) and clause.probability == Fraction(2, 5)
    assert str(clause.body) == "q(X, a), \\+ (r ; q(_, 1.50))"
    assert Program.parse("p :- q.").clauses[0].body == Atom("q") and Program.parse("p.").clauses[0].is_fact
    assert Atom.parse("f(g(X), [a, b], \"t\")").args[0].name == "g"
    assert Number("1") != Number("1.0") and Number(3).value == 3
    assert eval(repr(clause), {**vars(randlog), "Fraction": Fraction}) == clause


@pytest.mark.skipif(sys.version_info < (3, 10), reason="`match` came with Python 3.10")
def test_parts_can_be_matched():
    scope = {"clause": Clause.parse("p(X) :- q(X, a), \\+ r."), **vars(randlog)}
    exec(
        "match clause:\n"
        "    case Clause((Head(Atom('p', (Variable(name),)), _),), And((Atom('q', _), Not(Atom(negated))))):\n"
        "        found = name, negated\n",
        scope,
    )
    assert scope["found"] == ("X", "r")


def test_parts_cannot_be_changed():
    atom = Atom("p", ["a"])
    with pytest.raises(AttributeError):
        atom.name = "q"
    with pytest.raises(AttributeError):
        del atom.args
    assert len({atom, Atom("p", [Constant("a")]), Atom("p", ["A"])}) == 2
    assert atom.replace(name="q") == Atom("q", ["a"])


def test_order_and_names_of_variables_make_no_difference_and_all_else_does():
    one = Program.parse("p(X) :- q(X, Y), r(_). 0.5::q(a, b). query(p(Z)).")
    same = Program.parse("query(p(U)). 0.5::q(a, b). p(B) :- q(B, A), r(C).")
    assert one == same and hash(one) == hash(same) and one.canonical == same.canonical
    for text in (
        "p(X) :- q(Y, X), r(_). 0.5::q(a, b). query(p(Z)).",
        "p(X) :- r(_), q(X, Y). 0.5::q(a, b). query(p(Z)).",
        "p(X) :- q(X, Y), r(_). 0.4::q(a, b). query(p(Z)).",
        "p(X) :- q(X, Y), r(_). 0.5::q(a, b). 0.5::q(a, b). query(p(Z)).",
        "p(X) :- q(X, Y), r(_). 0.5::q(a, b). query(p(a)).",
        "p(X) :- q(X, Y), r(_). 0.5::q(a, b). query(p(Z)). evidence(q(a, b)).",
    ):
        assert Program.parse(text) != one, text
    assert one != "p" and one != None  # noqa: E711


def test_programs_and_parts_can_be_copied_and_kept():
    program = Program.parse(TEXT)
    for thing in (program, *program.clauses, *program.evidence, *program.queries, Truth()):
        assert pickle.loads(pickle.dumps(thing)) == copy.copy(thing) == copy.deepcopy(thing) == thing
    assert pickle.loads(pickle.dumps(program)).to_text() == TEXT


def test_what_can_be_read_off_a_program():
    program = Program.parse("s :- p, \\+ q. p :- p. p :- r(X). q :- r(Y), q. r(Z) :- \\+ t(Z). query(q).")
    assert program.edges() == [
        ("p/0", "s/0", False), ("p/0", "p/0", False), ("q/0", "s/0", True), ("q/0", "q/0", False),
        ("r/1", "p/0", False), ("r/1", "q/0", False), ("t/1", "r/1", True),
    ]
    assert program.strata() == [["t/1"], ["p/0", "q/0", "r/1"], ["s/0"]]
    assert program.negative_cycle() is None and program.cycle() is not None
    assert list(program.unsafe()) == [4] and not program.is_safe
    assert [str(clause) for clause in program.irrelevant()] == ["s :- p, \\+ q.", "p :- p.", "p :- r(X)."]
    assert program.measures() == {
        "clauses": 5, "facts": 0, "probabilistic": 0, "predicates": 5, "nodes": 11, "atoms": 7, "negations": 2,
        "disjunctions": 0,
    }
    assert Program.parse("p :- \\+ p.").strata() is None
    assert "p/0" in Program.parse("p :- \\+ p.").negative_cycle()


def test_the_dependency_graph_is_one_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = Program.parse("p :- q, \\+ r. q.").dependency_graph()
    assert isinstance(graph, networkx.DiGraph) and set(graph) == {"p/0", "q/0", "r/0"}
    assert graph.edges["r/0", "p/0"]["negative"] and not graph.edges["q/0", "p/0"]["negative"]


def test_without_networkx_the_graph_is_its_edges(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert Program.parse("p :- q.").dependency_graph() == [("q/0", "p/0", False)]


def test_other_languages():
    program = Program.parse("p(X) :- q(X), \\+ (r ; s). q(a). r. s.")
    assert program.to_prolog() == "p(X) :- q(X), \\+ (r ; s).\nq(a).\nr.\ns.\n"
    assert ":- table" in program.to_prolog(tabled=True)
    assert "not " in program.to_asp() and ".decl" in program.to_datalog()
    with pytest.raises(randlog.LanguageError, match="only ProbLog can express the probability 0.5"):
        Program.parse("0.5::p.").to_asp()


def test_problog_gets_an_object_of_its_own():
    problog = pytest.importorskip("problog.program")
    assert isinstance(Program.parse("p.").to_problog(), problog.PrologString)


def test_without_problog_the_remedy_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "problog.program", None)
    with pytest.raises(ImportError, match="pip install problog"):
        Program.parse("p.").to_problog()


def test_errors_of_texts_have_a_place():
    with pytest.raises(randlog.ParseError) as caught:
        Program.parse("p(a).\nq(X) :- r(X), .\n", name="mine.pl")
    assert caught.value.place == "mine.pl:2:15" and caught.value.help
    assert pickle.loads(pickle.dumps(caught.value)).place == "mine.pl:2:15"
    with pytest.raises(randlog.ParseError) as caught:
        Program.parse("p(a). " * 1000 + "q :- r r. " + "p(b). " * 1000)
    _message, _place, line, pointer, _help = str(caught.value).split("\n")
    assert len(line) < 120 and line[pointer.index("^")] == "r"


def test_parts_that_cannot_be_written_are_refused():
    for bad in (
        lambda: Program([Clause(Atom("query", ["a"]))]),
        lambda: Program([Clause(Atom("p", [Variable("lower")]))]),
        lambda: Program([Clause([Head("p", 0.6), Head("q", 0.6)])]),
        lambda: Head("p", 0),
        lambda: Head("p", "two"),
        lambda: Program([Clause("p", _nested(900))]),
        lambda: Program([Clause("p", _nested(5000))]),
    ):
        with pytest.raises(randlog.RandlogError):
            bad()
    for bad in (lambda: And("p"), lambda: Clause([]), lambda: Atom("p", "ab"), lambda: Program("p."), lambda: Not(3)):
        with pytest.raises(TypeError):
            bad()


def test_what_cannot_be_written_says_why():
    for part in (Atom("p", [float("inf")]), Not(Atom("p", [float("inf")])), Number("inf")):
        with pytest.raises(randlog.SettingError, match="`inf` is not a number of a program"):
            str(part)
    with pytest.raises(randlog.SettingError, match="nested more than"):
        str(_nested(5000))


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert str(Atom("p", [numpy.float64(1.5), numpy.int64(-3)])) == "p(1.5, -3)"


def test_probabilities_are_read_as_in_programs():
    for value in ("1/4", " 0.25 ", 0.25, "25e-2", "2.5E-1", Decimal("0.25"), Fraction(1, 4)):
        assert Head("p", value).probability == Fraction(1, 4), value
    assert Head("p", Decimal("1E-7")).probability == Fraction(1, 10**7) == Head("p", 1e-7).probability
    for bad in ("1e-2000000", "1e-999999999", Decimal("1e-999999"), "1e999999999", "0", "-1/4", "nan", Fraction(5, 4)):
        with pytest.raises(randlog.SettingError, match="not a probability"):
            Head("p", bad)


def _nested(depth):
    formula = Atom("q")
    for _ in range(depth):
        formula = Not(formula)
    return formula


def test_evidence_can_be_built():
    program = Program(["0.5::p.", "q :- p."], evidence=["q", Evidence("p", False)], queries=["q"])
    assert str(program) == "0.5::p.\nq :- p.\nevidence(q, true).\nevidence(p, false).\nquery(q)."


def test_a_notebook_shows_the_graph_with_negative_edges_dashed():
    program = Program.parse("p :- q, \\+ r(X), p. q :- \\+ 'odd < name'. r(a).")
    picture, page = program._repr_svg_(), program._repr_html_()
    edges = program.edges()
    assert picture.count("<path") == len(edges) + 2, "an arrow for each edge, and two tips"
    assert picture.count("stroke-dasharray") == sum(negative for *_, negative in edges) == 2
    assert picture.count("<rect") == len(program.predicates) == 4
    assert "odd &lt; name" in picture and picture in page
    xml = pytest.importorskip("xml.dom.minidom")
    xml.parseString(picture)
    xml.parseString(page)
    plain = "".join(part.split("<")[0] for part in page.split("<pre")[1].split("</pre>")[0].split(">")[1:])
    assert plain.replace("&lt;", "<").replace("&#x27;", "'") == str(program)
    assert '>&quot;Text 12 % of it&quot;</span>)' in source('p("Text 12 % of it").')
    assert "too many" in Program([f"p{n}." for n in range(100)])._repr_svg_()
