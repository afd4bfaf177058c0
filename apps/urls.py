"""Mounts the apps."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from apps.core import manual_views, views
from apps.core.sitemaps import Manual
from apps.leaderboard.sitemaps import Boards, Models
from apps.leaderboard.views import home
from apps.studies.sitemaps import Asking

SITEMAPS = {"boards": Boards, "models": Models, "asking": Asking, "manual": Manual}

urlpatterns = [
    path("", home, name="home"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
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
