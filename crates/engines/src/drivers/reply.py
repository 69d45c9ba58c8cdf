"""What comes before every driver: its replies are JSON objects, one a line, with the time of each phase."""

import sys

# Nothing is to be found in the directory that it is run in.
sys.path = [path for path in sys.path if path]

import gc
import json
import os
import time

# Whatever else reads or writes (the engine, its compilers, the program itself) must not get in the way
# of requests and replies.
requests = os.fdopen(os.dup(0), "rb")
output = os.fdopen(os.dup(1), "w")
with open(os.devnull) as nothing:
    os.dup2(nothing.fileno(), 0)
os.dup2(2, 1)

phases = {}


def timed(name, work):
    started = time.perf_counter()
    result = work()
    phases[name] = int((time.perf_counter() - started) * 1e6)
    return result


def crash(error):
    return {"kind": "crash", "message": "%s: %s" % (type(error).__name__, error)}


def reply(path, work, complaint):
    phases.clear()
    try:
        result = work(path)
    except Exception as error:
        result = {"error": complaint(error)}
    return {**result, "phases": phases}


def serve(files, work, complaint=crash):
    """Reply to these files; if there are none, to each that is named on standard input."""
    if files:
        replies = (reply(path, work, complaint) for path in files)
    else:
        # One small program after the other leaves little behind: no need to look for it each time.
        gc.set_threshold(100_000)
        names = (os.fsdecode(line.rstrip(b"\n")) for line in requests)
        replies = ({**reply(path, work, complaint), "file": path} for path in names)
    for result in replies:
        output.write(json.dumps(result) + "\n")
        output.flush()


