"""Solves a program with ProbLog's `sdd`; prints the answers and the nodes of their diagrams."""

import json
import sys

from problog import get_evaluatable
from problog.engine import DefaultEngine
from problog.program import PrologFile


def main(file):
    engine = DefaultEngine()
    ground = engine.ground_all(engine.prepare(PrologFile(file)))
    compiled = get_evaluatable("sdd").create_from(ground)
    answers = {str(atom): float(probability) for atom, probability in compiled.evaluate().items()}
    roots = [compiled.get_inode(node) for _, node in compiled.queries()]
    nodes = sum(root.count() for root in roots)
    elements = sum(root.size() for root in roots)
    print(json.dumps({"answers": answers, "nodes": nodes, "elements": elements}))


if __name__ == "__main__":
    main(sys.argv[1])
