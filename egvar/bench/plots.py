"""Bars as SVG, without any library: shares with their intervals.

May import: the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

COLOURS = ("#0a7d33", "#b3261e", "#8a6d00", "#777777", "#1f5fa8", "#7b3fa0")
LEFT, WIDTH, BAR, GAP, TOP = 300, 460, 20, 12, 48


@dataclass(frozen=True)
class Part:
    """One part of a bar: its name, its percentage, and its interval; None for what was not run."""

    name: str
    percent: float | None
    interval: tuple[float, float] | None = None


def bars(title: str, rows: list[tuple[str, list[Part]]], legend: bool = False) -> str:
    """One bar a row; its parts are stacked. A row without percentages says "not run". A single part has a whisker."""
    names = list(dict.fromkeys(p.name for _, parts in rows for p in parts)) if legend else []
    height = TOP + len(rows) * (BAR + GAP) + 30 + (22 if legend else 0)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 120} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title)}">',
        f'<rect width="100%" height="100%" fill="#ffffff"/><text x="10" y="24" font-size="16">{escape(title)}</text>',
    ]
    foot = TOP + len(rows) * (BAR + GAP)
    for percent in range(0, 101, 20):
        x = LEFT + WIDTH * percent / 100
        out.append(f'<line x1="{x:g}" x2="{x:g}" y1="{TOP - 6}" y2="{foot}" stroke="#dddddd"/>')
        out.append(f'<text x="{x:g}" y="{foot + 16}" text-anchor="middle" fill="#555555">{percent} %</text>')
    for i, (label, parts) in enumerate(rows):
        out += _row(TOP + i * (BAR + GAP), label, parts, names)
    for k, name in enumerate(names):
        x = 10 + k * 150
        out.append(f'<rect x="{x}" y="{foot + 28}" width="12" height="12" fill="{_colour(k)}"/>')
        out.append(f'<text x="{x + 17}" y="{foot + 39}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


def _row(y: float, label: str, parts: list[Part], names: list[str]) -> list[str]:
    middle = y + BAR / 2
    out = [f'<text x="{LEFT - 8}" y="{middle + 5:g}" text-anchor="end">{escape(label)}</text>']
    if all(p.percent is None for p in parts):
        return [*out, f'<text x="{LEFT + 6}" y="{middle + 5:g}" fill="#777777">not run</text>']
    x = float(LEFT)
    for p in parts:
        wide = WIDTH * (p.percent or 0) / 100
        colour = _colour(names.index(p.name)) if names else COLOURS[4]
        shown = f"{p.name}: {p.percent:g} %"
        out.append(f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{BAR}" fill="{colour}">')
        out.append(f"<title>{escape(shown)}</title></rect>")
        x += wide
    if len(parts) == 1 and parts[0].interval is not None:
        low, high = (LEFT + WIDTH * v / 100 for v in parts[0].interval)
        out.append(
            f'<path d="M{low:g} {middle:g}H{high:g}M{low:g} {y + 4:g}v12M{high:g} {y + 4:g}v12" stroke="#000000"/>'
        )
        out.append(f'<text x="{LEFT + WIDTH + 10}" y="{middle + 5:g}">{parts[0].percent:g} %</text>')
    return out
