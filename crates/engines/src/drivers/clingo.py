"""Sum the weights of all stable models of programs, and print one JSON object for each.

Usage: clingo.py [FILE]

A file is JSON with
  program   the rules: `choice(C, V, I)` is true if alternative I was chosen for the ground instance V
            of clause C, `open(C, V)` if there was a choice, `answer(Q, V)` if V is an answer of query Q
  weights   for each clause, the weights of its alternatives, then that of choosing none: fractions
  queries   for each query, the name of its predicate, and itself if it is ground
  limit     the most models to look at
"""

from fractions import Fraction


def weight(model, weights):
    chosen = {}
    instances = []
    for symbol in model.symbols(atoms=True):
        if symbol.name == "choice":
            clause, instance, alternative = symbol.arguments
            chosen[clause.number, instance] = alternative.number
        elif symbol.name == "open":
            clause, instance = symbol.arguments
            instances.append((clause.number, instance))
    product = Fraction(1)
    for clause, instance in instances:
        product *= weights[clause][chosen.get((clause, instance), -1)]
    return product


def answered(model, queries):
    """The answers that a model has: each once, though it may be one to several queries."""
    found = {}
    for symbol in model.symbols(atoms=True):
        if symbol.name == "answer":
            query, instance = symbol.arguments
            name, ground = queries[query.number]
            terms = ", ".join(str(term) for term in instance.arguments)
            found[ground or ("%s(%s)" % (name, terms) if terms else name)] = True
    return found


def run(task):
    import clingo

    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], task["program"])
    timed("ground_us", lambda: control.ground([("base", [])]))
    weights = [[Fraction(w) for w in alternatives] for alternatives in task["weights"]]
    sums = {atom: Fraction(0) for _, atom in task["queries"] if atom is not None}
    total = Fraction(0)
    count = 0

    def visit(model):
        nonlocal total, count
        count += 1
        if count > task["limit"]:
            return False
        share = weight(model, weights)
        total += share
        for atom in answered(model, task["queries"]):
            sums[atom] = sums.get(atom, Fraction(0)) + share
        return True

    timed("evaluate_us", lambda: control.solve(on_model=visit))
    if count > task["limit"]:
        return {"error": {"kind": "untranslated", "message": "over %d models" % task["limit"]}}
    if total == 0:
        return {"error": {"kind": "inconsistent-evidence", "message": "no model"}}
    return {"answers": [{"atom": a, "probability": float(s / total)} for a, s in sums.items()]}


def answers(path):
    with open(path) as file:
        return run(timed("load_us", lambda: json.load(file)))


serve(sys.argv[1:], answers)
