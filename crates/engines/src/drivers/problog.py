"""Run ProbLog on files, phase by phase, and print one JSON object for each.

Usage: problog.py BACK-END libraries|anything [FILE]

The second word says what programs may load.

The calls are those of ProbLog's own command line, with its default options, taken apart so that
each phase can be timed.
"""

import warnings

# What a back-end ignores, it does not answer.
warnings.filterwarnings("error", message="Evidence is not supported")

KINDS = {
    "NonGroundProbabilisticClause": "non-ground",
    "NonGroundQuery": "non-ground",
    "NegativeCycle": "negative-cycle",
    "UnknownClause": "unknown-clause",
    "MemoryError": "memory",
    "UserWarning": "rejected",
}


def load_libraries_only():
    """Whatever ProbLog loads, it looks up here: a module, a file to consult, each of a list of files."""
    from problog import library_paths
    from problog.clausedb import ClauseDB
    from problog.errors import GroundingError

    resolve = ClauseDB.resolve_filename

    def resolve_library(database, name):
        found = resolve(database, name)
        path = os.path.realpath(found or "")
        if any(path.startswith(os.path.join(os.path.realpath(p), "")) for p in library_paths):
            return found
        raise GroundingError("The program loads %s, which is no library" % name)

    ClauseDB.resolve_filename = resolve_library


def run(back_end, path):
    from problog import get_evaluatable
    from problog.engine import DefaultEngine
    from problog.evaluator import SemiringLogProbability
    from problog.program import PrologFile

    engine = DefaultEngine()
    database = timed("load_us", lambda: engine.prepare(PrologFile(path)))
    ground = timed("ground_us", lambda: engine.ground_all(database, propagate_evidence=True))
    compiled = timed("compile_us", lambda: get_evaluatable(back_end).create_from(ground))
    semiring = SemiringLogProbability()
    return timed("evaluate_us", lambda: compiled.evaluate(semiring=semiring))


def answer(atom, value):
    if isinstance(value, tuple):
        return {"atom": str(atom), "low": float(value[0]), "high": float(value[1])}
    return {"atom": str(atom), "probability": float(value)}


def complaint(error):
    from problog.errors import CompilationError, InstallError, ProbLogError

    name = type(error).__name__
    # A compiler that crashes, or is not there, says nothing about the program.
    is_fault = isinstance(error, (CompilationError, InstallError))
    is_rejected = isinstance(error, ProbLogError) and not is_fault
    kind = KINDS.get(name, "rejected" if is_rejected else "crash")
    return {**crash(error), "kind": kind}


def answers(path):
    found = run(back_end, path)
    # An atom that is not ground stands for a query without any answer.
    ground = [answer(atom, value) for atom, value in found.items() if atom.is_ground()]
    return {"answers": ground}


back_end, loads, *files = sys.argv[1:]
if loads == "libraries":
    load_libraries_only()
serve(files, answers, complaint)
