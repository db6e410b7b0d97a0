#!/bin/sh
# Removes the service of install.sh from a machine: its units, its program, its command. Leaves the data, the settings, the
# back-ups and the account that they belong to. A later install.sh finds them again. Run it as root.
#
#   uninstall.sh [--name STUDIO]
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -eu

usage() {
  sed -n 's/^#   \(uninstall.sh.*\)/\1/p' "$0" >&2
  exit 2
}

studio=
if [ "${1:-}" = --name ]; then
  case ${2:-} in '' | *[!a-z0-9]*) usage ;; esac
  studio=$2
  shift 2
fi
[ $# = 0 ] || usage
if [ "$(id -u)" != 0 ]; then
  echo "Run this as root: it removes units." >&2
  exit 1
fi

account=commissions${studio:+-$studio}
if [ ! -e "/opt/$account" ]; then
  echo "Nothing is installed in /opt/$account." >&2
  exit 1
fi
instance=${studio:+@$studio}
units="commissions$instance.service commissions-backup$instance.service commissions-backup$instance.timer"
# shellcheck disable=SC2086
systemctl disable --quiet --now $units 2> /dev/null || true
for unit in $units; do rm -rf "/etc/systemd/system/$unit" "/etc/systemd/system/$unit.d"; done
systemctl daemon-reload
rm -rf "/opt/$account" "/usr/local/bin/$account"
echo "Removed. Its data stay: /var/lib/$account, settings in /etc/$account, back-ups in /var/backups/$account. This erases them for good:"
echo "  rm -rf /var/lib/$account /etc/$account /var/backups/$account && userdel $account"
