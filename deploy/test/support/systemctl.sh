#!/usr/bin/env bash
# systemctl.sh ARGUMENT... UNIT: stands in for systemctl on the copy of the machine. It starts the installed unit as systemd
# would, but without a sandbox, and does not restart it. /tmp/environment has the variables of a drop-in as systemctl shows them.
# A file /tmp/at-restart is sourced before a restart, and so for each other command.
set -euo pipefail
# A service of systemd has no file of the program that asked for its start.
exec 9>&-
name=${!#}
name=${name%.service}
unit=/etc/systemd/system/$name.service
main=/tmp/main-pid-$name

value() { sed -n "s/^$1=//p" "$unit"; }

environment() { [ ! -e /tmp/environment ] || cat /tmp/environment; }

main_pid() { # 0 without a process
  if [ -e "$main" ] && kill -0 "$(< "$main")" 2> /dev/null; then cat "$main"; else echo 0; fi
}

stop() {
  local pid
  pid=$(main_pid)
  [ "$pid" = 0 ] || kill -TERM "$pid"
  while [ "$(main_pid)" != 0 ]; do /bin/sleep 0.05; done
}

start() {
  local command dropped_in after
  read -ra command <<< "$(value ExecStart)"
  eval "dropped_in=($(environment))"
  # shellcheck disable=SC2016 # for the shell inside
  setsid env -i PATH=/usr/local/bin:/usr/bin:/bin "$(value Environment)" "${dropped_in[@]}" sh -c '
    set -a; . "$1"
    cd "$2" && echo "$$" > "$3" && shift 3 && exec "$@"
  ' sh "$(value EnvironmentFile)" "$(value WorkingDirectory)" "$main" \
    setpriv --reuid "$(value User)" --regid "$(value Group)" --init-groups "${command[@]}" > /tmp/journal 2>&1 < /dev/null &
  wait_until_ready || return 1
  after=$(value ExecStartPost)
  [ -z "$after" ] || eval "${after#-+}"
}

wait_until_ready() {
  local port pid
  # shellcheck disable=SC1090
  port=$(source "$(value EnvironmentFile)" && echo "${PORT:-3000}")
  until pid=$(main_pid) && [ "$pid" != 0 ]; do /bin/sleep 0.05; done
  while [ "$(main_pid)" = "$pid" ]; do
    if curl --silent --fail --max-time 1 "http://127.0.0.1:$port/healthz" > /dev/null; then return 0; fi
    /bin/sleep 0.1
  done
  cat /tmp/journal >&2
  return 1
}

# shellcheck disable=SC1090
if [ -e "/tmp/at-$1" ]; then source "/tmp/at-$1"; fi
case "$*" in
  *--property=MainPID*) main_pid ;;
  *--property=Environment\ *) environment ;;
  restart*) stop && start ;;
  stop* | disable*) stop ;;
esac
