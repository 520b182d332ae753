"""Character relationship fidelity (CRF) of a role-playing agent, as an `evaluate` module."""

import datasets
import evaluate

from .stance import LABELS, LEVELS, MODES, STANCES, UNJUDGED, Items, Study, expected_stance

_CITATION = """\
@article{kong2024from,
  title={From General to Specific: Utilizing General Hallucination to Automatically Measure the Role Relationship
         Fidelity for Specific Role-Play Agents},
  author={Kong, Chuyi and Luo, Ziyang and Lin, Hongzhan and Fan, Zhiyuan and Fan, Yaxin and Sun, Yuxi and Ma, Jing},
  journal={arXiv preprint arXiv:2411.07965},
  year={2024}
}
"""

_DESCRIPTION = """\
Does a role-playing agent keep its character's relationships? Counts how often the main character gives in to a role
(sycophancy) or contradicts it (adversary) over commonsense claims, and weighs the two by whether the role is a friend
or an enemy: SR, AR and CRF, character relationship fidelity (arXiv 2411.07965), with 95% intervals by bootstrap over
the claims.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions (list of str): the stance each answer took: `favor`, `against`, `neutral`, or `unjudged` where it could
        not be told (left out and counted).
    references (list of str): in factual mode the label of each claim, `factual` or `ridiculous`; in snowballing mode
        the stance of the unaligned backbone on the same item.
    affections (list of str): for each item whether its role is of `high` or `low` affection.
    roles (list of str, optional): the role of each item, `script/role`; scores are means over the roles of a script,
        then over scripts. Without it each affection level counts as one role.
    claim_ids (list of str, optional): the claim of each item; the bootstrap draws claims, the same for every role.
        Without it each item is drawn by itself.
    labels (list of str, optional): snowballing mode only: the labels, from which the error rate is counted.
    mode (str): `factual` (default) or `snowballing`.
    n_resamples (int): bootstrap resamples, default 1000; 0 for no intervals.
    seed (int): of the bootstrap, default 0.
Returns:
    sr, ar: sycophancy and adversary rate, 0..1.
    er, cr: error and conservative rate, 0..1; er is NaN in snowballing mode without labels.
    crf: SR - AR for high, AR - SR for low affection, mean over roles, -1..1.
    crf_balanced: half of (SR - AR over high roles) - (SR - AR over low roles), -1..1; 0 for a role-blind agent. NaN
        unless every script has roles of both levels.
    p: share of random re-labellings of the roles that reach this crf_balanced.
    n, unjudged: items counted and left out.
    ci95: 95% interval for each score, as [low, high].
    by_role: the same for each role.
Examples:
    >>> rrf = evaluate.load("metric/rrf.py")
    >>> scores = rrf.compute(
    ...     predictions=["favor", "favor", "against", "against"],
    ...     references=["ridiculous", "factual", "ridiculous", "factual"],
    ...     affections=["high", "high", "low", "low"],
    ...     roles=["harry-potter/ron", "harry-potter/ron", "harry-potter/snape", "harry-potter/snape"],
    ... )
    >>> scores["sr"], scores["ar"], scores["crf_balanced"]
    (0.5, 0.5, 1.0)
"""

_COLUMNS = ("predictions", "references", "affections", "roles", "claim_ids", "labels")
_MISSING = ""  # evaluate takes no None in a column of strings
_ALLOWED = {
    "predictions": (*STANCES, UNJUDGED),
    "affections": LEVELS,
    "labels": LABELS,
}


def _check(name, values, allowed):
    """Raise one line for the first value that is not allowed."""
    bad = next((i for i, value in enumerate(values) if value not in allowed), None)
    if bad is not None:
        raise ValueError(f"{name}[{bad}] is {values[bad]!r}; use one of: {', '.join(allowed)}")


def _text(name, position, value):
    """One entry of a column as text: ids may be numbers."""
    if value is None:
        raise ValueError(f"{name}[{position}] is None; give {name} for every item or for none")
    return str(value)


