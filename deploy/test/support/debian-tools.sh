#!/usr/bin/env bash
# Provides Debian programs for the tests of deploy/. Unpacks proxies and checkers into separate folders. Installs the
# container tools, which requires root, because they restart themselves without the environment. Prints the environment
# in which all programs are found, one variable per line.
#
#   debian-tools.sh environment RELEASE    with Caddy and nginx of that release of Debian: bookworm, trixie
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

# unpack_proxies RELEASE: both, each started by the C library of its release.
unpack_proxies() {
  local root=$ROOT-$1 unneeded
  unneeded='(libpam|libnss3|libnspr|libsqlite|libkrb5|libk5|libgssapi|libdb5|libsystemd|libsemanage|libbpf|libelf|libtirpc|libaudit).*'
  mkdir -p "$root"
  (
    use_release "$1" "$root/apt"
    unpack_packages "$root/files" "$unneeded|iproute2|openssl-.*|.*passwd|debconf|login.*|media-types" caddy nginx
  )
  local files=$root/files machine program loader
  machine=$(uname -m)-linux-gnu
  loader=$(find "$files" -name 'ld-linux-*.so.*' -path '*/lib*' -print -quit)
  mkdir -p "$root/bin"
  for program in usr/bin/caddy usr/sbin/nginx; do
    printf '#!/bin/sh\nexec %q --library-path %q %q "$@"\n' "$loader" "$files/usr/lib/$machine:$files/lib/$machine" \
      "$files/$program" > "$root/bin/$(basename $program).$$"
    chmod +x "$root/bin/$(basename $program).$$"
    mv "$root/bin/$(basename $program).$$" "$root/bin/$(basename $program)"
  done
}

if [[ ! $* =~ ^environment\ (bookworm|trixie)$ ]]; then
  sed -n '/^#   debian-tools.sh/s/^# *//p' "$0" >&2
  exit 2
fi
mkdir -p "$(dirname "$ROOT")"
(flock 9 && install_container_tools) 9> "$ROOT.install.lock" >&2
unpack_packages "$ROOT" 'udev|dbus.*|libpam.*|adduser|debconf|libjs.*|fonts.*|ucf|init-system.*|sysvinit.*|pybuild.*|python3.*' shellcheck systemd kubernetes-client prometheus >&2
unpack_proxies "$2" >&2
use_unpacked "$ROOT"
echo "PATH=$ROOT-$2/bin:$PATH:$ROOT/bin"
echo "LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$ROOT/usr/lib/$(uname -m)-linux-gnu/systemd"
