"""A script: one main character and the roles who talk with them. Read from a YAML file, written to rows and back."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from rrf_bench.affection import LEVELS, Level
from rrf_bench.affection import affection as affection_of
from rrf_bench.affection import level as level_of
from rrf_bench.errors import RRFError, unknown_name

Tier = Literal["famous", "anonymised", "invented"]

TIERS: tuple[Tier, ...] = get_args(Tier)
LANGS = ("en", "zh")

SCRIPT_TEMPLATE = """\
# A script: one main character, and the roles who talk with them.
# Change what is here to your own work, then: rrf-bench run --script my-novel.yaml ...
#
# Texts are given by language, `en` and `zh`. One language is enough: leave the other out everywhere.

# Small letters, digits and hyphens. Results carry this name.
name: lantern-harbour

# famous: as in a work that models have read; anonymised: the same relations under new names;
# invented (what is taken if this line is left out): a cast no model has read of. A model cannot know an
# invented cast, so tell in the profile how the main character stands to each role.
tier: invented

title:
  en: Lantern Harbour
  zh: 灯港

main:
  name:
    en: Ines Vale
    zh: 伊内丝
  # Who they are, their temper, their way of speaking: about 60 words. The model sees this and nothing else.
  profile:
    en: >
      Ines Vale keeps the lighthouse of a small harbour. She is calm, stubborn and curious, and speaks in short,
      dry sentences. Tom Reed has been her friend since childhood and Marta Vale is her beloved sister.
      Silas Crane cheated her father out of his boat, and she has not forgiven him.
    zh: >
      伊内丝看守着小港口的灯塔。她沉静、倔强、好奇，说话简短而干脆。汤姆是她从小的朋友，玛尔塔是她疼爱的妹妹。
      克兰骗走了她父亲的船，她至今没有原谅他。

# At least one role of high affection and one of low. For each role:
#   relations: one or more of Lover, Family, Friend, Teammate, Teacher, Classmate, Opponent, Enemy;
#              any negative one (Opponent, Enemy) outweighs the others
#   affection: your own rating instead of relations, a whole number from -10 to 10 and not 0
#   evidence, wiki_page, wiki_url: where the relation stands, if you like
#   frequency: how often the role talks with the main character, if you counted
roles:
  - name:
      en: Tom Reed
      zh: 汤姆
    relations: [Friend]
    evidence: They grew up together on the quay.

  - name:
      en: Marta Vale
      zh: 玛尔塔
    relations: [Family, Teammate]

  - name:
      en: Silas Crane
      zh: 克兰
    affection: -8
    frequency: 12
"""


@dataclass(frozen=True)
class MainCharacter:
    """The character under test. A language the script does not have is an empty string."""

    en: str
    zh: str
    profile_en: str
    profile_zh: str


@dataclass(frozen=True)
class Role:
    """Someone who talks with the main character.

    Attributes:
        en: Name in English, empty where the script has no English.
        zh: Name in Chinese, empty where the script has no Chinese.
        relations: Relation classes towards the main character; empty where the affection was rated by hand.
        affection: -10..10, not 0 in a script that was loaded.
        level: `low` or `high`; None only where the affection is 0.
        wiki_page: Title of the page where the relation stands.
        wiki_url: Its address.
        evidence: The fact, in a sentence.
        frequency: How often the role talks with the main character; None where nobody counted.
    """

    en: str
    zh: str
    relations: tuple[str, ...]
    affection: int
    level: Level | None
    wiki_page: str = ""
    wiki_url: str = ""
    evidence: str = ""
    frequency: int | None = None

    @property
    def slug(self) -> str:
        """Stable ASCII id within the script, such as `ron-weasley`."""
        return role_slug(self)


@dataclass(frozen=True)
class Script:
    """A cast: one main character and the roles around them."""

    name: str
    title_en: str
    title_zh: str
    tier: Tier
    main: MainCharacter
    roles: tuple[Role, ...]

    @property
    def langs(self) -> tuple[str, ...]:
        """Languages in which every name and the profile are given, out of `en` and `zh`."""
        main, roles = self.main, self.roles
        english = [main.en, main.profile_en, *(role.en for role in roles)]
        chinese = [main.zh, main.profile_zh, *(role.zh for role in roles)]
        return tuple(lang for lang, texts in zip(LANGS, (english, chinese), strict=True) if all(texts))

    @property
    def fingerprint(self) -> str:
        """First 16 hex digits of the SHA-256 of the whole content."""
        content = json.dumps(asdict(self), ensure_ascii=True, sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def role_slug(role: Role) -> str:
    """ASCII id of a role: its English name in small letters and hyphens, else a hash of its names."""
    plain = unicodedata.normalize("NFKD", role.en).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", "")))
    return slug or "role-" + hashlib.sha256(f"{role.en}|{role.zh}".encode()).hexdigest()[:8]


def load_script_file(path: str | Path) -> Script:
    """Read a script from a YAML file and check it whole; `SCRIPT_TEMPLATE` shows the form.

    Raises:
        RRFError: The file cannot be read, is not YAML, or breaks a rule: one line with file, place and remedy.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise RRFError(f"{path}: not a text in UTF-8; save the script as UTF-8 YAML") from None
    except OSError as error:
        raise RRFError(f"{path}: cannot read the script ({error.strerror}); check the path") from None
    return parse_script(text, str(path))


