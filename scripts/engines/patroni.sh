#!/usr/bin/env bash
# Runs a temporary cluster of three PostgreSQL servers under Patroni on loopback, with synchronous replication, one etcd
# and an empty database `commissions`. Requires Debian's `postgresql` and root. Unpacks Debian's `patroni` and
# `etcd-server` when they are missing.
#
#   patroni.sh start              prints a connection string with all three hosts
#   patroni.sh leader             prints the leader's number, from 1, or fails
#   patroni.sh ready              succeeds when there is a leader and a synchronous standby, and all three run
#   patroni.sh kill NUMBER        kill a member's Patroni and PostgreSQL
#   patroni.sh resume NUMBER      start it again after `kill`, or let it go on after `freeze`
#   patroni.sh freeze NUMBER      SIGSTOP to a member's Patroni and PostgreSQL
#   patroni.sh switchover         to the synchronous standby
#   patroni.sh show               prints what each member says of itself, and the end of its log
#   patroni.sh stop
#
#   PATRONI_STATE   data and logs; user postgres needs to reach it   ${TMPDIR:-/tmp}/commission-patroni
#   PATRONI_ROOT    the unpacked packages, shared by all             ${TMPDIR:-/tmp}/commission-patroni-root
#   BASE            PostgreSQL listens on the ports after it, Patroni on those after BASE+10, etcd on BASE+20 and +21   15500
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
STATE=${PATRONI_STATE:-${TMPDIR:-/tmp}/commission-patroni}
ROOT=${PATRONI_ROOT:-${TMPDIR:-/tmp}/commission-patroni-root}
BASE=${BASE:-15500}
RUN=$STATE/run LOG=$STATE/log
MEMBERS='1 2 3'
# shellcheck source=debian-packages.sh
. "$HERE/debian-packages.sh"
# shellcheck source=processes.sh
. "$HERE/processes.sh"

programs() {
  find /usr/lib/postgresql -path '*/bin/pg_ctl' -printf '%h\n' | sort -V | tail -n 1
}

prepare() {
  unpack_packages "$ROOT" 'postgresql-common|postgresql-client-common' patroni etcd-server python3-etcd
  use_unpacked "$ROOT"
}

# The shortest times that Patroni accepts. The loss of a leader is detected after up to twenty seconds.
write_settings() { # NUMBER
  cat > "$STATE/member-$1.yml" << SETTINGS
scope: commissions
name: member$1
restapi: {listen: "127.0.0.1:$((BASE + 10 + $1))", connect_address: "127.0.0.1:$((BASE + 10 + $1))"}
etcd: {host: "127.0.0.1:$((BASE + 20))"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 100, wal_keep_size: 256MB, shared_buffers: 32MB, fsync: 'on'}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}]
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
postgresql:
  listen: "127.0.0.1:$((BASE + $1))"
  connect_address: "127.0.0.1:$((BASE + $1))"
  data_dir: "$STATE/data-$1"
  bin_dir: "$(programs)"
  pgpass: "$STATE/pgpass-$1"
  authentication:
    superuser: {username: postgres, password: none}
    replication: {username: replicator, password: none}
  parameters: {unix_socket_directories: "$STATE"}
  basebackup: {checkpoint: fast}
  remove_data_directory_on_diverged_timelines: true
SETTINGS
}

start_member() { # NUMBER
  (cd "$STATE" && start_process "member-$1" setpriv --reuid postgres --regid postgres --clear-groups \
    env HOME="$STATE" "$python" "$ROOT/usr/bin/patroni" "$STATE/member-$1.yml")
}

member_pids() { # NUMBER: the process ids of Patroni, the postmaster and its children
  running_pid "member-$1" || true
  local postmaster
  postmaster=$(head -n 1 "$STATE/data-$1/postmaster.pid" 2> /dev/null) || return 0
  # The process id may belong to another program by now.
  [ "$(readlink "/proc/$postmaster/cwd" 2> /dev/null)" = "$STATE/data-$1" ] || return 0
  echo "$postmaster"
  cat "/proc/$postmaster/task/"*/children 2> /dev/null | tr ' ' '\n'
}

