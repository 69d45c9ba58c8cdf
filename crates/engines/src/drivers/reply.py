"""What comes before every driver: its reply is one JSON object, with the time of each phase."""

import json
import os
import sys
import time

# Whatever else writes to standard output (the engine, its compilers, the program itself) must not
# get in the way of the reply.
output = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

phases = {}


def timed(name, work):
    started = time.perf_counter()
    result = work()
    phases[name] = int((time.perf_counter() - started) * 1e6)
    return result


def crash(error):
    return {"kind": "crash", "message": "%s: %s" % (type(error).__name__, error)}


def reply(work, complaint=crash):
    try:
        result = work()
    except Exception as error:
        result = {"error": complaint(error)}
    result["phases"] = phases
    output.write(json.dumps(result) + "\n")
    output.flush()


