"""Which predicates does ProbLog not let a program define? One a line."""

import re

from problog.engine import DefaultEngine
from problog.errors import ProbLogError
from problog.program import PrologString


def is_refused(name, arity):
    arguments = ",".join("a" * arity)
    head = f"{name}({arguments})" if arity else name
    try:
        DefaultEngine().prepare(PrologString(f"{head}.\nx :- {head}.\n"))
    except ProbLogError:
        return True
    return False


signatures = (signature.rsplit("/", 1) for signature in DefaultEngine().get_builtins())
# Other names need quotes, and no spec has them.
known = sorted({(name, int(arity)) for name, arity in signatures if re.fullmatch("[a-z][A-Za-z0-9_]*", name)})
for name, arity in known:
    if is_refused(name, arity):
        print(f"{name}/{arity}")
