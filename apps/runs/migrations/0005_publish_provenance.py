"""Runs of before tell the public pages what their answers depend on, as apps/runs/provenance.py does for new ones."""

from pathlib import PurePath

from django.db import migrations

from apps.benchmarks.files import canonical_sha256


def publish(apps, _schema_editor):
    Run, Step = apps.get_model("runs", "Run"), apps.get_model("runs", "Step")
    Provenance = apps.get_model("studies", "Provenance")
    for run in Run.objects.exclude(provenance={}).order_by("pk").iterator():
        engine = {key: value for key, value in run.provenance["engine"].items() if key != "host" and value}
        engine["model"] = PurePath(engine["model"]).name if engine["model"].startswith("/") else engine["model"]
        kept = {key: value for key, value in run.provenance.items() if key not in {"engine", "protocol_sha256"}}
        told = {**kept, "engine": engine}
        note, _is_new = Provenance.objects.get_or_create(
            study_id=run.study_id, respondent_id=run.respondent_id, sha256=canonical_sha256(told),
            defaults={"told": told, "completions": 0},
        )  # fmt: skip
        note.completions += Step.objects.filter(run=run, completion__state="done").count()
        note.save(update_fields=["completions"])
        # The table stands there since this migration; the answers are of before.
        Provenance.objects.filter(pk=note.pk, noted_at__gt=run.created_at).update(noted_at=run.created_at)


class Migration(migrations.Migration):
    dependencies = [("runs", "0004_wordings_are_with_studies"), ("studies", "0005_provenance")]

    operations = [migrations.RunPython(publish, migrations.RunPython.noop)]
