from django.urls import path

from apps.studies import views

app_name = "studies"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.new, name="new"),
    path("instruments/", views.instruments, name="instruments"),
    path("instruments/<slug:slug>/<slug:version>/", views.instrument, name="instrument"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/open/", views.open, name="open"),
    path("<slug:slug>/close/", views.close, name="close"),
    path("<slug:slug>/responses.csv", views.responses, name="responses"),
    path("<slug:slug>/visits.csv", views.visits, name="visits"),
    path("<slug:slug>/scores.csv", views.scores, name="scores"),
]
