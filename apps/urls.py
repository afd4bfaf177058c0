"""Mounts the apps."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path

from apps.core import manual_views, views
from apps.leaderboard.views import home

urlpatterns = [
    path("", home, name="home"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("docs/", manual_views.docs, name="docs"),
    path("docs/<slug:name>/", manual_views.document, name="document"),
    path("login/", auth.LoginView.as_view(template_name="core/login.html"), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("", include("apps.studies.urls")),
    path("p/", include("apps.surveys.urls")),
    path("turing/", include("apps.turing.urls")),
    path("me/", include("apps.turing.me_urls")),
    path("j/", include("apps.turing.judge_urls")),
    path("", include("apps.runs.urls")),
    path("", include("apps.leaderboard.urls")),
    path("admin/", admin.site.urls),
]
