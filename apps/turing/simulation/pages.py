"""A page as a browser without scripts understands it: links, texts, and forms with what may be filled in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
Attributes = dict[str, str | None]


class NotOnPage(ValueError):
    """Somebody wants to follow or fill in what the page has not got."""


@dataclass
class Field:
    """One name in a form, with what may be chosen, and the ids of the texts that describe the choices."""

    kind: str
    values: list[str] = field(default_factory=list)
    described_by: list[str] = field(default_factory=list)
    value: str | None = None  # what is sent when nobody touches it


@dataclass
class Form:
    action: str
    fields: dict[str, Field] = field(default_factory=dict)

    def untouched(self) -> dict[str, str]:
        return {name: one.value for name, one in self.fields.items() if one.value is not None}

    def at_random(self, rng: Random) -> dict[str, str]:
        """Tick every box and choose anything wherever there is something to choose."""
        choices = {name: one.values for name, one in self.fields.items() if one.kind in {"radio", "select", "checkbox"}}
        return {name: rng.choice(told) for name, values in choices.items() if (told := [v for v in values if v])}

    def filled(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return what is sent with these values. Raises NotOnPage when the form does not take them."""
        for name, value in values.items():
            one = self.fields.get(name)
            if one is None or (one.values and value not in one.values):
                raise NotOnPage(f"the form at {self.action} has no {name} = {value[:40]!r}")
        return {**self.untouched(), **values}


class Page(HTMLParser):
    """What is on a page. `path` is its address; `was_taken` is False for a form that came back when it was sent."""

    def __init__(self, path: str, html: str, was_taken: bool = True) -> None:
        super().__init__()
        self.path, self.was_taken = path, was_taken
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.texts: dict[str, str] = defaultdict(str)  # by the ids of their elements
        self._open: list[tuple[str, str]] = []  # tag and id of the elements we are in
        self._inside: Form | None = None
        self._name = ""  # of the select or textarea we are in
        self.feed(html)
        self.close()

    @property
    def form(self) -> Form:
        """The page's form. Where there are two, the first is the one that goes on."""
        if not self.forms:
            raise NotOnPage(f"{self.path} has no form")
        return self.forms[0]

    def link(self, end: str) -> str:
        found = next((link for link in self.links if link.endswith(end)), None)
        if found is None:
            raise NotOnPage(f"{self.path} has no link to {end}")
        return found

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        of = dict(attributes)
        if tag == "br":
            self.handle_data("\n")
        if tag not in VOID:
            self._open.append((tag, of.get("id") or ""))
        if tag == "a" and of.get("href"):
            self.links.append(str(of["href"]))
        elif tag == "form":
            self._inside = Form(of.get("action") or self.path)
            self.forms.append(self._inside)
        elif self._inside is not None:
            self._read_field(self._inside, tag, of)

    def _read_field(self, form: Form, tag: str, of: Attributes) -> None:
        name, value = of.get("name") or "", of.get("value") or ""
        if tag in {"select", "textarea"} and name:
            self._name = name
            form.fields[name] = Field(tag, value="")
        elif tag == "option" and self._name:
            one = form.fields[self._name]
            one.values.append(value)
            if "selected" in of:
                one.value = value
        elif tag == "input" and name:
            kind = of.get("type") or "text"
            one = form.fields.setdefault(name, Field(kind))
            if kind in {"radio", "checkbox"}:
                one.values.append(value or "on")
                one.described_by.append(of.get("aria-describedby") or "")
                one.value = value or "on" if "checked" in of else one.value
            else:
                one.value = value

    def handle_data(self, data: str) -> None:
        for _tag, name in self._open:
            if name:
                self.texts[name] += data
        if self._inside and self._name and self._inside.fields[self._name].kind == "textarea":
            one = self._inside.fields[self._name]
            one.value = (one.value or "") + data

    def handle_endtag(self, tag: str) -> None:
        if not any(tag == opened for opened, _name in self._open):
            return
        while self._open.pop()[0] != tag:  # what was left open ends with what it stands in
            pass
        if tag == "form":
            self._inside = None
        elif tag in {"select", "textarea"}:
            if tag == "textarea" and self._inside and self._name:
                one = self._inside.fields[self._name]
                one.value = (one.value or "").removeprefix("\n")  # a browser leaves out the first line break
            self._name = ""
