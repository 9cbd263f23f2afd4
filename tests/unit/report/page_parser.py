"""Reads a page and finds what no page of ours may have."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input", "hr", "img"}


@dataclass
class Page(HTMLParser):
    """The ids, links and texts of a page; `faults` are what is wrong with it, `siblings` the pages beside it."""

    html: str
    siblings: frozenset[str] = frozenset()
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    classes: list[tuple[str, str]] = field(default_factory=list)
    text: str = ""
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.feed(self.html)
        self.close()
        if self.open:
            self.faults.append(f"not closed: {self.open}")
        if len(set(self.ids)) != len(self.ids):
            self.faults.append(f"ids twice: {sorted({i for i in self.ids if self.ids.count(i) > 1})}")
        self.faults += [f"leads nowhere: {x}" for x in self.links if not self.leads_somewhere(x)]

    def leads_somewhere(self, link: str) -> bool:
        """Whether a link leads to a place on the page, or to a page beside it."""
        return link[1:] in self.ids if link.startswith("#") else link in self.siblings

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            value = value or ""
            if name == "id":
                self.ids.append(value)
            elif name == "class":
                self.classes += [(c, tag) for c in value.split()]
            elif name == "href" and tag == "link":
                self.faults += [f"loads {value}"] * (value != "data:,")
            elif name == "href":
                self.links.append(value)
            elif name.startswith("on") or name in ("src", "srcset", "action", "data"):
                self.faults.append(f"{tag} {name}={value}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data

    def count(self, name: str, tag: str) -> int:
        """How many elements `tag` have the class `name`."""
        return self.classes.count((name, tag))
