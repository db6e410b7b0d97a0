#!/usr/bin/env bash
# Provides Debian programs for the tests of deploy/. Unpacks proxies and checkers into a separate folder. Installs the
# container tools, which requires root, because they restart themselves without the environment. Prints the environment
# in which all programs are found, one variable per line.
#
#   debian-tools.sh environment
#
#   DEPLOY_TOOLS   the folder, kept for the next run     ${TMPDIR:-/tmp}/commission-deploy-tools
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
ROOT=${DEPLOY_TOOLS:-${TMPDIR:-/tmp}/commission-deploy-tools}
# shellcheck source=../../../scripts/engines/debian-packages.sh
source "$(dirname "$0")/../../../scripts/engines/debian-packages.sh"

install_container_tools() {
  command -v buildah > /dev/null && command -v runc > /dev/null && return
  have_package_lists buildah
  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install --yes --quiet=2 --no-install-recommends buildah runc > /dev/null
}

if [ "$*" != environment ]; then
  sed -n '/^#   debian-tools.sh/s/^# *//p' "$0" >&2
  exit 2
fi
mkdir -p "$(dirname "$ROOT")"
(flock 9 && install_container_tools) 9> "$ROOT.install.lock" >&2
unpack_packages "$ROOT" 'udev|dbus.*|libpam.*|libnss3-tools' caddy nginx-light shellcheck systemd kubernetes-client >&2
use_unpacked "$ROOT"
echo "PATH=$PATH:$ROOT/bin"
echo "LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$ROOT/usr/lib/$(uname -m)-linux-gnu/systemd"
