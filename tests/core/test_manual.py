"""The manual on the site: docs/*.md, safe and with links that hold."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import override_settings

from apps.core import manual

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(ROOT.glob("docs/*.md"))
ODD = """# On <b>marks</b> & names

A first sentence with `code` and [a link](statistics.md). A second one.

## Twice

<script>alert(1)</script> <b onclick="x()">bold</b> [bad](javascript:alert(1)) [file](../apps/settings.py)

## Twice

| name | figure |
| --- | --: |
| [there](boards.md#json) | 2 |

```sh
echo "<hi>"
```

    indented

[out](https://example.org/a?b=1&c=2)
"""


@pytest.fixture
def odd(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "odd.md").write_text(ODD)
    with override_settings(BASE_DIR=tmp_path):
        yield manual.document("odd")


def test_every_document_is_listed_with_a_line_of_its_own(client, db):
    page = unescape(client.get("/docs/").content.decode())

    for path in FILES:
        shown = manual.document(path.stem)
        assert f'href="/docs/{path.stem}/"' in page
        assert shown.summary in page
        assert 20 < len(shown.summary) < 250
    assert len({one.summary for one in manual.documents()}) == len(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_document_is_a_page_with_its_headings_and_tables(client, db, path):
    page = client.get(f"/docs/{path.stem}/").content.decode()

    source = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    assert page.count("<h1>") == 1
    assert len(re.findall(r"<h2 id=", page)) == len(re.findall(r"^## ", source, re.MULTILINE))
    assert page.count("<table") == len(re.findall(r"^\|[ :|-]+\|$", source, re.MULTILINE))
    assert 'style="' not in page


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_link_within_the_manual_leads_somewhere(client, db, path):
    body = manual.document(path.stem).body

    for name, anchor in re.findall(r'href="/docs/([\w-]+)/(?:#([\w-]+))?"', body):
        target = manual.document(name)
        assert target is not None, name
        assert not anchor or f'id="{anchor}"' in target.body
    assert ".md" not in re.findall(r'href="([^"]*)"', body)


def test_links_to_other_documents_lead_to_their_pages(odd):
    assert 'href="/docs/boards/#json"' in odd.body
    assert 'href="https://example.org/a?b=1&amp;c=2"' in odd.body


def test_what_is_not_on_the_site_is_no_link(odd):
    assert "<a>file</a>" in odd.body
    assert "javascript:" not in "".join(re.findall(r"<a [^>]*>", odd.body))


def test_html_is_shown_and_not_obeyed(odd):
    assert "<script" not in odd.body
    assert "<b" not in odd.body.replace("<br", "")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in odd.body
    assert odd.title == "On <b>marks</b> & names"


def test_headings_of_one_name_have_anchors_of_their_own(odd):
    assert odd.headings == [("twice", "Twice"), ("twice-2", "Twice")]
    assert '<h2 id="twice-2">' in odd.body


def test_the_first_sentence_is_plain_text(odd):
    assert odd.summary == "A first sentence with code and a link."


def test_a_column_is_aligned_without_a_style_attribute(odd):
    assert '<td class="right">2</td>' in odd.body
    assert "style=" not in odd.body


def test_wide_parts_scroll_in_regions_with_names_of_their_own(odd):
    assert re.findall(r'role="region" aria-label="([^"]+)"', odd.body) == ["Twice, 1", "Twice, 2", "Twice, 3"]


def test_a_file_may_end_with_code(odd, tmp_path):
    with override_settings(BASE_DIR=tmp_path):
        (tmp_path / "docs" / "odd.md").write_text("# Short\n\nSee:\n\n```\nmake\n```\n")

        assert '<pre tabindex="0" role="region" aria-label="Short, 1"><code>make' in manual.document("odd").body


def test_a_changed_file_is_rendered_anew(odd, tmp_path):
    with override_settings(BASE_DIR=tmp_path):
        (tmp_path / "docs" / "odd.md").write_text("# New\n\nOther words.\n")

        assert manual.document("odd").title == "New"


@pytest.mark.parametrize("name", ["nothing", "README", "boards.md"])
def test_an_unknown_document_is_not_found(client, db, name):
    assert client.get(f"/docs/{name}/").status_code == 404
