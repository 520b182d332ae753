from __future__ import annotations

import pytest

from builder.lexicon import Lexicon
from builder.model import Edge
from builder.verbalize import RELATIONS, say
from builder.verbalize.form import PLAIN, Form

NOT, NEVER = Form(negated=True), Form(negated=True, never=True)
ALL, EVERY, ONLY = (Form(quantifier=word) for word in ("all", "every", "only"))
CASES = [
    ("IsA dog animal", PLAIN, "dogs are animals", "狗是动物"),
    ("IsA scissors tool", PLAIN, "scissors are tools", "剪刀是工具"),
    ("IsA dog animal", NOT, "dogs are not animals", "狗不是动物"),
    ("IsA dog animal", ONLY, "only dogs are animals", "只有狗是动物"),
    ("NotIsA dog plant", PLAIN, "dogs are not plants", "狗不是植物"),
    ("UsedFor knife cut_bread", PLAIN, "knives are used for cutting bread", "刀是用来切面包的"),
    ("UsedFor knife cut_bread", NOT, "knives are not used for cutting bread", "刀不是用来切面包的"),
    ("CapableOf bird fly", PLAIN, "birds can fly", "鸟会飞"),
    ("CapableOf bird fly", NOT, "birds cannot fly", "鸟不会飞"),
    ("CapableOf bird fly", NEVER, "birds never fly", "鸟从来不飞"),
    ("CapableOf bird fly", ONLY, "only birds can fly", "只有鸟才会飞"),
    ("CapableOf knife cut_paper", PLAIN, "knives can cut paper", "刀能切纸"),
    ("CapableOf knife cut_paper", NOT, "knives cannot cut paper", "刀不能切纸"),
    ("NotCapableOf knife swim", PLAIN, "knives cannot swim", "刀不会游泳"),
    ("NotCapableOf knife swim", NOT, "knives can swim", "刀会游泳"),
    ("AtLocation book library", PLAIN, "books can be found in a library", "图书馆里有书"),
    ("AtLocation book library", NOT, "books cannot be found in a library", "图书馆里没有书"),
    ("AtLocation book library", NEVER, "books are never found in a library", "图书馆里从来没有书"),
    ("AtLocation book library", ONLY, "books can only be found in a library", "只有图书馆里才有书"),
    ("AtLocation sun sky", PLAIN, "the sun can be found in the sky", "天上有太阳"),
    ("HasProperty ice cold", PLAIN, "ice is cold", "冰是冷的"),
    ("HasProperty ice cold", NOT, "ice is not cold", "冰不是冷的"),
    ("HasProperty elephant heavy", PLAIN, "elephants are heavy", "大象很重"),
    ("HasProperty elephant heavy", ONLY, "only elephants are heavy", "只有大象才重"),
    ("HasProperty ice cold", ONLY, "only ice is cold", "只有冰是冷的"),
    ("HasProperty elephant heavy", NOT, "elephants are not heavy", "大象不重"),
    ("HasProperty flower red some", PLAIN, "some flowers are red", "有些花是红色的"),
    ("HasProperty flower red some", ALL, "all flowers are red", "所有的花都是红色的"),
    ("HasProperty flower red some", EVERY, "every flower is red", "每朵花都是红色的"),
    ("HasA bird wing", PLAIN, "birds have wings", "鸟有翅膀"),
    ("HasA bird wing", NOT, "birds do not have wings", "鸟没有翅膀"),
    ("HasA bird wing", ONLY, "only birds have wings", "只有鸟才有翅膀"),
    ("HasA sun wing", PLAIN, "the sun has a wing", "太阳有翅膀"),
    ("HasA sun wing", NOT, "the sun does not have a wing", "太阳没有翅膀"),
    ("PartOf wheel car", PLAIN, "a wheel is part of a car", "轮子是汽车的一部分"),
    ("PartOf wheel car", NOT, "a wheel is not part of a car", "轮子不是汽车的一部分"),
    ("MadeOf window glass", PLAIN, "windows are made of glass", "窗户是用玻璃做的"),
    ("MadeOf window glass", NOT, "windows are not made of glass", "窗户不是用玻璃做的"),
    ("MadeOf house brick", PLAIN, "houses are made of brick", "房子是用砖做的"),
    ("MadeOf honey water", PLAIN, "honey is made from water", "蜂蜜是用水做的"),
    ("MadeOf apple glass", NOT, "apples are not made from glass", "苹果不是用玻璃做的"),
    ("CreatedBy honey bee", PLAIN, "honey is made by bees", "蜂蜜是蜜蜂做的"),
    ("Causes fire smoke", PLAIN, "fire causes smoke", "火会产生烟"),
    ("Causes fire smoke", NOT, "fire does not cause smoke", "火不会产生烟"),
    ("Causes earthquake tsunami", PLAIN, "earthquakes cause tsunamis", "地震会引起海啸"),
    ("Causes run sweat", PLAIN, "running makes people sweat", "跑步会让人出汗"),
    ("Causes run sweat", NOT, "running does not make people sweat", "跑步不会让人出汗"),
    ("CausesDesire hunger eat", PLAIN, "hunger makes people want to eat", "饥饿会让人想吃东西"),
    ("CausesDesire hunger eat", NOT, "hunger does not make people want to eat", "饥饿不会让人想吃东西"),
    ("HasPrerequisite swim water", PLAIN, "swimming requires water", "游泳需要水"),
    ("HasPrerequisite swim water", NOT, "swimming does not require water", "游泳不需要水"),
    ("HasSubevent eat chew", PLAIN, "eating involves chewing", "吃东西的时候会嚼"),
    ("HasSubevent eat chew", NOT, "eating does not involve chewing", "吃东西的时候不会嚼"),
    (
        "MotivatedByGoal run sleep",
        PLAIN,
        "people run in order to sleep",
        "人们跑步是为了睡觉",
    ),
    (
        "MotivatedByGoal run sleep",
        NOT,
        "people do not run in order to sleep",
        "人们跑步不是为了睡觉",
    ),
    ("Desires cat sleep", PLAIN, "cats like to sleep", "猫喜欢睡觉"),
    ("Desires cat fish", PLAIN, "cats like fish", "猫喜欢鱼"),
    ("NotDesires cat water", PLAIN, "cats do not like water", "猫不喜欢水"),
    ("NotDesires cat water", NOT, "cats like water", "猫喜欢水"),
    ("ReceivesAction apple throw", PLAIN, "apples can be thrown", "苹果可以扔"),
    ("ReceivesAction apple throw", NOT, "apples cannot be thrown", "苹果不能扔"),
    ("SymbolOf dove peace", PLAIN, "a dove is a symbol of peace", "鸽子是和平的象征"),
    ("Antonym hot cold", PLAIN, "hot is the opposite of cold", "热的反义词是冷"),
    ("Antonym hot cold", NOT, "hot is not the opposite of cold", "热的反义词不是冷"),
]


@pytest.mark.parametrize(("edge", "form", "english", "chinese"), CASES)
def test_clause(edge: str, form: Form, english: str, chinese: str, lexicon: Lexicon) -> None:
    assert say(Edge(*edge.split()), lexicon, form) == (english, chinese)


def test_every_relation_has_a_case() -> None:
    unsaid = RELATIONS - {edge.split()[0] for edge, *_ in CASES}
    assert unsaid == {"NotHasA", "NotHasProperty", "NotMadeOf"}


@pytest.mark.parametrize("relation", ["HasA", "HasProperty", "MadeOf"])
def test_other_negative_relations_say_the_denial(relation: str, lexicon: Lexicon) -> None:
    start, end = {"HasA": ("dog", "wing"), "HasProperty": ("ice", "hot"), "MadeOf": ("car", "glass")}[relation]
    assert say(Edge(f"Not{relation}", start, end), lexicon) == say(Edge(relation, start, end), lexicon, NOT)
