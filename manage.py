#!/usr/bin/env python
"""Run a management command: `manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.settings")
    import apps.celery  # noqa: F401 - commands that send tasks need the app with our broker

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:  # a setting of the environment: one sentence says all
        sys.exit(str(problem))
