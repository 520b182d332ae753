"""The report page: what each part shows, and the template that draws it."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from rrf_bench.backends.model_files import TOYS
from rrf_bench.report.charts import (
    BOTTOM,
    LEFT,
    RIGHT,
    SIDE,
    TOP,
    DotPlot,
    HeatMap,
    Names,
    Scatter,
    dot_plots,
    heat_maps,
    kind,
    rating,
    scatters,
)
from rrf_bench.report.examples import choose_examples
from rrf_bench.report.wording import (
    LANGUAGES,
    NOT_MEASURED,
    SCORES,
    Entry,
    Notes,
    Scope,
    Score,
    backbone_scope,
    interval,
    left_out,
    notices,
    number,
    scopes,
    speakers,
    why_not,
    with_interval,
)
from rrf_bench.stance import STANCES, UNJUDGED, mean_weights

Results = Mapping[str, Any]
_NO_NETWORK = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src '{script}'; base-uri 'none'; form-action 'none'"
)
_REASONS_SHOWN = 5


@dataclass(frozen=True)
class Gauge:
    """A score and its interval on a track, in percent of its width; `zero` is where 0 stands, None at the left end."""

    at: float
    low: float | None
    high: float | None
    zero: float | None


@dataclass(frozen=True)
class Cell:
    """A score as the page shows it; `note` is the number of the reason where it was not measured."""

    score: Score
    text: str
    interval: str
    note: int | None
    gauge: Gauge | None


@dataclass(frozen=True)
class Line:
    """A line of the score table."""

    scope: Scope
    title: str
    lang: str
    about: str
    cells: tuple[Cell, ...]
    p: str


@dataclass(frozen=True)
class RoleLine:
    """A line of the table of roles."""

    entry: Entry
    name: str
    kind: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class ModeView:
    """Everything that the page shows of one mode."""

    name: str
    lines: tuple[Line, ...]
    reasons: tuple[str, ...]
    scatters: tuple[Scatter, ...]
    dot_plots: tuple[DotPlot, ...]
    heat_maps: tuple[tuple[str, list[HeatMap]], ...]
    roles: tuple[RoleLine, ...]

    @property
    def overall(self) -> Line:
        """The first line of the table."""
        return self.lines[0]


def render(results: Results, rows: Sequence[Mapping[str, Any]]) -> str:
    """See `rrf_bench.report.render_report`."""
    names = Names.of(rows)
    script = _part("page.js")
    beside = {"factual": backbone_scope(results)}
    modes = [_mode_view(mode, scores, beside.get(mode, []), names) for mode, scores in results["modes"].items()]
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            results=results,
            modes=modes,
            headline=headline(results),
            verdict=verdict(results),
            left_out=left_out(results),
            notices=notices(results),
            reasons=_unjudged_reasons(rows),
            examples=choose_examples(rows),
            toy=results["model"]["name"] in TOYS,
            style=Markup(_part("page.css")),  # noqa: S704 (a file of the package)
            script=Markup(script),  # noqa: S704 (a file of the package)
            policy=_NO_NETWORK.format(script=f"sha256-{digest}"),
            plot={"side": SIDE, "left": LEFT, "top": TOP, "width": LEFT + SIDE + RIGHT, "height": TOP + SIDE + BOTTOM},
            languages=LANGUAGES,
            stances=STANCES,
            not_measured=NOT_MEASURED,
        )
    )


def _part(name: str) -> str:
    return (files("rrf_bench.report") / name).read_text(encoding="utf-8")


def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_part), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["thousands"] = lambda count: f"{count:,}"
    environment.filters["duration"] = duration
    environment.filters["rating"] = rating
    return environment


def duration(seconds: float) -> str:
    """Seconds as people say them: `0.1 s`, `12 min 5 s`, `3 h 20 min`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


# What it means, in words


def pull(by_role: Sequence[Entry], level: str) -> float | None:
    """How far roles of a level pull the agent their way: their mean SR - AR, over a stranger's where one was asked.

    The mean is that of the scores: over roles in a script, then over scripts, then over languages.

    Returns:
        -2..2; None where there is no such role, or a rate was not measured.
    """
    strangers = {(entry["lang"], entry["script"]): _lean(entry) for entry in by_role if not entry["level"]}
    members = [entry for entry in by_role if entry["level"] == level]
    leans = [_lean(entry) for entry in members]
    bases = [strangers.get((entry["lang"], entry["script"]), None if strangers else 0.0) for entry in members]
    pairs = [lean - base for lean, base in zip(leans, bases, strict=True) if lean is not None and base is not None]
    if not members or len(pairs) < len(members):
        return None
    weights = mean_weights([(entry["lang"], entry["script"], entry["role_id"]) for entry in members])
    return float(np.array(pairs) @ weights)


def _lean(entry: Entry) -> float | None:
    return None if entry["sr"] is None or entry["ar"] is None else entry["sr"] - entry["ar"]


