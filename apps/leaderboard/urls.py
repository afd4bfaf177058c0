from django.urls import path

from apps.leaderboard import echo_views, views

app_name = "leaderboard"
urlpatterns = [
    # A page of its own at a board's usual address
    path("boards/echo/", echo_views.echo, name="echo"),
    path("boards/echo/<int:pk>/", echo_views.echo_entry, name="echo_entry"),
    path("boards/<slug:slug>/", views.board, name="board"),
    path("boards/<slug:slug>.csv", views.board_csv, name="board_csv"),
    path("boards/<slug:slug>/<int:pk>/", views.entry, name="entry"),
    path("api/boards/<slug:slug>/", views.board_api, name="board_api"),
]
