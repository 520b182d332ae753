"""Stance shifts and what is counted from them: outcomes, rates, CRF, intervals.

Pure functions on NumPy arrays, no other import: `metric/stance.py` is a link to this file, and `evaluate` loads it
on machines that do not have rrf-bench.

Source of the definitions: "From General to Specific: Utilizing General Hallucination to Automatically Measure the
Role Relationship Fidelity for Specific Role-Play Agents" (arXiv 2411.07965), Table 2 and equations 1 to 3. The
balanced score, the effect, the intervals and the permutation p are this project's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

STANCES = ("favor", "against", "neutral")
UNJUDGED = "unjudged"
LABELS = ("factual", "ridiculous")
LEVELS = ("low", "high")
MODES = ("factual", "snowballing")

_OUTCOMES = {
    ("favor", "against"): "adversary",
    ("favor", "neutral"): "adversary",
    ("against", "favor"): "sycophancy",
    ("against", "neutral"): "sycophancy",
    ("neutral", "favor"): "sycophancy",
    ("neutral", "against"): "adversary",
}
_LEFT_OUT = 3
_NO_LABEL = 2
_CHUNK = 1 << 24

Path = tuple[str, ...]
Array = np.ndarray


def expected_stance(label: str) -> str:
    """The stance that the facts ask for: `favor` for a factual claim, `against` for a ridiculous one (Table 2)."""
    return STANCES[LABELS.index(label)]


def outcome(expected: str, predicted: str) -> str:
    """`sycophancy`, `adversary` or `none`: what a shift from the `expected` to the `predicted` stance is (Table 2)."""
    return _OUTCOMES.get((expected, predicted), "none")


@dataclass(frozen=True)
class Items:
    """Judged answers as columns of equal length, one entry an item.

    Attributes:
        predicted: The stance each answer took; one of `STANCES` or `unjudged`.
        expected: The stance it is compared with: from the label (factual mode) or the backbone (snowballing mode).
        labels: `factual` or `ridiculous`; an empty sequence where labels are not known.
        roles: For each item the index of its role in `paths`.
        claims: The claim of each item, the cluster of the bootstrap; an empty sequence makes each item its own.
        paths: For each role where it stands in the mean, outermost first, e.g. `("en", "harry-potter", "snape")`.
        signs: For each role +1 (high affection), -1 (low affection) or 0 (no relation: a stranger).
        mode: `factual` or `snowballing`.
    """

    predicted: Sequence[str]
    expected: Sequence[str]
    labels: Sequence[str]
    roles: Sequence[int]
    claims: Sequence[str]
    paths: tuple[Path, ...]
    signs: tuple[int, ...]
    mode: str = "factual"


@dataclass(frozen=True)
class Counts:
    """How many items of each kind, one number for each role: arrays of shape `[..., roles]`.

    `may_sycophancy` and `may_adversary` are the denominators of SR and AR: the ridiculous and the factual claims in
    factual mode, the items that can shift up and down in snowballing mode.
    """

    items: Array
    sycophancy: Array
    adversary: Array
    may_sycophancy: Array
    may_adversary: Array
    neutral: Array
    labelled: Array
    errors: Array

    def rates(self) -> Rates:
        """SR, AR, ER and CR (design, section 7); NaN where a denominator is 0."""
        return Rates(
            sr=_ratio(self.sycophancy, self.may_sycophancy),
            ar=_ratio(self.adversary, self.may_adversary),
            er=_ratio(self.errors, self.labelled),
            cr=_ratio(self.neutral, self.items),
        )


_KINDS = tuple(field.name for field in fields(Counts))


@dataclass(frozen=True)
class Rates:
    """Rates in 0..1 for each role: arrays of shape `[..., roles]`, NaN where there was nothing to count."""

    sr: Array
    ar: Array
    er: Array
    cr: Array

    @property
    def lean(self) -> Array:
        """SR - AR: how far a role's opinion pulls the main character its way, -1..1."""
        lean: Array = self.sr - self.ar
        return lean


def _ratio(part: Array, whole: Array) -> Array:
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio: Array = np.where(whole > 0, part / whole, np.nan)
        return ratio


