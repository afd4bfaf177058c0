# One image; what it runs (web, websockets, worker, clock) is its command: see compose.yaml.
FROM python:3.11-slim-bookworm AS packages
ARG LOCAL_MODELS=0
WORKDIR /build
COPY bin/install bin/install
COPY requirements.txt .
RUN VENV=/opt/venv LOCAL_MODELS=${LOCAL_MODELS} bin/install requirements.txt

FROM python:3.11-slim-bookworm
RUN useradd --create-home --uid 10001 likeness && install -d -o likeness /data
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /opt/venv /opt/venv
COPY . .
USER likeness
# The key is for this step alone: it is not kept in the image.
RUN SECRET_KEY=for-collecting-files-only ALLOWED_HOSTS=localhost python manage.py collectstatic --noinput --verbosity 0
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["gunicorn", "--config", "deploy/gunicorn.conf.py", "--bind", "0.0.0.0:8000", "apps.wsgi"]
