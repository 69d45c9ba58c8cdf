"""What the tests share."""

import os
import subprocess
from pathlib import Path

import pytest

import randlog

ROOT = Path(__file__).resolve().parents[2]

#: The command line that the package is compared with.
COMMAND = Path(os.environ.get("RANDLOG", ROOT / "target" / "debug" / "randlog"))


@pytest.fixture(scope="session")
def command():
    """Runs the command line."""
    if not COMMAND.exists():
        pytest.fail(f"there is no {COMMAND}: run `cargo build --workspace` first")

    def run(*words):
        return subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True, timeout=120)

    return run


@pytest.fixture
def spec():
    """A small space of safe programs."""
    return randlog.Spec(
        predicates=["p/1", "q/2"],
        variables=2,
        constants=["a"],
        max_nodes=3,
        max_clauses=3,
        probabilities=[0.25, "1/3", 1],
        safe=True,
    )
