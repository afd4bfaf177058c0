from django.urls import path

from apps.runs import evidence_views, model_views, views

app_name = "runs"
urlpatterns = [
    path("language-models/", model_views.language_models, name="language_models"),
    path("language-models/new/", model_views.new_language_model, name="new_language_model"),
    path("language-models/<slug:slug>/", model_views.language_model, name="language_model"),
    path("language-models/<slug:slug>/edit/", model_views.edit_language_model, name="edit_language_model"),
    path("language-models/<slug:slug>/probe/", model_views.probe, name="probe"),
    path("runs/", views.index, name="index"),
    path("runs/new/", views.new, name="new"),
    path("runs/sittings/<uuid:code>/", evidence_views.find_sitting, name="find_sitting"),
    path("runs/<int:pk>/", views.detail, name="detail"),
    path("runs/<int:pk>/start/", views.start, name="start"),
    path("runs/<int:pk>/pause/", views.pause, name="pause"),
    path("runs/<int:pk>/cancel/", views.cancel, name="cancel"),
    path("runs/<int:pk>/retry/", views.retry, name="retry"),
    path("runs/<int:pk>/budget/", views.budget, name="budget"),
    path("runs/<int:pk>/completions.jsonl", evidence_views.completions, name="completions"),
    path("runs/<int:pk>/sittings/<uuid:code>/", evidence_views.sitting, name="sitting"),
]
