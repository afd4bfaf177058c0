from django.urls import path

from apps.turing import me_views

app_name = "turing_me"
urlpatterns = [
    # A code has 22 letters, so no code is this word.
    path("withdrawn/", me_views.withdrawn, name="withdrawn"),
    path("<slug:code>/", me_views.home, name="home"),
    path("<slug:code>/consent/", me_views.consent, name="consent"),
    path("<slug:code>/profile/", me_views.profile, name="profile"),
    path("<slug:code>/questions/", me_views.questions, name="questions"),
    path("<slug:code>/draft/", me_views.draft, name="draft"),
    path("<slug:code>/everything.json", me_views.download, name="download"),
    path("<slug:code>/withdraw/", me_views.withdraw, name="withdraw"),
]
