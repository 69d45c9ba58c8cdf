"""The sides: randlog, ProbLog with each of its back-ends, and aspmc. Installs what is missing."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from process import Run, measure

HERE = Path(__file__).resolve().parent
TARGET = HERE / "target"
# `pyeda` is what the back-end `bdd` needs.
PACKAGES = ["problog==2.3.0", "pysdd==1.0.6", "pyeda==0.29.0", "aspmc==1.1.1"]
BACK_ENDS = ["sdd", "sddx", "bdd", "ddnnf"]
# Back-ends that answer wrongly on some programs, or fail: they take part, but nobody is stopped by what they say.
UNRELIABLE = ["fsdd", "fbdd"]


@dataclass
class Reply:
    """A run, and what it says: a probability per ground atom, or nothing."""

    run: Run
    answers: dict[str, float] | None
    # Whatever else a side tells about its work.
    details: dict


def build_randlog():
    """A copy of the release build: a build meanwhile changes nothing."""
    build = ["cargo", "build", "--release", "--message-format=json-render-diagnostics"]
    lines = subprocess.run(
        build, cwd=HERE.parent.parent, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.splitlines()
    built = [message.get("executable") for message in map(json.loads, lines)]
    [executable] = [path for path in built if path]
    TARGET.mkdir(exist_ok=True)
    return shutil.copy(executable, TARGET / "randlog")


def install_problog():
    """A virtual environment with ProbLog, made if there is none yet."""
    directory = TARGET / "problog"
    ready = directory / "ready"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", directory], check=True)
        pip = [directory / "bin/python", "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, *PACKAGES], check=True)
        ready.touch()
    return directory / "bin"


class Randlog:
    """`randlog infer`."""

    def __init__(self, binary=None, name="randlog", is_reliable=True):
        self.is_reliable = is_reliable
        self.name = name
        self.binary = binary or build_randlog()

    def solve(self, file, limit, *options, cpu=None):
        command = [self.binary, "infer", file, "--format", "json", *options]
        run = measure(command, limit, cpu)
        if run.code != 0:
            return Reply(run, None, {})
        said = json.loads(run.output)
        answers = {plain(a["atom"]): a["probability"] for a in said["answers"]}
        return Reply(run, answers, said)


class ProbLog:
    """`problog -k BACK_END`."""

    def __init__(self, programs, back_end, is_reliable=True):
        self.is_reliable = is_reliable
        self.name = f"ProbLog {back_end}"
        self.command = [programs / "problog", "-k", back_end]

    def solve(self, file, limit, cpu=None):
        run = measure([*self.command, file], limit, cpu)
        found = re.findall(r"^\s*(\S.*):\t(\S+)\s*$", run.output, re.MULTILINE)
        if run.code != 0 or not found:
            return Reply(run, None, {})
        return Reply(run, {plain(atom): float(value) for atom, value in found}, {})


class Aspmc:
    """aspmc with d4. It ignores evidence, so programs with evidence are not given to it."""

    name = "aspmc"
    is_reliable = True

    def __init__(self, programs):
        options = "-m aspmc.main -m problog -c -g none -k d4 -v result".split()
        self.command = [programs / "python", *options]

    def solve(self, file, limit, cpu=None):
        if "evidence(" in file.read_text():
            return Reply(Run("", 0.0, 0.0, 0, None), None, {})
        run = measure([*self.command, file], limit, cpu)
        found = re.findall(r"\[RESULT\] aspmc: (.*):\s+(\S+)\s*$", run.output, re.MULTILINE)
        if run.code != 0 or not found:
            return Reply(run, None, {})
        return Reply(run, {plain(atom): float(value) for atom, value in found}, {})


class Elimination:
    """Plain variable elimination in Python, for programs whose networks stand beside them as factors."""

    name = "elimination"
    is_reliable = True

    def solve(self, file, limit, cpu=None):
        factors = file.with_suffix(".json")
        if not factors.exists():
            return Reply(Run("", 0.0, 0.0, 0, None), None, {})
        run = measure([sys.executable, HERE / "elimination.py", factors], limit, cpu)
        if run.code != 0:
            return Reply(run, None, {})
        return Reply(run, {plain(atom): value for atom, value in json.loads(run.output).items()}, {})


class Diagram:
    """ProbLog's `sdd`, which also tells how large the diagram is."""

    name = "ProbLog sdd"
    is_reliable = True

    def __init__(self, programs):
        self.command = [programs / "python", HERE / "diagram.py"]

    def solve(self, file, limit):
        run = measure([*self.command, file], limit)
        if run.code != 0:
            return Reply(run, None, {})
        said = json.loads(run.output)
        answers = {plain(atom): value for atom, value in said["answers"].items()}
        return Reply(run, answers, said)


def plain(atom):
    """An atom without spaces."""
    return re.sub(r"\s", "", atom)


def agree(one, other):
    """Do two sides say the same?"""
    return one.keys() == other.keys() and all(abs(other[a] - one[a]) <= 1e-6 for a in one)


def check_agreement(replies):
    """Stops the run if those who answer say different things."""
    said = [reply.answers for reply in replies if reply.answers is not None]
    for other in said[1:]:
        assert agree(said[0], other), (said[0], other)
