#!/usr/bin/env bash
# Run every test on SQLite, then those that touch the database on PostgreSQL with Redis. Called by `make test`.
#   tests/run.sh [what pytest takes, to run less: tests/core -k ready]
# Installs chromium, postgresql and redis-server where it may (root or sudo, Debian or Ubuntu); starts a
# PostgreSQL and a Redis of its own and removes them at the end. Where one cannot be had, the tests that
# need it are skipped and say so; with CI set that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
unset ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS DATABASE_URL DEBUG DJANGO_SETTINGS_MODULE HTTPS REDIS_URL SECRET_KEY WEBSOCKET_ORIGIN

python=.venv/bin/python
work=$(mktemp -d -t likeness-test.XXXXXX)
chmod 711 "$work" # the user postgres must pass through
as_postgres=()
redis=

finish() {
  [ ! -f "$work/postgres/postmaster.pid" ] || "${as_postgres[@]}" "$postgres_bin/pg_ctl" -D "$work/postgres" -m immediate stop >/dev/null || true
  [ -z "$redis" ] || kill "$redis" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
has_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null
has_redis() { command -v redis-server >/dev/null; }
has_postgres() {
  postgres_bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  [ -x "$postgres_bin/initdb" ] || postgres_bin=$(dirname "$(command -v initdb)" 2>/dev/null)
  [ -x "$postgres_bin/initdb" ]
}

# --- what Debian has to give ---

wanted=()
has_chromium || wanted+=(chromium)
has_postgres || wanted+=(postgresql)
has_redis || wanted+=(redis-server)
if [ ${#wanted[@]} -gt 0 ] && command -v apt-get >/dev/null; then
  root=none
  [ "$(id -u)" != 0 ] || root=
  [ "$root" = "" ] || ! sudo -n true 2>/dev/null || root="sudo -n"
  if [ "$root" != none ]; then
    echo "== Installing ${wanted[*]}"
    get() { $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >"$work/apt.log" 2>&1; }
    twice() { "$@" || { sleep 3; "$@"; } || tail -n 3 "$work/apt.log"; }
    twice get update
    for package in "${wanted[@]}"; do twice get install -y --no-install-recommends "$package"; done
  fi
fi

# --- a PostgreSQL and a Redis of our own ---

missing=()
has_chromium || missing+=(chromium)
if has_postgres; then
  port=$(free_port)
  mkdir "$work/postgres"
  if [ "$(id -u)" = 0 ]; then
    as_postgres=(runuser -u postgres --)
    chown postgres "$work/postgres"
  fi
  options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$work/postgres -c max_connections=200"
  options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
  # Statistics taken of a table between two tests say that it is empty, and the next test is planned by them.
  options+=" -c autovacuum=off"
  "${as_postgres[@]}" "$postgres_bin/initdb" -D "$work/postgres" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  "${as_postgres[@]}" "$postgres_bin/pg_ctl" -D "$work/postgres" -w -l "$work/postgres/log" -o "$options" start >/dev/null
  export TEST_DATABASE_URL="postgresql://postgres@127.0.0.1:$port/postgres"
else
  missing+=(postgresql)
fi
if has_redis; then
  port=$(free_port)
  redis-server --port "$port" --bind 127.0.0.1 --save "" --appendonly no --dir "$work" >"$work/redis.log" 2>&1 &
  redis=$!
  export TEST_REDIS_URL="redis://127.0.0.1:$port"
else
  missing+=(redis-server)
fi

# --- the tests ---

chosen=("$@")
processes=$(nproc 2>/dev/null || echo 2)
[ "$processes" -le 4 ] || processes=4
failed=0
run() { # run HEADING PYTEST-OPTIONS...: go on after a failure, and remember it
  printf '\n== %s\n' "$1"
  shift
  local status=0
  "$python" -m pytest -n "$processes" --dist loadfile "$@" 2>&1 | tee -a "$work/said" || status=$?
  # 5: nothing was chosen. Of all the tests that is a failure, of those named on the command line it may be right.
  [ "$status" = 0 ] || { [ "$status" = 5 ] && [ ${#chosen[@]} -gt 0 ]; } || failed=1
}

DATA_DIR="$work/sqlite" run "SQLite, no Redis" "${chosen[@]}"
if [ -n "${TEST_DATABASE_URL:-}" ] && [ -n "${TEST_REDIS_URL:-}" ]; then
  # What touches no database, or starts databases of its own, has been tested above.
  pure=(benchmarks browser inference core test_architecture.py test_docs.py)
  DATA_DIR="$work/postgresql" DATABASE_URL=$TEST_DATABASE_URL REDIS_URL=$TEST_REDIS_URL \
    run "PostgreSQL and Redis" "${pure[@]/#/--ignore=tests/}" "${chosen[@]}"
fi

count() { { grep -oE "[0-9]+ $1" "$work/said" || true; } | awk '{ n += $1 } END { print n + 0 }'; }
passed=$(count passed)
if [ ${#missing[@]} -gt 0 ]; then
  printf '\nSkipped what needs %s; to run it: sudo apt-get install %s\n' "${missing[*]}" "${missing[*]}"
  [ -z "${CI:-}" ] || failed=1
fi
printf '\n%s passed, %s failed, %s skipped\n' "$passed" "$(($(count failed) + $(count 'errors?')))" "$(count skipped)"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
