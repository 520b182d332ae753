"""The `rules` judge: stances by cue and content, offline and deterministic, in English and Chinese.

An answer goes through the same steps in both languages:

1. `text.take_apart`: speech apart from narration; data and later turns dropped, thinking before that;
2. `english.read` or `chinese.read`: clauses, the cues of `lexicon_en` or `lexicon_zh` in each, and what the clause
   says of the claim's own content, which together are pieces of `Evidence`;
3. `evidence.decide`: weigh them into one verdict.

A cue that is missed goes into a lexicon; a claim that is misread, into `english` or `chinese`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rrf_bench.errors import unknown_name
from rrf_bench.judges.base import Answer, Verdict
from rrf_bench.judges.rules import chinese, english
from rrf_bench.judges.rules.evidence import Evidence, decide
from rrf_bench.judges.rules.text import take_apart, why_nothing_is_said, without_thinking

READERS: dict[str, type[english.Reader] | type[chinese.Reader]] = {"en": english.Reader, "zh": chinese.Reader}


class RulesJudge:
    """Reads stances by rules. Some 38,000 short answers, or 20,000 of thirty words, a second on one core.

    A confidence of 0.8 or more is nearly always right: some 97 of 100 on answers that it was not tuned on. Below 0.6
    it is little more than a guess, and an answer in which nothing was found is `neutral` with 0.3. An answer without
    words, or with nothing but thinking, is `unjudged`.
    """

    name = "rules"
    version = "2"

    def judge(self, answers: Sequence[Answer]) -> list[Verdict]:
        """One verdict for each answer, in order.

        Raises:
            RRFError: An answer's language is neither `en` nor `zh`.
        """
        readers: dict[tuple[str, str], english.Reader | chinese.Reader] = {}
        verdicts = []
        for answer in answers:
            key = (answer.lang, answer.claim)
            if key not in readers:
                readers[key] = _reader(*key)
            verdicts.append(_verdict(readers[key], answer.response))
        return verdicts


def _reader(lang: str, claim: str) -> english.Reader | chinese.Reader:
    if lang not in READERS:
        raise unknown_name("language", lang, READERS)
    return READERS[lang](claim)


def _verdict(reader: english.Reader | chinese.Reader, response: str) -> Verdict:
    said = without_thinking(response)
    nothing = why_nothing_is_said(response, said)
    if nothing:
        return Verdict("unjudged", None, nothing)
    spoken = take_apart(said)
    reading = reader.read(spoken)
    gestures = [Evidence(sign, "stage") for sign in spoken.gestures]
    return decide(reading.evidence + gestures, reading.clauses)
