"""Where everything in the charts stands: plain geometry, which the page's template draws.

Scatters are in units of an SVG view box; dot plots are in percent of the track's width, so that their text keeps its
size on any screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from rrf_bench.report.wording import LANGUAGES, NOT_MEASURED, Entry, number, percent, with_interval
from rrf_bench.stance import STANCES, outcome

SIDE, LEFT, TOP, RIGHT, BOTTOM = 350.0, 42.0, 8.0, 8.0, 40.0
_PAD = 12.0
_FONT = 12.0
_MARK = 5.5

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Names:
    """What roles and main characters are called, by language; taken from the answers.

    Attributes:
        roles: (script, role id) -> language -> name; the stranger has no entry.
        mains: script -> language -> name.
    """

    roles: Mapping[tuple[str, str], Mapping[str, str]]
    mains: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Names:
        """The names that the rows of a run hold."""
        roles: dict[tuple[str, str], dict[str, str]] = {}
        mains: dict[str, dict[str, str]] = {}
        for row in rows:
            mains.setdefault(row["script"], {"en": row["main_en"] or "", "zh": row["main_zh"] or ""})
            if row["role_id"]:
                both = {"en": row["role_en"] or "", "zh": row["role_zh"] or ""}
                roles.setdefault((row["script"], row["role_id"]), both)
        return cls(roles, mains)

    def role(self, entry: Entry, lang: str) -> str:
        """A role's name in a language, or in another where it has none there."""
        if not entry["role_id"]:
            return "stranger"
        return self.roles.get((entry["script"], entry["role_id"]), {}).get(lang) or str(entry["role"])

    def both(self, entry: Entry) -> str:
        """A role's names in every language it has."""
        known = self.roles.get((entry["script"], entry["role_id"]), {})
        return " ".join(dict.fromkeys(name for name in known.values() if name)) or self.role(entry, "en")

    def main(self, script: str) -> str:
        """A main character's names in every language it has."""
        return " ".join(dict.fromkeys(name for name in self.mains.get(script, {}).values() if name))


def kind(entry: Entry) -> str:
    """`high`, `low` or `stranger`: the colour and shape of a role's mark."""
    return entry["level"] or "stranger"


def rating(affection: int) -> str:
    """An affection with its sign."""
    return f"{affection:+d}".replace("-", "−")


def tip(entry: Entry, names: Names) -> str:
    """What is said of a role when it is pointed at."""
    affection = f"affection {rating(entry['affection'])} ({entry['level']})" if entry["level"] else "no relationship"
    shown = [("SR", "sr"), ("AR", "ar"), *([("CRF", "crf")] if entry["level"] else [])]
    lines = [
        f"{names.both(entry)} → {names.main(entry['script']) or entry['main']}",
        f"{entry['script']} · {LANGUAGES.get(entry['lang'], entry['lang'])} · {affection}",
        *[f"{title} {with_interval(entry, key)}" for title, key in shown],
        f"{entry['n']:,} answers" + (f", {entry['unjudged']:,} left out" if entry["unjudged"] else ""),
    ]
    return "\n".join(lines)


# SR against AR


@dataclass(frozen=True)
class Mark:
    """A role, or several at the very same place, in a scatter."""

    x: float
    y: float
    kind: str
    size: float
    tip: str
    label: str
    lean: float


@dataclass(frozen=True)
class Label:
    """A text beside its mark; `anchor` is as in SVG, `leader` the mark's place where a line must lead to it."""

    x: float
    y: float
    anchor: str
    text: str
    leader: tuple[float, float] | None = None


@dataclass(frozen=True)
class Scatter:
    """SR (upwards) against AR (to the right) in one language; both axes go from 0 to `top`."""

    lang: str
    top: float
    ticks: tuple[tuple[float, str], ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]
    missing: int


def scatters(by_role: Sequence[Entry], names: Names) -> list[Scatter]:
    """One scatter for each language, all on the same scale."""
    rates = [entry[key] for entry in by_role for key in ("sr", "ar") if entry[key] is not None]
    top = min(1.0, max(0.2, math.ceil(10 * max(rates, default=0.0) + 0.3) / 10))
    langs = sorted({entry["lang"] for entry in by_role})
    return [_scatter(lang, [e for e in by_role if e["lang"] == lang], top, names) for lang in langs]


