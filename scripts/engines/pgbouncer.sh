#!/usr/bin/env bash
# Runs a temporary PgBouncer of Debian on loopback, in front of a PostgreSQL on loopback that trusts its clients.
# Unpacks Debian's `pgbouncer` when it is missing, without installing it: the package of this Debian release, or that of
# another release with the libraries it was built for.
#
#   pgbouncer.sh start [SETTING=VALUE...]   write the settings, start it; prints its version
#   pgbouncer.sh stop                       stop it; connections are cut off
#
#   PGBOUNCER_STATE   settings and log; user postgres needs to reach it when run as root   ${TMPDIR:-/tmp}/commission-pgbouncer
#   PGBOUNCER_ROOT    the unpacked packages, shared by all                                 ${TMPDIR:-/tmp}/commission-pgbouncer-root
#   PGBOUNCER_SUITE   a Debian release instead of this one, such as trixie                 -
#   PORT              where it listens                                                     16432
#   SERVER_PORT       where PostgreSQL listens                                             15432
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
STATE=${PGBOUNCER_STATE:-${TMPDIR:-/tmp}/commission-pgbouncer}
ROOT=${PGBOUNCER_ROOT:-${TMPDIR:-/tmp}/commission-pgbouncer-root}${PGBOUNCER_SUITE:+-$PGBOUNCER_SUITE}
SUITE=${PGBOUNCER_SUITE:-}
PORT=${PORT:-16432}
SERVER_PORT=${SERVER_PORT:-15432}
RUN=$STATE/run LOG=$STATE/log
# shellcheck source=debian-packages.sh
. "$HERE/debian-packages.sh"
# shellcheck source=processes.sh
. "$HERE/processes.sh"

# Unpacks, from the suite, PgBouncer and the dependencies that need a newer version than this machine has.
unpack_suite() {
  local apt=$ROOT/apt
  mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  (
    flock 9
    [ -e "$ROOT/.complete" ] && exit 0
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $SUITE main" > "$apt/sources"
    cat > "$apt/settings" <<- SETTINGS
	Dir::Etc::SourceList "$apt/sources";
	Dir::Etc::SourceParts "/dev/null";
	Dir::State::Lists "$apt/lists";
	Dir::Cache "$apt";
	APT::Sandbox::User "root";
	SETTINGS
    export APT_CONFIG=$apt/settings
    timeout 300 apt-get update --quiet=2
    cd "$apt/archives"
    timeout 300 apt-get download --quiet=2 pgbouncer libc6 libevent-2.1-7t64 libssl3t64 libcares2 libzstd1
    local package
    for package in *.deb; do dpkg --extract "$package" "$ROOT"; done
    touch "$ROOT/.complete"
  ) 9> "$ROOT.lock"
}

# Sets `program`: the command line that runs PgBouncer.
find_program() {
  if [ -z "$SUITE" ]; then
    unpack_packages "$ROOT" 'postgresql-common|postgresql-client-common' pgbouncer
    use_unpacked "$ROOT"
    program=("$ROOT/usr/sbin/pgbouncer")
  else
    unpack_suite >&2
    local loader machine
    machine=$(uname -m)-linux-gnu
    loader=$(find "$ROOT/usr/lib/$machine" -name 'ld-linux-*' -print -quit)
    program=("$loader" --library-path "$ROOT/usr/lib/$machine:/usr/lib/$machine:/lib/$machine" "$ROOT/usr/sbin/pgbouncer")
  fi
}

write_settings() {
  echo '"postgres" ""' > "$STATE/users"
  {
    echo '[databases]'
    echo "* = host=127.0.0.1 port=$SERVER_PORT"
    echo '[pgbouncer]'
    printf '%s\n' listen_addr=127.0.0.1 "listen_port=$PORT" unix_socket_dir= auth_type=trust "auth_file=$STATE/users"
    printf '%s\n' "$@"
  } > "$STATE/settings"
}

start() {
  mkdir -p "$STATE" "$RUN" "$LOG"
  find_program
  write_settings "$@"
  local command=("${program[@]}" "$STATE/settings")
  # PgBouncer refuses to run as root.
  if [ "$(id -u)" = 0 ]; then
    chown -R nobody "$STATE"
    command=(setpriv --reuid nobody --regid nogroup --clear-groups "${command[@]}")
  fi
  start_process pgbouncer "${command[@]}"
  wait_for 10 PgBouncer port_open "$PORT"
  "${program[@]}" --version | awk 'NR == 1 { print $2 }'
}

case "${1:-}" in
  start) shift && start "$@" ;;
  stop) stop_all ;;
  *)
    sed -n '/^#   pgbouncer.sh/s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
