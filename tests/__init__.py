"""A package, so that another one of this name among the installed ones (textstat brings one) is not found instead."""
