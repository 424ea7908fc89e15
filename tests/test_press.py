"""What is printed: sizes, counts, backs behind fronts, words in their places, letters, credits, bytes."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

pytest.importorskip("typst", reason="paper needs the extra `print`")

from longbeard.engine.drawing import NoRoom, Type, icons_in, width_of
from longbeard.engine.errors import BadOptions
from longbeard.engine.piece import Piece, Shape, plain_card
from longbeard.engine.room import Room
from longbeard.games import rooms
from longbeard.press.book import blocks
from longbeard.press.credits import by_author
from longbeard.press.ink import saving
from longbeard.press.order import Backs, Cut, Ink, Order, Paper, What, read_copies
from longbeard.press.paper import make_pdf
from longbeard.press.sheets import BACK, FRONT, Image, Sheet, sheets

MM: Final = 72 / 25.4
"""Points in a millimetre."""
FIFTH: Final = Path(__file__).parent / "fifth_game" / "src"
drawn = pytest.mark.rooms(that=lambda room: room.game.pieces is not None)

if shutil.which("pdftoppm") is None:
    raise pytest.UsageError("PDFs are looked at with poppler's tools (on Debian: apt install poppler-utils)")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Room], Path]:
    """A whole game on A4, printed once for all tests."""
    folder = tmp_path_factory.mktemp("press")

    def made(room: Room) -> Path:
        path = folder / f"{room.plate.slug}.pdf"
        if not path.exists():
            path.write_bytes(make_pdf(room, room.box, Order()))
        return path

    return made


@pytest.fixture
def potions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A third party's game with the house's plain cards."""
    monkeypatch.syspath_prepend(str(FIFTH))
    yield Room("pocket_potions")
    for name in [name for name in sys.modules if name.startswith("pocket_potions")]:
        del sys.modules[name]


def poppler(*words: str | Path) -> str:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=True).stdout


def pages(path: Path) -> list[tuple[float, float]]:
    """Return the size of every page in millimetres."""
    found = re.findall(r"Page +\d+ size: +([\d.]+) x ([\d.]+) pts", poppler("pdfinfo", "-l", "999", path))
    return [(float(width) / MM, float(height) / MM) for width, height in found]


def grey(path: Path, page: int, dots: int) -> list[bytes]:
    """Return a page as rows of grey, at a number of dots per inch."""
    ran = subprocess.run(
        ["pdftoppm", "-gray", "-r", str(dots), "-f", str(page), "-l", str(page), path],
        capture_output=True, check=True,
    )  # fmt: skip
    header = re.match(rb"P5\s(\d+) (\d+)\s255\s", ran.stdout)
    assert header
    width, body = int(header[1]), ran.stdout[header.end() :]
    return [body[start : start + width] for start in range(0, len(body), width)]


def first_sheet(path: Path, laid: list[Sheet]) -> int:
    """Return the page with the first sheet: the sheets are the last pages but one."""
    return len(pages(path)) - len(laid)


def words(path: Path, page: int) -> list[tuple[float, float, float, float, str]]:
    """Return every word of a page with its box in millimetres."""
    text = poppler("pdftotext", "-bbox", "-f", str(page), "-l", str(page), path, "-")
    pattern = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
    return [
        (float(a) / MM, float(b) / MM, float(c) / MM, float(d) / MM, unescape(word))
        for a, b, c, d, word in re.findall(pattern, text)
    ]


# ── sheets ────────────────────────────────────────────────────────────────────────────────────────


@drawn
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("backs", Backs)
@pytest.mark.parametrize("cut", Cut)
def test_every_copy_lies_once_on_the_paper_and_on_nothing_else(
    room: Room, paper: Paper, backs: Backs, cut: Cut
) -> None:
    pieces = room.pieces(room.box)
    laid = sheets(pieces, Order(paper, backs=backs, cut=cut))
    fronts = Counter(one.key for sheet in laid for one in sheet.images if one.side == FRONT and not one.part)
    parts = {one.key for sheet in laid for one in sheet.images if one.part}
    assert fronts == {piece.key: piece.copies for piece in pieces if piece.copies and piece.key not in parts}
    behind = Counter(one.key for sheet in laid for one in sheet.images if one.side == BACK)
    assert behind == {piece.key: piece.copies for piece in pieces if piece.back is not None and piece.copies}
    for sheet in laid:
        assert {sheet.width, sheet.height} == {*paper.size}
        for one in sheet.images:
            assert min(one.x, one.y) > 4
            assert one.x + one.width < sheet.width - 4
            assert one.y + one.height < sheet.height - 4
        for place, one in enumerate(sheet.images):
            assert not [other for other in sheet.images[:place] if overlap(one, other)]


