"""Markup made in typed Python: what is text is escaped, what is `Html` is passed on.

>>> h("<b class='{}'>{}</b>", "name", "Ada & <Bert>")
'<b class="name">Ada &amp; &lt;Bert&gt;</b>'
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from mypy_extensions import i64, mypyc_attr

PLACE: Final = "{}"


@mypyc_attr(native_class=False)
class Html(str):
    """A string that is markup already, and is not escaped again."""

    __slots__ = ()


Value = str | int | None | Iterable["Html"]
NOTHING: Final = Html("")


def escape(text: str) -> str:
    """Escape text for an element or a quoted attribute."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if '"' in text:
        text = text.replace('"', "&quot;")
    if "'" in text:
        text = text.replace("'", "&#39;")
    return text


_known: Final[dict[str, list[str]]] = {}
"""Parsed templates: the text between places, with an empty item for each place."""


def _parsed(template: str) -> list[str]:
    """Parse a template into text and places, alternating; attributes may have single quotes."""
    found: list[str] = []
    for piece in template.replace("'", '"').split(PLACE):
        found += [piece, ""]
    found.pop()
    _known[template] = found
    return found


def h(template: str, *values: Value) -> Html:
    """Fill the places `{}` of a piece of markup.

    Text is escaped, numbers are written, markup is inserted as it is, a list of markup is joined, None is
    nothing. A template is a literal of ours: never build one from data.
    """
    known = _known.get(template)
    written = (_parsed(template) if known is None else known).copy()
    if len(written) != 2 * len(values) + 1:
        raise TypeError(f"{len(values)} values for {len(written) // 2} places: {template}")
    place: i64 = 1
    for value in values:
        if isinstance(value, Html):
            written[place] = value
        elif isinstance(value, str):
            written[place] = escape(value)
        elif isinstance(value, int):
            written[place] = str(value)
        elif value is not None:
            written[place] = "".join(value)
        place += 2
    return Html("".join(written))


def classes(*names: str | bool | None) -> str:
    """Join the class names that are not empty: `classes("board", own and "own")`."""
    return " ".join([name for name in names if isinstance(name, str) and name])


# ── what all faces are made of ────────────────────────────────────────────────────────────────────

_sprite: Callable[[str], str] = "#{}".format


def use_sprites(find: Callable[[str], str]) -> None:
    """Set where the pictures are: `find` returns the address of an icon."""
    global _sprite
    _sprite = find
    icon.cache_clear()


def sprite(name: str) -> str:
    """Return the address of a picture, for drawings with a `<use>` of their own."""
    return _sprite(name)


@cache
def icon(name: str, label: str = "", class_: str = "") -> Html:
    """Return a picture; hidden from screen readers unless it has a label."""
    said = h(" role='img' aria-label='{}'", label) if label else Html(' aria-hidden="true"')
    kind = classes("icon", class_)
    return h("<svg class='{}'{}><use href='{}'/></svg>", kind, said, _sprite(name))


def glyph(seat: int) -> Html:
    """Return the sign of a seat, in its colour: never colour alone."""
    return icon(f"seat-{seat}", class_=f"glyph seat-{seat}")


def seat_name(seat: int, name: str, own: bool = False) -> Html:
    """Return sign and name of a seat; beside the viewer's own stands "you"."""
    you = Html(" <small>you</small>") if own else None
    return h("<span class='seat-name seat-{}'>{}<span>{}</span>{}</span>", seat, glyph(seat), name, you)


def spot(
    key: str,
    label: str,
    inside: Html,
    class_: str = "",
    id: str = "",
    tip: str = "",
    drag: bool = False,
    card: str = "",
    then: str = "",
) -> Html:
    """Return a button that can be pointed at; inside are spans only.

    The page makes spots live by the choices (spots.js). A tip is shown on hover, focus and long press; one
    that equals the label is not sent twice. What can be dragged may be dropped onto whatever glows, which
    counts as pointing there. `card` is the key of the printed piece that is shown large with the tip: give it
    only where the viewer may know which one it is. `then` is the next question, once the spot has been
    pointed at.
    """
    return h(
        "<button type='button' class='{}' data-key='{}' aria-label='{}' aria-disabled='true'{}{}{}{}{}>"
        "{}</button>",
        classes("spot", class_),
        key,
        label,
        h(" id='{}'", id) if id else None,
        (Html(" data-tip") if tip == label else h(" data-tip='{}'", tip)) if tip else None,
        Html(" data-drag") if drag else None,
        h(" data-card='{}'", card) if card else None,
        h(" data-then='{}'", then) if then else None,
        inside,
    )
