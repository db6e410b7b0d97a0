# Sourced by the engines' scripts. Runs processes in the background and stops only the processes that it has recorded.
# Requires RUN (a folder for the records) and LOG (a folder for their output).

# start_process NAME COMMAND...
start_process() {
  local name=$1
  shift
  setsid "$@" < /dev/null >> "$LOG/$name.out" 2>&1 &
  echo "$! $(start_time $!)" > "$RUN/$name.pid"
}

# stop_process NAME SIGNAL: signals its process group, waits ten seconds for it to end, then kills it.
stop_process() {
  local name=$1 signal=$2 pid
  pid=$(running_pid "$name") || { rm -f "$RUN/$name.pid"; return 0; }
  kill "-$signal" -- "-$pid" 2> /dev/null || true
  for _ in $(seq 200); do
    running_pid "$name" > /dev/null || break
    sleep 0.05
  done
  kill -KILL -- "-$pid" 2> /dev/null || true
  rm -f "$RUN/$name.pid"
}

# stop_all: stops all started processes at the same time.
stop_all() {
  local record pid
  for record in "$RUN"/*.pid; do
    [ -e "$record" ] || continue
    pid=$(running_pid "$(basename "$record" .pid)") || continue
    kill -TERM -- "-$pid" 2> /dev/null || true
  done
  for record in "$RUN"/*.pid; do
    [ -e "$record" ] && stop_process "$(basename "$record" .pid)" TERM
  done
  return 0
}

show_processes() {
  local record name pid
  for record in "$RUN"/*.pid; do
    [ -e "$record" ] || continue
    name=$(basename "$record" .pid)
    pid=$(running_pid "$name") && echo "$name: process $pid" || echo "$name: dead"
  done
}

# running_pid NAME: prints its process id, or fails when it has ended. The id may belong to another process by now.
running_pid() {
  local pid started
  read -r pid started 2> /dev/null < "$RUN/$1.pid" || return 1
  [ -n "$started" ] && [ "$(start_time "$pid")" = "$started" ] || return 1
  echo "$pid"
}

# start_time PID: prints it in clock ticks since boot. Prints nothing for a zombie or when there is no such process.
start_time() {
  sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | awk '$1 != "Z" { print $20 }'
}

# wait_for SECONDS WHAT COMMAND...: waits until the command succeeds. After SECONDS, or when a process has ended, stops
# everything and exits with 1.
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    if [ "$SECONDS" -ge "$end" ] || ! all_running; then
      echo "$what did not come up; the last lines of $LOG:" >&2
      tail -n 5 "$LOG"/* >&2 || true
      stop_all
      exit 1
    fi
    sleep 0.1
  done
}

all_running() {
  local record
  for record in "$RUN"/*.pid; do
    running_pid "$(basename "$record" .pid)" > /dev/null || return 1
  done
}

port_open() {
  (exec 3<> "/dev/tcp/127.0.0.1/$1")
}