signal_member() { # SIGNAL NUMBER
  local pids
  pids=$(member_pids "$2")
  # shellcheck disable=SC2086
  [ -z "$pids" ] || kill "-$1" $pids 2> /dev/null || true
}


role_is() { # NUMBER ROLE: Patroni responds with 200 when the member has the role
  [ "$(curl --silent --max-time 2 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$((BASE + 10 + $1))/$2")" = 200 ]
}

leader() {
  local number
  for number in $MEMBERS; do
    if role_is "$number" primary; then echo "$number"; return; fi
  done
  return 1
}

known_leader() { # asks for a while: a busy member may respond late
  local attempt
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    leader && return
    sleep "$((attempt / 5))"
  done
  return 1
}

ready() {
  local number synchronous=''
  leader > /dev/null || return 1
  for number in $MEMBERS; do
    role_is "$number" health || return 1
    ! role_is "$number" synchronous || synchronous=$number
  done
  [ -n "$synchronous" ]
}

show() {
  local number
  for number in $MEMBERS; do
    echo "member $number: $(curl --silent --max-time 2 "http://127.0.0.1:$((BASE + 10 + number))/patroni" || echo silent)"
    tail -n 25 "$LOG/member-$number.out"
  done
}

switchover() {
  local number from
  from=$(known_leader)
  for number in $MEMBERS; do
    role_is "$number" synchronous || continue
    curl --silent --fail --max-time 60 "http://127.0.0.1:$((BASE + 10 + from))/switchover" \
      --json "{\"leader\":\"member$from\",\"candidate\":\"member$number\"}" > /dev/null
    return
  done
  return 1
}

start() {
  [ -n "$(programs)" ] || { "$HERE/postgres.sh" start > /dev/null && "$HERE/postgres.sh" stop; } >&2
  mkdir -p "$STATE" "$RUN" "$LOG"
  prepare
  chmod 711 "$STATE"
  start_process etcd "$ROOT/usr/bin/etcd" --enable-v2 --name one --data-dir "$STATE/etcd" \
    --listen-client-urls "http://127.0.0.1:$((BASE + 20))" --advertise-client-urls "http://127.0.0.1:$((BASE + 20))" \
    --listen-peer-urls "http://127.0.0.1:$((BASE + 21))" --initial-advertise-peer-urls "http://127.0.0.1:$((BASE + 21))" \
    --initial-cluster "one=http://127.0.0.1:$((BASE + 21))"
  wait_for 20 etcd port_open $((BASE + 20))
  chown postgres "$STATE"
  local number hosts=
  for number in $MEMBERS; do
    write_settings "$number"
    start_member "$number"
    hosts=$hosts,127.0.0.1:$((BASE + number))
  done
  wait_for 120 'the cluster' ready
  "$(programs)/psql" --host 127.0.0.1 --port $((BASE + $(known_leader))) --username postgres --no-psqlrc --quiet \
    --command 'create database commissions'
  echo "postgres://postgres@${hosts#,}/commissions?target_session_attrs=read-write"
}

stop() {
  local number
  for number in $MEMBERS; do
    signal_member CONT "$number"
    signal_member KILL "$number"
  done
  stop_all
}

resume() { # NUMBER
  if running_pid "member-$1" > /dev/null; then signal_member CONT "$1"; else prepare && start_member "$1"; fi
}

case "${1:-} $#" in
  'start 1') start ;;
  'leader 1') leader ;;
  'ready 1') ready ;;
  'kill 2') signal_member KILL "$2" ;;
  'freeze 2') signal_member STOP "$2" ;;
  'resume 2') resume "$2" ;;
  'switchover 1') switchover ;;
  'show 1') show ;;
  'stop 1') stop ;;
  *)
    sed -n '/^#   patroni.sh/s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
