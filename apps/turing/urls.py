from django.urls import path

from apps.turing import (
    answers_views,
    invitations_views,
    people_views,
    power_views,
    questions_views,
    rehearsal_views,
    results_views,
    views,
)

app_name = "turing"
urlpatterns = [
    path("new/", views.new, name="new"),
    path("power/", power_views.power, name="power_of_a_plan"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/open/", views.open, name="open"),
    path("<slug:slug>/close/", views.close, name="close"),
    path("<slug:slug>/rehearsal/delete/", rehearsal_views.delete_rehearsal, name="delete_rehearsal"),
    path("<slug:slug>/people/new/", people_views.new_person, name="new_person"),
    path("<slug:slug>/people/invented/", people_views.invent, name="invent"),
    path("<slug:slug>/people/<slug:handle>/", people_views.person, name="person"),
    path("<slug:slug>/people/<slug:handle>/review/", people_views.review, name="review"),
    path("<slug:slug>/people/<slug:handle>/files/<str:name>", people_views.file, name="file"),
    path("<slug:slug>/people/<slug:handle>/delete/", people_views.delete, name="delete"),
    path("<slug:slug>/people/<slug:handle>/questions/", questions_views.questions, name="questions"),
    path("<slug:slug>/people/<slug:handle>/questions/take-in/", questions_views.take_in, name="take_in"),
    path("<slug:slug>/people/<slug:handle>/questions/draw/", questions_views.draw, name="draw"),
    path("<slug:slug>/answers/", answers_views.answers, name="answers"),
    path("<slug:slug>/answers/<int:pk>/", answers_views.decide, name="decide"),
    path("<slug:slug>/answers/pairs/", answers_views.pairs, name="pairs"),
    path("<slug:slug>/invitations/", invitations_views.invitations, name="invitations"),
    path("<slug:slug>/invitations/<int:pk>/withdraw/", invitations_views.withdraw, name="withdraw_invitation"),
    path("<slug:slug>/results/", results_views.results, name="results"),
    path("<slug:slug>/judgements.csv", results_views.judgements, name="judgements"),
    path("<slug:slug>/power/", power_views.power, name="power"),
]
