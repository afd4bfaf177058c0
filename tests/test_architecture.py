"""Who may import whom: the house plan as a dict, held against every import and every foreign key."""

import ast
from pathlib import Path

import pytest
from django.apps import apps as registry

ROOT = Path(__file__).resolve().parents[1]

# From the house plan. A package may import itself and those named here.
MAY_IMPORT = {
    "benchmarks": set(),
    "inference": set(),
    "core": set(),
    "personas": {"core"},
    "studies": {"core", "personas", "benchmarks"},
    "surveys": {"core", "studies", "benchmarks"},
    "turing": {"core", "personas", "studies", "benchmarks"},
    "games": {"core", "studies", "benchmarks"},
    "runs": {"core", "personas", "studies", "benchmarks", "inference"},
    "leaderboard": {"core", "studies", "benchmarks"},
}
PURE = {"benchmarks", "inference"}
FRAMEWORKS = {"django", "rest_framework", "celery", "channels"}
MOUNTS = {"settings", "urls", "asgi", "wsgi", "celery"}  # import anything; imported by no app
ENTRANCES = {"manage.py", "apps/asgi.py", "apps/wsgi.py", "apps/celery.py"}  # may only name the settings

FILES = sorted([*ROOT.glob("apps/**/*.py"), *ROOT.glob("inference/**/*.py")])
OURS = sorted(path for path in [*FILES, ROOT / "manage.py"])


def named(path):
    return path.relative_to(ROOT).as_posix()


def package(module):
    """Return the word of the plan for a dotted name, or None for what is not ours."""
    match module.split("."):
        case ["apps", name, *_] | ["inference" as name, *_]:
            return name
    return None


def home(path):
    return package(".".join(path.relative_to(ROOT).with_suffix("").parts))


def imports(path):
    """Yield (line, dotted name) of every import, also those inside functions and of names by string."""
    folder = list(path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            start = ".".join([*base, *filter(None, [node.module])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def test_it_finds_the_files():
    assert {home(path) for path in FILES} >= {"core", "studies", "inference", "benchmarks"}


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_module_imports_only_what_the_plan_allows(path):
    own = home(path)
    if own in {None, "__init__", *MOUNTS}:
        return

    wrong = [
        f"{named(path)}:{line} imports {module}"
        for line, module in imports(path)
        if package(module) not in {None, own, *MAY_IMPORT[own]}
    ]

    assert wrong == []


@pytest.mark.parametrize("path", [path for path in FILES if home(path) in PURE], ids=named)
def test_a_pure_package_knows_no_framework(path):
    wrong = [f"{named(path)}:{line}" for line, module in imports(path) if module.split(".")[0] in FRAMEWORKS]

    assert wrong == []


def test_a_foreign_key_points_where_imports_may():
    wrong = []
    for model in registry.get_models():
        own = package(model.__module__)
        for field in model._meta.get_fields():
            target = package(field.related_model.__module__) if field.is_relation and field.related_model else None
            if own and target and not field.auto_created and target not in {own, *MAY_IMPORT[own]}:
                wrong.append(f"{model._meta.label}.{field.name} points to {field.related_model._meta.label}")

    assert wrong == []


def test_the_plan_has_no_circle():
    settled = set()
    while ready := {name for name, needs in MAY_IMPORT.items() if needs <= settled} - settled:
        settled |= ready

    assert settled == set(MAY_IMPORT)


def test_nothing_happens_by_signal():
    assert [named(path) for path in FILES if path.name == "signals.py"] == []


def reads_environment(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="environ"), attr="setdefault")) if (
                named(path) in ENTRANCES
            ):
                node.func.value.attr = "seen"
            case ast.Attribute(value=ast.Name(id="os"), attr="environ" | "environb" | "getenv"):
                yield node.lineno
            case ast.ImportFrom(module="os", names=names) if {"environ", "getenv"} & {alias.name for alias in names}:
                yield node.lineno


@pytest.mark.parametrize("path", [path for path in OURS if named(path) != "apps/settings.py"], ids=named)
def test_only_the_settings_read_the_environment(path):
    assert [f"{named(path)}:{line}" for line in reads_environment(path)] == []
