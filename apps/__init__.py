"""Likeness: the same study for people and language models, and how close they come."""
