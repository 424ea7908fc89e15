"""A screen reader: the browser's accessibility tree, and the keyboard."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page


@dataclass(frozen=True)
class Heard:
    """Something that a screen reader can speak of."""

    role: str
    name: str
    focused: bool
    disabled: bool
    pressed: bool


class Ears:
    """Reads a page by roles and names alone."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)
        self.line.send("Accessibility.enable")

    def listen(self) -> list[Heard]:
        """Return all there is, in the order in which it is read."""
        nodes = self.line.send("Accessibility.getFullAXTree")["nodes"]
        return [_heard(node) for node in nodes if not node["ignored"]]


def _heard(node: dict[str, Any]) -> Heard:
    found = {row["name"]: row["value"].get("value") for row in node.get("properties", [])}
    return Heard(
        role=node["role"]["value"],
        name=node.get("name", {}).get("value", "").strip(),
        focused=bool(found.get("focused")),
        disabled=bool(found.get("disabled")),
        pressed=found.get("pressed") in (True, "true"),
    )
