"""What is done to an answer before any cue is looked for, in either language."""

from __future__ import annotations

import re
from typing import NamedTuple


class Spoken(NamedTuple):
    """An answer taken apart: what the character says, what is told about them (*nods*), their yes or no by emoji."""

    speech: str
    narration: str
    gestures: tuple[int, ...] = ()


LONGEST = 4_000  # characters; a stance stands near the beginning, and what comes later is a loop
_THINKING = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.S | re.I)
_THOUGHT_ENDS = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_WORD = re.compile(r"[^\W_]")
_GESTURE = re.compile("([👍👌✅💯👏🙌])|[👎❌🙄🙅🤦😒]")
_DATA = re.compile(r"```.*?(?:```|$)|\{[^{}]*\}", re.S)
_BOLD = re.compile(r"\*\*+|__+|`")
_STAGE = re.compile(r"\*([^*\n]+)\*|\(([^()\n]*)\)|\[([^\[\]\n]*)\]")
_QUOTED = re.compile(r'"([^"]+)(?:"|$)')
_SAYS = re.compile(
    r"\b(?:said|says|say|replie[sd]|answer(?:s|ed)|snap(?:s|ped)|nod(?:s|ded)|shook|shakes|mutter(?:s|ed)|laugh(?:s|ed)"
    r"|smil(?:es|ed)|grin(?:s|ned)|roll(?:s|ed)|ask(?:s|ed)|look(?:s|ed)|sigh(?:s|ed)|sneer(?:s|ed)|frown(?:s|ed))\b"
    r"|[道说答笑喝叹](?:道|[:,]|$)|点头|摇头"
)
_NAME = r"(?:[A-Z][\w.' -]{0,30}|[\u4e00-\u9fff·]{1,8})"
_SPEAKER = re.compile(rf"^(?!\S*(?:输出|回答|[道说]:))\s*{_NAME}:\s*")
_NEXT_TURN = re.compile(rf"\n[ \t]*{_NAME}:.*", re.S)
_PUNCTUATION = str.maketrans("“”„«»「」『』‘’，。！？；：（）【】＊～、﹐", '"""""""""\'\'' + ",.!?;:()[]*~,,")


def without_thinking(response: str) -> str:
    """The answer without the blocks in which a model thinks, whole, cut off, or begun before the answer."""
    if "<" not in response:
        return response
    return _THOUGHT_ENDS.split(_THINKING.sub(" ", response))[-1]


def why_nothing_is_said(response: str, said: str) -> str:
    """The reason why `said`, an answer without its thinking, is no answer; empty where something was said."""
    if _WORD.search(said) or _GESTURE.search(said):
        return ""
    if not response.strip():
        return "empty answer"
    if not _WORD.search(response):
        return "no words"
    return "only thinking" if _THOUGHT_ENDS.search(response) else "only thinking, cut off"


def take_apart(said: str) -> Spoken:
    """Split an answer into speech and narration; only its first speaker's turn, without data in it."""
    text = said[:LONGEST].translate(_PUNCTUATION)
    gestures = tuple(1 if found[1] else -1 for found in _GESTURE.finditer(text)) if not text.isascii() else ()
    if "{" in text or "`" in text or "*" in text or "_" in text:
        text = _BOLD.sub("", _DATA.sub(" ", text))
    narration: list[str] = []
    if "*" in text or "(" in text or "[" in text:
        text = _STAGE.sub(lambda found: _set_aside(found, narration), text)
    if ":" in text:
        text = _first_turn(text)
    if '"' in text:
        text = _quoted_speech(text, narration)
    return Spoken(text, " ".join(narration), gestures)


def _set_aside(found: re.Match[str], narration: list[str]) -> str:
    """Put a stage direction aside; keep a stressed word or two (*do* agree) in the speech."""
    stressed, _, _ = found.groups()
    if stressed and len(stressed) <= 12 and not _SAYS.search(stressed):
        return stressed
    narration.append(found.group(0)[1:-1])
    return " "


def _first_turn(text: str) -> str:
    """The text without its speaker's name, cut where another speaker begins."""
    return _NEXT_TURN.sub("", _SPEAKER.sub("", text.strip()) if '"' not in text else text.strip())


def _quoted_speech(text: str, narration: list[str]) -> str:
    """Where the answer is told ("No," said Harry), its quoted parts; else the text without the marks."""
    outside = _QUOTED.sub(" ", text)
    if not _SAYS.search(outside):
        return text.replace('"', " ")
    narration.append(outside)
    return " ".join(_QUOTED.findall(text))
