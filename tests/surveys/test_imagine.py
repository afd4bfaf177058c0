"""One situation to imagine."""

from tests.people import Person


def test_the_persons_own_situation_is_shown(study):
    person = Person(study).go_to("imagine")

    page = person.open("imagine/")

    assert person.sitting("after").condition.vignette.text in page.content.decode().replace("&#x27;", "'")


def test_the_button_leads_to_the_second_rating_page(study):
    person = Person(study).go_to("imagine")

    response = person.send("imagine/")

    assert response["Location"] == f"{person.base}after/"
    assert person.sitting("after").served_at is not None


def test_the_button_twice_changes_nothing(study):
    person = Person(study).go_to("after")
    served = person.sitting("after").served_at

    person.send("imagine/")

    assert person.stage == "after"
    assert person.sitting("after").served_at == served
