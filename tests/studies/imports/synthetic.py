"""Small files in the shapes of the EmotionBench release; every text in them is invented here."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from openpyxl import Workbook

from apps.benchmarks.protocol import load_protocol
from apps.studies.imports.design import EMOTIONS
from apps.studies.imports.scales import SCALES, Scale

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "instruments"
# How the release's prompts end for each scale, in our words, with the words that only its own has.
PROMPTS = {
    "panas": 'Rate all the following emotions from 1 to 5. 1 denotes "none", 5 denotes "full".',
    "agq": 'Rate from 1 to 7. 1 denotes "uncharacteristic of me", 7 denotes "mine".',
    "dass-21": 'Rate from 0 to 3. 0 = "did not apply to me", 1 denotes "some", 2 = "more", 3 denotes "most".',
    "bdi-ii": "Give your choice for each question from 0 to 3.",
    "fds": 'Rate from 1 to 5. 1 denotes "absent", 2 denotes "mild", 5 denotes "strong".',
    "mjs": 'Rate from 1 to 7. 1 denotes "never" and 7 denotes "always" for question 1 to 8 and then question 17 to 24. '
    'While 1 denotes "glad" while 7 denotes "cross" for question 9 to question 16. X is your spouseb:',
    "gasp": 'Rate from 1 to 7. 1 denotes "not likely", 7 denotes "likely".',
    "fss-iii": 'Say the extent of your fear from 1 to 5. 1 denotes "none", 4 denotes "much",5 denotes "very much".',
    "bfne": 'Rate from 1 to 5. 1 denotes "not characteristic of me", 2 = "slightly characteristic of me".',
}


def scales(**wording: list[str]) -> list[Scale]:
    """The nine scales as after load_instruments; `wording` gives one that has been imported (dashes as _)."""
    return [_scale(slug, wording.get(slug.replace("-", "_"), [])) for slug in SCALES]


def _scale(slug: str, wording: list[str]) -> Scale:
    source = load_protocol(FIXTURES / slug / "protocol.json")
    words = tuple(wording) or tuple(item.text for item in source.items if item.text)
    return Scale(source.slug, source.version, source.items, source.subscales, words)


def words_of(slug: str) -> list[str]:
    """Invented items; PANAS has its twenty words, which are ours too."""
    items = load_protocol(FIXTURES / slug / "protocol.json").items
    if slug == "bdi-ii":
        return [f"0. I have no {i} 1. I have some {i} 2. I have much {i} 3. I have all {i}" for i in range(1, 22)]
    return [item.text or f'Invented statement, number {i}, with a "quote".' for i, item in enumerate(items, 1)]


def told(text: str) -> str:
    return f'Imagine you are the protagonist in the scenario: "{text}"'


def results(
    slug: str,
    columns: dict[str, list[object]],
    *,
    orders: dict[int, list[int]] | None = None,
    texts: dict[str, str] | None = None,
    words: list[str] | None = None,
    prompt: str = "",
) -> list[list[str]]:
    """Rows of a model's file; `columns` maps a header to its answers in the order shown."""
    words = words or words_of(slug)
    prompt = prompt or PROMPTS[slug]
    table: dict[str, list[object]] = {}
    for k, order in (orders or {0: list(range(1, len(words) + 1))}).items():
        numbered = [f"{place}. {words[number - 1]}" for place, number in enumerate(order, 1)]
        table[f"question-{k}"] = [f"Prompt: {prompt}", *numbered]
        table[f"order-{k}"] = [prompt, *order]
    for header, answers in columns.items():
        run = header.split("_test-")[0]
        text = (texts or {}).get(run, f"You stand in the rain, {run}.")
        table[header] = [" " if run == "General" else told(text), *answers]
    return [list(table), *([str(cell) for cell in row] for row in zip(*table.values(), strict=True))]


def answers(n: int, low: int = 1, high: int = 5, start: int = 0) -> list[object]:
    return [low + (start + i) % (high - low + 1) for i in range(n)]