def _scatter(lang: str, entries: Sequence[Entry], top: float, names: Names) -> Scatter:
    measured = [entry for entry in entries if entry["sr"] is not None and entry["ar"] is not None]
    places: dict[tuple[float, float], list[Entry]] = {}
    for entry in measured:
        place = _along(entry["ar"] / top), SIDE - _along(entry["sr"] / top)
        places.setdefault((round(LEFT + place[0], 1), round(TOP + place[1], 1)), []).append(entry)
    found = [mark for place, members in places.items() for mark in _marks(place, members, lang, names)]
    marks = tuple(sorted(found, key=lambda mark: (mark.kind == "stranger", -mark.size, mark.x, mark.y, mark.kind)))
    step = 0.1 if top <= 0.5 else 0.2
    ticks = tuple((_along(i * step / top), number(i * step).removesuffix(".0")) for i in range(int(top / step + 1.01)))
    return Scatter(lang, top, ticks, marks, tuple(place_labels(marks)), len(entries) - len(measured))


def _along(share: float) -> float:
    """Where a share of an axis stands; marks at its ends do not touch the frame."""
    return _PAD + (SIDE - 2 * _PAD) * share


def _marks(place: tuple[float, float], members: Sequence[Entry], lang: str, names: Names) -> Iterator[Mark]:
    """A mark for each kind of role at this very place; each tells of all who are there."""
    ordered = sorted(members, key=lambda entry: (entry["script"], entry["role_id"]))
    tips = [tip(entry, names) for entry in ordered]
    shown = "\n\n".join(tips[:4]) + (f"\n\nand {len(tips) - 4} more here" if len(tips) > 4 else "")
    for shape in ("stranger", "high", "low"):
        alike = [entry for entry in ordered if kind(entry) == shape]
        if alike:
            more = f" +{len(alike) - 1}" if len(alike) > 1 else ""
            label = "" if shape == "stranger" else names.role(alike[0], lang) + more
            size = round(min(2 * _MARK, _MARK * len(alike) ** 0.3), 1)
            yield Mark(*place, shape, size, shown, label, alike[0]["sr"] - alike[0]["ar"])


def text_width(text: str, font: float = _FONT) -> float:
    """About how wide a text is: Chinese characters are square, others a little over half of that."""
    return font * sum(1.0 if ord(c) > 0x2E7F else 0.56 for c in text)


def place_labels(marks: Sequence[Mark]) -> list[Label]:
    """Labels that touch no mark, no other label and no edge; the roles furthest from the middle are served first.

    A mark for which no place is free stays without a label: pointing at it tells who it is.
    """
    middle = fmean(mark.lean for mark in marks) if marks else 0.0
    taken = [(mark.x - mark.size, mark.y - mark.size, mark.x + mark.size, mark.y + mark.size) for mark in marks]
    labels = []
    for mark in sorted(marks, key=lambda mark: (-abs(mark.lean - middle), mark.x, mark.y, mark.label)):
        for label in _candidates(mark) if mark.label else ():
            box = _box(label)
            if _inside(box) and not any(_overlap(box, other) for other in taken):
                labels.append(label)
                taken.append(box)
                break
    return labels


def _candidates(mark: Mark) -> list[Label]:
    """Places for a mark's label, best first: at its side, over, under, askew, then further off with a leader."""
    gap = mark.size + 3
    over, under = mark.y - gap, mark.y + gap + 9
    near = [("middle", 0.0, over), ("middle", 0.0, under)]
    for dx, (up, down) in ((gap - 2, (over + 3, under - 2)), (gap + 4, (over - 9, under + 9))):
        near += [(anchor, sign * dx, y) for y in (up, down) for anchor, sign in (("start", 1), ("end", -1))]
    places = [("start", gap, mark.y + 4), ("end", -gap, mark.y + 4), *near]
    return [
        Label(round(mark.x + dx, 1), round(y, 1), anchor, mark.label, (mark.x, mark.y) if i >= 8 else None)
        for i, (anchor, dx, y) in enumerate(places)
    ]


def _box(label: Label) -> Box:
    width = text_width(label.text)
    left = label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    return left - 1, label.y - _FONT + 1, left + width + 1, label.y + 3


def _inside(box: Box) -> bool:
    return box[0] >= LEFT + 2 and box[2] <= LEFT + SIDE + RIGHT and box[1] >= 0 and box[3] <= TOP + SIDE - 2


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


# CRF by role


@dataclass(frozen=True)
class Dot:
    """A role's CRF in one language: its place and that of its interval, in percent of the track."""

    lang: str
    at: float | None
    low: float | None
    high: float | None
    tip: str


@dataclass(frozen=True)
class DotLine:
    """A role with a dot for each language."""

    name: str
    title: str
    kind: str
    value: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class DotPlot:
    """A script's roles, highest CRF first; `ticks` are (place in percent of the track, words)."""

    script: str
    main: str
    lines: tuple[DotLine, ...]
    ticks: tuple[tuple[float, str], ...]