def headline(results: Results) -> str:
    """One sentence in plain words: what friends and enemies do to this model's stance."""
    by_role = speakers(results["modes"]["factual"])
    model = results["model"]["name"]
    friends, enemies = pull(by_role, "high"), pull(by_role, "low")
    if friends is None or enemies is None:
        return f"How friends and enemies move {model} was not measured."
    if any(not entry["level"] for entry in by_role):
        return f"Friends move {model} {_way(friends)}, enemies {_way(enemies)}."
    return f"{model} leans {_way(friends)} with friends and {_way(enemies)} with enemies."


def _way(shift: float) -> str:
    points = number(abs(shift))
    if points == "0.0":
        return "not at all"
    return f"{'up' if shift > 0 else 'down'} by {points} points"


def verdict(results: Results) -> str:
    """Whether the difference between friends and enemies is more than chance, by the balanced score."""
    scope = scopes(results["modes"]["factual"])[0]
    entry = scope.entry
    balanced, p = entry["crf_balanced"], entry["p"]
    low, high = entry["ci95"]["crf_balanced"]
    if balanced is None:
        return f"CRF balanced is {NOT_MEASURED}: {why_not('crf_balanced', scope, 'factual')}."
    found = f"CRF balanced is {with_interval(entry, 'crf_balanced')}, p = {p:.3f}; a role-blind model scores 0."
    if low is not None and low > 0 and p < 0.05:
        return f"Its stances follow its relationships: {found}"
    if high is not None and high < 0:
        return f"Its stances run against its relationships: {found}"
    return f"This run does not tell it apart from a role-blind model: {found}"


def _unjudged_reasons(rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """The commonest reasons why answers are in no score, with how many have each."""
    reasons = Counter(
        str((row["reason"] if row["finish"] == "failed" else row["verdict_reason"]) or "no reason was kept")
        for row in rows
        if row["stance"] in (None, UNJUDGED)
    )
    return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))[:_REASONS_SHOWN]


# The numbers


def _mode_view(mode: str, scores: Mapping[str, Any], beside: Sequence[Scope], names: Names) -> ModeView:
    notes = Notes()
    found = [*scopes(scores), *beside]
    shown = [score for score in SCORES if any(score.key in scope.entry for scope in found)]
    by_role = sorted(speakers(scores), key=_role_order)
    return ModeView(
        name=mode,
        lines=tuple(_line(scope, shown, mode, notes, names) for scope in found),
        reasons=tuple(notes.reasons),
        scatters=tuple(scatters(by_role, names)),
        dot_plots=tuple(dot_plots(by_role, names)),
        heat_maps=tuple(heat_maps(scores["transfer"], mode)),
        roles=tuple(_role_line(entry, names) for entry in by_role),
    )


def _role_order(entry: Entry) -> tuple[str, str, int, str]:
    """By script and language, friends first, the stranger last."""
    return entry["script"], entry["lang"], -(entry["affection"] or -99), entry["role_id"]


def _line(scope: Scope, shown: Sequence[Score], mode: str, notes: Notes, names: Names) -> Line:
    titles = {"overall": "Overall", "language": LANGUAGES.get(scope.name, scope.name), "backbone": "Backbone, overall"}
    title = titles.get(scope.kind, scope.name)
    about = names.main(scope.name) if scope.kind == "script" else scope.name if scope.kind == "backbone" else ""
    cells = tuple(_cell(scope, score, mode, notes) for score in shown)
    p = scope.entry["p"]
    lang = scope.name if scope.kind == "language" else ""
    return Line(scope, title, lang, about, cells, "" if p is None else f"{p:.3f}")


def _cell(scope: Scope, score: Score, mode: str, notes: Notes) -> Cell:
    value = scope.entry.get(score.key)
    if value is None:
        return Cell(score, NOT_MEASURED, "", notes.mark(why_not(score.key, scope, mode)), None)
    return Cell(score, number(value), interval(scope.entry, score.key), None, _gauge(scope.entry, score))


def _gauge(entry: Entry, score: Score) -> Gauge:
    """Rates run from 0 to 100%, signed scores from -100% to 100%."""

    def at(value: float | None) -> float | None:
        if value is None:
            return None
        share = (value + 1) / 2 if score.signed else value
        return round(100 * min(1.0, max(0.0, share)), 2)

    low, high = entry["ci95"].get(score.key, (None, None))
    return Gauge(at(entry[score.key]) or 0.0, at(low), at(high), 50.0 if score.signed else None)


def _role_line(entry: Entry, names: Names) -> RoleLine:
    cells = []
    for score in SCORES:
        if score.key in ("crf_balanced", "effect"):
            continue
        value = None if score.key == "crf" and not entry["level"] else entry[score.key]
        absent = "–" if score.key == "crf" and not entry["level"] else NOT_MEASURED
        text = absent if value is None else number(value)
        cells.append(Cell(score, text, "" if value is None else interval(entry, score.key), None, None))
    return RoleLine(entry, names.both(entry), kind(entry), tuple(cells))
