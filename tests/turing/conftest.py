"""The browsers of those who may and may not see a researcher's pages."""

from tests.studies.conftest import admin, rosa, ruth

__all__ = ["admin", "rosa", "ruth"]
