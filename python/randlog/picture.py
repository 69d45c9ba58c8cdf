"""Programs for notebooks: the dependency graph as a picture, and the source in colours."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .program import Program

__all__ = ["graph", "source", "page"]

#: A picture of more predicates shows nothing.
_MOST = 60

_HEIGHT, _GAP, _ROW, _MARGIN = 30, 54, 92, 26
_POSITIVE, _NEGATIVE = "#3b6ea5", "#c0392b"

Edge = tuple[str, str, bool]
Place = tuple[float, float]


def graph(program: Program) -> str:
    """The dependency graph as SVG: who is used stands below who uses it, and negative edges are dashed."""
    predicates, edges = program._program.graph()
    if len(predicates) > _MOST:
        return _svg(360, 40, [f'<text x="20" y="25">{len(predicates)} predicates: too many to draw</text>'])
    places, width, height = _places(predicates, edges)
    both = {(start, end) for start, end, _ in edges}
    parts = [_line(places, edge, (edge[1], edge[0]) in both) for edge in edges]
    parts += [_box(name, places[name]) for name in predicates]
    return _svg(width, height, parts)


def _svg(width: float, height: float, parts: list[str]) -> str:
    def marker(name: str, colour: str) -> str:
        return (
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
            f'orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{colour}"/></marker>'
        )

    markers = marker("randlog-positive", _POSITIVE) + marker("randlog-negative", _NEGATIVE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="13">'
        f"<defs>{markers}</defs>{''.join(parts)}</svg>"
    )


def _width(name: str) -> float:
    return 22 + 7.8 * len(name)


def _levels(predicates: list[str], edges: list[Edge]) -> dict[str, int]:
    """How far up each predicate stands: above whatever it uses, unless they use each other."""
    reach = {name: {name} for name in predicates}
    for _ in predicates:
        for start, end, _negative in edges:
            reach[start] |= reach[end]
    levels = dict.fromkeys(predicates, 0)
    for _ in predicates:
        for start, end, _negative in edges:
            if start not in reach[end]:
                levels[end] = max(levels[end], levels[start] + 1)
            else:
                levels[end] = levels[start] = max(levels[start], levels[end])
    return levels


def _places(predicates: list[str], edges: list[Edge]) -> tuple[dict[str, Place], float, float]:
    """The middle of each box, and the size of the picture."""
    levels = _levels(predicates, edges)
    rows: dict[int, list[str]] = {}
    for name in predicates:
        rows.setdefault(levels[name], []).append(name)
    widths = {level: sum(map(_width, row)) + _GAP * (len(row) - 1) for level, row in rows.items()}
    width = max(widths.values(), default=0) + 2 * _MARGIN + 30
    top = max(rows, default=0)
    places = {}
    for level, row in rows.items():
        x = (width - 30 - widths[level]) / 2
        for name in row:
            places[name] = (x + _width(name) / 2, _MARGIN + _HEIGHT / 2 + (top - level) * _ROW)
            x += _width(name) + _GAP
    return places, width, 2 * _MARGIN + _HEIGHT + top * _ROW


def _box(name: str, place: Place) -> str:
    x, y = place
    width = _width(name)
    return (
        f'<rect x="{x - width / 2:.1f}" y="{y - _HEIGHT / 2:.1f}" width="{width:.1f}" height="{_HEIGHT}" rx="8" '
        f'fill="#f4f6f8" stroke="#55606b"/><text x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle" '
        f'fill="#1c2329">{escape(name)}</text>'
    )


def _line(places: dict[str, Place], edge: Edge, is_mutual: bool) -> str:
    start, end, negative = edge
    (x1, y1), (x2, y2) = places[start], places[end]
    if start == end:
        # Around the upper right corner, where no other edge is.
        right, top = x1 + _width(start) / 2, y1 - _HEIGHT / 2
        path = f"M{right:.1f},{top + 9:.1f} C{right + 26:.1f},{top + 3:.1f} {right - 3:.1f},{top - 26:.1f} {right - 11:.1f},{top:.1f}"
    else:
        (x1, y1), (x2, y2) = _border(start, (x1, y1), (x2, y2)), _border(end, (x2, y2), (x1, y1))
        # Edges both ways, along a row, or past a row must not lie upon each other or upon boxes.
        bend = 0.3 if y1 == y2 or abs(y1 - y2) > _ROW else 0.15 if is_mutual else 0.0
        middle_x, middle_y = (x1 + x2) / 2 + bend * (y2 - y1), (y1 + y2) / 2 - bend * (x2 - x1)
        path = f"M{x1:.1f},{y1:.1f} Q{middle_x:.1f},{middle_y:.1f} {x2:.1f},{y2:.1f}"
    name, colour = ("negative", _NEGATIVE) if negative else ("positive", _POSITIVE)
    dashes = ' stroke-dasharray="5 4"' if negative else ""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes} '
        f'marker-end="url(#randlog-{name})"/>'
    )


def _border(name: str, place: Place, toward: Place) -> Place:
    """Where a line from the middle of a box leaves it."""
    (x, y), (dx, dy) = place, (toward[0] - place[0], toward[1] - place[1])
    half_width, half_height = _width(name) / 2, _HEIGHT / 2
    scale = min(half_width / abs(dx) if dx else 1e9, half_height / abs(dy) if dy else 1e9)
    return x + dx * scale, y + dy * scale


_TOKENS = re.compile(
    # What is quoted comes first: it may hold all the others.
    r"(?P<quoted>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<comment>%[^\n]*)"
    r"|(?P<probability>[0-9][0-9.eE/+-]*(?=::))"
    r"|(?P<number>\b[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\b)"
    r"|(?P<variable>\b[A-Z_]\w*)"
    r"|(?P<keyword>\b(?:query|evidence|true|fail)\b)"
    r"|(?P<negation>\\\+)"
    r"|(?P<name>\b[a-z]\w*)"
)

_COLOURS = {
    "comment": "#6b7680",
    "probability": "#8e44ad",
    "number": "#8e44ad",
    "variable": "#b9770e",
    "quoted": "#1e8449",
    "keyword": "#7f8c8d",
    "negation": _NEGATIVE,
    "name": _POSITIVE,
}


def source(text: str) -> str:
    """A program's text in colours, as HTML."""
    parts, end = [], 0
    for token in _TOKENS.finditer(text):
        parts.append(escape(text[end : token.start()]))
        colour = _COLOURS[token.lastgroup or "name"]
        parts.append(f'<span style="color:{colour}">{escape(token.group())}</span>')
        end = token.end()
    parts.append(escape(text[end:]))
    return f'<pre style="margin:0;line-height:1.35">{"".join(parts)}</pre>'


def page(program: Program) -> str:
    """The source in colours, with the dependency graph beside it."""
    return (
        '<div style="display:flex;gap:32px;align-items:flex-start;flex-wrap:wrap">'
        f"<div>{source(str(program))}</div><div>{graph(program)}</div></div>"
    )
