#!/bin/sh
# Removes the service of install.sh from a machine: its units, its program, its command. Leaves the data, the settings, the
# drop-ins of its units, the back-ups and the account that they belong to. A later install.sh finds them again. Run it as root.
#
#   uninstall.sh [--name STUDIO]
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -eu
export LC_ALL=C

fail() {
  echo "$1" >&2
  exit 1
}

usage() {
  sed -n 's/^#   \(uninstall.sh.*\)/\1/p' "$0" >&2
  exit 2
}

studio=
if [ "${1:-}" = --name ]; then
  case ${2:-} in '' | *[!a-z0-9]*) echo "The name of a studio has small letters and digits." >&2 && usage ;; esac
  studio=$2
  shift 2
fi
[ $# = 0 ] || usage
[ "$(id -u)" = 0 ] || fail "Run this as root: it removes units."
# Of install.sh.
exec 9> /run/commissions-install.lock
flock --nonblock 9 || fail "An installer is at work on this machine. Run this again when it has ended."

account=commissions${studio:+-$studio}
instance=${studio:+@$studio}
[ -e "/opt/$account" ] || fail "Nothing is installed in /opt/$account."
# The sockets first: a request would start the service again.
for unit in "commissions$instance.socket" "commissions-inbox$instance.socket" \
  "commissions-backup$instance.timer" "commissions-backup$instance.service" "commissions$instance.service"; do
  [ ! -e "/etc/systemd/system/$unit" ] || systemctl disable --quiet --now "$unit"
  rm -f "/etc/systemd/system/$unit"
done
systemctl daemon-reload
rm -rf "/usr/local/bin/$account" "/opt/$account"

left=
system=/etc/systemd/system
for path in "/var/lib/$account" "/etc/$account" "/var/backups/$account" \
  "$system/commissions$instance".*.d "$system/commissions-backup$instance".*.d "$system/commissions-inbox$instance".*.d; do
  [ ! -e "$path" ] || left="$left $path"
done
echo "Removed. Data, settings and back-ups stay. A DATA_DIR elsewhere, a bucket and a database of yours stay too. This erases the rest for good:"
echo "  rm -rf$left && userdel $account"