def overlap(one: Image, other: Image) -> bool:
    return (
        one.x < other.x + other.width - 0.01
        and other.x < one.x + one.width - 0.01
        and one.y < other.y + other.height - 0.01
        and other.y < one.y + one.height - 0.01
    )


@drawn
def test_pieces_have_their_printed_size(room: Room) -> None:
    sizes = {piece.key: piece.size for piece in room.pieces(room.box)}
    for sheet in sheets(room.pieces(room.box), Order()):
        for one in sheet.images:
            size = (one.height, one.width) if one.turn % 180 else (one.width, one.height)
            assert one.part or size == sizes[one.key]


def test_nine_cards_fit_on_a_sheet_of_either_paper() -> None:
    card = plain_card("card", "Card", "card", 18)
    for paper in Paper:
        for cut in Cut:
            laid = sheets([card], Order(paper, cut=cut))
            assert [len(sheet.images) for sheet in laid] == [9, 9, 9, 9]


def test_a_board_larger_than_the_paper_comes_in_parts() -> None:
    board = replace(
        plain_card("board", "Board", "board", 1), shape=Shape.BOARD, size=(380.0, 250.0), back=None
    )
    laid = sheets([board], Order())
    area = sum(one.width * one.height for sheet in laid for one in sheet.images)
    assert len(laid) == 2
    assert area == pytest.approx(380 * 250)


def test_folded_cards_have_their_backs_beside_them_and_a_line_to_fold() -> None:
    (sheet,) = sheets([plain_card("card", "Card", "card", 4)], Order(backs=Backs.FOLD))
    fronts, backs = ([one for one in sheet.images if one.side == side] for side in (FRONT, BACK))
    folds = [line for line in sheet.lines if line.fold]
    assert len(fronts) == len(backs) == len(folds) == 4
    for front, back, fold in zip(fronts, backs, folds, strict=True):
        assert (back.x, back.y) == pytest.approx((front.x + front.width, front.y))
        assert fold.x1 == fold.x2 == pytest.approx(back.x)


def test_a_folded_hex_has_its_back_upside_down_below_a_flat_side() -> None:
    hexagon = replace(plain_card("hex", "Hex", "hex", 1), shape=Shape.HEX, size=(64.0, 55.4))
    (sheet,) = sheets([hexagon], Order(backs=Backs.FOLD))
    front, back = sheet.images
    assert (back.x, back.y, back.turn) == pytest.approx((front.x, front.y + front.height, 180))
    assert [(line.y1, line.y2) for line in sheet.lines] == [(back.y, back.y)]


def test_other_copies() -> None:
    pieces = [plain_card(key, key.title(), "card", 4) for key in ("bear", "shark", "ninja")]
    copies = read_copies(["1", "bear=7"], pieces)
    fronts = [
        one.key for sheet in sheets(pieces, Order(copies=copies)) for one in sheet.images if one.side == FRONT
    ]
    assert Counter(fronts) == {"bear": 7, "shark": 1, "ninja": 1}
    for wrong in ("wolf=2", "many", "bear=-1", "9999"):
        with pytest.raises(BadOptions):
            read_copies([wrong], pieces)


# ── the PDF ───────────────────────────────────────────────────────────────────────────────────────


@drawn
def test_pages_have_the_size_of_the_paper(room: Room, printed: Callable[[Room], Path]) -> None:
    sizes = pages(printed(room))
    assert len(sizes) > 5
    for width, height in sizes:
        assert sorted((width, height)) == pytest.approx([210, 297], abs=0.1)


def test_a_card_is_63_by_88_mm_to_a_tenth(potions: Room, tmp_path: Path) -> None:
    """Measured between crop marks, at 300 dots in an inch."""
    path = tmp_path / "cards.pdf"
    order = Order(Paper.LETTER, What.CARDS)
    path.write_bytes(make_pdf(potions, potions.box, order))
    assert pages(path)[0] == pytest.approx((215.9, 279.4), abs=0.1)
    rows = grey(path, 1, 300)
    image = sheets(potions.pieces(potions.box), order)[0].images[0]
    dot = 25.4 / 300
    above = rows[round((image.y - 3) / dot)]
    beside = bytes(row[round((image.x - 3) / dot)] for row in rows)
    for line, size, count in ((above, 63, 4), (beside, 88, 4)):
        marks = [place * dot for place in middles(line)]
        assert len(marks) == count
        assert [b - a for a, b in pairwise(marks)] == pytest.approx([size] * 3, abs=0.1)


