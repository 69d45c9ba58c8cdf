"""Runs a program and measures it."""

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass


@dataclass
class Run:
    """What a process said, and what it took."""

    output: str
    # Seconds by the wall, and of the processor, for the process and all its children.
    wall: float
    cpu: float
    # Bytes at the peak.
    memory: int
    # The exit code; nothing if time was up.
    code: int | None


def measure(command, limit, cpu=None):
    """Runs a command for so many seconds at most, of the processor in each of its processes as well if `cpu` is given."""

    def bound():
        if cpu is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))

    with tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        # A session of its own, so that its children can be stopped with it.
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=bound,
        )
        late = threading.Event()

        def stop():
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, stop)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return Run(
            output=output.read(),
            wall=wall,
            cpu=usage.ru_utime + usage.ru_stime,
            memory=usage.ru_maxrss * 1024,
            code=None if late.is_set() else process.returncode,
        )
