#!/bin/sh
# Installs the service of this checkout on a machine with systemd, or upgrades the one that runs: git pull, then this again.
# Settings and data stay as they are. Run it as root.
#
#   install.sh           build, install, start
#   install.sh --built   the same with dist/ and node_modules/ as they are
#
#   /opt/commissions/releases/*              the program; two are kept, and `current` is the one that runs
#   /etc/commissions/commissions.env         settings, made at the first time
#   /var/lib/commissions                     data
#   /etc/systemd/system/commissions.service  the unit, made anew each time; changes of yours go into a drop-in:
#                                            systemctl edit commissions
#   /etc/systemd/system/commissions-backup.* a back-up every night, off until its timer is enabled
#   /usr/local/bin/commissions               the command, as the service's account with its settings
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -eu

source=$(cd "$(dirname "$0")/../.." && pwd)
releases=/opt/commissions/releases
settings=/etc/commissions/commissions.env

fail() {
  echo "$1" >&2
  exit 1
}

check_machine() {
  [ "$(id -u)" = 0 ] || fail "Run this as root: it makes an account and a unit."
  command -v systemctl > /dev/null || fail "This machine has no systemd: docs/guide.md has other ways to run the service."
  node=$(command -v node) || fail "Node.js is missing: install Node.js 24, the LTS, for the whole machine."
  node=$(readlink -f "$node")
  case $node in
    /home/* | /root/*) fail "Node.js lies in $node, where the service's account cannot reach it: install it for the whole machine." ;;
  esac
  "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "This is Node.js $("$node" --version), and the service needs 20.19 or later: install Node.js 24, the LTS."
}

# A file that is rewritten gets its name when it is whole and on disk: $1.new becomes $1.
put_in_place() {
  sync "$1.new"
  mv -f "$1.new" "$1"
}

make_account() {
  id commissions > /dev/null 2>&1 ||
    useradd --system --user-group --home-dir /var/lib/commissions --shell /usr/sbin/nologin commissions
}

make_settings() {
  install -d -m 0750 -o root -g commissions /etc/commissions
  if [ ! -e "$settings" ]; then
    install -m 0640 -o root -g commissions "$source/deploy/systemd/commissions.env" "$settings.new"
    put_in_place "$settings"
  fi
  # The commands read it as the service's account.
  chgrp commissions "$settings"
  chmod g+r "$settings"
  # The version that runs goes on when the new one would not take them.
  "$node" "$source/dist/settings-program.js" "$settings" > /dev/null || fail "Correct these settings, then run this again."
}

build() {
  (cd "$source" && npm ci --include=dev --no-audit --no-fund)
}

# Beside the one that runs, which loads files as it needs them.
install_release() {
  # One that was not finished is made anew.
  release=$releases/.unfinished
  rm -rf "$release"
  install -d -m 0755 "$release" "$release/src/customers/records"
  cp "$source/package.json" "$source/package-lock.json" "$source/LICENSE" "$release/"
  cp -R "$source/dist" "$release/"
  cp -R "$source/src/customers/records/migrations" "$release/src/customers/records/"
  cp -R "$source/node_modules/." "$release/node_modules"
  (cd "$release" && npm prune --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error)
  chown -R root:root "$release"
  chmod -R u=rwX,go=rX "$release"
  sync -f "$release"
  named=$releases/$(date -u +%Y%m%dT%H%M%S)-$$
  mv "$release" "$named"
  ln -sfn "$named" /opt/commissions/next
  mv -T /opt/commissions/next /opt/commissions/current
}

install_command() {
  # By its whole path: that of a timer or a cron job may have no sbin.
  runuser=$(command -v runuser)
  cat > /usr/local/bin/commissions.new << END
#!/bin/sh
# As the service's account, with its settings, in its folder. Node.js reads some settings before it runs a program, so they
# become its environment. The program names the faults of the file.
export COMMISSIONS_CALLED_FROM="\$PWD"
cd /var/lib/commissions
export SETTINGS_FILE=$settings
exec $runuser -u commissions -- sh -c '
  eval "\$("\$0" /opt/commissions/current/dist/settings-program.js "\$SETTINGS_FILE" 2> /dev/null)"
  exec "\$0" /opt/commissions/current/dist/main.js "\$@"
' $node "\$@"
END
  chmod 0755 /usr/local/bin/commissions.new
  put_in_place /usr/local/bin/commissions
}

install_units() {
  for name in commissions.service commissions-backup.service commissions-backup.timer; do
    sed "s|/usr/bin/node|$node|" "$source/deploy/systemd/$name" > "/etc/systemd/system/$name.new"
    chmod 0644 "/etc/systemd/system/$name.new"
    put_in_place "/etc/systemd/system/$name"
  done
  systemctl daemon-reload
  systemctl enable --quiet commissions
}

start_service() {
  echo "Starting. A first start makes a database, and a new version may migrate it."
  systemctl restart commissions || fail "The service does not start. What it says: journalctl -u commissions -n 20"
}

# The one that runs, and the one before it.
remove_old_releases() {
  find "$releases" -mindepth 1 -maxdepth 1 -type d | sort -r | tail -n +3 | while read -r old; do rm -rf "$old"; done
}

case "$#${1:-}" in
  0) must_build=yes ;;
  1--built) must_build=no ;;
  *)
    sed -n 's/^#   \(install.sh.*\)/\1/p' "$0" >&2
    exit 2
    ;;
esac
umask 022
check_machine
[ "$must_build" = no ] || build
[ -e "$source/dist/main.js" ] || fail "The service is not built: run this without --built."
make_account
make_settings
install_release
install_command
install_units
start_service
remove_old_releases
echo "Installed. What it says: journalctl -u commissions -n 20. Settings: $settings"
