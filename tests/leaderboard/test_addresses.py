"""The addresses of a board's views."""

from apps.leaderboard.addresses import permanent_link, sort_links, without_filters


def test_a_permanent_link_says_what_is_shown_and_nothing_else(rf):
    request = rf.get("/boards/emotion/?show=value&family=GPT&kind=&utm_source=mail&sort=anger")

    assert permanent_link(request, {"affect": "negative", "show": "value", "emotion": ""}) == (
        "http://testserver/boards/emotion/?affect=negative&show=value&family=GPT&sort=anger"
    )


def test_an_address_without_filters_keeps_the_choice_and_the_order(rf):
    request = rf.get("/boards/emotion/?show=value&family=GPT&since=2026-01-01&sort=label")

    assert without_filters(request) == "/boards/emotion/?show=value&sort=label"


def test_a_heading_sorts_by_the_largest_or_by_a_and_then_turns_round(rf):
    request = rf.get("/boards/emotion/?family=GPT")

    assert sort_links(request, ["label", "anger"], "", True) == {
        "label": "?family=GPT&sort=label&dir=up",
        "anger": "?family=GPT&sort=anger&dir=down",
    }
    assert sort_links(request, ["anger"], "anger", True) == {"anger": "?family=GPT&sort=anger&dir=up"}
    assert sort_links(request, ["label"], "label", False) == {"label": "?family=GPT&sort=label&dir=down"}
