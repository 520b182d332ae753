"""Read edges: a published ConceptNet assertion file, a plain triple file, or the embedded seeds."""

from __future__ import annotations

import io
import json
import math
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast
from urllib.error import URLError
from urllib.parse import urlsplit

from builder.lexicon import Lexicon, read_table
from builder.model import SCOPES, Edge
from builder.verbalize import RELATIONS
from rrf_bench.errors import RRFError, unknown_name

SEEDS_FILE = Path(__file__).parent / "data" / "seeds.tsv"
SEED_COLUMNS = ("relation", "start", "end", "scope")
EXPECTED = "expected conceptnet-assertions-5.x.csv or lines of relation<TAB>start<TAB>end, gzipped or not, or 'seed'"
GZIP_MAGIC = b"\x1f\x8b"
# The longest real line is some kilobytes; what goes on past this is no line of a dump.
MAX_LINE = 1 << 18
# How much of a file is looked at to tell its format.
HEAD_BYTES = 1 << 20
KNOWN_RELATIONS = RELATIONS | {
    *("DefinedAs", "DerivedFrom", "DesireOf", "DistinctFrom", "Entails", "EtymologicallyDerivedFrom"),
    *("EtymologicallyRelatedTo", "ExternalURL", "FormOf", "HasContext", "HasFirstSubevent", "HasLastSubevent"),
    *("InheritsFrom", "InstanceOf", "LocatedNear", "LocationOfAction", "MannerOf", "ObstructedBy", "RelatedTo"),
    *("SimilarTo", "Synonym"),
}
_RELATION = re.compile(r"(?:/r/)?([A-Za-z]+(?:/[A-Za-z_]+)*)")
_CONCEPT = re.compile(r"/c/([a-z][a-z-]*)/([^/\s]+)(?:/\S*)?")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Row:
    """One well-formed row, not yet judged.

    Attributes:
        line: its line number, from 1.
        relation: without `/r/`.
        start: a term with underscores, without language and sense.
        end: as `start`; for an external link, the link.
        language: `en` where both ends are English, else the first other language.
        weight: ConceptNet's weight; 1.0 where the file has none.
    """

    line: int
    relation: str
    start: str
    end: str
    language: str = "en"
    weight: float = 1.0


@dataclass(frozen=True)
class BadRow:
    """A row that could not be read, with the reason."""

    line: int
    reason: str


def load_seeds(lexicon: Lexicon, path: Path = SEEDS_FILE) -> tuple[Edge, ...]:
    """The embedded edges, in the order of the file.

    Raises:
        RRFError: a row with an unknown relation, concept or scope, or one that is there twice.
    """
    seeds: dict[tuple[str, str, str], Edge] = {}
    for line, row in read_table(path, SEED_COLUMNS):
        where = f"{path.name} line {line}"
        edge = Edge(row["relation"], row["start"], row["end"], row["scope"] or "all")
        _check_seed(edge, lexicon, where)
        if edge.triple in seeds:
            raise RRFError(f"{where}: the edge {edge.uri} is there twice; keep one")
        seeds[edge.triple] = edge
    return tuple(seeds.values())


def _check_seed(edge: Edge, lexicon: Lexicon, where: str) -> None:
    for kind, name, known in (
        ("relation", edge.relation, RELATIONS),
        ("scope", edge.scope, SCOPES),
        ("concept", edge.start, lexicon.concepts),
        ("concept", edge.end, lexicon.concepts),
    ):
        if name not in known:
            raise RRFError(f"{where}: {unknown_name(kind, name, known)}")


def seed_rows(seeds: tuple[Edge, ...]) -> Iterator[Row]:
    """The seeds as rows, numbered from 1."""
    return (Row(n, seed.relation, seed.start, seed.end) for n, seed in enumerate(seeds, 1))


def read_edges(source: str, progress: Progress | None = None) -> Iterator[Row | BadRow]:
    """The rows of a dump, one by one; memory does not grow with the file.

    Args:
        source: a path or an http(s) URL; gzipped or not and which of the two formats is seen from the content.
        progress: called now and then with the bytes read so far and the bytes of the whole, 0 where unknown.

    Raises:
        RRFError: the file is missing, is no dump, or breaks off.
    """
    try:
        with closing(_open(source, progress)) as raw:
            yield from _rows(source, _lines(raw))
            raw.check_complete()
    except EOFError as error:
        raise RRFError(f"'{source}' breaks off in the middle; download it again ({EXPECTED})") from error
    except (OSError, zlib.error, _igzip_error()) as error:
        raise RRFError(f"'{source}' cannot be read ({error}); {EXPECTED}") from error


def _rows(source: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Row | BadRow]:
    head, size = [], 0
    for number, line in lines:
        head.append((number, line))
        size += len(line)
        parse = _format_of(line)
        if parse is not None:
            return (_parsed(number, line, parse) for number, line in chain(head, lines))
        if size > HEAD_BYTES:
            break
    raise RRFError(f"'{source}' is {'empty' if not size else 'no ConceptNet dump'}; {EXPECTED}")


