from django.urls import path
from django.views.generic import RedirectView

from apps.studies import instrument_views, methods_views, views

app_name = "studies"
INSTRUMENT_MOVED = RedirectView.as_view(pattern_name="studies:instrument", permanent=True, query_string=True)
urlpatterns = [
    path("instruments/", instrument_views.instruments, name="instruments"),
    path("instruments/<slug:slug>/", instrument_views.instrument, name="newest_instrument"),
    path("instruments/<slug:slug>/<slug:version>/", instrument_views.instrument, name="instrument"),
    path("methods/", methods_views.methods, name="methods"),
    # Where instruments stood before they had an address of their own
    path("studies/instruments/", RedirectView.as_view(pattern_name="studies:instruments", permanent=True)),
    path("studies/instruments/<slug:slug>/<slug:version>/", INSTRUMENT_MOVED),
    path("studies/", views.index, name="index"),
    path("studies/new/", views.new, name="new"),
    path("studies/<slug:slug>/", views.detail, name="detail"),
    path("studies/<slug:slug>/edit/", views.edit, name="edit"),
    path("studies/<slug:slug>/open/", views.open, name="open"),
    path("studies/<slug:slug>/close/", views.close, name="close"),
    path("studies/<slug:slug>/responses.csv", views.responses, name="responses"),
    path("studies/<slug:slug>/visits.csv", views.visits, name="visits"),
    path("studies/<slug:slug>/scores.csv", views.scores, name="scores"),
]
