from django.urls import path
from django.views.generic import RedirectView

from apps.leaderboard import (
    compare_views,
    difference_views,
    entry_views,
    figure_views,
    model_views,
    views,
)

app_name = "leaderboard"
urlpatterns = [
    path("boards/<slug:slug>/", views.board, name="board"),
    path("boards/<slug:slug>.csv", views.board_csv, name="board_csv"),
    path("boards/<slug:slug>.svg", figure_views.board_svg, name="board_svg"),
    path("boards/<slug:slug>/<int:pk>/", entry_views.entry, name="entry"),
    path("boards/<slug:slug>/<int:pk>/sittings/", entry_views.sittings, name="sittings"),
    path("boards/<slug:slug>/<int:pk>/sittings/<uuid:code>/", entry_views.sitting, name="sitting"),
    # Where a model's page stood before it had an address of its own
    path("boards/models/<slug:slug>/", RedirectView.as_view(pattern_name="leaderboard:model", permanent=True)),
    path("boards/<slug:slug>/differences/", difference_views.differences, name="differences"),
    path("boards/<slug:slug>/differences.csv", difference_views.differences_csv, name="differences_csv"),
    path("boards/<slug:slug>/differences.json", difference_views.differences_json, name="differences_json"),
    path("models/", model_views.models, name="models"),
    path("models/<slug:slug>/", model_views.model, name="model"),
    path("compare/", compare_views.comparison, name="compare"),
    path("api/boards/<slug:slug>/", views.board_api, name="board_api"),
]