class _Source(io.RawIOBase):
    """The raw bytes of a source, counted; knows whether all of them came."""

    def __init__(self, stream: IO[bytes], total: int, progress: Progress | None) -> None:
        self._stream, self._total, self._progress = stream, total, progress
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        self._count += len(data)
        if self._progress is not None:
            self._progress(self._count, self._total)
        return len(data)

    def check_complete(self) -> None:
        """Raise EOFError when fewer bytes came than were announced."""
        if self._count < self._total:
            raise EOFError

    def close(self) -> None:
        self._stream.close()
        super().close()


def _open(source: str, progress: Progress | None) -> _Source:
    if urlsplit(source).scheme in {"http", "https"}:
        from urllib.request import urlopen

        try:
            response = urlopen(source, timeout=60)  # noqa: S310
        except URLError as error:
            raise RRFError(f"'{source}' cannot be fetched ({error.reason}); check the address") from error
        return _Source(response, int(response.headers.get("Content-Length") or 0), progress)
    path = Path(source)
    if not path.is_file():
        raise RRFError(f"'{source}' is no file; {EXPECTED}")
    return _Source(path.open("rb"), path.stat().st_size, progress)


def _igzip_error() -> type[Exception]:
    try:
        from isal.isal_zlib import error
    except ImportError:
        return zlib.error
    return cast(type[Exception], error)


def _unzipped(stream: io.BufferedReader) -> IO[bytes]:
    """The stream's content; isal reads gzip several times faster than the standard library, where it is there."""
    if stream.peek(2)[:2] != GZIP_MAGIC:
        return stream
    try:
        from isal import igzip as module
    except ImportError:
        import gzip as module  # type: ignore[no-redef]
    unzip: Any = getattr(module, "IGzipFile", module.GzipFile)
    return cast(IO[bytes], unzip(fileobj=stream, mode="rb"))


def _lines(raw: _Source) -> Iterator[tuple[int, bytes]]:
    stream = _unzipped(io.BufferedReader(raw, 1 << 20))
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        rest = line
        while len(rest) == MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE)
        yield number, line


_Parse = Callable[[int, list[str]], Row | BadRow]


def _format_of(line: bytes) -> _Parse | None:
    """The parser of the format in which `line` is a good row; None where it is one in neither."""
    for parse in (_assertion, _triple):
        row = _parsed(1, line, parse)
        if isinstance(row, Row) and row.relation.partition("/")[0] in KNOWN_RELATIONS | {"dbpedia"}:
            return parse
    return None


def _parsed(number: int, line: bytes, parse: _Parse) -> Row | BadRow:
    if len(line) == MAX_LINE and not line.endswith(b"\n"):
        return BadRow(number, "line too long")
    if b"\0" in line:
        return BadRow(number, "NUL byte")
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        return BadRow(number, "broken UTF-8")
    return parse(number, text.rstrip("\r\n").split("\t"))


def _assertion(number: int, cells: list[str]) -> Row | BadRow:
    if len(cells) != 5:
        return BadRow(number, "wrong column count")
    uri, relation, start, end, info = cells
    named = _RELATION.fullmatch(relation)
    from_, to = _CONCEPT.fullmatch(start), _CONCEPT.fullmatch(end)
    is_link = end.startswith(("http://", "https://"))
    if not uri.startswith("/a/[") or named is None or from_ is None or (to is None and not is_link):
        return BadRow(number, "bad URI")
    weight = _weight(info)
    if weight is None:
        return BadRow(number, "bad JSON")
    term, language = (to[2], to[1]) if to is not None else (end, "")
    return Row(number, named[1], from_[2], term, language if from_[1] == "en" else from_[1], weight)


def _weight(info: str) -> float | None:
    try:
        weight = json.loads(info).get("weight", 1.0)
    except (ValueError, AttributeError, RecursionError):
        return None
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool) and math.isfinite(weight)
    return float(weight) if is_number else None


def _triple(number: int, cells: list[str]) -> Row | BadRow:
    if len(cells) != 3:
        return BadRow(number, "wrong column count")
    named = _RELATION.fullmatch(cells[0].strip())
    start, end = (_plain_term(cell) for cell in cells[1:])
    if named is None:
        return BadRow(number, "bad URI")
    if not start[1] or not end[1]:
        return BadRow(number, "empty term")
    return Row(number, named[1], start[1], end[1], end[0] if start[0] == "en" else start[0])


def _plain_term(cell: str) -> tuple[str, str]:
    """Language and term; a plain term is English."""
    uri = _CONCEPT.fullmatch(cell)
    return (uri[1], uri[2]) if uri is not None else ("en", "_".join(cell.lower().split()))
