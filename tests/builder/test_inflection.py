from __future__ import annotations

import pytest

from builder.inflection import gerund, participle, plural, third_person, with_article

PLURALS = """
knife knives; leaf leaves; wolf wolves; roof roofs; shelf shelves; bookshelf bookshelves; handkerchief handkerchiefs
person people; human humans; child children; man men; woman women; foot feet; tooth teeth; mouse mice; goose geese
fish fish; goldfish goldfish; jellyfish jellyfish; sheep sheep; deer deer; ox oxen; cactus cacti; octopus octopuses
box boxes; bus buses; church churches; dish dishes; glass glasses; quiz quizzes; potato potatoes; tomato tomatoes
hero heroes; piano pianos; photo photos; radio radios; zoo zoos; kangaroo kangaroos; key keys; toy toys; monkey monkeys
cherry cherries; baby babies; butterfly butterflies; city cities; penny pennies; eyelash eyelashes; penguin penguins
fire_engine fire_engines; bread_knife bread_knives; piece_of_paper pieces_of_paper; loaf_of_bread loaves_of_bread
pair_of_scissors pairs_of_scissors; musical_instrument musical_instruments; passer-by passers-by; giraffe giraffes
""".replace("\n", ";")
GERUNDS = """
cut cutting; run running; swim swimming; sit sitting; lie lying; tie tying; die dying; make making; see seeing; be being
panic panicking; open opening; begin beginning; visit visiting; listen listening; hop hopping; hope hoping; dye dyeing
play playing; write writing; dry drying; fly flying; fix fixing; read reading; ski skiing; travel traveling; mow mowing
cut_bread cutting_bread; bake_a_cake baking_a_cake; take_off taking_off; go_to_school going_to_school; sew sewing
""".replace("\n", ";")
PARTICIPLES = """
eat eaten; break broken; cut cut; write written; read read; see seen; throw thrown; burn burned; ski skied; quit quit
sew sewn; grow grown; hang hung; light lit; drink drunk; put_into_a_car put_into_a_car; carry carried; freeze frozen
make_from_wood made_from_wood; grind ground; wear worn; hold held; build built; steal stolen; play played; fold folded
""".replace("\n", ";")
THIRD = "carry carries; be is; have has; do does; go goes; watch watches; fly flies; make_a_cake makes_a_cake"
ARTICLES = """
hour an_hour; umbrella an_umbrella; unicorn a_unicorn; university a_university; honest_man an_honest_man; egg an_egg
uniform a_uniform; useful_tool a_useful_tool; ewe a_ewe; heir an_heir; hotel a_hotel; ukulele a_ukulele; x-ray an_x-ray
european a_european; one-way_street a_one-way_street; apple an_apple; island an_island; unicycle a_unicycle; eye an_eye
""".replace("\n", ";")


def pairs(text: str) -> list[tuple[str, str]]:
    cells = [cell.split() for cell in text.split(";") if cell.strip()]
    return [(cell[0].replace("_", " "), cell[1].replace("_", " ")) for cell in cells]


@pytest.mark.parametrize(("singular", "expected"), pairs(PLURALS))
def test_plural(singular: str, expected: str) -> None:
    assert plural(singular) == expected


@pytest.mark.parametrize(("base", "expected"), pairs(GERUNDS))
def test_gerund(base: str, expected: str) -> None:
    assert gerund(base) == expected


@pytest.mark.parametrize(("base", "expected"), pairs(PARTICIPLES))
def test_participle(base: str, expected: str) -> None:
    assert participle(base) == expected


@pytest.mark.parametrize(("base", "expected"), pairs(THIRD))
def test_third_person(base: str, expected: str) -> None:
    assert third_person(base) == expected


@pytest.mark.parametrize(("noun", "expected"), pairs(ARTICLES))
def test_article(noun: str, expected: str) -> None:
    assert with_article(noun) == expected