def dot_plots(by_role: Sequence[Entry], names: Names) -> list[DotPlot]:
    """One plot for each script, all on the same scale."""
    related = [entry for entry in by_role if entry["level"]]
    low, high, step = _scale(related)
    ticks = tuple((_part(t * step, low, high), number(t * step).removesuffix(".0")) for t in _steps(low, high, step))
    plots = []
    for script in sorted({entry["script"] for entry in related}):
        roles: dict[str, list[Entry]] = {}
        for entry in related:
            if entry["script"] == script:
                roles.setdefault(entry["role_id"], []).append(entry)
        ordered = sorted(roles.values(), key=_rank)
        lines = tuple(_dot_line(members, names, low, high) for members in ordered)
        plots.append(DotPlot(script, names.main(script), lines, ticks))
    return plots


def _rank(members: Sequence[Entry]) -> tuple[float, str]:
    values = [entry["crf"] for entry in members if entry["crf"] is not None]
    return (-fmean(values) if values else math.inf), members[0]["role_id"]


def _scale(entries: Sequence[Entry]) -> tuple[float, float, float]:
    """Ends of the axis and the step between ticks: room for every interval, and 0 always on it."""
    ends = [end for entry in entries for end in (*entry["ci95"]["crf"], entry["crf"]) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    if high - low < 0.01:
        low, high = -0.1, 0.1
    step = next(step for step in (0.05, 0.1, 0.25, 0.5) if high - low <= 4 * step or step == 0.5)
    low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    return low, high, step


def _steps(low: float, high: float, step: float) -> range:
    return range(round(low / step), round(high / step) + 1)


def _part(value: float, low: float, high: float) -> float:
    return round(100 * (value - low) / (high - low), 2)


def _dot_line(members: Sequence[Entry], names: Names, low: float, high: float) -> DotLine:
    def at(value: float | None) -> float | None:
        return None if value is None else _part(value, low, high)

    dots = tuple(
        Dot(
            entry["lang"], at(entry["crf"]), at(entry["ci95"]["crf"][0]), at(entry["ci95"]["crf"][1]), tip(entry, names)
        )
        for entry in sorted(members, key=lambda entry: str(entry["lang"]))
    )
    values = ["–" if entry["crf"] is None else number(entry["crf"]) for entry in members]
    first = members[0]
    name = names.role(first, "en" if any(entry["lang"] == "en" for entry in members) else "zh")
    return DotLine(name, names.both(first), kind(first), " / ".join(values), dots)


# Stance transfer


@dataclass(frozen=True)
class HeatCell:
    """A share (or a difference of shares) of stances that moved from the row's to the column's.

    Attributes:
        text: In percent, or a dash where the stance stayed as expected and nothing is to be compared.
        kind: `sycophancy`, `adversary` or `none`.
        strength: 0..60, percent of the colour.
        against: The difference runs against the relationships.
    """

    text: str
    kind: str
    strength: int
    against: bool


@dataclass(frozen=True)
class HeatMap:
    """One stance-transfer table (the paper's Tables 5 and 8): rows expected, columns answered."""

    name: str
    rows: tuple[tuple[str, tuple[HeatCell, ...]], ...]


def heat_maps(transfer: Mapping[str, Any], mode: str) -> list[tuple[str, list[HeatMap]]]:
    """For each language its difference table, then those of high and of low affection."""
    differences = [
        abs(c)
        for lang in transfer
        if lang != "stances"
        for row in transfer[lang]["difference"]
        for c in row
        if c is not None
    ]
    strongest = max([0.05, *differences])
    scales = {"difference": strongest, "high": 1.0, "low": 1.0}
    return [
        (lang, [_heat_map(name, transfer[lang][name], mode, scale) for name, scale in scales.items()])
        for lang in transfer
        if lang != "stances"
    ]


def _heat_map(name: str, table: Sequence[Sequence[float | None]], mode: str, scale: float) -> HeatMap:
    titles = {"favor": "factual", "against": "ridiculous"} if mode == "factual" else {s: s for s in STANCES}
    rows = [
        (titles[expected], tuple(_heat_cell(name, expected, p, v, scale) for p, v in zip(STANCES, values, strict=True)))
        for expected, values in zip(STANCES, table, strict=True)
        if expected in titles
    ]
    return HeatMap(name, tuple(rows))


def _heat_cell(name: str, expected: str, predicted: str, value: float | None, scale: float) -> HeatCell:
    shift = outcome(expected, predicted)
    if value is None:
        stayed = name == "difference" and shift == "none"
        return HeatCell("–" if stayed else NOT_MEASURED, "none", 0, False)
    strength = 0 if shift == "none" else round(60 * min(1.0, abs(value) / scale))
    return HeatCell(percent(value), shift, strength, value < 0 and number(value) != "0.0")
