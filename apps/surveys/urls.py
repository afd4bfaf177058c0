from django.urls import path

from apps.surveys import views

app_name = "surveys"
urlpatterns = [
    path("<slug:code>/", views.start, name="start"),
    path("<slug:code>/<slug:visit>/", views.resume, name="resume"),
    path("<slug:code>/<slug:visit>/consent/", views.consent, name="consent"),
    path("<slug:code>/<slug:visit>/about/", views.about, name="about"),
    path("<slug:code>/<slug:visit>/before/", views.before, name="before"),
    path("<slug:code>/<slug:visit>/imagine/", views.imagine, name="imagine"),
    path("<slug:code>/<slug:visit>/after/", views.after, name="after"),
    path("<slug:code>/<slug:visit>/draft/", views.draft, name="draft"),
    path("<slug:code>/<slug:visit>/thanks/", views.thanks, name="thanks"),
    path("<slug:code>/<slug:visit>/declined/", views.declined, name="declined"),
    path("<slug:code>/<slug:visit>/answers/", views.answers, name="answers"),
    path("<slug:code>/<slug:visit>/answers.json", views.download, name="download"),
    path("<slug:code>/<slug:visit>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:code>/<slug:visit>/withdrawn/", views.withdrawn, name="withdrawn"),
]
