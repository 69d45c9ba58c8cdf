"""Send `randlog fuzz` a hundred signals at random moments, and look whether anything is left behind.

Usage: kill.py RANDLOG ENVIRONMENT [COUNT [SEED [SECONDS]]]

After each signal (INT, TERM or KILL) there must be no process of it, no temporary file, and no finding that is not
whole. A killed process can tidy nothing up: what it left half written must be gone after the next run. Each is sent
within so many seconds. If that is too little for anything to be found, nothing is shown.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

FILES = {"program.pl", "original.pl", "fault.toml", "REPORT.md"}
PATIENCE = 30


def processes(mark):
    """Those that have this text in their environment or command, but for ourselves."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        for name in ["environ", "cmdline"]:
            try:
                with open("/proc/%s/%s" % (entry, name), "rb") as file:
                    if mark.encode() in file.read():
                        found.append(int(entry))
                        break
            except OSError:
                pass
    return found


def until(holds):
    """Wait for something to hold; does it?"""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


def half_findings(output):
    if not os.path.isdir(output):
        return []
    names = os.listdir(output)
    hidden = [name for name in names if name.startswith(".")]
    places = [name for name in names if os.path.isdir(os.path.join(output, name))]
    whole = [name for name in places if FILES <= set(os.listdir(os.path.join(output, name)))]
    return hidden + [name for name in places if name not in whole and name not in hidden]


def main():
    randlog, environment = map(os.path.abspath, sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    lots = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 6.0
    desk = tempfile.mkdtemp(prefix="kill-fuzz-")
    temporary, output = os.path.join(desk, "temporary"), os.path.join(desk, "faults")
    os.mkdir(temporary)
    faults = 0
    for number in range(count):
        resume = ["--resume"] if os.path.exists(os.path.join(output, "run.toml")) else []
        command = [randlog, "fuzz", "--engines", "sdd,fsdd", "--seed", "1", "--file-known"]
        command += ["--environment", environment, "--output", output, *resume]
        log = open(os.path.join(desk, "log"), "a")
        run = subprocess.Popen(command, env={**os.environ, "TMPDIR": temporary}, stderr=log, stdin=subprocess.DEVNULL)
        time.sleep(lots.uniform(0, seconds))
        sent = lots.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
        begun = time.monotonic()
        run.send_signal(sent)
        try:
            run.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            print("%d: %s does not end it" % (number, sent.name))
            run.kill()
            run.wait()
            faults += 1
        took = time.monotonic() - begun
        wrong = []
        if not until(lambda: not processes(temporary)):
            wrong.append("processes %s" % processes(temporary))
        if not until(lambda: not os.listdir(temporary)):
            wrong.append("temporary files %s" % os.listdir(temporary))
        half = half_findings(output)
        if half and sent != signal.SIGKILL:
            wrong.append("half findings %s" % half)
        if os.path.exists(os.path.join(output, "run.toml")):
            with open(os.path.join(output, "run.toml"), "rb") as file:
                tomllib.load(file)
        faults += len(wrong)
        print("%d: %s, ended after %.2f s%s" % (number, sent.name, took, "".join("; LEFT " + w for w in wrong)), flush=True)
    # A last run, to its end, tidies up after the others.
    subprocess.run([*command[: command.index("--output") + 2], "--resume", "--programs", "1"], env={**os.environ, "TMPDIR": temporary}, stderr=subprocess.DEVNULL)
    if half_findings(output):
        faults += 1
        print("LEFT at the end: %s" % half_findings(output))
    findings = sum(os.path.isdir(os.path.join(output, name)) for name in os.listdir(output))
    print("%d signals, %d findings, %d faults" % (count, findings, faults))
    if not findings:
        print("nothing was found before the signals came: give it more SECONDS")
    sys.exit(1 if faults or not findings else 0)


main()
