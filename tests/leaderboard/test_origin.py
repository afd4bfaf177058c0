"""Where a line's answers come from: gathered at the rebuild, told on its page."""

from django.utils import timezone

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from apps.leaderboard.origin_page import told
from apps.studies.models import LanguageModel, Provenance, Respondent, Sitting
from apps.studies.prompts_page import prompts_of
from tests.leaderboard.answering import answer, line
from tests.leaderboard.judging import TYPES, busy_study, judge, judged, turing_study
from tests.leaderboard.judging import machine as machine_of
from tests.leaderboard.test_entry import page_of

MADE = {
    "code": "0123abcd",
    "packages": {"django": "5.2", "numpy": "2.0"},
    "engine": {"kind": "transformers", "model": "tiny", "revision": "r7", "dtype": "bfloat16"},
    "max_tokens": 400,
    "seed": 7,
}


def machine(method="emotionbench/v1"):
    engine = LanguageModel.objects.create(
        slug="tiny", label="Tiny", engine="transformers", name="tiny", revision="main"
    )
    return Respondent.objects.create(
        kind="model", language_model=engine, label="Tiny", method=method, sampling={"temperature": 0.5}
    )


def with_prompt(study, sha256=None):
    (prompt,) = prompts_of(study.instrument.benchmark)
    version = prompt.versions["v1"]
    return {**MADE, "prompt": {"name": "v1", "sha256": sha256 or version.sha256}}, version


def test_a_page_tells_model_engine_sampling_prompt_code_and_days(client, study):
    tiny = machine()
    sitting = answer(study, tiny, "default", 3, 3)
    Sitting.objects.filter(pk=sitting.pk).update(completed_at="2026-03-01T23:59Z")
    later = answer(study, tiny, "anger-1.1", 3, 3)
    Sitting.objects.filter(pk=later.pk).update(completed_at="2026-03-04T00:01Z")
    made, version = with_prompt(study)
    note = Provenance.objects.note(study, tiny, made)
    Provenance.objects.filter(pk=note.pk).update(completions=12)

    page = page_of(client, line("Tiny"))

    for said in [study.title, study.slug, study.protocol_sha256, "Tiny", "main", "transformers", "temperature 0.5",
                 "emotionbench/v1", version.sha256, "bfloat16", "r7", "0123abcd", "numpy 2.0", "400 tokens",
                 "2026-03-01 – 2026-03-04", "<dt>Completions</dt><dd>12</dd>", "<dt>Sittings</dt><dd>2</dd>",
                 "What the model was told: emotionbench/v1"]:  # fmt: skip
        assert said in page, said


def test_the_words_are_shown_only_where_they_are_those_that_were_sent(client, study):
    tiny = machine()
    answer(study, tiny, "default", 3, 3)
    made, version = with_prompt(study)
    Provenance.objects.note(study, tiny, made)
    assert told(line("Tiny")).version == version

    Provenance.objects.note(study, tiny, with_prompt(study, sha256="f" * 64)[0])
    entry = line("Tiny")

    assert told(entry).version is None
    assert "or not as it stands now" in page_of(client, entry)


def test_each_state_of_code_or_engine_is_told_apart_and_once(client, study):
    tiny = machine()
    answer(study, tiny, "default", 3, 3)
    for code in ("one", "two", "one"):
        Provenance.objects.note(study, tiny, {**MADE, "code": code})

    entry = line("Tiny")

    assert [made["code"] for made in entry.provenance["origin"]["made"]] == ["one", "two"]
    assert "How the answers were made (2)" in page_of(client, entry)


def test_what_a_run_tells_afterwards_rebuilds_the_board(study):
    tiny = machine()
    answer(study, tiny, "default", 3, 3)
    refresh_boards()
    note = Provenance.objects.note(study, tiny, MADE)
    assert "emotion" in refresh_boards()

    Provenance.objects.filter(pk=note.pk).update(completions=3)

    assert "emotion" in refresh_boards()
    assert "emotion" not in refresh_boards()


def test_people_have_numbers_and_days_and_no_respondent(study, person):
    for _i in range(5):
        somebody = person()
        answer(study, somebody, "default", 3, 3)
        answer(study, somebody, "anger-1.1", 3, 3)

    origin = line("People, Feelings on some days").provenance["origin"]

    today = timezone.now().date().isoformat()
    assert origin == {
        "title": study.title, "instrument": ["panas", study.instrument.version], "sittings": 10, "excluded": 0,
        "first": today, "last": today, "made": [],
    }  # fmt: skip


def test_of_a_few_people_not_even_the_days_are_told(study, person):
    answer(study, person(), "default", 3, 3)

    origin = line("People, Feelings on some days").provenance["origin"]

    assert (origin["sittings"], origin["first"], origin["last"]) == (1, "", "")


def test_days_go_from_the_board_when_times_are_deleted(study, person):
    for _i in range(10):
        answer(study, person(), "default", 3, 3)
    assert line("People, Feelings on some days").provenance["origin"]["last"]

    Sitting.objects.update(completed_at=None)
    refresh_boards()

    assert line("People, Feelings on some days").provenance["origin"]["last"] == ""


def test_an_imported_line_names_its_file(client, study, model):
    answer(study, model, "default", 3, 3)
    Provenance.objects.note(study, model, {"file": "answers.csv", "file_sha256": "ab" * 32})

    page = page_of(client, line("model-1"))

    assert "answers.csv" in page and "ab" * 32 in page
    assert "none: its answers were imported" in page


def test_a_writer_s_line_tells_how_it_wrote_and_how_often_it_was_judged(client, instruments):
    busy_study()
    refresh_boards()
    entry = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judges="people")

    page = page_of(client, entry)

    assert "What the model was told: echo/rolegpt/v1" in page
    assert "<dt>Sittings</dt><dd>24</dd>" in page


def test_sittings_of_a_line_are_those_in_which_this_judge_judged_this_writer(instruments):
    study = turing_study()
    often, seldom = machine_of("gpt-4", "echo/rpp/v1"), machine_of("gpt-3", "echo/rpp/v1")
    by = machine_of("gpt-5", "echo-judge/v1")
    for writers in ([often, seldom], [often], [often]):
        verdicts = {code: (writer, True) for code, writer in zip(TYPES, writers, strict=False)}
        judge(judged(study, "ada", "judging-human-bare"), by, verdicts)
    refresh_boards()

    def sittings(label):
        return Entry.objects.get(label=label, provenance__judge="gpt-5").provenance["origin"]["sittings"]

    assert (sittings("gpt-4, RPP"), sittings("gpt-3, RPP"), sittings("All writers, pooled")) == (3, 1, 3)


def test_a_line_judged_by_a_model_tells_how_it_was_written_and_how_it_was_judged(client, instruments):
    study = busy_study()
    writer, by = Respondent.objects.get(method="echo/rolegpt/v1"), Respondent.objects.get(label="gpt-5")
    for who, code in ((writer, "writers-code"), (by, "judges-code")):
        Provenance.objects.note(study, who, {**MADE, "code": code})
    refresh_boards()

    page = page_of(client, Entry.objects.get(label="gpt-4, RoleGPT", provenance__judge="gpt-5"))
    by_people = page_of(client, Entry.objects.get(label="gpt-4, RoleGPT", provenance__judges="people"))

    assert page.index("How the answers were written") < page.index("writers-code")
    assert page.index("How they were judged") < page.index("judges-code")
    assert "writers-code" in by_people and "judges-code" not in by_people
