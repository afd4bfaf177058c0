from django.urls import path

from apps.turing import judge_views as views

app_name = "judging"
urlpatterns = [
    path("<slug:code>/", views.start, name="start"),
    path("<slug:code>/<slug:visit>/", views.resume, name="resume"),
    path("<slug:code>/<slug:visit>/consent/", views.consent, name="consent"),
    path("<slug:code>/<slug:visit>/about/", views.about, name="about"),
    path("<slug:code>/<slug:visit>/instruction/", views.instruction, name="instruction"),
    path("<slug:code>/<slug:visit>/judge/", views.judge, name="judge"),
    path("<slug:code>/<slug:visit>/thanks/", views.thanks, name="thanks"),
    path("<slug:code>/<slug:visit>/declined/", views.declined, name="declined"),
    path("<slug:code>/<slug:visit>/judgements/", views.judgements, name="judgements"),
    path("<slug:code>/<slug:visit>/judgements.json", views.download, name="download"),
    path("<slug:code>/<slug:visit>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:code>/<slug:visit>/withdrawn/", views.withdrawn, name="withdrawn"),
]
