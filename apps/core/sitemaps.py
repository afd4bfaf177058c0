"""What search engines may find: a base for every app's pages, and the manual."""

from __future__ import annotations

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from apps.core.manual import documents

# A page's name, and the words of its address
Page = tuple[str, ...]


class Pages(Sitemap):
    def location(self, item: Page) -> str:
        name, *words = item
        return reverse(name, args=words)


class Manual(Pages):
    def items(self) -> list[Page]:
        return [("docs",), *(("document", one.name) for one in documents())]
