#!/usr/bin/env bash
# Runs a temporary PostgreSQL server on loopback, durable as in production, with an empty database `commissions`.
# Installs Debian's `postgresql` when it is missing, which requires root, without Debian's default cluster.
#
#   postgres.sh start      make the cluster if there is none, start it; prints the connection string
#   postgres.sh stop       stop it; connections are cut off
#   postgres.sh restart    both
#   postgres.sh crash      stop it as a power cut would, but for the disk's cache
#
#   POSTGRES_STATE   data and log; user postgres needs to reach it when run as root     ${TMPDIR:-/tmp}/commission-postgres
#   PORT                                                                                15432
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
STATE=${POSTGRES_STATE:-${TMPDIR:-/tmp}/commission-postgres}
PORT=${PORT:-15432}
DATA=$STATE/data

programs() {
  find /usr/lib/postgresql -path '*/bin/pg_ctl' -printf '%h\n' 2> /dev/null | sort -V | tail -n 1
}

install_postgresql() {
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] ||
    echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
  apt-cache show postgresql > /dev/null 2>&1 || timeout 300 apt-get update --quiet=2
  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install --yes --quiet=2 --no-install-recommends postgresql
}

# The server refuses to run as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u postgres -- "$@")
  else
    "$@"
  fi
}

control() {
  as_owner "$(programs)/pg_ctl" --pgdata "$DATA" --silent --timeout 60 "$@"
}

make_cluster() {
  mkdir -p "$STATE"
  if [ "$(id -u)" = 0 ]; then chown postgres "$STATE"; fi
  chmod 711 "$STATE"
  as_owner "$(programs)/initdb" --pgdata "$DATA" --auth trust --username postgres --encoding UTF8 --locale C.UTF-8 \
    > "$STATE/initdb.out"
}

make_database() {
  local psql=("$(programs)/psql" --host 127.0.0.1 --port "$PORT" --username postgres --no-psqlrc --quiet --tuples-only)
  [ -n "$("${psql[@]}" --command "select 1 from pg_database where datname = 'commissions'")" ] ||
    "${psql[@]}" --command 'create database commissions'
}

start() {
  [ -n "$(programs)" ] || install_postgresql >&2
  [ -e "$DATA/PG_VERSION" ] || make_cluster
  control --log "$STATE/log" --wait --options "-p $PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200" start ||
    { tail -n 5 "$STATE/log" >&2; exit 1; }
  make_database
  echo "postgres://postgres@127.0.0.1:$PORT/commissions"
}

# stop MODE
stop() {
  [ ! -e "$DATA/postmaster.pid" ] || control --mode "$1" stop
}

case "${1:-} $#" in
  'start 1') start ;;
  'stop 1') stop fast ;;
  'restart 1') stop fast && start ;;
  'crash 1') stop immediate ;;
  *)
    sed -n '/^#   postgres.sh/s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