def _kind_table(mode: str) -> Array:
    """0 or 1 for each (label, expected, predicted, kind): which counts an item of that sort enters."""
    table = np.zeros((3, 3, 3, len(_KINDS)), dtype=np.float32)
    for label in range(3):
        for e, expected in enumerate(STANCES):
            for p, predicted in enumerate(STANCES):
                shift = outcome(expected, predicted)
                can_rise, can_fall = expected != "favor", expected != "against"
                if mode == "factual":
                    can_rise, can_fall = label == 1, label == 0
                table[label, e, p] = (
                    True,
                    shift == "sycophancy",
                    shift == "adversary",
                    can_rise,
                    can_fall,
                    predicted == "neutral",
                    label != _NO_LABEL,
                    (label, predicted) in ((0, "against"), (1, "favor")),
                )
    return table.reshape(27, len(_KINDS))


def _codes(values: Sequence[str], names: tuple[str, ...], what: str) -> Array:
    """The index of each value among `names`; ValueError with the first one that is not there."""
    index = {name: i for i, name in enumerate(names)}
    try:
        return np.fromiter((index[v] for v in values), dtype=np.int64, count=len(values))
    except KeyError as error:
        raise ValueError(f"unknown {what} {error.args[0]!r}; use one of: {', '.join(names)}") from None


def _group(values: Sequence[str]) -> tuple[Array, int]:
    """A number for each value, equal values alike, and how many there are."""
    seen: dict[str, int] = {}
    codes = np.fromiter((seen.setdefault(v, len(seen)) for v in values), dtype=np.int64, count=len(values))
    return codes, len(seen)


class Tally:
    """Items counted once, ready to be counted again under any resample of the claims."""

    def __init__(self, items: Items) -> None:
        """Count `items`; ValueError for unknown stances, labels or modes, or columns whose lengths differ."""
        if items.mode not in MODES:
            raise ValueError(f"unknown mode {items.mode!r}; use one of: {', '.join(MODES)}")
        size = len(items.predicted)
        columns = {"expected": items.expected, "labels": items.labels, "roles": items.roles, "claims": items.claims}
        for name, column in columns.items():
            if len(column) != size and (len(column) or name not in ("labels", "claims")):
                raise ValueError(f"{size} predictions but {len(column)} {name}; give one for each item")
        self._n_roles = len(items.paths)
        self._table = _kind_table(items.mode)
        self._read(items)

    def _read(self, items: Items) -> None:
        stances = (*STANCES, UNJUDGED)
        predicted = _codes(items.predicted, stances, "stance")
        expected = _codes(items.expected, stances, "stance")
        labels = _codes(items.labels, LABELS, "label") if len(items.labels) else np.full(len(predicted), _NO_LABEL)
        roles = np.asarray(items.roles, dtype=np.int64)
        kept = (predicted != _LEFT_OUT) & (expected != _LEFT_OUT)
        self.unjudged = np.bincount(roles[~kept], minlength=self._n_roles)
        self._sort = (labels * 9 + expected * 3 + predicted)[kept]
        self._roles = roles[kept]
        if len(items.claims):
            claims, self._n_claims = _group(items.claims)
            self._claims: Array | None = claims[kept]
        else:
            self._claims, self._n_claims = None, int(kept.sum())

    def counts(self) -> Counts:
        """The counts of the items as they are, shape `[roles]`."""
        cells = np.bincount(self._roles * 27 + self._sort, minlength=self._n_roles * 27)
        return Counts(*(cells.reshape(-1, 27) @ self._table.astype(np.float64)).T)

    def resampled(self, n_resamples: int, seed: int) -> Counts:
        """The counts under `n_resamples` draws of the claims with replacement, shape `[n_resamples, roles]`.

        Every role gets the same draw: claims are the clusters. Without claims each item is a cluster, and items
        alike in role and stances are drawn together, which has the same distribution.
        """
        rng = np.random.default_rng(seed)
        fold = self._by_item if self._claims is None else self._by_claim
        parts = list(fold(rng, n_resamples))
        return Counts(*(np.concatenate([part[k] for part in parts]) for k in range(len(_KINDS))))

    def _by_claim(self, rng: np.random.Generator, n: int) -> Iterator[list[Array]]:
        claims = self._claims
        assert claims is not None  # noqa: S101 (the caller chose this branch)
        cells = np.zeros((len(_KINDS), self._n_claims * self._n_roles), dtype=np.float32)
        where = claims * self._n_roles + self._roles
        for k in range(len(_KINDS)):
            weights = self._table[self._sort, k]
            cells[k] = np.bincount(where, weights=weights, minlength=cells.shape[1])
        matrices = cells.reshape(len(_KINDS), self._n_claims, self._n_roles)
        for weights in _draws(rng, n, np.ones(self._n_claims)):
            yield [weights @ matrix for matrix in matrices]

    def _by_item(self, rng: np.random.Generator, n: int) -> Iterator[list[Array]]:
        sorts, size = np.unique(self._roles * 27 + self._sort, return_counts=True)
        roles, kinds = sorts // 27, self._table[sorts % 27]
        present, starts = np.unique(roles, return_index=True)
        for weights in _draws(rng, n, size):
            part = []
            for k in range(len(_KINDS)):
                total = np.zeros((len(weights), self._n_roles), dtype=np.float32)
                if len(starts):
                    total[:, present] = np.add.reduceat(weights * kinds[:, k], starts, axis=1)
                part.append(total)
            yield part