def middles(line: bytes) -> list[float]:
    """Return the middles of the dark stretches of a row of grey."""
    dark = [place for place, value in enumerate(line) if value < 128]
    stretches: list[list[int]] = []
    for place in dark:
        if stretches and place == stretches[-1][-1] + 1:
            stretches[-1].append(place)
        else:
            stretches.append([place])
    return [(stretch[0] + stretch[-1]) / 2 for stretch in stretches]


@drawn
def test_backs_are_behind_their_fronts(room: Room, printed: Callable[[Room], Path]) -> None:
    """The ink of a page of backs, in a mirror, lies where the backs' fronts have theirs."""
    laid = sheets(room.pieces(room.box), Order())
    first = first_sheet(printed(room), laid)
    places = [place for place, sheet in enumerate(laid) if any(one.side == BACK for one in sheet.images)]
    for place in (places[0], places[-1]):  # a full sheet, and one that is not the same in a mirror
        front, back = laid[place - 1], laid[place]
        rows, behind = grey(printed(room), first + place - 1, 50), grey(printed(room), first + place, 50)
        for one in back.images:
            twin = next(
                other
                for other in front.images
                if abs(other.x + other.width + one.x - front.width) < 0.01 and abs(other.y - one.y) < 0.01
            )
            assert twin.key == one.key
            for x, y in ((0.5, 0.2), (0.5, 0.5), (0.3, 0.6)):
                assert inked(rows, twin, x, y)
                assert inked(behind, one, x, y)
        corner = Image("", FRONT, 0, 0, 4, 4)
        assert not inked(behind, corner, 0.5, 0.5)
        assert bounds(rows, back, mirrored=True) == pytest.approx(bounds(behind, back), abs=2)


def inked(rows: list[bytes], one: Image, x: float, y: float) -> bool:
    """Return whether there is ink at a share of an image."""
    dot = 25.4 / 50
    return rows[round((one.y + y * one.height) / dot)][round((one.x + x * one.width) / dot)] < 250


def bounds(rows: list[bytes], back: Sheet, mirrored: bool = False) -> tuple[int, int]:
    """Return where the ink begins and ends in the row through the middle of the first back, in dots."""
    dot = 25.4 / 50
    one = back.images[0]
    line = rows[round((one.y + one.height / 2) / dot)]
    line = line[::-1] if mirrored else line
    near, far = (round(edge / dot) for edge in (one.x - 1, one.x + one.width + 1))
    dark = [place for place in range(near, far) if line[place] < 250]
    return dark[0], dark[-1]


@drawn
def test_every_card_is_where_it_should_be_with_its_words_inside(
    room: Room, printed: Callable[[Room], Path]
) -> None:
    """Every word of a sheet lies in the box of a piece that says it; every piece says its words."""
    pieces = {piece.key: piece for piece in room.pieces(room.box)}
    laid = sheets([*pieces.values()], Order())
    first = first_sheet(printed(room), laid)
    for place, sheet in enumerate(laid):
        said: dict[int, list[str]] = {}
        for left, top, right, bottom, word in words(printed(room), first + place):
            if bottom > sheet.height - EDGE_LINE:
                continue  # the line at the foot of the sheet
            middle = (left + right) / 2, (top + bottom) / 2
            inside = [
                number
                for number, one in enumerate(sheet.images)
                if one.x <= middle[0] <= one.x + one.width and one.y <= middle[1] <= one.y + one.height
            ]
            assert inside, f"{word!r} on page {first + place} is on no piece"
            one = sheet.images[inside[0]]
            assert one.x - 0.1 <= left < right <= one.x + one.width + 0.1, word
            said.setdefault(inside[0], []).append(word)
        for number, one in enumerate(sheet.images):
            drawing = pieces[one.key].front if one.side == FRONT else pieces[one.key].back
            assert sorted("".join(said.get(number, []))) == sorted(letters(drawing or ""))


EDGE_LINE: Final = 5.0


