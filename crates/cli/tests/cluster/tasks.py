"""Execute a list of tasks, one a line, by a server of HyperQueue and a worker, and wait for the end.

It does what `hq submit --each-line TASKS -- sh -c 'eval "$HQ_ENTRY"'` does: the package on PyPI has no `hq`.
"""

import sys
from pathlib import Path

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

tasks, server = map(Path, sys.argv[1:])
server.mkdir()
with LocalCluster(str(server), WorkerConfig(cores=2)) as cluster:
    client = cluster.client()
    job = Job()
    for line in tasks.read_text().splitlines():
        job.program(["sh", "-c", 'eval "$HQ_ENTRY"'], env={"HQ_ENTRY": line})
    # This raises an exception if a task fails.
    client.wait_for_jobs([client.submit(job)])
