"""Rehearsals: a copy of a study that invented people go through by HTTP, as browsers would."""
