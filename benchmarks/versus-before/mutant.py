"""An inference engine with a fault, for `--engines 'worker:NAME=python3 mutant.py FAULT RANDLOG'`.

It answers by an executable of randlog, and does one thing wrong. FAULT is one of:

dropped    the last clause is lost if there are more than six
recursion  answers are turned around where a clause calls its own head's predicate beside a negation
anonymous  a crash is reported where a clause with a negation has a `_`
"""

import json
import re
import subprocess
import sys
import tempfile


def is_clause(line):
    return line.strip() and not line.startswith(("%", ":-", "query(", "evidence("))


def is_recursive(clause):
    head, _, body = clause.partition(":-")
    name = re.search(r"(?:::)?\s*([a-z]\w*)", head)
    return bool(name and re.search(rf"\b{name[1]}\b", body))


def answer(randlog, path):
    command = [randlog, "infer", "--format", "json", "--timeout", "20", path]
    said = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    if "answers" in said:
        return {"answers": [{"atom": it["atom"], "probability": it["probability"]} for it in said["answers"]]}
    return {"error": {"kind": said["error"]["kind"], "message": said["error"]["message"]}}


def faulty_answer(fault, randlog, path):
    with open(path) as file:
        lines = file.read().split("\n")
    clauses = [number for number, line in enumerate(lines) if is_clause(line)]
    if fault == "dropped" and len(clauses) > 6:
        del lines[clauses[-1]]
        with tempfile.NamedTemporaryFile("w", suffix=".pl") as other:
            other.write("\n".join(lines))
            other.flush()
            return answer(randlog, other.name)
    if fault == "anonymous" and any("\\+" in lines[it] and re.search(r"\b_\b", lines[it]) for it in clauses):
        return {"error": {"kind": "crash", "message": "IndexError: no such variable"}}
    said = answer(randlog, path)
    if fault == "recursion" and any("\\+" in lines[it] and is_recursive(lines[it]) for it in clauses):
        for it in said.get("answers", []):
            it["probability"] = 1 - it["probability"]
    return said


if __name__ == "__main__":
    for line in sys.stdin:
        name = line.rstrip("\n")
        print(json.dumps({"file": name, **faulty_answer(sys.argv[1], sys.argv[2], name)}), flush=True)
