"""Ctrl-C, while Rust works: it is heard at once, what is done by then is kept, and nothing goes on."""

import subprocess
import sys
import threading
import time

import pytest

import randlog

LARGE = (
    "spec = randlog.Spec(predicates=['p/2', 'q/2', 'r/2'], variables=3, constants=3, max_nodes=6, max_clauses=8)\n"
)
#: Predicates of many arities, so that each is a case of its own in closed forms.
MANIFOLD = (
    "names = [f'p{arity}/{arity}' for arity in range(11)]\n"
    "spec = randlog.Spec(predicates=names, variables=2, max_nodes=8, max_clauses=30)\n"
)
HARD = (
    "edges = ' '.join(f'0.5::e({a}, {b}).' for a in range(20) for b in range(20) if a != b)\n"
    "hard = edges + ' p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y). query(p(0, 13)).'\n"
)

#: What a run needs before its work. Whoever is started in the background by a shell is deaf to interrupts, and so are
#: the processes that it starts.
START = """\
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import randlog

def used():
    "The processor time of all threads."
    return time.process_time()

rates = []

def interrupt_soon():
    "Press Ctrl-C when the work has been seen to use the processor."
    def watch():
        started, before = time.monotonic(), used()
        while used() - before < 0.3:
            time.sleep(0.05)
        rates.append((used() - before) / (time.monotonic() - started))
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=watch).start()

def calms_down():
    "Is there hardly any work left, several times in a row?"
    calm = 0
    for _ in range(300):
        started, before = time.monotonic(), used()
        time.sleep(0.1)
        rate = (used() - before) / (time.monotonic() - started)
        calm = calm + 1 if rate < rates[0] / 5 else 0
        if calm == 3:
            return True
    return False

"""


def start(code, before=START):
    """A run that interrupts itself."""
    command = [sys.executable, "-c", before + code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said(process):
    """What a run says."""
    try:
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, err
    return out


def interrupted(preparation, work, afterwards):
    """A run that is interrupted at its work. It keeps the exception, and all that this holds."""
    attempt = f"try:\n    {work}\nexcept KeyboardInterrupt as error:\n    stop = error\n"
    return start(preparation + "interrupt_soon()\n" + attempt + afterwards)


#: Work of all kinds that takes long.
LONG = [
    (LARGE, "spec.count(method='search')"),
    (MANIFOLD, "spec.count(memory=2**60)"),
    (MANIFOLD, "spec.explain(memory=2**60)"),
    (MANIFOLD, "spec.sample(seed=1, method='exact', memory=2**60)"),
    (LARGE, "spec.estimate(10**15)"),
    (LARGE, "for program in spec.enumerate(): pass"),
    (LARGE, "spec.sample(seed=1)[:10**12]"),
    (HARD, "randlog.infer(hard)"),
    (HARD, "randlog.infer(hard, timeout=1000)"),
    (HARD, "randlog.infer_many([hard] * 5, threads=2)"),
    (HARD, "randlog.compare([hard] * 5, ['exact', 'worlds'], threads=2, timeout=1000)"),
]


@pytest.fixture(scope="module")
def runs():
    """All of it at once."""
    return {work: interrupted(before, work, "print(stop is not None, calms_down())") for before, work in LONG}


@pytest.mark.parametrize("work", [work for _, work in LONG])
def test_no_thread_goes_on_after_an_interrupt(runs, work):
    assert said(runs[work]) == "True True\n"


def test_processes_of_engines_end_with_an_interrupt(tmp_path):
    script, number = tmp_path / "engine.sh", tmp_path / "number"
    script.write_text(f"echo $$ > {number}.part; mv {number}.part {number}; while :; do :; done")
    process = start(
        f"""
def watch():
    while not os.path.exists({str(number)!r}):
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)

def is_running(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True

threading.Thread(target=watch).start()
try:
    randlog.compare('0.4::p. query(p).', ['mine=sh {script}'], timeout=1000, no_wall=True)
except KeyboardInterrupt as stop:
    number = int(open({str(number)!r}).read())
    for _ in range(300):
        if not is_running(number):
            break
        time.sleep(0.1)
    print(is_running(number))
"""
    )
    assert said(process) == "False\n"


def test_what_was_done_is_kept():
    work = "randlog.infer_many(['0.4::p. query(p).'] * 5 + [hard], threads=1)"
    process = interrupted(HARD, work, "print(len(stop.done), stop.done[0]['p'])")
    assert said(process) == "5 0.4\n"


def test_a_slice_that_is_interrupted_keeps_its_programs():
    preparation, work = LARGE + "samples = spec.sample(seed=1)\n", "samples[:10**12]"
    afterwards = "print(type(stop) is randlog.Interrupted, stop.done[3] == samples[3])"
    assert said(interrupted(preparation, work, afterwards)) == "True True\n"


def count_for_long():
    spec = randlog.Spec(predicates=["p/2", "q/2", "r/2"], variables=3, constants=3, max_nodes=5, max_clauses=6)
    with pytest.raises(randlog.OutOfTime):
        spec.count(method="search", timeout=0.5)


def look_at_many():
    randlog.Spec.like([" ".join(f"p{n % 100}(X) :- q(X), r(X, c{n})." for n in range(200))] * 200)


@pytest.mark.parametrize("work", [count_for_long, look_at_many])
def test_other_threads_go_on_while_rust_works(work):
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(len(ticks))
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        work()
    finally:
        stop.set()
        thread.join()
    assert len(ticks) > 20


#: What a function may do when the interpreter ends.
ENDINGS = {
    "is called again and again": "time.sleep(0.001)",
    "sleeps for ever": "time.sleep(1000)",
    "works for ever": "while True: pass",
    "takes naps for ever": "while True: time.sleep(0.01)",
}


@pytest.mark.parametrize("way", ENDINGS)
@pytest.mark.parametrize(
    "work", ["randlog.fuzz([mine], threads=2)", "_randlog.Reducing('p.', None, None, mine, 1 << 30, None, 2, False, False, None)"]
)
def test_the_interpreter_may_end_while_a_function_is_called(work, way):
    process = start(
        "called = []\n"
        "def mine(program):\n"
        "    called.append(program)\n"
        f"    {ENDINGS[way]}\n"
        "    return {}\n"
        f"going_on = {work}\n"
        "while not called: time.sleep(0.01)\n"
        "print('the end')\n",
        # Without anything else: what is imported before may make a difference.
        "import time, randlog\nfrom randlog import _randlog\n",
    )
    assert said(process) == "the end\n"