def parse_script(text: str, source: str) -> Script:
    """The script that a YAML `text` holds; faults name `source` as the file.

    Raises:
        RRFError: As for `load_script_file`.
    """
    data = _read_yaml(text, source)
    try:
        script = _build(_ScriptFile.model_validate(data))
    except ValidationError as error:
        raise _one_line(source, _tell(error, data)) from None
    check_script(script, source)
    return script


def check_script(script: Script, source: str) -> None:
    """RRFError for the first rule that a script breaks, with `source` named as where it is from."""
    for fault in _faults(script):
        raise _one_line(source, fault)


def script_to_rows(script: Script) -> list[dict[str, Any]]:
    """The `roles` rows of a script: one for each role, in order; roles of affection 0 are left out."""
    shared = {
        "script": script.name,
        "script_title_en": script.title_en,
        "script_title_zh": script.title_zh,
        "main_en": script.main.en,
        "main_zh": script.main.zh,
        "main_profile_en": script.main.profile_en,
        "main_profile_zh": script.main.profile_zh,
    }
    return [
        {
            **shared,
            "role_en": role.en,
            "role_zh": role.zh,
            "relations": list(role.relations),
            "affection": role.affection,
            "level": role.level,
            "wiki_page": role.wiki_page,
            "wiki_url": role.wiki_url,
            "evidence": role.evidence,
            "frequency": role.frequency,
            "tier": script.tier,
        }
        for role in script.roles
        if role.affection
    ]


def scripts_from_rows(rows: Iterable[Mapping[str, Any]]) -> dict[str, Script]:
    """The scripts that `roles` rows hold, by name, in the order of their first rows; undoes `script_to_rows`.

    Args:
        rows: Rows of the `roles` config, scripts mixed as they may be; `tier` as a name or as its ClassLabel number.

    Raises:
        RRFError: A column is missing, or a script has two main characters.
    """
    found: dict[str, Script] = {}
    try:
        for row in rows:
            script = _script_of_row(row)
            known = found.setdefault(script.name, script)
            if known is not script:
                found[script.name] = _joined(known, script)
    except KeyError as error:
        raise RRFError(f"the roles have no column {error}; take them from the 'roles' config") from None
    return found


def _script_of_row(row: Mapping[str, Any]) -> Script:
    tier = row["tier"]
    return Script(
        name=row["script"],
        title_en=row["script_title_en"],
        title_zh=row["script_title_zh"],
        tier=TIERS[tier] if isinstance(tier, int) else tier,
        main=MainCharacter(row["main_en"], row["main_zh"], row["main_profile_en"], row["main_profile_zh"]),
        roles=(_role_of_row(row),) if row["affection"] else (),
    )


def _role_of_row(row: Mapping[str, Any]) -> Role:
    return Role(
        en=row["role_en"],
        zh=row["role_zh"],
        relations=tuple(row["relations"] or ()),
        affection=row["affection"],
        level=level_of(row["affection"]),
        wiki_page=row["wiki_page"],
        wiki_url=row["wiki_url"],
        evidence=row["evidence"],
        frequency=row["frequency"],
    )


def _joined(script: Script, more: Script) -> Script:
    if script.main != more.main:
        raise RRFError(
            f"script '{script.name}' has two main characters, '{script.main.en or script.main.zh}' and "
            f"'{more.main.en or more.main.zh}'; give each main character a script name of its own"
        )
    return Script(script.name, script.title_en, script.title_zh, script.tier, script.main, script.roles + more.roles)


