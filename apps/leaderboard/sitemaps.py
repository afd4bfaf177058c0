"""Boards and models, for search engines. Single lines are not in it; boards lead to them."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from apps.core.sitemaps import Page, Pages
from apps.leaderboard.model_index import listed
from apps.leaderboard.models import Board
from apps.leaderboard.subjects import without_figures


class Boards(Sitemap):
    def items(self) -> list[Board]:
        return list(Board.objects.filter(entry__isnull=False).distinct().defer("about", "picture"))

    def location(self, item: Board) -> str:
        return reverse("leaderboard:board", args=[item.slug])

    def lastmod(self, item: Board) -> datetime | None:
        return item.computed_at


class Models(Pages):
    def items(self) -> list[Page]:
        models = [("leaderboard:model", model.slug) for model in listed(without_figures())]
        return [("home",), ("leaderboard:models",), ("leaderboard:compare",), *models]
