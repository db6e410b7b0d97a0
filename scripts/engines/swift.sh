#!/usr/bin/env bash
# Runs a real OpenStack Swift on loopback: proxy with the S3 API, account, container and object servers, memcached.
# Unpacks Debian packages without installing them. Requires neither root (except for `apt-get update` when the package
# lists are missing) nor systemd nor /etc/swift. Its state requires a file system with user attributes.
#
#   swift.sh start     unpack, configure, start; prints the end point
#   swift.sh stop      stop every process
#   swift.sh status    the processes
#
#   SWIFT_STATE  data, configuration, logs                  ${TMPDIR:-/tmp}/commission-swift
#   PORT         S3                                         18080
#   BASE         the other servers listen on BASE+1 and, for node N, BASE+10N to BASE+10N+2      16200
#   NODES        1 or 3; with 3 every object has three copies                                    1
#   ENGINES_CACHE  unpacked packages, shared      ${XDG_CACHE_HOME:-$HOME/.cache}/commission-engines
#
# Access key `test:tester`, secret `testing`, region us-east-1, path style. `test:stranger` has no
# permissions. Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/debian-packages.sh"
. "$here/processes.sh"

STATE=${SWIFT_STATE:-${TMPDIR:-/tmp}/commission-swift}
PORT=${PORT:-18080} BASE=${BASE:-16200} NODES=${NODES:-1}
ROOT=${ENGINES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/commission-engines}/swift/root
CONF=$STATE/conf DATA=$STATE/data RUN=$STATE/run LOG=$STATE/log

unpack() {
  unpack_packages "$ROOT" \
    'rsyslog|logrotate|intltool-debian|po-debconf|openstack-pkg-tools|uwsgi.*|libnorm.*|libpgm.*|libzmq.*|libestr0|libfastjson4|liblognorm5|docutils-common|python3-docutils|python3-roman|gettext.*' \
    python3-swift swift swift-proxy swift-account swift-container swift-object python3-lxml python3-requests memcached
  use_unpacked "$ROOT"
}

# swift_python FILE ARGUMENT...: runs FILE with another path, because Swift's main configuration file has a fixed path.
swift_python_program='
import os, runpy, sys
import swift.common.utils
swift.common.utils.SWIFT_CONF_FILE = os.environ["SWIFT_CONF"]
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
'

start_swift() {
  local name=$1
  shift
  SWIFT_CONF=$CONF/swift.conf start_process "$name" "$python" -c "$swift_python_program" "$@"
}

# server_port KIND NODE
server_port() {
  case $1 in
    account) echo $((BASE + 10 * $2)) ;;
    container) echo $((BASE + 10 * $2 + 1)) ;;
    object) echo $((BASE + 10 * $2 + 2)) ;;
  esac
}

configure() {
  local node kind
  cat > "$CONF/swift.conf" << END
[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = standard
default = yes
END
  for node in $(seq "$NODES"); do
    mkdir -p "$DATA/$node/disk" "$RUN/$node"
    for kind in account container object; do configure_server "$kind" "$node" > "$CONF/$kind-$node.conf"; done
  done
  configure_proxy > "$CONF/proxy.conf"
  [ -e "$CONF/object.ring.gz" ] || make_rings
}

configure_server() {
  cat << END
[DEFAULT]
devices = $DATA/$2
mount_check = false
bind_ip = 127.0.0.1
bind_port = $(server_port "$1" "$2")
user = $(id -un)
swift_dir = $CONF
workers = 0
fallocate_reserve = 0
disable_fallocate = true
log_level = WARNING
recon_cache_path = $RUN/$2
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
END
}

configure_proxy() {
  local pipeline='catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo versioned_writes symlink'
  cat << END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $PORT
user = $(id -un)
swift_dir = $CONF
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = $pipeline proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 2
node_timeout = 20
END
  local filter
  for filter in $pipeline; do printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "${filter/#cache/memcache}"; done |
    sed -e "/^use = egg:swift#memcache/a memcache_servers = 127.0.0.1:$((BASE + 1))" \
      -e '/^use = egg:swift#s3api/a location = us-east-1' \
      -e '/^use = egg:swift#tempauth/a user_test_tester = testing .admin\nuser_test_stranger = testing' \
      -e '/^use = egg:swift#versioned_writes/a allow_object_versioning = true'
}

# The library makes the three rings in one process. The command line would need nine.
make_rings() {
  SWIFT_CONF=$CONF/swift.conf "$python" - "$CONF" "$NODES" "$BASE" << 'END'
import os, sys
import swift.common.utils
swift.common.utils.SWIFT_CONF_FILE = os.environ['SWIFT_CONF']
from swift.common.ring import RingBuilder

folder, nodes, base = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for offset, kind in enumerate(('account', 'container', 'object')):
    builder = RingBuilder(6, min(3, nodes), 0)
    for node in range(1, nodes + 1):
        port = base + 10 * node + offset
        builder.add_dev({'region': 1, 'zone': node, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1.0, 'meta': ''})
    builder.rebalance(seed=1)
    builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
END
}

start() {
  local node kind as_root=()
  unpack
  mkdir -p "$CONF" "$DATA" "$RUN" "$LOG"
  configure
  [ "$(id -u)" = 0 ] && as_root=(-u root)
  start_process memcached "$ROOT/usr/bin/memcached" -l 127.0.0.1 -p $((BASE + 1)) -U 0 -m 32 "${as_root[@]}"
  for node in $(seq "$NODES"); do
    for kind in account container object; do
      start_swift "$kind-$node" "$ROOT/usr/bin/swift-$kind-server" "$CONF/$kind-$node.conf" -v
    done
  done
  wait_for 30 memcached port_open $((BASE + 1))
  for node in $(seq "$NODES"); do
    for kind in account container object; do
      wait_for 60 "The $kind server" port_open "$(server_port "$kind" "$node")"
    done
  done
  # Starts the proxy last. Under load it would count ten errors of a node that has not started and skip it for a minute.
  start_swift proxy "$ROOT/usr/bin/swift-proxy-server" "$CONF/proxy.conf" -v
  wait_for 60 'The proxy' port_open "$PORT"
  echo "http://127.0.0.1:$PORT"
}

case "${1:-} $#" in
  'start 1') start ;;
  'stop 1') stop_all ;;
  'status 1') show_processes ;;
  *)
    sed -n '/^#   swift.sh/s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
