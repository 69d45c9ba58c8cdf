"""Solves many programs with ProbLog in one process.

Reads programs from standard input, each after a line with the name of a back-end, and ended by a line
with a form feed. Answers at once, with a line for each instance of a query: the atom, a tabulator, the
probability with all its digits; or else with one line: `!`, a tabulator, the name of the error. Then a
line with a full stop.
"""

import signal
import sys
import traceback

from problog import get_evaluatable
from problog.engine import DefaultEngine
from problog.program import PrologString

# Seconds for one program.
PATIENCE = 1


class Slow(Exception):
    """No answer in time."""


def give_up(_signal, _frame):
    raise Slow()


def solve(back_end, text):
    engine = DefaultEngine()
    ground = engine.ground_all(engine.prepare(PrologString(text)))
    return get_evaluatable(back_end).create_from(ground).evaluate()


def name(error):
    """The name of an error; for an assertion also where it failed."""
    place = traceback.extract_tb(error.__traceback__)[-1].name
    return type(error).__name__ + (f" in {place}" if isinstance(error, AssertionError) else "")


def reply(back_end, text):
    signal.alarm(PATIENCE)
    try:
        answers = solve(back_end, text)
        return [f"{atom}\t{float(probability)!r}" for atom, probability in answers.items()]
    except Exception as error:
        return [f"!\t{name(error)}"]
    finally:
        signal.alarm(0)


def main():
    signal.signal(signal.SIGALRM, give_up)
    lines = []
    for line in sys.stdin:
        if line == "\f\n":
            back_end, *program = lines
            print(*reply(back_end.strip(), "".join(program)), ".", sep="\n", flush=True)
            lines = []
        else:
            lines.append(line)


if __name__ == "__main__":
    main()
