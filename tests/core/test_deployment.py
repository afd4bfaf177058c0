"""compose.yaml, Dockerfile and gunicorn's settings fit the code; no Docker engine is asked."""

import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points

import pytest
import yaml
from django.core.management import get_commands
from django.utils.module_loading import import_string

from tests.core.conftest import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
IMAGE_COMMAND = yaml.safe_load(re.findall(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[0])
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
PROGRAMS = {entry.name for entry in entry_points(group="console_scripts")} | {"python", "sh"}


def words(service):
    return shlex.split(service["command"]) if "command" in service else IMAGE_COMMAND


@pytest.mark.parametrize("name", OURS)
def test_a_service_runs_what_exists(name):
    said = words(OURS[name])

    assert said[0] in PROGRAMS
    assert set(re.findall(r"manage\.py (\w+)", " ".join(said))) <= set(get_commands())
    for word in said:
        if module := re.fullmatch(r"(apps\.\w+)(?::(\w+))?", word):
            default = "app" if said[0] == "celery" else "application"
            import_string(f"{module[1]}.{module[2] or default}")


@pytest.mark.parametrize(
    "said",
    [
        "celery --quiet -A apps.celery worker --queues local.none --pool solo --loglevel WARNING --help",
        "celery --quiet -A apps.celery beat --schedule /data/beat-schedule --pidfile= --loglevel WARNING --help",
        "gunicorn --config deploy/gunicorn.conf.py --check-config apps.wsgi",
    ],
    ids=["worker", "clock", "web"],
)
def test_a_program_takes_its_options(said, environment):
    program, *options = said.split()
    done = subprocess.run(
        [sys.executable, "-m", program, *options], cwd=ROOT, env=environment(), capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr


def test_services_wait_for_services_that_exist():
    named = {other for service in SERVICES.values() for other in service.get("depends_on", {})}

    assert named <= set(SERVICES)


def test_volumes_are_declared():
    mounts = [mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]

    assert {mount for mount in mounts if not mount.startswith(".")} == set(COMPOSE["volumes"])


@pytest.mark.parametrize("secret", ["SECRET_KEY", "POSTGRES_PASSWORD", "SITE"])
def test_a_missing_secret_stops_compose_with_a_sentence(secret):
    assert re.search(rf"\$\{{{secret}:\?[a-z ]+", (ROOT / "compose.yaml").read_text())


def test_every_service_that_serves_has_a_health_check():
    image = (ROOT / "Dockerfile").read_text()

    assert "HEALTHCHECK" in image and "/healthz" in image
    assert "healthcheck" not in SERVICES["web"] and "healthcheck" not in SERVICES["live"]  # the image's own
    assert all("test" in SERVICES[name]["healthcheck"] for name in ("postgres", "redis"))


def test_the_image_runs_as_nobody_special():
    image = (ROOT / "Dockerfile").read_text()

    assert image.rindex("USER likeness") > image.rindex("FROM ")


def test_the_proxy_knows_the_services_by_their_names():
    named = re.findall(r"reverse_proxy (\w+):8000", (ROOT / "deploy" / "Caddyfile").read_text())

    assert set(named) == {"web", "live"}


def test_gunicorn_keeps_no_list_of_addresses():
    assert "accesslog = None" in (ROOT / "deploy" / "gunicorn.conf.py").read_text()
