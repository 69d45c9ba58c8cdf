"""An engine that answers nothing and keeps the programs it is asked about: `--engines 'worker:keep=python3 keep.py DIRECTORY'`."""

import json
import shutil
import sys

for number, line in enumerate(sys.stdin):
    name = line.rstrip("\n")
    shutil.copy(name, f"{sys.argv[1]}/{number:05}.pl")
    error = {"kind": "untranslated", "message": "kept"}
    print(json.dumps({"file": name, "error": error}), flush=True)