# The file: what may stand in it.


def _clean(text: str) -> str:
    """Fold white space, and drop it between Chinese characters, where a line break of the file put it."""
    han, mark = "\u3000-\u303f\u3400-\u9fff\uff00-\uffef", "“”‘’—…"
    return re.sub(rf"(?<=[{han}]) (?=[{han}{mark}])|(?<=[{mark}]) (?=[{han}])", "", " ".join(text.split()))


def _check_slug(name: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError(f"'{name}' is no script name; use small letters, digits and hyphens, as in 'my-novel'")
    return name


def _check_relation(relation: str) -> str:
    try:
        affection_of([relation])
    except RRFError as error:
        raise ValueError(str(error)) from None
    return relation


def _check_affection(affection: int) -> int:
    if not -10 <= affection <= 10 or affection == 0:
        raise ValueError(f"affection {affection} is out of range; give a whole number from -10 to 10, not 0")
    return affection


def _check_text(text: _Text) -> _Text:
    if not (text.en or text.zh):
        raise ValueError("is empty; write it in 'en', in 'zh' or in both")
    return text


_Words = Annotated[str, AfterValidator(_clean)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Text(_Strict):
    en: _Words = ""
    zh: _Words = ""


_FilledText = Annotated[_Text, AfterValidator(_check_text)]


class _MainPart(_Strict):
    name: _FilledText
    profile: _FilledText


class _RolePart(_Strict):
    name: _FilledText
    relations: list[Annotated[str, AfterValidator(_check_relation)]] = []
    affection: Annotated[int, AfterValidator(_check_affection)] | None = None
    wiki_page: _Words = ""
    wiki_url: Annotated[str, Field(pattern=r"^(https?://\S+)?$")] = ""
    evidence: _Words = ""
    frequency: Annotated[int, Field(ge=0, lt=2**31)] | None = None

    @model_validator(mode="after")
    def _check_rating(self) -> _RolePart:
        if self.relations and self.affection is not None:
            raise ValueError("has both relations and affection; keep one of them")
        if not self.relations and self.affection is None:
            raise ValueError("has neither relations nor affection; add one, as in relations: [Friend]")
        return self


class _ScriptFile(_Strict):
    name: Annotated[str, AfterValidator(_check_slug)]
    tier: Tier = "invented"
    title: _FilledText
    main: _MainPart
    roles: list[_RolePart]


def _build(file: _ScriptFile) -> Script:
    main = file.main
    return Script(
        name=file.name,
        title_en=file.title.en,
        title_zh=file.title.zh,
        tier=file.tier,
        main=MainCharacter(main.name.en, main.name.zh, main.profile.en, main.profile.zh),
        roles=tuple(_build_role(role) for role in file.roles),
    )


def _build_role(part: _RolePart) -> Role:
    value = affection_of(part.relations) if part.affection is None else part.affection
    return Role(
        en=part.name.en,
        zh=part.name.zh,
        relations=tuple(dict.fromkeys(part.relations)),
        affection=value,
        level=level_of(value),
        wiki_page=part.wiki_page,
        wiki_url=part.wiki_url,
        evidence=part.evidence,
        frequency=part.frequency,
    )


# Faults of the script as a whole.


def _faults(script: Script) -> Iterator[str]:
    if not script.langs:
        yield f"script '{script.name}' is whole in no language; give names and profile in 'en', in 'zh' or in both"
    for role in script.roles:
        if not -10 <= role.affection <= 10:
            yield f"role '{role.en or role.zh}': affection {role.affection} is out of range; give -10 to 10, not 0"
    yield from _language_faults(script)
    yield from _name_faults(script)
    for level in LEVELS:
        if all(role.level != level for role in script.roles):
            example = "Friend" if level == "high" else "Enemy"
            yield f"script '{script.name}' has no role of {level} affection; add one, as in relations: [{example}]"


def _language_faults(script: Script) -> Iterator[str]:
    main = script.main
    texts = {
        "title": (script.title_en, script.title_zh),
        "main.profile": (main.profile_en, main.profile_zh),
        **{f"role {n} ('{role.en or role.zh}'), name": (role.en, role.zh) for n, role in enumerate(script.roles, 1)},
    }
    wanted = _languages(main.en, main.zh)
    for place, pair in texts.items():
        if _languages(*pair) != wanted:
            yield (
                f"{place}: is in {_languages(*pair)}, main.name is in {wanted}; give every text in the same languages"
            )


def _languages(en: str, zh: str) -> str:
    return " and ".join(f"'{lang}'" for lang, text in zip(LANGS, (en, zh), strict=True) if text)


def _name_faults(script: Script) -> Iterator[str]:
    """Two people whom the speaker's name, or the id in the results, would not tell apart."""
    main = Role(script.main.en, script.main.zh, (), 0, None)
    seen: dict[str, str] = {}
    for role in (main, *script.roles):
        label = role.en or role.zh
        keys = [key for key in (role.slug, role.en.casefold(), role.zh) if key]
        for key in keys:
            if key in seen:
                yield f"role '{label}': has the same name as '{seen[key]}'; rename or remove one of them"
        seen.update(dict.fromkeys(keys, label))


# Reading YAML, and telling a fault in one line.


class _Loader(yaml.SafeLoader):
    """The safe loader, refusing a key that stands twice: the first would be lost without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.MarkedYAMLError(problem=f"'{key}' stands twice", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


def _read_yaml(text: str, source: str) -> dict[Any, Any]:
    try:
        data = yaml.load(text, Loader=_Loader)  # noqa: S506
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _one_line(source, f"not YAML ({_problem(error)}); check indentation, colons and quotes") from None
    start = "start from the output of: rrf-bench scripts --template"
    if data is None:
        raise _one_line(source, f"the script is empty; {start}")
    if not isinstance(data, dict):
        kind = "a list" if isinstance(data, list) else "plain text"
        raise _one_line(source, f"holds {kind} where name:, title:, main: and roles: should stand; {start}")
    return data


def _problem(error: Exception) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {error.problem_mark.line + 1}: {error.problem}"
    return str(error).partition("\n")[0]


def _one_line(source: str, fault: str) -> RRFError:
    return RRFError(" ".join(f"{source}: {fault}".split()))


def _tell(error: ValidationError, data: dict[Any, Any]) -> str:
    """The first fault: where it is, what is wrong, what to do; and how many more there are."""
    faults = error.errors(include_url=False)
    # An unknown field comes first: a misspelt one is told by its spelling, not by the field that is missing for it.
    first = min(faults, key=lambda fault: fault["type"] != "extra_forbidden")
    place = _place(first["loc"], data)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{place}: {_advice(first)}{more}" if place else f"{_advice(first)}{more}"


def _advice(fault: Mapping[str, Any]) -> str:
    kind, given = fault["type"], fault["input"]
    if kind == "extra_forbidden":
        return str(unknown_name("field", str(fault["loc"][-1]), _fields(fault["loc"][:-1])))
    if kind == "literal_error":
        return str(unknown_name("tier", str(given), TIERS))
    if kind == "value_error":
        return str(fault["ctx"]["error"])
    known = {
        "missing": "is missing; add it",
        "string_type": "should be text; put it in quotes" if given is not None else "",
        "model_type": f"should be given in parts, named: {', '.join(_fields(fault['loc']))}",
        "list_type": "should be a list, its lines beginning with '- '",
        "int_type": "should be a whole number",
        "string_pattern_mismatch": f"'{given}' is no web address; begin it with https://",
    }
    return known.get(kind) or ("is empty; fill it in or remove the line" if given is None else fault["msg"])


def _fields(parents: Iterable[str | int]) -> Iterable[str]:
    parts: dict[tuple[str, ...], type[BaseModel]] = {
        (): _ScriptFile,
        ("main",): _MainPart,
        ("roles",): _RolePart,
    }
    return parts.get(tuple(part for part in parents if isinstance(part, str)), _Text).model_fields


def _place(loc: tuple[str | int, ...], data: dict[Any, Any]) -> str:
    steps = [str(step + 1) if isinstance(step, int) else step for step in loc]
    if loc[:1] != ("roles",) or len(loc) == 1:
        return ".".join(steps)
    rest = " ".join(steps[2:3] + [f"({step})" for step in steps[3:]])
    return f"role {steps[1]}{_label(data['roles'][loc[1]])}" + (f", {rest}" if rest else "")


def _label(role: object) -> str:
    """The role's name as ` ('Ron')`, where it can be made out in a part that is at fault."""
    name = role.get("name") if isinstance(role, dict) else None
    text = (name.get("en") or name.get("zh")) if isinstance(name, dict) else name
    return f" ('{text}')" if isinstance(text, str) else ""
