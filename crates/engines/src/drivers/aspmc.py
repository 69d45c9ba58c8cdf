"""Run aspmc on files, and print one JSON object for each.

Usage: aspmc.py [FILE]

It is run as by its own command line; the results that it would log are collected instead.
"""

import logging
import traceback

import aspmc.main

# Without guidance of the completion: with it, some programs make it crash.
OPTIONS = "-m problog -c -g none -k d4 -v result".split()


class Results(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        if record.levelname == "RESULT":
            self.lines.append(record.getMessage())


results = Results()
logging.getLogger("aspmc").addHandler(results)


def complaint(error):
    return {"kind": "crash", "message": traceback.format_exc()}


def answer(line):
    atom, probability = line.rsplit(":", 1)
    return {"atom": atom, "probability": float(probability)}


def answers(path):
    results.lines.clear()
    sys.argv = ["aspmc", *OPTIONS, path]
    try:
        aspmc.main.main()
    except SystemExit as ending:
        raise RuntimeError("it exits by %s" % ending.code) from ending
    if not results.lines:
        return {}
    # The weight of the program is all it says if no query has an answer.
    said = [line for line in results.lines if not line.startswith("The overall weight")]
    return {"answers": [answer(line) for line in said]}


serve(sys.argv[1:], answers, complaint)
