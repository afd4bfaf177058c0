from django.urls import path

from apps.leaderboard import compare_views, difference_views, echo_views, entry_views, model_views, views

app_name = "leaderboard"
urlpatterns = [
    # A page of its own at a board's usual address
    path("boards/echo/", echo_views.echo, name="echo"),
    path("boards/<slug:slug>/", views.board, name="board"),
    path("boards/<slug:slug>.csv", views.board_csv, name="board_csv"),
    path("boards/<slug:slug>/<int:pk>/", entry_views.entry, name="entry"),
    path("boards/<slug:slug>/<int:pk>/sittings/", entry_views.sittings, name="sittings"),
    path("boards/<slug:slug>/<int:pk>/sittings/<uuid:code>/", entry_views.sitting, name="sitting"),
    # What a model has on all boards; /models/ is where researchers say how to reach one
    path("boards/models/<slug:slug>/", model_views.model, name="model"),
    path("boards/<slug:slug>/differences/", difference_views.differences, name="differences"),
    path("boards/<slug:slug>/differences.csv", difference_views.differences_csv, name="differences_csv"),
    path("boards/<slug:slug>/differences.json", difference_views.differences_json, name="differences_json"),
    path("compare/", compare_views.comparison, name="compare"),
    path("api/boards/<slug:slug>/", views.board_api, name="board_api"),
]
