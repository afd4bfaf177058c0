"""HTTP, served by gunicorn threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.settings")
application = get_wsgi_application()

import apps.celery  # noqa: E402, F401 - views that send tasks need the app with our broker
