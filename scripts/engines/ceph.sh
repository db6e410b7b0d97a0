#!/usr/bin/env bash
# Runs a real Ceph on loopback: one monitor, OSDs on BlueStore in plain files, one RADOS gateway with its S3 API.
# Unpacks Debian packages without installing them. Requires neither root (except for `apt-get update` when the package
# lists are missing) nor systemd nor /etc/ceph.
#
#   ceph.sh start            unpack, make the cluster if there is none, start it; prints the end point
#   ceph.sh stop             stop every process
#   ceph.sh status           the processes
#   ceph.sh kill-osd N       kill one OSD (SIGKILL); with three of them writes go on
#   ceph.sh start-osd N      start it again and wait until it has joined
#   ceph.sh admin ARGUMENT…  radosgw-admin of the running gateway, for users and quotas
#
#   CEPH_STATE   data, logs, sockets; a short path: a socket's has 107 bytes       ${TMPDIR:-/tmp}/commission-ceph
#   PORT         S3                                                                18082
#   MON_PORT     the monitor                                                       16789
#   OSDS         number; up to three copies of every object, one may be missing    3
#   ENGINES_CACHE  unpacked packages, shared      ${XDG_CACHE_HOME:-$HOME/.cache}/commission-engines
#
# Access key `test`, secret `testing`, any region, path style. Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/debian-packages.sh"
. "$here/processes.sh"

STATE=${CEPH_STATE:-${TMPDIR:-/tmp}/commission-ceph}
PORT=${PORT:-18082} MON_PORT=${MON_PORT:-16789} OSDS=${OSDS:-3}
ROOT=${ENGINES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/commission-engines}/ceph/root
DATA=$STATE/data CONF=$STATE/ceph.conf RUN=$STATE/run LOG=$STATE/log

copies=$((OSDS < 3 ? OSDS : 3))
enough_copies=$((copies > 1 ? copies - 1 : 1))
last_osd=$((OSDS - 1))

unpack() {
  unpack_packages "$ROOT" \
    'logrotate|sudo|nvme-cli|smartmontools|dmidecode|parted|gdisk|hdparm|xfsprogs|cryptsetup-bin|uuid-runtime|libparted2.*' \
    radosgw ceph-mon ceph-osd ceph-common python3-requests
  use_unpacked "$ROOT"
}

write_conf() {
  local lib
  lib=$ROOT/usr/lib/$(uname -m)-linux-gnu
  cat > "$CONF" << END
[global]
fsid = $1
mon_host = v2:127.0.0.1:$MON_PORT
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
keyring = $DATA/keyring
run_dir = $RUN
admin_socket = $RUN/\$name.asok
log_file = $LOG/\$name.log
plugin_dir = $lib/ceph
erasure_code_dir = $lib/ceph/erasure-code
osd_class_dir = $lib/rados-classes
mon_data = $DATA/mon
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
mon_warn_on_pool_no_redundancy = false
# One host holds all copies.
osd_crush_chooseleaf_type = 0
osd_pool_default_size = $copies
osd_pool_default_min_size = $enough_copies
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_data = $DATA/osd\$id
osd_objectstore = bluestore
osd_memory_target = 939524096
bluestore_block_size = $((4 << 30))
bluestore_fsck_on_mount = false
bluestore_cache_autotune = false
bluestore_cache_size = 67108864
# A dead OSD is detected within seconds.
osd_heartbeat_interval = 1
osd_heartbeat_grace = 6
mon_osd_min_down_reporters = 1
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
[client]
rgw_frontends = beast endpoint=127.0.0.1:$PORT tcp_nodelay=1
rgw_data = $DATA/rgw
rgw_thread_pool_size = 64
rgw_enable_usage_log = false
# A request to a dead OSD is sent to another one as soon as the map is updated.
objecter_tick_interval = 0.5
objecter_timeout = 1
END
}

cluster() {
  timeout 30 "$python" "$ROOT/usr/bin/ceph" --conf "$CONF" --connect-timeout 20 "$@"
}

make_monitor() {
  local id
  id=$(cat /proc/sys/kernel/random/uuid)
  write_conf "$id"
  ceph-authtool --create-keyring "$DATA/keyring" --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool "$DATA/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  monmaptool --create --clobber --fsid "$id" --addv a "[v2:127.0.0.1:$MON_PORT]" "$DATA/monmap"
  ceph-mon --conf "$CONF" --mkfs -i a --monmap "$DATA/monmap" --keyring "$DATA/keyring"
}

make_osds() {
  local n id makers=()
  for n in $(seq 0 "$last_osd"); do
    id=$(cat /proc/sys/kernel/random/uuid)
    mkdir -p "$DATA/osd$n"
    cluster osd new "$id"
    cluster auth get-or-create "osd.$n" mon 'allow profile osd' osd 'allow *' >> "$DATA/keyring"
    ceph-osd --conf "$CONF" -i "$n" --mkfs --osd-uuid "$id" &
    makers+=($!)
  done
  for n in "${makers[@]}"; do wait "$n"; done
}

gateway_admin() {
  timeout 60 radosgw-admin --conf "$CONF" -n client.admin --keyring "$DATA/keyring" "$@"
}

make_user() {
  gateway_admin user create --uid=test --display-name=test --access-key=test --secret=testing
}

start_osd() {
  start_process "osd$1" ceph-osd --conf "$CONF" -f -i "$1"
}

osds_up() {
  cluster osd stat | grep -q " $1 up"
}

osd_joined() {
  cluster osd dump | grep -q "^osd\.$1 up"
}

start() {
  local n
  unpack
  mkdir -p "$DATA" "$RUN" "$LOG"
  if [ ! -e "$DATA/complete" ]; then
    rm -rf "${DATA:?}"/*
    make_monitor > "$LOG/make.out" 2>&1
  fi
  start_process mon ceph-mon --conf "$CONF" -f -i a
  wait_for 60 'The monitor' cluster mon stat
  [ -e "$DATA/complete" ] || make_osds >> "$LOG/make.out" 2>&1
  for n in $(seq 0 "$last_osd"); do start_osd "$n"; done
  wait_for 60 'The OSDs' osds_up "$OSDS"
  start_process rgw radosgw --conf "$CONF" -f -n client.admin --keyring "$DATA/keyring"
  wait_for 90 'The gateway' port_open "$PORT"
  [ -e "$DATA/complete" ] || make_user >> "$LOG/make.out" 2>&1
  touch "$DATA/complete"
  echo "http://127.0.0.1:$PORT"
}

# Stops the gateway first, because the OSDs wait 30 s for a client that did not disconnect.
stop() {
  stop_process rgw TERM
  stop_all
}

case "${1:-} $#" in
  'start 1') start ;;
  'stop 1') stop ;;
  'status 1') show_processes ;;
  'kill-osd 2') stop_process "osd$2" KILL ;;
  'start-osd 2')
    use_unpacked "$ROOT"
    start_osd "$2"
    wait_for 60 "OSD $2" osd_joined "$2"
    ;;
  'admin '[1-9]*)
    use_unpacked "$ROOT"
    shift
    gateway_admin "$@"
    ;;
  *)
    sed -n '/^#   ceph.sh/s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
