"""Why an item has no value, in a sentence for the page where its reply is shown."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "no_line": _("Not mentioned, though other items are answered."),
    "blank": _("Repeated with nothing beside it."),
    "refusal": _("The whole reply declines."),
    "item_refusal": _("This item is declined."),
    "empty": _("The reply is empty."),
    "cut_off": _("The reply ends while the model was still thinking."),
    "html": _("The reply is a web page, not an answer."),
    "no_scores": _("Nothing in the reply looks like an answer."),
    "no_score": _("The item is there, but no score beside it."),
    "wrong_count": _("Scores without numbers, and not as many as items."),
    "range": _("A range of scores, not one."),
    "decimal": _("A score between two levels."),
    "hedged": _("Hedged, not one score."),
    "out_of_range": _("Outside the scale."),
    "other_scale": _("Answered on another scale."),
    "conflict": _("The number and the words beside it disagree."),
    "ambiguous": _("Several scores could be meant."),
    "duplicate": _("Answered more than once, differently."),
    "mismatch": _("The number names one item, the words another."),
    "index_base": _("The items are counted from 0, so each may be off by one."),
}
