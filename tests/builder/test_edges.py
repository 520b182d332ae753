from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from builder.edges import BadRow, Row, load_seeds, read_edges
from builder.lexicon import Lexicon
from rrf_bench.errors import RRFError
from tests.builder.conftest import ASSERTIONS, TRIPLES

TRIPLE = "UsedFor\tknife\tcut bread\n"
JSON = '{"weight": 2.0, "license": "cc:by/4.0"}'


def assertion(relation: str = "/r/IsA", start: str = "/c/en/dog", end: str = "/c/en/animal/n", info: str = JSON) -> str:
    return f"/a/[{relation}/,{start}/,{end}/]\t{relation}\t{start}\t{end}\t{info}\n"


def read(path: Path, content: bytes | str) -> list[Row | BadRow]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_edges(str(path)))


@pytest.mark.parametrize("name", ["dump.csv", "dump.tsv", "dump.gz", "dump"])
@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize(
    ("text", "row"),
    [
        (TRIPLE, Row(1, "UsedFor", "knife", "cut_bread")),
        (assertion(), Row(1, "IsA", "dog", "animal", "en", 2.0)),
    ],
)
def test_format_is_found_from_content(tmp_path: Path, name: str, zipped: bool, text: str, row: Row) -> None:
    content = gzip.compress(text.encode()) if zipped else text.encode()
    assert read(tmp_path / name, content) == [row]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"UsedFor\tknife\n", "wrong column count"),
        (b"UsedFor\tknife\tcut\tbread\n", "wrong column count"),
        (b"\n", "wrong column count"),
        (b"UsedFor\tknife\t \n", "empty term"),
        (b"Used For\tknife\tcut\n", "bad URI"),
        (b"UsedFor\tkni\xfffe\tcut\n", "broken UTF-8"),
        (b"UsedFor\tkni\0fe\tcut\n", "NUL byte"),
        (b"UsedFor\t" + b"x" * 600_000 + b"\tcut\n", "line too long"),
    ],
)
def test_malformed_triples_are_skipped(tmp_path: Path, bad: bytes, reason: str) -> None:
    rows = read(tmp_path / "dump", TRIPLE.encode() + bad + TRIPLE.encode())
    assert [type(row) for row in rows] == [Row, BadRow, Row]
    assert rows[1] == BadRow(2, reason)
    assert rows[2].line == 3


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (assertion(info='{"weight": 2.0'), "bad JSON"),
        (assertion(info="[1]"), "bad JSON"),
        (assertion(info='{"weight": NaN}'), "bad JSON"),
        (assertion(info='{"weight": "heavy"}'), "bad JSON"),
        (assertion(start="dog"), "bad URI"),
        (assertion(end="/c/en/"), "bad URI"),
        (assertion(relation="IsA dog"), "bad URI"),
        (assertion()[2:], "bad URI"),
        (assertion(info=JSON + "\t"), "wrong column count"),
        (TRIPLE, "wrong column count"),
    ],
)
def test_malformed_assertions_are_skipped(tmp_path: Path, bad: str, reason: str) -> None:
    assert read(tmp_path / "dump", assertion() + bad)[1] == BadRow(2, reason)


def test_malformed_rows_before_the_first_good_one(tmp_path: Path) -> None:
    rows = read(tmp_path / "dump", b"\xff\xfe broken\n" + TRIPLE.encode())
    assert rows == [BadRow(1, "broken UTF-8"), Row(2, "UsedFor", "knife", "cut_bread")]


@pytest.mark.parametrize(
    ("start", "end", "language"),
    [("/c/en/dog", "/c/en/animal", "en"), ("/c/zh/狗", "/c/en/animal", "zh"), ("/c/en/dog", "/c/fr/animal", "fr")],
)
def test_language(tmp_path: Path, start: str, end: str, language: str) -> None:
    (row,) = read(tmp_path / "dump", assertion(start=start, end=end))
    assert isinstance(row, Row)
    assert row.language == language


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + TRIPLE.replace("\n", "\r\n").encode()
    assert read(tmp_path / "dump", content) == [Row(1, "UsedFor", "knife", "cut_bread")]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9000, "is no ConceptNet dump"),
        (b"<!DOCTYPE html>\n<html><body>404</body></html>\n", "is no ConceptNet dump"),
        (b"a\tb\tc\n1\t2\t3\n", "is no ConceptNet dump"),
        (gzip.compress(b""), "is empty"),
        (gzip.compress(TRIPLE.encode() * 5000)[:-20], "breaks off"),
        (b"\x1f\x8bnot really gzip at all", "cannot be read"),
    ],
)
def test_what_is_no_dump_is_one_clear_line(tmp_path: Path, content: bytes, problem: str) -> None:
    with pytest.raises(RRFError, match=problem) as caught:
        read(tmp_path / "dump", content)
    assert "expected conceptnet-assertions-5.x.csv or lines of relation<TAB>start<TAB>end" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_path_and_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(RRFError, match="is no file; expected"):
            list(read_edges(str(path)))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the address under which it is served."""
    handler = partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        if not self.path.startswith("/short"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        self.wfile.write(TRIPLE.encode())
        return None


@pytest.mark.parametrize("zipped", [False, True])
def test_url(served: tuple[Path, str], zipped: bool) -> None:
    folder, address = served
    text = TRIPLE.encode() * 3
    (folder / "dump").write_bytes(gzip.compress(text) if zipped else text)
    seen: list[tuple[int, int]] = []
    rows = list(read_edges(f"{address}/dump", lambda done, total: seen.append((done, total))))
    size = (folder / "dump").stat().st_size
    assert len(rows) == 3
    assert seen[-1] == (size, size)


def test_url_that_breaks_off_or_is_not_there(served: tuple[Path, str]) -> None:
    with pytest.raises(RRFError, match=r"breaks off|cannot be read"):
        list(read_edges(f"{served[1]}/short"))
    with pytest.raises(RRFError, match=r"cannot be fetched \(File not found\)"):
        list(read_edges(f"{served[1]}/none"))


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("UsedFro\tknife\tcut_bread\tall", "line 2: unknown relation 'UsedFro'; did you mean UsedFor"),
        ("UsedFor\tknif\tcut_bread\tall", "line 2: unknown concept 'knif'; did you mean knife"),
        ("UsedFor\tknife\tcut_bread\tmost", "line 2: unknown scope 'most'"),
        ("UsedFor\tknife\tcut_bread\nUsedFor\tknife\tcut_bread", "line 3: .* is there twice"),
        ("UsedFor\tknife\tcut_bread\tall\tmore", "line 2: 5 columns, expected 4"),
    ],
)
def test_faulty_seeds_are_named(tmp_path: Path, lexicon: Lexicon, row: str, problem: str) -> None:
    path = tmp_path / "seeds.tsv"
    path.write_text(f"relation\tstart\tend\tscope\n{row}\n", encoding="utf-8")
    with pytest.raises(RRFError, match=problem):
        load_seeds(lexicon, path)


@pytest.mark.parametrize(("path", "count"), [(TRIPLES, 100_000), (ASSERTIONS, 764)])
def test_real_files(path: Path, count: int) -> None:
    if not path.exists():
        pytest.skip(f"{path.name} is not here")
    rows = list(read_edges(str(path)))
    assert len(rows) == count
    assert not [row for row in rows if isinstance(row, BadRow)]
