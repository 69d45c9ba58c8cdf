"""Every example of the documentation runs, and says what it is said to say."""

import doctest
import importlib
import json
import pkgutil

import pytest

import randlog
from conftest import ROOT

GYM = {"randlog.gym"}


def modules():
    names = [module.name for module in pkgutil.iter_modules(randlog.__path__, "randlog.")]
    return ["randlog", *(name for name in names if not name.endswith("._randlog"))]


@pytest.mark.parametrize("name", modules())
def test_examples_of_a_module(name):
    if name in GYM:
        pytest.importorskip("reasoning_gym")
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_examples_of_the_guide():
    pytest.importorskip("reasoning_gym")
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert found.failed == 0 and found.attempted > 30


def test_examples_of_the_front_page():
    found = doctest.testfile(str(ROOT / "python" / "README.md"), module_relative=False)
    assert found.failed == 0 and found.attempted > 5


def test_the_notebook_runs(monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    notebook = json.loads((ROOT / "docs" / "python.ipynb").read_text())
    scope = {"__name__": "__main__"}
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 4
    for cell in cells:
        exec(compile(cell, "docs/python.ipynb", "exec"), scope)


def test_every_public_name_has_a_docstring():
    for name in randlog.__all__:
        thing = getattr(randlog, name)
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if callable(value) and not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"
