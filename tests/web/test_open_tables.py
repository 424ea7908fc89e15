"""Tables that are open to everybody: who finds them, what is told of them, and nothing of closed ones."""

import re
from collections.abc import Callable

import pytest
from tests.web.served import QUICK, Server, Visitor

from longbeard.games import room
from longbeard.table.house import SHOWN_EACH
from longbeard.web.forms import NICKNAMES

SLUG = "wiz-up-the-wall"
Visitors = Callable[[], Visitor]


def listed(visitor: Visitor) -> str:
    """Return all lists that a person gets: the home page's, and the API's."""
    token = visitor.client.post("/api/v1/identity", json={}).json()["token"]
    api = visitor.client.get("/api/v1/tables", headers={"authorization": f"Bearer {token}"}).text
    return visitor.client.get("/").text + api


def test_nothing_of_a_closed_table_is_told_to_strangers(visitor: Visitors) -> None:
    ada, bert, stranger = visitor(), visitor(), visitor()
    closed = ada.open(SLUG, ["me", "friend"], names=["Closette", "Chairless"], pace="604800")
    full = ada.open(SLUG, ["me", QUICK], names=["Fullmona", ""])
    opened = ada.open(SLUG, ["me", "friend"], names=["Openhild", ""], open="yes")
    seen = listed(stranger)
    assert opened in seen
    assert "Openhild" in seen
    for secret in (closed, full, "Closette", "Chairless", "Fullmona"):
        assert secret not in seen
    bert.sit(closed, "Bert")
    assert closed in bert.client.get("/").text, "who sits there finds it"
    assert closed not in listed(stranger)


def test_an_open_table_says_who_waits_for_how_many_and_by_which_rules(visitor: Visitors) -> None:
    ada, stranger = visitor(), visitor()
    rules = {"option-rounds": "5", "option-memory": "on", "option-first": "1"}
    name = ada.open(
        SLUG, ["me", "friend", "friend"], names=["Waltraud", "", ""], open="yes", pace="259200", **rules
    )
    row = re.search(
        rf'<li class="table-row[^"]*">\s*<a[^>]*href="/t/{name}".*?</li>', stranger.client.get("/").text, re.S
    )
    assert row
    titles = {option.name: option.title for option in room(SLUG).plate.options}
    for words in (
        *("Waltraud", "2 free", "3 days a decision", titles["memory"]),
        *(f"{titles['rounds']}: 5", f"{titles['first']}: Seat 2"),
    ):
        assert words in row[0], (words, row[0])
    door = stranger.client.get(f"/t/{name}").text
    assert "3 days a decision" in door
    assert f"{titles['rounds']}: 5" in door


def test_one_click_sits_down_with_a_name_that_stays(visitor: Visitors) -> None:
    ada, bert, carl = visitor(), visitor(), visitor()
    name = ada.open(SLUG, ["me", "friend"], names=["Ada", ""], open="yes")
    answer = bert.client.post(f"/t/{name}/sit", data={})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{name}"
    page = bert.client.get(f"/t/{name}").text
    assert any(nick in page for nick in NICKNAMES)
    late = carl.client.post(f"/t/{name}/sit", data={})
    assert late.status_code == 400
    assert "all seats are taken" in late.text
    assert name not in [*re.findall(r'formaction="/t/([^/]+)/sit"', carl.client.get("/").text)]


def test_nobody_fills_the_list_alone(own_server: Callable[..., Server]) -> None:
    served = own_server("openings_rate=1000", minds=-1)
    ada, bert, stranger = (Visitor(served.base) for _ in range(3))
    many = [ada.open(SLUG, ["me", "friend"], names=["Ada", ""], open="yes") for _ in range(SHOWN_EACH + 2)]
    one = bert.open(SLUG, ["me", "friend"], names=["Bert", ""], open="yes")
    shown = re.findall(r'formaction="/t/([^/]+)/sit"', stranger.client.get("/").text)
    assert len(shown) == SHOWN_EACH + 1
    assert one in shown
    assert set(shown) - {one} == set(many[2:]), "the newest"
    with ada.socket(many[2]) as line:
        line.hear("page")
        shown = re.findall(r'formaction="/t/([^/]+)/sit"', stranger.client.get("/").text)
        assert shown[0] == many[2], "where somebody is comes first"


def test_ones_own_turn_comes_first_and_the_shortest_time_before_all(
    own_server: Callable[..., Server],
) -> None:
    served = own_server("openings_rate=1000", minds=-1)
    ada, bert = Visitor(served.base), Visitor(served.base)
    tables = {}
    for first in ("1", "0"):
        for pace in ("none", "604800", "86400"):
            name = ada.open(
                "witless-wizards", ["me", "friend"], names=["Ada", ""], pace=pace, **{"option-first": first}
            )
            bert.sit(name, "Bert")
            tables[name] = (first, pace)
    waiting = ada.open("witless-wizards", ["me", "friend"], names=["Ada", ""], **{"option-first": "0"})
    home = ada.client.get("/").text
    rows = re.findall(r'class="table-row( yours)?" href="/t/([^"]+)"', home)
    assert [tables[name] for _yours, name in rows[:3]] == [("0", "86400"), ("0", "604800"), ("0", "none")]
    assert [bool(yours) for yours, _name in rows] == [True] * 3 + [False] * 4
    assert waiting in [name for _yours, name in rows[3:]], "nobody has to move before all are there"
    assert re.search("Your move.*6 days left|Your move.*23 hours left", home, re.S)


@pytest.mark.parametrize("field", [{"level": "wizard"}, {"pace": "3600"}, {"who": ["me", "nobody"]}])
def test_a_wrong_level_or_pace_opens_nothing(visitor: Visitors, field: dict[str, str]) -> None:
    ada = visitor()
    form = {"seats": "2", "who": ["me", "bot"], "names": "Ada", **field}
    answer = ada.client.post(f"/new/{SLUG}", data=form)
    assert answer.status_code == 400
    assert "One of:" in answer.text or "one of:" in answer.text


def test_a_single_name_is_that_of_whoever_opens_the_table(visitor: Visitors) -> None:
    ada = visitor()
    form = {"seats": "3", "who": ["bot", "me", "friend"], "names": "Adelgunde", "level": QUICK}
    name = ada.client.post(f"/new/{SLUG}", data=form).headers["location"]
    seats = re.findall(r'id="seat-(\d)".*?<b>(.*?)</b>', ada.client.get(name).text.replace("'", '"'), re.S)
    assert dict(seats)["1"] == "Adelgunde"
    assert dict(seats)["0"] != "Adelgunde"