def letters(drawing: str) -> str:
    """Return all that a drawing says, without spaces."""
    return "".join("".join(ElementTree.fromstring(drawing).itertext()).split()) if drawing else ""


@drawn
def test_letters_are_embedded_and_ours(room: Room, printed: Callable[[Room], Path]) -> None:
    rows = poppler("pdffonts", printed(room)).splitlines()[2:]
    assert rows
    for row in rows:
        name, embedded = row.split()[0], row[54:].split()
        assert re.search(r"GrenzeGotisch|AlegreyaSans", name), row
        assert "yes" in embedded[:4], row
    assert all(re.search(r"\byes yes yes\b", row) for row in rows)


@drawn
def test_every_letter_that_is_printed_is_in_the_font(room: Room) -> None:
    """A letter that a font does not have would be an empty box on paper."""
    from longbeard.engine.drawing import _built

    known = set.intersection(*(set(_built("widths.json")[type.key]) for type in Type))
    text = room.text("rulebook.md") + "".join(letters(piece.front) for piece in room.pieces(room.box))
    text += "".join(example.caption for example in room.examples(room.box)) + "".join(room.game.needs)
    assert not {letter for letter in text if not letter.isspace()} - known


@drawn
def test_the_last_page_says_what_else_one_needs_and_who_drew_the_icons(
    room: Room, printed: Callable[[Room], Path]
) -> None:
    path = printed(room)
    last = " ".join(poppler("pdftotext", "-f", str(len(pages(path))), path, "-").split())
    icons: set[str] = set()
    for piece in room.pieces(room.box):
        icons |= icons_in(piece.front) | (icons_in(piece.back) if piece.back else set())
    for example in room.examples(room.box):
        icons |= icons_in(example.picture)
    named = set(re.findall(r"Icons made by ([\w -]+), game-icons\.net, CC BY 3\.0", last))
    assert named == set(by_author(icons))
    assert "SIL Open Font License 1.1" in last
    assert room.game.needs
    for need in room.game.needs:
        assert need in last


@drawn
def test_the_notice_credits_every_icon_that_is_drawn(room: Room) -> None:
    notice = (Path(__file__).parent.parent / "NOTICE").read_text(encoding="utf-8")
    for piece in room.pieces(room.box):
        for icon in icons_in(piece.front) | (icons_in(piece.back) if piece.back else set()):
            assert re.search(rf"[ ,]{icon}[,\n]", notice), f"NOTICE does not credit {icon}"


@drawn
def test_the_same_order_gives_the_same_bytes(room: Room, printed: Callable[[Room], Path]) -> None:
    assert make_pdf(room, room.box, Order()) == printed(room).read_bytes()


def test_a_changed_data_file_gives_a_changed_deck(potions: Room, tmp_path: Path) -> None:
    text = potions.text("cards.toml")
    changed = text.replace("copies = [5, 6, 6, 5, 4, 4]", "copies = [5, 6, 6, 5, 4, 7]").replace(
        "boiling = 10", "boiling = 12"
    )
    counts = []
    for number, data in enumerate((text, changed)):
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(make_pdf(potions, potions.open_box(data), Order(what=What.CARDS)))
        sheets_alone = poppler("pdftotext", "-l", str(len(pages(path)) - 1), path, "-")
        said = " ".join(sheets_alone.split())
        counts.append((said.count("Potion of 6"), said.count("Above 12"), said.count("Above 10")))
    assert counts == [(4, 0, 30), (7, 33, 0)]


@drawn
def test_ink_is_saved_and_words_stay_black(room: Room, tmp_path: Path) -> None:
    piece = next(piece for piece in room.pieces(room.box) if piece.shape in (Shape.CARD, Shape.HEX))
    pale = saving(piece.front)
    assert letters(pale) == letters(piece.front)
    for element in ElementTree.fromstring(pale).iter():
        if element.tag.endswith("}text"):
            assert element.get("fill") == "#1c1712"
    taken = [ink_of(drawing, tmp_path) for drawing in (piece.front, pale)]
    assert taken[1] < 0.5 * taken[0]


def ink_of(drawing: str, folder: Path) -> float:
    """Return how dark a drawing is on paper, from 0 to 1."""
    import typst

    path = folder / "one.pdf"
    source = b'#set page(width: 63mm, height: 88mm, margin: 0mm)\n#image("one.svg", width: 63mm)'
    compile: Any = typst.compile
    path.write_bytes(compile({"main.typ": source, "one.svg": drawing.encode()}, ignore_system_fonts=True))
    rows = grey(path, 1, 50)
    return sum(255 - value for row in rows for value in row) / (255 * sum(map(len, rows)))


