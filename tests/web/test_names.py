"""Names that stay, and a level that is asked for."""

import re
from collections.abc import Callable

from tests.web.served import Visitor

from longbeard.bots import LEVELS
from longbeard.games import rooms
from longbeard.web.lan import lan_addresses
from longbeard.web.pages.addresses import only_here

SLUG = next(iter(rooms()))


def names(visitor: Visitor, table: str) -> list[str]:
    return [seat["name"] for seat in visitor.client.get(f"/api/v1/tables/{table}").json()["seats"]]


def play_now(visitor: Visitor, **form: str) -> str:
    answer = visitor.client.post(f"/quick/{SLUG}", data=form)
    assert answer.status_code == 303
    return answer.headers["location"].removeprefix("/t/")


def test_a_name_stays_from_the_first_table_on_and_can_be_changed(visitor: Callable[[], Visitor]) -> None:
    ada, bert = visitor(), visitor()
    table = play_now(ada)
    given = names(ada, table)[0]
    assert given in ada.client.get(f"/new/{SLUG}").text, "the next form knows it"
    assert ada.client.post(f"/t/{table}/name", data={"name": "Ada"}).status_code == 303
    assert names(ada, table)[0] == "Ada"
    assert names(ada, play_now(ada))[0] == "Ada"
    assert bert.client.post(f"/t/{table}/name", data={"name": "Mallory"}).status_code == 403
    assert ada.client.post(f"/t/{table}/name", data={"name": " "}).status_code == 400
    other = names(ada, table)[1]
    assert ada.client.post(f"/t/{table}/name", data={"name": other}).status_code == 303
    assert names(ada, table)[:2] == [f"{other} 2", other], "nobody is called like somebody else"


def test_whoever_typed_a_name_that_cannot_be_stays_at_the_door_with_it(
    visitor: Callable[[], Visitor],
) -> None:
    ada, bert = visitor(), visitor()
    table = ada.open(SLUG, ["me", "friend"])
    answer = bert.client.post(f"/t/{table}/sit", data={"name": "Bert\u202e", "seat": "1"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert 'value="Bert\u202e"' in answer.text, "it can be mended"
    assert f'data-fresh="/t/{table}"' in answer.text, "the chairs are asked for where they can be"


def test_play_now_against_any_level(visitor: Callable[[], Visitor]) -> None:
    ada = visitor()
    home = ada.client.get("/").text
    for level in LEVELS:
        assert f'value="{level.name}"' in home
        seats = ada.client.get(f"/api/v1/tables/{play_now(ada, level=level.name)}").json()["seats"]
        assert {seat["who"] for seat in seats if seat["bot"]} == {f"Bot: {level.title}"}


def test_an_invitation_says_if_it_works_here_alone(visitor: Callable[[], Visitor]) -> None:
    ada = visitor()
    table = ada.open(SLUG, ["me", "friend"])
    assert "longbeard serve --host 0.0.0.0" in ada.client.get(f"/t/{table}").text
    elsewhere = ada.client.get(f"/t/{table}", headers={"host": "192.168.1.5:8017"}).text
    assert "longbeard serve --host 0.0.0.0" not in elsewhere
    assert "http://192.168.1.5:8017/t/" in elsewhere
    for address in lan_addresses("0.0.0.0", 8017):
        assert re.fullmatch(r"http://[\d.]+:8017", address)
        assert not only_here(address)
