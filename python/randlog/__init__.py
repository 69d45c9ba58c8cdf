"""Random logic programs, made to order.

>>> import randlog
>>> spec = randlog.Spec(predicates=["p/1", "q/2"], variables=2, constants=["a"], max_nodes=3, max_clauses=3)
>>> spec.count()
584678942
>>> program = spec.sample(seed=7)[0]
>>> program in spec
True

A `Spec` says which programs are wanted; a `Program` is one of them. `instance` adds facts and a query, `infer` answers
it, `compare` asks several engines, and a `Dataset` is made of such questions. `fuzz` looks for faults of engines, and `reduce`
shows them by a few lines.
"""

from ._randlog import __version__
from .comparing import Engine, NoAnswer, compare, engines, install_engines
from .dataset import Dataset, Item
from .describing import Description, Disagreement, Verification, describe, verify
from .errors import (
    EmptySpaceError,
    EngineError,
    FaultError,
    InferenceError,
    Interrupted,
    LanguageError,
    OutOfTime,
    ParseError,
    RandlogError,
    RangeError,
    SettingError,
    SpaceError,
    SpecError,
)
from .faults import Finding, Reduction, fuzz, reduce
from .inference import Answers, Derivative, gradients, infer, infer_many, instance, instances
from .program import Program
from .sampling import Samples
from .spec import Estimate, Spec, Violation
from .syntax import (
    And,
    Atom,
    Clause,
    Compound,
    Constant,
    Evidence,
    Head,
    List,
    Not,
    Number,
    Or,
    Text,
    Truth,
    Variable,
)

__all__ = [
    "And",
    "Answers",
    "Atom",
    "Clause",
    "Compound",
    "Constant",
    "Dataset",
    "Derivative",
    "Description",
    "Disagreement",
    "EmptySpaceError",
    "Engine",
    "EngineError",
    "Estimate",
    "Evidence",
    "FaultError",
    "Finding",
    "Head",
    "InferenceError",
    "Interrupted",
    "Item",
    "LanguageError",
    "List",
    "NoAnswer",
    "Not",
    "Number",
    "Or",
    "OutOfTime",
    "ParseError",
    "Program",
    "RandlogError",
    "RangeError",
    "Reduction",
    "Samples",
    "SettingError",
    "SpaceError",
    "Spec",
    "SpecError",
    "Text",
    "Truth",
    "Variable",
    "Verification",
    "Violation",
    "__version__",
    "compare",
    "describe",
    "engines",
    "fuzz",
    "gradients",
    "infer",
    "infer_many",
    "install_engines",
    "instance",
    "instances",
    "reduce",
    "verify",
]
