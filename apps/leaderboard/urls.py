from django.urls import path

from apps.leaderboard import views

app_name = "leaderboard"
urlpatterns = [
    path("boards/<slug:slug>/", views.board, name="board"),
    path("boards/<slug:slug>.csv", views.board_csv, name="board_csv"),
    path("boards/<slug:slug>/<int:pk>/", views.entry, name="entry"),
    path("api/boards/<slug:slug>/", views.board_api, name="board_api"),
]
