"""Ctrl-C, while Rust works: it is heard at once, and what is done by then is kept."""

import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import randlog

LARGE = (
    "spec = randlog.Spec(predicates=['p/2', 'q/2', 'r/2'], variables=3, constants=3, max_nodes=6, max_clauses=8)\n"
)
HARD = (
    "edges = ' '.join(f'0.5::e({a}, {b}).' for a in range(20) for b in range(20) if a != b)\n"
    "hard = edges + ' p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y). query(p(0, 13)).'\n"
)


def interrupted(code):
    """What is said about a run that is interrupted after a while."""
    # Whoever is started in the background by a shell is deaf to it, and so are the processes that it starts.
    hear = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script = hear + "import randlog, sys, threading\n" + textwrap.dedent(code)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n", process.communicate()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, out, err


@pytest.mark.parametrize(
    "work",
    [
        LARGE + "print('ready', flush=True)\nspec.count(method='search')",
        LARGE + "print('ready', flush=True)\nfor program in spec.enumerate(): pass",
        HARD + "print('ready', flush=True)\nrandlog.infer(hard)",
    ],
)
def test_long_work_is_interrupted(work):
    code, out, err = interrupted(work)
    assert code != 0 and "KeyboardInterrupt" in err, err


def test_what_was_done_is_kept():
    code, out, err = interrupted(
        HARD
        + "coin = '0.4::p. query(p).'\n"
        + "print('ready', flush=True)\n"
        + "try:\n    randlog.infer_many([coin] * 5 + [hard], threads=1)\n"
        + "except KeyboardInterrupt as stop:\n    print(len(stop.done), stop.done[0]['p'])\n"
    )
    assert (code, out) == (0, "5 0.4\n"), err


def test_a_slice_that_is_interrupted_keeps_its_programs():
    code, out, err = interrupted(
        LARGE
        + "samples = spec.sample(seed=1)\n"
        + "print('ready', flush=True)\n"
        + "try:\n    samples[:10**12]\n"
        + "except randlog.Interrupted as stop:\n    print(stop.done[3] == samples[3])\n"
    )
    assert (code, out) == (0, "True\n"), err


def test_other_threads_go_on_while_rust_works():
    spec = randlog.Spec(predicates=["p/2", "q/2", "r/2"], variables=3, constants=3, max_nodes=5, max_clauses=6)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(len(ticks))
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        with pytest.raises(randlog.OutOfTime):
            spec.count(method="search", timeout=0.5)
    finally:
        stop.set()
        thread.join()
    assert len(ticks) > 20
