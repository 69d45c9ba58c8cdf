"""The reference of the Python package as Markdown, from its source: `reference.py DIRECTORY`. Nothing is imported, so the package need
not be built."""

import ast
import sys
import textwrap
from pathlib import Path

INTRODUCTION = """# Python reference

Every public name of the package `randlog`, from its source. [python.md](python.md) is the tour.
"""


def signature(node):
    """As one would write the call, wrapped if it is long."""
    arguments = ast.unparse(node.args)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{node.name}({arguments}){returns}"
    if len(line) <= 88:
        return line
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(arguments):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(arguments[start : at + 1].strip())
            start = at + 1
    parts.append(arguments[start:].strip() + ",")
    return "\n".join([f"{node.name}(", *[f"    {part}" for part in parts], f"){returns}"])


def documented(node):
    return prose(ast.get_docstring(node) or "")


def prose(text):
    """Text with its examples as blocks."""
    blocks = []
    for block in textwrap.dedent(text).split("\n\n"):
        blocks.append(f"```python\n{block}\n```" if block.lstrip().startswith(">>>") else block)
    return "\n\n".join(blocks)


def is_public(name):
    return not name.startswith("_")


def class_of(node):
    bases = [ast.unparse(base) for base in node.bases]
    lines = [f"## {node.name}", ""]
    constructor = next((it for it in node.body if isinstance(it, ast.FunctionDef) and it.name == "__init__"), None)
    if constructor:
        constructor.args.args.pop(0)
        constructor.returns = None
        lines += ["```python", signature(constructor).replace("__init__", node.name, 1), "```", ""]
    elif bases:
        lines += [f"`class {node.name}({', '.join(bases)})`", ""]
    lines += [documented(node), ""]
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name) and is_public(member.target.id):
            lines += [f"- `{member.target.id}: {ast.unparse(member.annotation)}`"]
    lines.append("")
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and is_public(member.name):
            decorators = [ast.unparse(it) for it in member.decorator_list]
            if any(it.endswith("overload") for it in decorators):
                continue
            title = member.name if "property" in "".join(decorators) else f"{member.name}()"
            lines += [f"### {node.name}.{title}", ""]
            if title.endswith("()"):
                if member.args.args and "staticmethod" not in decorators:
                    member.args.args.pop(0)
                lines += ["```python", signature(member), "```", ""]
            elif member.returns:
                lines += [f"`{ast.unparse(member.returns)}`", ""]
            lines += [documented(member), ""]
    return lines


def main():
    package = Path(sys.argv[1])
    nodes = {}
    for file in sorted(package.glob("*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and file.name != "__init__.py":
                is_overload = isinstance(node, ast.FunctionDef) and any("overload" in ast.unparse(it) for it in node.decorator_list)
                if not is_overload:
                    nodes.setdefault(node.name, node)
    public = ast.parse((package / "__init__.py").read_text())
    names = next(
        ast.literal_eval(node.value)
        for node in public.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    lines = [INTRODUCTION, prose(ast.get_docstring(public)), ""]
    for name in sorted(names, key=lambda name: (not name[0].islower(), name)):
        node = nodes.get(name)
        if isinstance(node, ast.ClassDef):
            lines += class_of(node)
        elif node is not None:
            lines += [f"## {name}()", "", "```python", signature(node), "```", "", documented(node), ""]
    missing = [name for name in names if name not in nodes and is_public(name)]
    if missing:
        sys.exit(f"no definition is found of {', '.join(missing)}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
