"""What the lab asks and how, for search engines. Studies are not in it: only those who are invited find one."""

from __future__ import annotations

from apps.core.sitemaps import Page, Pages
from apps.studies.models import Instrument


class Asking(Pages):
    def items(self) -> list[Page]:
        slugs = Instrument.objects.order_by("slug").values_list("slug", flat=True).distinct()
        instruments = [("studies:newest_instrument", slug) for slug in slugs]
        return [("studies:instruments",), ("studies:methods",), *instruments]
