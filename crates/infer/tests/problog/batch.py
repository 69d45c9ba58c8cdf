"""Solves many programs with ProbLog's `sdd` in one process.

Reads programs from standard input, each ended by a line with a form feed. Answers at once, with a
line for each instance of a query: the atom, a tabulator, the probability with all its digits; or
else with one line: `!`, a tabulator, the name of the error. Then a line with a full stop.
"""

import signal
import sys

from problog import get_evaluatable
from problog.engine import DefaultEngine
from problog.program import PrologString

# Seconds for one program.
PATIENCE = 1


class Slow(Exception):
    """No answer in time."""


def give_up(_signal, _frame):
    raise Slow()


def solve(text):
    engine = DefaultEngine()
    ground = engine.ground_all(engine.prepare(PrologString(text)))
    return get_evaluatable("sdd").create_from(ground).evaluate()


def reply(text):
    signal.alarm(PATIENCE)
    try:
        answers = solve(text)
        return [f"{atom}\t{float(probability)!r}" for atom, probability in answers.items()]
    except Exception as error:
        return [f"!\t{type(error).__name__}"]
    finally:
        signal.alarm(0)


def main():
    signal.signal(signal.SIGALRM, give_up)
    lines = []
    for line in sys.stdin:
        if line == "\f\n":
            print(*reply("".join(lines)), ".", sep="\n", flush=True)
            lines = []
        else:
            lines.append(line)


if __name__ == "__main__":
    main()