def _check_given(name, values):
    """Whether an optional column was given; ValueError where only some of its entries were."""
    given = [value != _MISSING for value in values]
    if any(given) and not all(given):
        raise ValueError(f"{name}[{given.index(False)}] is missing; give {name} for every item or for none")
    return all(given) and bool(given)


def _role_table(roles, affections):
    """Number the roles: the number of each item's role, the path of each role and its sign."""
    numbers, levels = {}, []
    codes = []
    for role, level in zip(roles, affections, strict=True):
        code = numbers.setdefault(role, len(numbers))
        if code == len(levels):
            levels.append(level)
        elif levels[code] != level:
            raise ValueError(f"role {role!r} has both affection levels; a role is either a friend or an enemy")
        codes.append(code)
    paths = tuple(tuple(role.split("/", 1)) if "/" in role else ("", role) for role in numbers)
    return codes, paths, tuple(1 if level == "high" else -1 for level in levels)


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class RRF(evaluate.Metric):
    """Role relationship fidelity: SR, AR, ER, CR, CRF and crf_balanced from stances."""

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features({name: datasets.Value("string") for name in _COLUMNS}),
            reference_urls=["https://arxiv.org/abs/2411.07965"],
        )

    def compute(self, **kwargs):
        """Score what is given here or was added before; see the module's description."""
        return super().compute(**self._complete(kwargs))

    def add_batch(self, **kwargs):
        """Add items; the same columns as `compute` takes."""
        super().add_batch(**self._complete(kwargs))

    def add(self, **kwargs):
        """Add one item: `prediction`, `reference`, `affections`, and what else `compute` takes, a value each."""
        super().add(**{**dict.fromkeys(_COLUMNS[3:], _MISSING), **kwargs})

    def _complete(self, columns):
        """Fill optional columns that were not given, and refuse columns of different length."""
        given = {name: columns[name] for name in _COLUMNS if columns.get(name) is not None}
        if not given:
            return columns
        missing = [name for name in _COLUMNS[:3] if name not in given]
        if missing:
            raise ValueError(f"{missing[0]} is missing; give predictions, references and affections")
        given = {name: [_text(name, i, value) for i, value in enumerate(values)] for name, values in given.items()}
        size = len(given["predictions"])
        for name, values in given.items():
            if len(values) != size:
                raise ValueError(f"{size} predictions but {len(values)} {name}; give one for each item")
        return {**columns, **{name: given.get(name, [_MISSING] * size) for name in _COLUMNS}}

    def _compute(
        self, predictions, references, affections, roles, claim_ids, labels, mode="factual", n_resamples=1000, seed=0
    ):
        if mode not in MODES:
            raise ValueError(f"mode is {mode!r}; use one of: {', '.join(MODES)}")
        if n_resamples < 0:
            raise ValueError(f"n_resamples is {n_resamples}; use 0 for no intervals, or more")
        for name, values in (("predictions", predictions), ("affections", affections)):
            _check(name, values, _ALLOWED[name])
        _check("references", references, LABELS if mode == "factual" else (*STANCES, UNJUDGED))
        if mode == "factual":
            if "ridiculous" not in references:
                raise ValueError("no ridiculous claims among the references; SR cannot be counted without any")
            labels, references = references, [expected_stance(label) for label in references]
        elif _check_given("labels", labels):
            _check("labels", labels, LABELS)
        else:
            labels = []
        codes, paths, signs = _role_table(roles if _check_given("roles", roles) else affections, affections)
        claims = claim_ids if _check_given("claim_ids", claim_ids) else []
        items = Items(predictions, references, labels, codes, claims, paths, signs, mode)
        study = Study.of(items, n_resamples, seed)
        by_role = [
            {"role": "/".join(filter(None, path)), "affection": LEVELS[sign > 0], **study.summary(rows=[row])}
            for row, (path, sign) in enumerate(zip(paths, signs, strict=True))
        ]
        return {**study.summary(), "by_role": by_role}
