"""What README, CONTRIBUTING and docs/ name exists, and what there is to set is documented."""

import re
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]
SETTINGS = (ROOT / "apps" / "settings.py").read_text()
SERVER = (ROOT / "docs" / "server.md").read_text()

READ_BY_SETTINGS = set(re.findall(r'env_(?:text|flag|number|list)\("([A-Z_]+)"', SETTINGS))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
COMPOSE_VARIABLES = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text()))


def name(path):
    return path.relative_to(ROOT).as_posix()


def code(path):
    """Return what stands in code spans and code blocks."""
    text = path.read_text()
    blocks = re.findall(r"^```.*?^```", text, re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return "\n".join([*blocks, *spans])


def commands_in(text):
    return set(re.findall(r"manage\.py ([a-z_]+)", text))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_targets_exist(page):
    assert set(re.findall(r"\bmake ([a-z]+)", code(page))) <= TARGETS


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_management_commands_exist(page):
    assert commands_in(page.read_text()) <= set(get_commands())


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_paths_lead_somewhere(page):
    text = page.read_text()
    links = [page.parent / link for link in re.findall(r"\]\((?!https?:)([^)#]+)", text)]
    folders = r"(?:apps|bin|deploy|docs|fixtures|inference|perf|static|templates|tests)/[\w./<>-]*"
    # A place like fixtures/boards/<slug>.json is one that some file or folder fills.
    paths = [re.sub(r"<\w+>", "*", path).rstrip("/") for path in re.findall(rf"`({folders})", text)]

    assert [link for link in links if not link.exists()] == []
    assert [path for path in paths if not any(ROOT.glob(path))] == []


def test_every_setting_of_the_environment_is_documented():
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", SERVER, re.MULTILINE))

    assert READ_BY_SETTINGS
    assert documented - {"API_KEY_NAME"} == READ_BY_SETTINGS | (COMPOSE_VARIABLES - READ_BY_SETTINGS)


def test_every_service_is_documented():
    table = SERVER.partition("| service |")[2].partition("\n\n")[0]

    assert set(re.findall(r"`([a-z-]+)`", table)) >= set(COMPOSE["services"])


def test_the_readme_opens_with_what_it_is_and_the_two_commands():
    text = (ROOT / "README.md").read_text()

    assert text.index("![") < text.index("make run") < text.index("make test") < text.index("I look for")