def as_csv(rows: list[list[str]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()


def panas_csv(columns: dict[str, list[object]] | None = None, **options: dict[str, str]) -> str:
    """A PANAS file with one default run and one situation, unless columns are given."""
    columns = columns or {
        "General_test-0_order-0": answers(20),
        "Anger-0_scenario-0_test-0_order-0": answers(20, start=2),
    }
    return as_csv(results("panas", columns, **options))


def situation_texts() -> dict[str, list[str]]:
    """As many invented situations per factor as the release has, by "Anger-0"."""
    return {
        f"{emotion}-{i}": [f"You wait, {emotion} {i}, {k}." for k in range(factor.published)]
        for emotion, row in EMOTIONS.items()
        for i, factor in enumerate(row)
    }


def situations_csv(texts: dict[str, list[str]] | None = None, names: dict[str, str] | None = None) -> str:
    texts = texts or situation_texts()
    longest = max(len(column) for column in texts.values())
    titles = [(names or {}).get(key) or _title(key) for key in texts]
    rows = [[(column[k] if k < len(column) else "") for column in texts.values()] for k in range(longest)]
    return as_csv([list(texts), titles, *rows])


def situations_json(texts: dict[str, list[str]] | None = None, names: dict[str, str] | None = None) -> str:
    texts = texts or situation_texts()
    emotions = [
        {
            "name": emotion,
            "factors": [
                {"name": (names or {}).get(key) or _title(key), "scenarios": column}
                for key, column in texts.items()
                if key.startswith(emotion)
            ],
        }
        for emotion in EMOTIONS
    ]
    return json.dumps({"emotions": emotions})


def _title(key: str) -> str:
    emotion, number = key.split("-")
    return EMOTIONS[emotion][int(number)].title


def questionnaire(slug: str, **changes: object) -> dict[str, object]:
    """One scale of questionnaires.json with our key and invented words."""
    source = load_protocol(FIXTURES / slug / "protocol.json")
    codes = {item.code: i for i, item in enumerate(source.items, 1)}
    row: dict[str, object] = {
        "name": SCALES[slug].name,
        "questions": {str(i): text for i, text in enumerate(words_of(slug), 1)},
        "compute_mode": "SUM*2" if slug == "dass-21" else "SUM",
        "prompt": PROMPTS[slug],
        "inner_setting": "You answer with numbers.",
        "scale": source.low + source.high,
        "reverse": [i for i, item in enumerate(source.items, 1) if item.reversed],
        "categories": [
            {"cat_name": one.title, "cat_questions": [codes[code] for code in one.items]} for one in source.subscales
        ],
    }
    return row | changes


def questionnaires_json(*rows: dict[str, object]) -> str:
    return json.dumps(list(rows) or [questionnaire(slug) for slug in SCALES])


def affects(positive: float, negative: float) -> dict[str, float]:
    return {"Positive Affect": positive, "Negative Affect": negative}


def means_json(*models: str) -> str:
    factors = {emotion: {one.title: affects(25.5, 20) for one in row} for emotion, row in EMOTIONS.items()}
    return json.dumps(
        {model: {"Control": affects(40, 12.25), "Overall": affects(26, 21), **factors} for model in models}
    )


ABOUT = ("Gender:", "Year of Birth: - Year - Please Select:", "Which country are you from?", "Employment Status:",
         "Education attainment")  # fmt: skip
PERSON = ["Female", 1990, "Kenya", "Retired", "None"]


def crowd_rows(*labels: str, before: int = 0, after: int = 2) -> list[list[object]]:
    """Rows of sheet "Raw" as the authors have them, with their sums; each person's answers differ."""
    words = words_of("panas")
    people = [(answers(20, start=before + i), answers(20, start=after + 2 * i)) for i in range(len(labels))]
    rows: list[list[object]] = [[None, "Info", *labels]]
    rows += [[i, question, *([PERSON[i]] * len(labels))] for i, question in enumerate(ABOUT)]
    for side, phrase in enumerate(("your current feeling", "your feeling")):
        rows += [
            [
                None,
                f"Please indicate the extent of {phrase} in the following emotions: - {word}",
                *(p[side][k] for p in people),
            ]
            for k, word in enumerate(words)
        ]
    sums = [[affect(person[side]) for person in people] for side in (0, 1)]
    for side, name in enumerate(("General", "After Scenario")):
        rows += [[None, f"{kind} Affect({name})", *(s[i] for s in sums[side])] for i, kind in enumerate(KINDS)]
        rows.append([None, None, *([None] * len(labels))])
    pairs = list(zip(*sums, strict=True))
    return rows + [[None, f"{kind} Diff", *(b[i] - a[i] for a, b in pairs)] for i, kind in enumerate(KINDS)]


KINDS = ("Positive", "Negative")
POSITIVE = (1, 3, 5, 9, 10, 12, 14, 16, 17, 19)  # thesis, Part III: items of positive affect


def affect(ratings: list[object]) -> tuple[int, int]:
    positive = sum(int(str(ratings[i - 1])) for i in POSITIVE)
    return positive, sum(int(str(one)) for one in ratings) - positive


def workbook(rows: list[list[object]], sheet: str = "Raw", others: tuple[str, ...] = ("Summary",)) -> bytes:
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = sheet
    for row in rows:
        first.append(row)
    for name in others:
        book.create_sheet(name).append(["mean", 8.7])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