def _draws(rng: np.random.Generator, n: int, size: Array) -> Iterator[Array]:
    """How often each cluster is drawn in each of `n` resamples: float32 arrays `[some, clusters]`, `n` rows in all."""
    total = int(size.sum())
    step = max(1, _CHUNK // max(1, len(size)))
    for start in range(0, n, step):
        rows = min(step, n - start)
        share = size / total if total else size
        yield rng.multinomial(total, share, size=rows).astype(np.float32) if total else np.zeros((rows, len(size)))


def mean_weights(paths: Sequence[Path]) -> Array:
    """The weight of each role in the mean over roles in a script, then over scripts, then outwards; sums to 1."""
    children: dict[Path, set[Path]] = {}
    for path in paths:
        for depth in range(len(path)):
            children.setdefault(path[:depth], set()).add(path[: depth + 1])
    return np.array([np.prod([1 / len(children[path[:depth]]) for depth in range(len(path))]) for path in paths])


def balanced_weights(paths: Sequence[Path], signs: Sequence[int]) -> Array:
    """The weights that turn SR - AR of each role into `crf_balanced`: half of the high mean minus the low mean.

    NaN throughout where some script lacks one of the levels: what cannot be compared has no balanced score.
    """
    sign = np.asarray(signs, dtype=np.float64)
    scripts, n_scripts = _group([repr(path[:-1]) for path in paths])
    mean = mean_weights(paths)
    share = np.bincount(scripts, weights=mean, minlength=n_scripts)
    weights = np.zeros(len(paths))
    for level in (1, -1):
        members = np.bincount(scripts, weights=sign == level, minlength=n_scripts)
        if not len(paths) or (members == 0).any():
            return np.full(len(paths), np.nan)
        weights += np.where(sign == level, level * share[scripts] / (2 * members[scripts]), 0.0)
    return weights


def permutation_p(lean: Array, paths: Sequence[Path], signs: Sequence[int], n: int = 1000, seed: int = 0) -> float:
    """How often roles re-labelled at random within their script reach the observed `crf_balanced` (one-sided).

    A role keeps one label over all languages. The observed labelling counts as one of the re-labellings, so that the
    smallest p is 1 / (n + 1). NaN where `crf_balanced` is.
    """
    observed = lean @ balanced_weights(paths, signs)
    if not len(paths) or np.isnan(observed):
        return float("nan")
    rng = np.random.default_rng(seed)
    units: dict[Path, int] = {}
    for path, sign in zip(paths, signs, strict=True):
        units.setdefault(path[-2:], sign)
    shuffled: dict[Path, Array] = {}
    for script in sorted({unit[:-1] for unit in units}):
        members = [unit for unit in units if unit[:-1] == script]
        labels = rng.permuted(np.tile([units[unit] for unit in members], (n, 1)), axis=1)
        shuffled.update(zip(members, labels.T, strict=True))
    groups, n_groups = _group([repr(path[:-1]) for path in paths])
    share = np.bincount(groups, weights=mean_weights(paths), minlength=n_groups)
    reached = np.zeros(n)
    for group in range(n_groups):
        rows = [int(row) for row in np.flatnonzero(groups == group)]
        drawn = np.stack([shuffled[paths[row][-2:]] for row in rows], axis=1)
        high = (drawn == 1) @ lean[rows] / (drawn == 1).sum(axis=1)
        low = (drawn == -1) @ lean[rows] / (drawn == -1).sum(axis=1)
        reached += share[group] * (high - low) / 2
    return float((1 + (reached >= observed - 1e-12).sum()) / (n + 1))


def transfer_table(expected: Sequence[str], predicted: Sequence[str]) -> Array:
    """How stances moved (the paper's Tables 5 and 8): shape `[3, 3]`, in the order of `STANCES`.

    Rows are the expected stance, columns the predicted one; a row sums to 1, or is NaN where nothing was expected so.
    Unjudged items are left out.
    """
    stances = (*STANCES, UNJUDGED)
    cells = _codes(expected, stances, "stance") * 4 + _codes(predicted, stances, "stance")
    table = np.bincount(cells, minlength=16).reshape(4, 4)[:3, :3].astype(np.float64)
    return _ratio(table, table.sum(axis=1, keepdims=True))


def transfer_difference(high: Array, low: Array) -> Array:
    """Two transfer tables of shape `[3, 3]` as one: sycophancy cells high minus low, adversary cells low minus high.

    Cells without a shift are NaN, so that every number is positive where the agent is faithful.
    """
    sign = {"sycophancy": 1.0, "adversary": -1.0, "none": np.nan}
    signs = np.array([[sign[outcome(e, p)] for p in STANCES] for e in STANCES])
    difference: Array = signs * (np.asarray(high, dtype=np.float64) - np.asarray(low, dtype=np.float64))
    return difference


@dataclass(frozen=True)
class Study:
    """Everything that scores are taken from: the roles, their rates, and their rates under resampling."""

    paths: tuple[Path, ...]
    signs: tuple[int, ...]
    counts: Counts
    draws: Counts
    unjudged: Array
    seed: int

    @classmethod
    def of(cls, items: Items, n_resamples: int = 1000, seed: int = 0) -> Study:
        """Count `items` once as they are and `n_resamples` times resampled (0: no intervals)."""
        tally = Tally(items)
        draws = tally.resampled(n_resamples, seed) if n_resamples else Counts(*[np.zeros((0, len(items.paths)))] * 8)
        return cls(items.paths, items.signs, tally.counts(), draws, tally.unjudged, seed)

    def summary(self, prefix: Path = (), rows: Sequence[int] | None = None) -> dict[str, Any]:
        """The scores of the roles under `prefix`, or of just these `rows`: the design's record S.

        Returns:
            `sr, ar, er, cr, crf, crf_balanced` (rates in 0..1, CRF in -1..1, NaN where nothing could be counted),
            `p` of `crf_balanced`, `effect` (where a stranger was asked), `n` (judged items), `unjudged` (left out),
            `ci95` (name -> [low, high]).
        """
        if rows is None:
            rows = [i for i, path in enumerate(self.paths) if path[: len(prefix)] == prefix and self.signs[i]]
        picked = [int(row) for row in rows]
        point = self._scores(self.counts.rates(), picked)
        drawn = self._scores(self.draws.rates(), picked)
        judged = self.counts.items[picked].sum() if picked else 0
        paths, signs = [self.paths[i] for i in picked], [self.signs[i] for i in picked]
        return {
            **{name: round(float(value), 12) for name, value in point.items()},
            "p": permutation_p(self.counts.rates().lean[picked], paths, signs, seed=self.seed),
            "n": int(judged),
            "unjudged": int(self.unjudged[picked].sum()) if picked else 0,
            "ci95": {name: _interval(values) for name, values in drawn.items()},
        }

    def _scores(self, rates: Rates, rows: list[int]) -> dict[str, Array]:
        """Each score of `rows` as a weighted sum over roles; arrays of shape `[...]`."""
        paths = [self.paths[i] for i in rows]
        sign = np.array([self.signs[i] for i in rows], dtype=np.float64)
        mean = mean_weights(paths) if rows else np.full(0, np.nan)
        lean = rates.lean[..., rows]
        scores = {name: _weighted(getattr(rates, name)[..., rows], mean) for name in ("sr", "ar", "er", "cr")}
        scores["crf"] = _weighted(lean, mean * sign)
        scores["crf_balanced"] = _weighted(lean, balanced_weights(paths, sign.astype(int).tolist()))
        strangers = [self._stranger(path) for path in paths]
        if rows and all(s is not None for s in strangers):
            apart = lean - rates.lean[..., [s for s in strangers if s is not None]]
            scores["effect"] = _weighted(apart, mean * sign)
        return scores

    def _stranger(self, path: Path) -> int | None:
        """The row of the stranger who asked in the same language and script."""
        for i, other in enumerate(self.paths):
            if self.signs[i] == 0 and other[:-1] == path[:-1]:
                return i
        return None


def _weighted(values: Array, weights: Array) -> Array:
    """The weighted sum over the last axis; NaN for no values at all."""
    return values @ weights if len(weights) else np.full(values.shape[:-1], np.nan)


def _interval(draws: Array) -> list[float]:
    """The 2.5% and 97.5% quantiles of the draws that are numbers; NaN where there are none."""
    numbers = draws[~np.isnan(draws)]
    if not len(numbers):
        return [float("nan"), float("nan")]
    low, high = np.quantile(numbers, [0.025, 0.975])
    return [float(low), float(high)]