# ── the rulebook ──────────────────────────────────────────────────────────────────────────────────

COLUMNS: Final = (16.0, 108.5)
"""Where the two columns of a page of A4 begin."""


@drawn
def test_the_rulebook_has_every_rule_and_a_few_pages(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(make_pdf(room, room.box, Order(what=What.RULES)))
    said = [row for page in range(1, len(pages(path)) + 1) for row in words(path, page)]
    at_the_edge = [
        word for left, top, right, bottom, word in said if min(abs(left - x) for x in COLUMNS) < 0.5
    ]
    rules = re.findall(r"^- \*\*([A-Z]\d+)\*\*", room.text("rulebook.md"), re.MULTILINE)
    assert [at_the_edge.count(rule) for rule in rules] == [1] * len(rules)
    assert 4 <= len(pages(path)) <= 8
    assert [row[-1] for row in said].count("Example.") == len(room.examples(room.box)) >= 2


@drawn
def test_examples_come_from_the_box(room: Room) -> None:
    """They are drawn from matches with these cards, below rules that there are, the same each time."""
    found = room.examples(room.box)
    assert found == room.examples(room.open_box(room.text("cards.toml")))
    placed = [
        block["label"] for block in blocks(room.text("rulebook.md"), found) if block["kind"] == "example"
    ]
    assert sorted(placed) == [str(number) for number in range(len(found))]


def test_blocks_of_a_rulebook() -> None:
    text = "# T\n\nHello *you* and `me`.\n\n## Rules\n\n- **D1** Draw *(ruling)*.\n- Other.\n\n1. One.\n"
    found = [(block["kind"], block["label"], block["words"]) for block in blocks(text)]
    assert found == [
        ("title", "", [("", "T")]),
        ("words", "", [("", "Hello "), ("strong", "you"), ("", " and "), ("strong", "me"), ("", ".")]),
        ("heading", "", [("", "Rules")]),
        ("rule", "D1", [("", "Draw "), ("aside", "(ruling)"), ("", ".")]),
        ("item", "", [("", "Other.")]),
        ("step", "1", [("", "One.")]),
    ]


# ── data and drawings ─────────────────────────────────────────────────────────────────────────────


@drawn
def test_every_card_of_the_data_file_is_drawn_with_its_copies(room: Room) -> None:
    """Whatever has a name and a text in `cards.toml` is a piece, with as many copies as it says there."""
    by_name: dict[str, list[Piece]] = {}
    for piece in room.pieces(room.box):
        by_name.setdefault(piece.name, []).append(piece)
    rows = [*named_rows(tomllib.loads(room.text("cards.toml")))]
    assert rows
    for row in rows:
        if not {"slug", "text"} <= {*row}:
            continue
        fitting = [
            piece for pieces in by_name.values() for piece in pieces if piece.key.endswith(row["slug"])
        ]
        assert fitting, f"{row['name']} is in the data file, but is not drawn"
        assert row["name"] in {piece.name for piece in fitting}
        if "copies" in row:
            assert row["copies"] in {piece.copies for piece in fitting}, row["name"]


def named_rows(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        if "name" in data:
            yield data
        for value in data.values():
            yield from named_rows(value)
    elif isinstance(data, list):
        for value in data:
            yield from named_rows(value)


def test_a_plain_card_fits_long_words_or_says_so() -> None:
    long = plain_card(
        "long", "The Extraordinarily Verbose Archchancellor", "card", 1, "A word or two. " * 14, "12"
    )
    assert letters(long.front).count("Aword") == 14
    with pytest.raises(NoRoom, match="does not fit"):
        plain_card("long", "Card", "card", 1, "A word or two. " * 200)
    assert width_of("Archchancellor", Type.TITLE, 30) < 510


def test_rooms_of_ours_all_have_pieces() -> None:
    assert all(room.game.pieces and room.game.examples for room in rooms().values())


def test_only_one_game_at_a_time_says_that_it_has_nothing_to_print(potions: Room) -> None:
    from longbeard.press.paper import CannotPrint

    object.__setattr__(potions.game, "pieces", None)
    with pytest.raises(CannotPrint, match="no pieces"):
        make_pdf(potions, potions.box, Order(ink=Ink.SAVER))
