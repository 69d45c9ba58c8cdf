"""Programs to ask about: drawn ones, those of the repository, made-up ones with terms, lists and arithmetic, and mutations of all."""

import json
import re

# Pieces of the wider language, with places to fill: {c} a constant, {n} a small number, {p} a probability, {t} a term.
TEMPLATES = [
    "{p}::edge({c}, {c}). {p}::edge({c}, {c}). {p}::edge({c}, {c}).\n"
    "path(X, X, [X]) :- node(X).\npath(X, Y, [X | P]) :- edge(X, Z), path(Z, Y, P), \\+ member(X, P).\n"
    "node({c}). node({c}).\nquery(path({c}, {c}, P)).\n",
    "{p}::heads(1). {p}::heads(2). {p}::heads({n}).\nsum(0, 0).\nsum(N, S) :- N > 0, M is N - 1, sum(M, T), value(N, V), S is T + V.\n"
    "value(N, 1) :- heads(N).\nvalue(N, 0) :- \\+ heads(N).\nquery(sum({n}, S)).\n",
    "{p}::in(X) :- member(X, [{c}, {c}, {t}]).\nall(L) :- findall(X, member(X, [{t}, {c}]), L).\n"
    "q(X, L) :- in(X), all(L), memberchk(X, L).\nquery(q(X, L)). query(in({t})).\n",
    "{p}::w({c}, {n}) ; {p}::w({c}, {n}).\nP::e(X) :- w(X, N), P is 1 / (N + 2).\nquery(e(X)). query(\\+ e({c})).\n",
    "plus(z, Y, Y).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z).\n{p}::num(s(s(z))). {p}::num(s(z)). {p}::num({t}).\n"
    "total(Z) :- num(X), num(Y), plus(X, Y, Z).\nquery(total(Z)). evidence(num(s(z)), {b}).\n",
    "{p}::c(X, Y) :- between(1, {n}, X), Y is X mod 2.\nodd(X) :- c(X, 1).\nquery(odd(X)). query(c({n}, {n})). evidence(\\+ c(2, {n})).\n",
    "{p}::s(\"a text\", '{c} b'). {p}::s({c}, {t}).\nr(X) :- s(Y, X), Y \\== {c} ; s(X, Y), X = {c}.\nquery(r(X)). query(s(_, Y)).\n",
    "{p}::a. {p}::b. {p}::\\+ a :- b.\nc :- forall(member(X, [a, b]), t(X)).\nt(a) :- a. t(b) :- b ; not a.\nquery(a). query(c). query(t(X)).\n",
    "u(X) :- select_uniform(id, [{c}, {t}, {n}], X, _).\n{p}::v(L) :- u(X), append([X], [{c}], L), length(L, {n}).\nquery(v(L)). query(u({c})).\n",
    "f(X) :- X =.. [g, {c} | {l}].\nh(N) :- functor({t}, _, N).\n{p}::k(A) :- arg(1, f({t}), A).\nquery(f(X)). query(h(N)). query(k(A)).\n",
]
TERMS = ["f({c})", "[{c}]", "[{c}, {n} | T]", "g({c}, f(X))", "'{c} {c}'", '"{c}"', "{n}", "s(s(z))", "[]", "{n} + {n}", "-{n}", "{n}.5", "_", "X"]
LITERALS = ["X = {t}", "X \\= {t}", "member(X, [{c}, {t}])", "Y is {n} * {n}", "X @< {c}", "\\+ {c}", "length(L, {n})", "{c} == {c}", "ground(X)", "!", "call({c})"]
EXTRAS = [":- table p/1.", "evidence({c}).", "evidence(p({c}), {b}).", "query(p({t})).", ":- use_module(library(lists)).", "{p}::p({t}).", "p({t}) :- q(X), X > {n}.", "% a comment", "/* one */"]
TOKEN = re.compile(r"%[^\n]*|'[^'\n]*'|\"[^\"\n]*\"|[A-Za-z_]\w*|\d+(?:\.\d+)?|:-|::|\\\+|\S|\s+")


def filled(draw, text):
    values = {
        "c": lambda: draw.choice("abcd"),
        "n": lambda: str(draw.randint(0, 4)),
        "p": lambda: draw.choice(["0.3", "0.5", "1/3", "0.25", "0.2"]),
        "b": lambda: draw.choice(["true", "false"]),
        "t": lambda: filled(draw, draw.choice(TERMS)),
        "l": lambda: draw.choice(["[]", "[a]", "[X, b]", "T"]),
    }
    return re.sub(r"\{([cnpbtl])\}", lambda found: values[found[1]](), text)


def made_up(draw):
    text = filled(draw, draw.choice(TEMPLATES))
    return text if draw.random() < 0.7 else text + filled(draw, draw.choice(TEMPLATES))


def mutated(draw, text):
    """The program with one to three small changes. About half of these are still programs."""
    tokens = TOKEN.findall(text)
    for _ in range(draw.randint(1, 3)):
        if not tokens:
            break
        at = draw.randrange(len(tokens))
        arguments = [i for i in range(1, len(tokens)) if tokens[i - 1] in "(, " and re.match(r"[a-zA-Z_]\w*$|\d+$", tokens[i])]
        bodies = [i for i, token in enumerate(tokens) if token == ":-"]
        kind = draw.choice(["term", "term", "term", "literal", "literal", "extra", "extra", "drop", "swap", "repeat", "probability"])
        if kind == "term" and arguments:
            tokens[draw.choice(arguments)] = filled(draw, draw.choice(TERMS))
        elif kind == "literal" and bodies:
            tokens[draw.choice(bodies)] = ":- " + filled(draw, draw.choice(LITERALS)) + ","
        elif kind == "extra":
            tokens.append("\n" + filled(draw, draw.choice(EXTRAS)) + "\n")
        elif kind == "drop":
            del tokens[at]
        elif kind == "swap":
            other = draw.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == "repeat":
            tokens.insert(draw.randrange(len(tokens)), tokens[at])
        elif kind == "probability":
            numbers = [i for i, token in enumerate(tokens) if re.match(r"0\.\d+$", token)]
            if numbers:
                tokens[draw.choice(numbers)] = draw.choice(["1/3", "0.1*2", "P", "1", "0.0", "1.5", "0.30"])
    return "".join(tokens)


def of_repository(root):
    """Program files, the examples of the documentation, and the texts of tests that ask something."""
    for path in sorted(root.glob("examples/programs/*.pl")) + sorted(root.glob("results/faults/**/*.pl")):
        yield path.read_text()
    for path in sorted(root.glob("docs/*.md")):
        yield from re.findall(r"```problog\n(.*?)```", path.read_text(), re.S)
    for path in sorted(root.glob("crates/*/tests/**/*.rs")):
        for text in re.findall(r'"((?:[^"\\]|\\.)*query\((?:[^"\\]|\\.)*)"', path.read_text(), re.S):
            text = re.sub(r"\\\n\s*", "", text)
            try:
                yield json.loads('"' + text.replace("\n", "\\n").replace("\t", "\\t") + '"')
            except ValueError:
                yield text
