"""The one place for settings. Nothing else reads the environment.

Embedded mode (no SECRET_KEY given): SQLite, no Redis, plain HTTP on this machine; all that
the lab keeps lies under DATA_DIR. Server mode (SECRET_KEY given): HTTPS behind a proxy,
with DATABASE_URL and REDIS_URL as a rule. A bad value stops the start with a sentence.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def env_text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def env_flag(name: str, default: bool) -> bool:
    text = env_text(name, "1" if default else "0").lower()
    if text not in {"0", "1", "true", "false", "yes", "no"}:
        raise ImproperlyConfigured(f'{name} is "{text}"; set it to 1 or 0')
    return text in {"1", "true", "yes"}


def env_number(name: str, default: float, low: float, high: float) -> float:
    text = env_text(name, str(default))
    try:
        number = float(text)
    except ValueError:
        raise ImproperlyConfigured(f'{name} is "{text}"; set it to a number') from None
    if not low <= number <= high:
        raise ImproperlyConfigured(f"{name} is {text}; set it between {low:g} and {high:g}")
    return number


def env_list(name: str) -> list[str]:
    return [part.strip() for part in env_text(name).split(",") if part.strip()]


BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env_text("DATA_DIR", str(BASE_DIR / "var"))).resolve()
FIXTURES = BASE_DIR / "fixtures"


def kept_secret_key() -> str:
    """Return the embedded mode's own key, made once and readable by its owner only."""
    path = DATA_DIR / "secret-key"
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key(), encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


SERVER_MODE = bool(env_text("SECRET_KEY"))
SECRET_KEY = env_text("SECRET_KEY") or kept_secret_key()
DEBUG = env_flag("DEBUG", False)
HTTPS = env_flag("HTTPS", SERVER_MODE)
ALLOWED_HOSTS = [*env_list("ALLOWED_HOSTS"), "localhost", "127.0.0.1", "[::1]"]
if SERVER_MODE and not env_list("ALLOWED_HOSTS"):
    raise ImproperlyConfigured("ALLOWED_HOSTS is empty; set it to the site's host names, separated by commas")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "channels",
    "csp",
    "apps.core",
    "apps.personas",
    "apps.studies",
    "apps.surveys",
    "apps.turing",
    "apps.runs",
    "apps.leaderboard",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "apps.urls"
ASGI_APPLICATION = "apps.asgi.application"
WSGI_APPLICATION = "apps.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- where rows, messages and short-lived values are kept ---


def database() -> dict[str, object]:
    url = env_text("DATABASE_URL", f"sqlite:///{DATA_DIR / 'likeness.sqlite3'}")
    try:
        config = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    except (ValueError, KeyError):  # the library's words for an address it cannot read
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read; write postgresql://user:password@host:5432/name"
        ) from None
    if config["ENGINE"] == "django.db.backends.sqlite3":
        # IMMEDIATE takes the write lock when a transaction begins, so that one that reads
        # first and writes later cannot fail with "database is locked".
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            # NORMAL survives the death of any process; only a power cut may cost the last commits.
            # secure_delete overwrites what is deleted: who withdraws leaves no words behind in free pages.
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32000; PRAGMA secure_delete=ON;"
            ),
        }
        # A file, because the tests' threads and worker processes must all see it.
        config["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_text("REDIS_URL")
if REDIS_URL and not REDIS_URL.startswith(("redis://", "rediss://", "unix://")):
    raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# Pages of the boards, in each process's own memory: few, and a stranger's odd queries cannot fill it.
CACHES["pages"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pages",
    "TIMEOUT": 3600,
    "OPTIONS": {"MAX_ENTRIES": 200},
}

BROKER_DIR = DATA_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"  # a name, or Celery says that it is missing
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = (
    {"visibility_timeout": 3600, "socket_connect_timeout": 3}
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "messages"),
        "data_folder_out": str(BROKER_DIR / "messages"),
        "control_folder": str(BROKER_DIR / "control"),
        "store_processed": False,
    }
)
if not REDIS_URL:
    (BROKER_DIR / "messages").mkdir(parents=True, exist_ok=True)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker asked to end by SIGQUIT finishes what takes no longer than this and puts back the rest.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 4.0
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# What each app deletes once a study's retention date has passed, in this order.
DELETE_EXPIRED = [
    "apps.runs.retention.delete_expired",
    "apps.turing.retention.delete_expired",
    "apps.studies.retention.delete_expired",
]
CELERY_BEAT_SCHEDULE = {
    "sweep-runs": {"task": "runs.sweep", "schedule": 10.0},
    "refresh-boards": {"task": "leaderboard.refresh_boards", "schedule": 30.0},
    "delete-what-has-expired": {"task": "core.delete_expired", "schedule": 3600.0},
}

# --- text and time ---

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "locale"]

# --- files sent as they are ---

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "apps.core.staticfiles.PlotlyFinder",
]
PLOTLY_JS = Path(find_spec("plotly").submodule_search_locations[0]) / "package_data" / "plotly.min.js"  # type: ignore[union-attr,index]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Only what changes its name with its content may be kept for ever; Plotly is large, so it is compressed once.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- safety ---

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "studies:index"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
# A participant's address is a key to their answers: no other site may see it.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Websockets have a process of their own. Behind a proxy it shares the site's address (empty here).
WEBSOCKET_ORIGIN = env_text("WEBSOCKET_ORIGIN")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # The hash is that of an empty style element: Plotly fills one through the style sheet's own interface.
        "style-src": [SELF, "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF, *([WEBSOCKET_ORIGIN] if WEBSOCKET_ORIGIN else [])],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF, "https:"],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "filters": {"hide-participants": {"()": "apps.core.logs.HideParticipants"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["hide-participants"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"apps": {"level": "INFO"}},
}

# --- the lab ---

# Keys of language models: API_KEY_NAME for a model whose key is called "name".
API_KEYS = {
    name.removeprefix("API_KEY_").lower(): value.strip()
    for name, value in os.environ.items()
    if name.startswith("API_KEY_") and value.strip()
}
REVISION = env_text("REVISION")

ALPHA = env_number("ALPHA", 0.01, 0.0001, 0.5)
RESERVATION_MINUTES = int(env_number("RESERVATION_MINUTES", 30, 1, 1440))
