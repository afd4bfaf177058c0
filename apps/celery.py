"""The background worker: `celery -A apps worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.settings")
app = Celery("likeness")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
