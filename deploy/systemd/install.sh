#!/bin/sh
# Installs the service of this checkout on a machine with systemd, or upgrades the one that runs: git pull, then this again.
# The new version checks the settings first, and the old one goes on when they are invalid. When the new one does not start,
# the one before runs again. Data stay as they are. Run it as root.
#
#   install.sh           build, install, start
#   install.sh --built   the same with dist/ and node_modules/ as they are
#
#   /opt/commissions/releases/*              the program; two are kept, and `current` is the one that runs
#   /opt/commissions/started, started.env    the version and the settings of the last start that succeeded
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
installed=/opt/commissions
releases=$installed/releases
settings=/etc/commissions/commissions.env
data=/var/lib/commissions
units="commissions.service commissions-backup.service commissions-backup.timer"

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
    useradd --system --user-group --home-dir "$data" --shell /usr/sbin/nologin commissions
  # As systemd makes it at the first start.
  [ -e "$data" ] || install -d -m 0700 -o commissions -g commissions "$data"
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
}

build() {
  (cd "$source" && npm ci --include=dev --no-audit --no-fund)
}

# Beside the one that runs, which loads files as it needs them.
make_release() {
  # An unfinished one is made anew. Its remains must not fill the disk.
  release=$releases/.unfinished
  trap 'rm -rf "$releases/.unfinished"' EXIT
  rm -rf "$release"
  install -d -m 0755 "$release" "$release/src/intake/records" "$release/system"
  cp "$source/package.json" "$source/package-lock.json" "$source/LICENSE" "$release/"
  cp -R "$source/dist" "$release/"
  cp -R "$source/src/intake/records/migrations" "$release/src/intake/records/"
  cp -R "$source/node_modules/." "$release/node_modules"
  (cd "$release" && npm prune --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error)
  for name in $units; do sed "s|/usr/bin/node|$node|" "$source/deploy/systemd/$name" > "$release/system/$name"; done
  write_command > "$release/system/commissions"
  chmod 0755 "$release/system/commissions"
  chown -R root:root "$release"
  chmod -R u=rwX,go=rX "$release"
  sync -f "$release"
}

write_command() {
  # By its whole path: that of a timer or a cron job may have no sbin.
  runuser=$(command -v runuser)
  cat << END
#!/bin/sh
# As the service's account, with its settings, in its folder. Node.js reads some settings before it runs a program, so they
# become its environment. The program names the faults of the file.
case \$(id -un) in
  root) become='$runuser -u commissions --' ;;
  commissions) become= ;;
  *) echo "Only root and the account commissions may run it: sudo commissions …" >&2; exit 1 ;;
esac
export COMMISSIONS_CALLED_FROM="\$PWD"
cd $data
export SETTINGS_FILE=$settings
exec \$become sh -c '
  eval "\$("\$0" $installed/current/dist/settings-program.js "\$SETTINGS_FILE" 2> /dev/null)"
  exec "\$0" $installed/current/dist/main.js "\$@"
' $node "\$@"
END
}

# With the variables that the unit gives the service, those of drop-ins too. systemd quotes values as a shell does.
check_settings() {
  environment=$(systemctl show --property=Environment --value commissions)
  files=$(systemctl show --property=EnvironmentFiles --value commissions | sed 's/ (ignore_errors=.*//')
  # shellcheck disable=SC2016,SC2086
  env -i PATH="$PATH" SETTINGS_FILE="$settings" sh -c '
    eval "export $1" && cd "$2" && program=$3 node=$4 && shift 4
    eval "$(env -i "$node" "$program/settings-program.js" "$@" 2> /dev/null)"
    exec runuser -u commissions -- "$node" "$program/main.js" serve --check
  ' sh "$environment" "$data" "$release/dist" "$node" ${files:-$settings} > /dev/null ||
    fail "The new version would not start, and nothing was changed. Correct this, then run this again."
}

# An installer that was killed may have switched to a version that has never started.
find_release_before() {
  # Versions from before these records existed do not make them.
  grep -qs started.env /etc/systemd/system/commissions.service || rm -f "$installed/started" "$installed/started.env"
  before=$(readlink -e "$installed/started" || readlink -e "$installed/current" || true)
  [ -n "$before" ] && [ ! -e "$before/system" ] || return 0
  rm -rf "$before/.system"
  mkdir "$before/.system"
  for name in $units commissions; do
    [ ! -e "$(path_of "$name")" ] || cp -p "$(path_of "$name")" "$before/.system/"
  done
  mv "$before/.system" "$before/system"
}

path_of() {
  [ "$1" = commissions ] && echo /usr/local/bin/commissions || echo "/etc/systemd/system/$1"
}

switch_to() {
  for file in "$1"/system/*; do cp -p "$file" "$(path_of "${file##*/}").new"; done
  for file in "$1"/system/*; do put_in_place "$(path_of "${file##*/}")"; done
  ln -sfn "$1" "$installed/next"
  mv -T "$installed/next" "$installed/current"
  systemctl daemon-reload
}

install_release() {
  named=$releases/$(date -u +%Y%m%dT%H%M%S)-$$
  mv "$release" "$named"
  switch_to "$named"
  systemctl enable --quiet commissions
}

# A version that ends soon after its start does not run either.
starts() {
  systemctl reset-failed commissions 2> /dev/null || true
  systemctl restart commissions || return 1
  pid=$(systemctl show --property=MainPID --value commissions)
  sleep 10
  [ "$(systemctl show --property=MainPID --value commissions)" = "$pid" ]
}

start_service() {
  echo "Starting. A first start makes a database, and a new version may migrate it."
  log="What it says: journalctl -u commissions --since '$(date '+%F %T')'"
  starts || go_back
}

# To the version that ran, with the settings that it ran with.
go_back() {
  [ -n "$before" ] || fail "The service does not start. $log"
  with=
  if [ -e "$installed/started.env" ] && ! cmp -s "$installed/started.env" "$settings"; then
    cp -p "$settings" "$settings.refused"
    cp -p "$installed/started.env" "$settings.new"
    put_in_place "$settings"
    with=" with the settings of the last start, and yours are in $settings.refused"
  fi
  its_node=$(sed -n 's|^ExecStart=\([^ ]*\) .*|\1|p' "$before/system/commissions.service")
  [ -x "$its_node" ] || sed -i "s|$its_node|$node|" "$before"/system/*
  switch_to "$before"
  if starts; then
    rm -rf "$named"
    fail "The new version does not start. The one before, $before, runs again$with. $log. Correct the cause, then run this again."
  fi
  # On tables that the new version has migrated it alone starts.
  switch_to "$named"
  if [ -n "$with" ]; then
    ! starts || fail "The new version runs$with. $log"
    mv "$settings.refused" "$settings"
  fi
  systemctl restart --no-block commissions || true
  fail "Neither the new version nor the one before starts. systemd goes on trying the new one. $log"
}

# But for the one that runs, and the one before it.
remove_old_releases() {
  for one in "$releases"/*; do
    case ${one##*/} in
      "${named##*/}" | "${before##*/}") ;;
      *) rm -rf "$one" ;;
    esac
  done
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
make_release
check_settings
find_release_before
install_release
start_service
remove_old_releases
echo "Installed. What it says: journalctl -u commissions -n 20. Settings: $settings"
