"""Scripts: reading and checking the file, rows and back, and the three casts of the project."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rrf_bench.affection import AFFECTION, affection, level
from rrf_bench.errors import RRFError
from rrf_bench.scripts import (
    SCRIPT_TEMPLATE,
    TIERS,
    MainCharacter,
    Role,
    Script,
    load_script_file,
    parse_script,
    role_slug,
    script_to_rows,
    scripts_from_rows,
)

CASTS = Path(__file__).parents[2] / "builder" / "data" / "scripts"
COLUMNS = [
    *("script", "script_title_en", "script_title_zh"),
    *("main_en", "main_zh", "main_profile_en", "main_profile_zh"),
    *("role_en", "role_zh", "relations", "affection", "level"),
    *("wiki_page", "wiki_url", "evidence", "frequency", "tier"),
]

names = st.text(max_size=12)
ratings = st.integers(-10, 10).filter(bool)
roles = st.builds(
    lambda en, zh, relations, rating, *rest: Role(
        en, zh, relations, affection(relations) or rating, level(affection(relations) or rating), *rest
    ),
    names,
    names,
    st.lists(st.sampled_from(sorted(AFFECTION)), max_size=3, unique=True).map(tuple),
    ratings,
    names,
    names,
    names,
    st.none() | st.integers(0, 2**31 - 1),
)
scripts = st.builds(
    Script,
    name=names,
    title_en=names,
    title_zh=names,
    tier=st.sampled_from(TIERS),
    main=st.builds(MainCharacter, names, names, names, names),
    roles=st.lists(roles, min_size=1, max_size=5).map(tuple),
)


def template() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(SCRIPT_TEMPLATE)
    return data


def dumped(data: object) -> str:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


def fault(text: str) -> str:
    with pytest.raises(RRFError) as raised:
        parse_script(text, "mine.yaml")
    message = str(raised.value)
    assert "\n" not in message
    assert message.startswith("mine.yaml: ")
    return message


# Reading.


def test_template_loads_whole() -> None:
    script = parse_script(SCRIPT_TEMPLATE, "template")
    assert (script.name, script.tier, script.langs) == ("lantern-harbour", "invented", ("en", "zh"))
    assert [(role.slug, role.affection, role.level) for role in script.roles] == [
        ("tom-reed", 7, "high"),
        ("marta-vale", 8, "high"),
        ("silas-crane", -8, "low"),
    ]
    assert (script.roles[2].relations, script.roles[2].frequency) == ((), 12)
    for role in script.roles:
        assert role.en in script.main.profile_en
        assert role.zh in script.main.profile_zh


def test_template_explains_every_field_and_relation() -> None:
    for word in [*AFFECTION, *TIERS, "affection", "frequency", "wiki_url", "evidence"]:
        assert word in SCRIPT_TEMPLATE


def test_load_script_file_reads_utf8_with_or_without_a_mark(tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.yaml", tmp_path / "marked.yaml"
    plain.write_text(SCRIPT_TEMPLATE, encoding="utf-8")
    marked.write_text(SCRIPT_TEMPLATE, encoding="utf-8-sig")
    assert load_script_file(plain) == load_script_file(str(marked)) == parse_script(SCRIPT_TEMPLATE, "")


def test_tier_left_out_is_invented() -> None:
    data = template()
    del data["tier"]
    assert parse_script(dumped(data), "").tier == "invented"


def test_folded_lines_leave_no_spaces_in_chinese_and_one_in_english() -> None:
    main = parse_script(SCRIPT_TEMPLATE, "").main
    assert not re.search(r"\s", main.profile_zh)
    assert "  " not in main.profile_en
    assert "\n" not in main.profile_en


def without(data: Any, lang: str) -> Any:
    if isinstance(data, dict):
        return {key: without(value, lang) for key, value in data.items() if key != lang}
    return [without(item, lang) for item in data] if isinstance(data, list) else data


@pytest.mark.parametrize(("gone", "left"), [("zh", "en"), ("en", "zh")])
def test_one_language_is_enough(gone: str, left: str) -> None:
    script = parse_script(dumped(without(template(), gone)), "")
    assert script.langs == (left,)
    slugs = [role.slug for role in script.roles]
    assert len(set(slugs)) == 3
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)


# Faults.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the script is empty; start from the output of: rrf-bench scripts --template"),
        ("# a comment\n", "the script is empty"),
        ("- name: x\n", "holds a list where name:"),
        ("Once upon a time", "holds plain text where"),
        ("name: [x", "not YAML (line 1: "),
        ("name: x\n\ttitle: y\n", "not YAML (line 2: "),
        ("name: \x00", "not YAML ("),
        ("name: 2024-13-45", "not YAML ("),
        ("[" * 5000, "not YAML ("),
        ("!!python/object/apply:os.getcwd []", "not YAML (line 1: could not determine a constructor"),
        (SCRIPT_TEMPLATE + "roles: []\n", "'roles' stands twice"),
        (SCRIPT_TEMPLATE.replace("    affection: -8\n", "    affection: -8\n    affection: 8\n"), "'affection' stands"),
    ],
)
def test_what_is_not_a_script_at_all(text: str, words: str) -> None:
    assert words in fault(text)


def changed(path: tuple[str | int, ...], value: object) -> str:
    data = template()
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return dumped(data)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("name",), "My Novel", "name: 'My Novel' is no script name; use small letters, digits and hyphens"),
        (("name",), "", "name: '' is no script name"),
        (("name",), 7, "name: should be text; put it in quotes"),
        (("name",), None, "name: is empty; fill it in"),
        (("tier",), "Famous", "tier: unknown tier 'Famous'; did you mean famous?"),
        (("title",), "Lantern", "title: should be given in parts, named: en, zh"),
        (("title",), {}, "title: is empty; write it in 'en', in 'zh' or in both"),
        (("main",), "Ines", "main: should be given in parts, named: name, profile"),
        (("main", "profile"), {"en": " \n", "zh": ""}, "main.profile: is empty"),
        (("main", "profile", "zh"), "", "main.profile: is in 'en', main.name is in 'en' and 'zh'; give every text"),
        (("main", "name", "de"), "Ines", "main.name.de: unknown field 'de'; did you mean en?"),
        (("main", "profle"), "x", "main.profle: unknown field 'profle'; did you mean profile?"),
        (("cast",), [], "cast: unknown field 'cast'"),
        (("roles",), {}, "roles: should be a list"),
        (("roles",), [], "script 'lantern-harbour' has no role of low affection; add one"),
        (("roles", 1), "Tom", "role 2: should be given in parts, named: name, relations"),
        (("roles", 1, "relation"), [], "role 2 ('Marta Vale'), relation: unknown field 'relation'; did you mean"),
        (("roles", 1, "relations"), "Friend", "role 2 ('Marta Vale'), relations: should be a list"),
        (("roles", 1, "relations"), ["Frend"], "relations (1): unknown relation 'Frend'; did you mean Friend?"),
        (("roles", 1, "relations"), [], "role 2 ('Marta Vale'): has neither relations nor affection"),
        (("roles", 1, "affection"), 3, "role 2 ('Marta Vale'): has both relations and affection"),
        (("roles", 2, "affection"), 0, "role 3 ('Silas Crane'), affection: affection 0 is out of range"),
        (("roles", 2, "affection"), -11, "affection -11 is out of range; give a whole number from -10 to 10, not 0"),
        (("roles", 2, "affection"), "-8", "affection: should be a whole number"),
        (("roles", 2, "affection"), True, "affection: should be a whole number"),
        (("roles", 2, "affection"), 8, "script 'lantern-harbour' has no role of low affection; add one, as in"),
        (("roles", 2, "frequency"), -1, "role 3 ('Silas Crane'), frequency: "),
        (("roles", 2, "wiki_url"), "wiki", "wiki_url: 'wiki' is no web address; begin it with https://"),
        (("roles", 2, "name"), "Silas", "role 3 ('Silas'), name: should be given in parts, named: en, zh"),
        (("roles", 2, "name", "zh"), "", "role 3 ('Silas Crane'), name: is in 'en', main.name is in 'en' and 'zh'"),
        (("roles", 2, "name", "en"), "tom  reed", "role 'tom reed': has the same name as 'Tom Reed'"),
        (("roles", 2, "name", "zh"), "汤姆", "role 'Silas Crane': has the same name as 'Tom Reed'"),
        (("roles", 2, "name", "en"), "Tóm Reed", "has the same name as 'Tom Reed'"),
        (("roles", 2, "name", "en"), "Ines Vale", "has the same name as 'Ines Vale'"),
    ],
)
def test_faults_name_the_place_and_the_remedy(path: tuple[str | int, ...], value: object, words: str) -> None:
    assert words in fault(changed(path, value))


@pytest.mark.parametrize("part", ["name", "title", "main", "roles"])
def test_a_missing_part_is_named(part: str) -> None:
    data = template()
    del data[part]
    assert f"{part}: is missing; add it" in fault(dumped(data))


def test_no_role_of_high_affection() -> None:
    data = template()
    data["roles"] = data["roles"][2:]
    assert "has no role of high affection; add one, as in relations: [Friend]" in fault(dumped(data))


def test_further_faults_are_counted() -> None:
    assert fault("name: X\n").endswith("(and 3 more)")


def test_a_misspelt_field_is_told_by_its_spelling() -> None:
    message = fault(SCRIPT_TEMPLATE.replace("  profile:\n", "  profil:\n"))
    assert "main.profil: unknown field 'profil'; did you mean profile? (and 1 more)" in message


@pytest.mark.parametrize(("make", "words"), [("nothing", "No such file"), ("folder", "directory"), ("bytes", "UTF-8")])
def test_a_file_that_cannot_be_read(tmp_path: Path, make: str, words: str) -> None:
    path = tmp_path / "mine.yaml"
    if make == "folder":
        path.mkdir()
    if make == "bytes":
        path.write_bytes(b"name: \xff\xfe")
    with pytest.raises(RRFError, match=words) as raised:
        load_script_file(path)
    assert str(path) in str(raised.value)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.integers() | st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
PLACES: list[tuple[str | int, ...]] = [
    ("name",),
    ("tier",),
    ("title",),
    ("main",),
    ("main", "name"),
    ("main", "name", "en"),
    ("roles",),
    ("roles", 0),
    ("roles", 0, "name"),
    ("roles", 0, "relations"),
    ("roles", 2, "affection"),
    ("roles", 2, "frequency"),
    ("extra",),
    ("main", 3),
]


@given(st.sampled_from(PLACES), values)
def test_whatever_stands_in_a_place_it_is_a_script_or_one_line(path: tuple[str | int, ...], value: object) -> None:
    text = changed(path, value)
    try:
        script = parse_script(text, "mine.yaml")
    except RRFError:
        assert len(fault(text).splitlines()) == 1
    else:
        assert {role.level for role in script.roles} == {"low", "high"}


# Rows.


@given(st.lists(scripts, max_size=3, unique_by=lambda script: script.name))
def test_rows_and_back_lose_nothing(cast: list[Script]) -> None:
    rows = [row for row in chain(*zip_longest(*map(script_to_rows, cast))) if row]
    found = scripts_from_rows(rows)
    assert found == {script.name: script for script in cast}
    assert [found[script.name].fingerprint for script in cast] == [script.fingerprint for script in cast]


def test_rows_have_the_columns_of_the_design() -> None:
    rows = script_to_rows(parse_script(SCRIPT_TEMPLATE, ""))
    assert [list(row) for row in rows] == [COLUMNS] * 3
    assert (rows[0]["relations"], rows[0]["level"], rows[0]["frequency"]) == (["Friend"], "high", None)


def test_a_role_without_affection_is_left_out() -> None:
    script = parse_script(SCRIPT_TEMPLATE, "")
    indifferent = Role("Passer-by", "路人", (), 0, None)
    assert script_to_rows(replace(script, roles=(indifferent, *script.roles))) == script_to_rows(script)


def test_rows_of_a_loaded_dataset_hold_label_numbers() -> None:
    script = parse_script(SCRIPT_TEMPLATE, "")
    rows = [{**row, "tier": TIERS.index(row["tier"]), "level": 0} for row in script_to_rows(script)]
    assert scripts_from_rows(rows) == {script.name: script}


def test_rows_that_do_not_fit_together() -> None:
    first, second, _ = script_to_rows(parse_script(SCRIPT_TEMPLATE, ""))
    with pytest.raises(RRFError, match="has two main characters, 'Ines Vale' and 'Ida'"):
        scripts_from_rows([first, {**second, "main_en": "Ida"}])
    with pytest.raises(RRFError, match="no column 'tier'"):
        scripts_from_rows([{key: value for key, value in first.items() if key != "tier"}])


def test_fingerprint_follows_the_content() -> None:
    script = parse_script(SCRIPT_TEMPLATE, "")
    main, first = script.main, script.roles[0]
    others = [
        replace(script, tier="famous"),
        replace(script, title_zh=""),
        replace(script, main=replace(main, profile_en=main.profile_en + "!")),
        replace(script, roles=script.roles[::-1]),
        replace(script, roles=(replace(first, frequency=1), *script.roles[1:])),
    ]
    prints = [one.fingerprint for one in (script, *others)]
    assert len(set(prints)) == len(prints)
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in prints)
    assert parse_script(SCRIPT_TEMPLATE, "elsewhere").fingerprint == script.fingerprint


@pytest.mark.parametrize(
    ("en", "zh", "slug"),
    [
        ("Ron Weasley", "罗恩", "ron-weasley"),
        ("Lü Xiucai", "", "lu-xiucai"),
        ("Smaug, the 2nd (old)", "", "smaug-the-2nd-old"),
        ("A'zi", "阿紫", "azi"),
        ("", "阿紫", "role-0cfdace2"),
    ],
)
def test_slug(en: str, zh: str, slug: str) -> None:
    role = Role(en, zh, ("Friend",), 7, "high")
    assert role.slug == role_slug(role) == slug


# The casts of the project.

CAST_NAMES = ("harry-potter", "demi-gods-and-semi-devils", "my-own-swordsman")


@pytest.fixture(params=CAST_NAMES)
def cast(request: pytest.FixtureRequest) -> Script:
    return load_script_file(CASTS / f"{request.param}.yaml")


def test_cast_files_are_the_three() -> None:
    assert {path.stem for path in CASTS.glob("*.yaml")} >= set(CAST_NAMES)
    assert all(load_script_file(CASTS / f"{name}.yaml").name == name for name in CAST_NAMES)


def test_cast_is_large_and_balanced(cast: Script) -> None:
    levels = Counter(role.level for role in cast.roles)
    assert (cast.tier, cast.langs) == ("famous", ("en", "zh"))
    assert levels["high"] == levels["low"] >= 4
    assert len({role.affection for role in cast.roles}) >= 5


def test_cast_states_where_each_relation_stands(cast: Script) -> None:
    for role in cast.roles:
        assert role.relations
        assert role.affection == affection(role.relations)
        assert role.wiki_page
        assert re.match(r"https://(en\.wikipedia|zh\.wikipedia|harrypotter\.fandom)\.(org|com)/wiki/\S+", role.wiki_url)
        assert re.fullmatch(r"[A-Z].{30,}\.", role.evidence)


def test_profiles_are_short_and_name_no_role(cast: Script) -> None:
    main = cast.main
    assert 50 <= len(main.profile_en.split()) <= 70
    assert 90 <= len(main.profile_zh) <= 130
    assert main.en in main.profile_en
    assert main.zh in main.profile_zh
    own = {*main.en.split(), *main.zh.split("·")}
    for role in cast.roles:
        parts = {*role.en.split(), *re.split("·", role.zh)} - own
        assert not [part for part in parts if re.search(rf"\b{part}\b", main.profile_en) or part in main.profile_zh]


def test_profiles_do_not_use_the_second_person(cast: Script) -> None:
    assert not re.search(r"\b(you|your)\b", cast.main.profile_en, re.IGNORECASE)
    assert not re.search("[你您]", cast.main.profile_zh)


def test_import_of_the_package_does_not_load_yaml_or_pydantic() -> None:
    code = "import sys, rrf_bench; print(sorted({'yaml', 'pydantic'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
