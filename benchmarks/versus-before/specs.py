"""Random specs: every key of docs/spec.md, in random combinations, small enough that all commands end in milliseconds."""

import json

KEYS = {
    "probabilities": lambda draw, names: draw.choice([[0.1, 0.5, 1], ["1/3", "2/3"], [0.25], [1, 1, 0.7]]),
    "cycles": lambda draw, names: draw.choice(["any", "stratified", "acyclic"]),
    "bodies": lambda draw, names: draw.choice(["formula", "conjunction"]),
    "empty_bodies": lambda draw, names: draw.random() < 0.3,
    "safe": lambda draw, names: draw.random() < 0.7,
    "independent": lambda draw, names: [draw.sample(names, 2)],
    "required": lambda draw, names: {draw.choice(["and", "or"]): draw.sample(names, 2)},
    "weights": lambda draw, names: {
        **some(draw, ["negation", "conjunction", "disjunction", "variable", "constant", "clause", "node", "empty_body"], [0.2, 3, "1/2"]),
        **shares(draw, names, [0.5, 4]),
    },
    "averages": lambda draw, names: draw.choice(
        [{"clauses": len(names) + 0.5}, {"nodes": 1.2}, {"negations": 0.2, "nodes": 1.3}, {"body": {names[0]: 0.4}}, {"empty_bodies": 0.3}]
    ),
}
# A rule of two predicates needs two. Fitted weights take longest to find.
OFTEN = {"independent": 0.25, "required": 0.25, "weights": 0.3, "averages": 0.1}


def some(draw, keys, values):
    return {key: draw.choice(values) for key in keys if draw.random() < 0.3}


def shares(draw, names, values):
    return {part: {draw.choice(names): draw.choice(values)} for part in ["body", "head"] if draw.random() < 0.3}


def spec(draw):
    """A spec as the text of a TOML file. Most are valid; the command line tells."""
    arities = [draw.choice([0, 1, 1, 2]) for _ in range(draw.choice([1, 2, 2, 3]))]
    names = ["p", "q", "likes"][: len(arities)]
    predicates = [f"{name}/{arity}" for name, arity in zip(names, arities)]
    if len(names) == 2 and arities[0] != arities[1] and draw.random() < 0.1:
        predicates[1] = f"{names[0]}/{arities[1]}"
        names = predicates
    keys = {
        "predicates": predicates,
        "variables": draw.choice([0, 1, 2, 3, ["Who", "What"]]),
        "constants": draw.choice([0, 1, 2, ["ann", "bob"]]),
        "max_nodes": draw.randint(1, 4),
        "max_clauses": len(names) + draw.choice([0, 0, 1, 2]),
    }
    if any(arities) and not keys["variables"] and not keys["constants"]:
        keys["variables"] = 1
    for key, value in KEYS.items():
        if draw.random() < OFTEN.get(key, 0.5) and (len(names) > 1 or key not in ["independent", "required"]):
            keys[key] = value(draw, names)
    return "".join(f"{key} = {toml(value)}\n" for key, value in keys.items())


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value)
