#!/bin/sh
# Installs the service on a machine with systemd from the tarball of a release, or upgrades the one that runs. Builds nothing.
# The new version checks the settings first, and the old one goes on when they are invalid. When the new one does not start,
# the one before runs again. Data stay as they are. Run it as root.
#
#   install.sh [--name STUDIO] TARBALL   install this version, and start it
#   install.sh [--name STUDIO] --back    run the version before again
#
# A file SHA256SUMS beside the tarball is compared with it.
#
# A machine may have several studios, each with data, settings, account and version of its own. The first needs no name. With
# --name fox, each path and each name below that has `commissions` has `commissions-fox`, and the units are commissions@fox.*,
# commissions-backup@fox.* and commissions-inbox@fox.socket.
#
#   /opt/commissions/releases/*              the program; two are kept, and `current` is the one that runs
#   /opt/commissions/started, started.env    the version and the settings of the last start that succeeded
#   /etc/commissions/commissions.env         settings, made at the first time
#   /var/lib/commissions                     data
#   /etc/systemd/system/commissions.service  the unit, made anew each time; changes of yours go into a drop-in:
#                                            systemctl edit commissions
#   /etc/systemd/system/commissions-backup.* a back-up every night, off until its timer is enabled
#   /etc/systemd/system/commissions.socket, commissions-inbox.socket
#                                            sockets that stay open during a restart, off until they are enabled, on the ports
#                                            of the settings
#   /usr/local/bin/commissions               the command, as the service's account with its settings
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -eu
export LC_ALL=C

fail() {
  echo "$1" >&2
  exit 1
}

use_name() {
  studio=$1
  account=commissions${studio:+-$studio}
  service=commissions${studio:+@$studio}
  installed=/opt/$account
  releases=$installed/releases
  settings=/etc/$account/commissions.env
  data=/var/lib/$account
}

check_machine() {
  [ "$(id -u)" = 0 ] || fail "Run this as root: it makes an account and a unit."
  command -v systemctl > /dev/null || fail "This machine has no systemd: docs/guide.md has other ways to run the service."
  node=$(command -v node) || fail "Node.js is missing: install Node.js 24, the LTS, for the whole machine."
  command -v npm > /dev/null || fail "npm is missing: it comes with Node.js 24 of nodejs.org and of NodeSource."
  node=$(readlink -f "$node")
  case $node in
    /home/* | /root/*) fail "Node.js lies in $node, where the service's account cannot reach it: install it for the whole machine." ;;
  esac
  "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "This is Node.js $("$node" --version), and the service needs 20.19 or later: install Node.js 24, the LTS."
}

# Two at once would remove each other's files, and give two studios the same ports.
take_turn() {
  exec 9> /run/commissions-install.lock
  flock --nonblock 9 || fail "Another installer is at work on this machine. Run this again when it has ended."
}

# A file that is rewritten gets its name when it is whole and on disk: $1.new becomes $1.
put_in_place() {
  sync "$1.new"
  mv -f "$1.new" "$1"
}

make_account() {
  id "$account" > /dev/null 2>&1 ||
    useradd --system --user-group --home-dir "$data" --shell /usr/sbin/nologin "$account"
  # As systemd makes it at the first start.
  [ -e "$data" ] || install -d -m 0700 -o "$account" -g "$account" "$data"
}

make_settings() {
  install -d -m 0750 -o root -g "$account" "$(dirname "$settings")"
  if [ ! -e "$settings" ]; then
    install -m 0640 -o root -g "$account" "$release/deploy/systemd/commissions.env" "$settings.new"
    [ -z "$studio" ] || name_studio
    put_in_place "$settings"
  fi
  # The commands read it as the service's account.
  chgrp "$account" "$settings"
  chmod g+r "$settings"
}

# Its own folder, and ports that no other studio and no other program of this machine has.
name_studio() {
  port=3010
  while is_taken "$port" || is_taken $((port + 1)); do port=$((port + 10)); done
  sed -i "s|^DATA_DIR=.*|DATA_DIR=$data|; s|^BUCKET_NAME=.*|BUCKET_NAME=$account|
    s|/etc/commissions/|/etc/$account/|; s|commissions serve|$account serve|; s|restart commissions|restart $service|" "$settings.new"
  printf '\n# Of this studio: the first one has 3000 and 3001.\nPORT=%s\nINBOX_PORT=%s\n' "$port" $((port + 1)) >> "$settings.new"
}

is_taken() {
  grep -qsE "^([A-Z]+_)?PORT=['\"]?$1['\"]?\$" /etc/commissions*/commissions.env ||
    ! "$node" -e 'require("net").createServer().once("error", () => process.exit(1)).listen(process.argv[1], "127.0.0.1", () => process.exit())' "$1"
}

# The sums of another version are a download that is half done.
compare_checksum() {
  sums=$(dirname "$1")/SHA256SUMS
  [ -e "$sums" ] || return 0
  expected=$(awk -v name="$(basename "$1")" '$2 == name || $2 == "*" name { print $1; exit }' "$sums")
  [ -n "$expected" ] || fail "$sums does not name $(basename "$1"): download the SHA256SUMS of the same release, or remove it."
  [ "$(sha256sum < "$1")" = "$expected  -" ] || fail "$1 is not the file that $sums names: download both again."
}

# Beside the one that runs, which loads files as it needs them.
make_release() {
  # An unfinished one is made anew. Its remains must not fill the disk.
  release=$releases/.unfinished
  trap 'rm -rf "$releases/.unfinished" && rmdir "$releases" "$installed" 2> /dev/null || :' EXIT
  rm -rf "$release"
  install -d -m 0755 "$release"
  tar --extract --gzip --directory "$release" --strip-components=1 --no-same-owner < "$1" ||
    fail "$1 is not a whole tarball, and nothing was changed: download it again."
  { [ "$(member_of "$release" name)" = commission-submission-service ] && [ -e "$release/npm-shrinkwrap.json" ]; } ||
    fail "$1 is not the program of a release, which is commission-submission-service-VERSION.tgz."
  cmp -s "$0" "$release/deploy/systemd/install.sh" || fail "This installer is of another version than $1. Take its own:
  tar -xzf $1 --strip-components=3 package/deploy/systemd/install.sh"
  # A small nursery of its heap saves npm a quarter of its memory.
  (cd "$release" && NODE_OPTIONS="${NODE_OPTIONS:-} --max-semi-space-size=2" npm ci --omit=dev --no-audit --no-fund --loglevel=error) ||
    fail "npm could not install the packages of this version, and nothing was changed."
  install -d "$release/system"
  for kind in .service -backup.service -backup.timer .socket -inbox.socket; do
    sed "s|/usr/bin/node|$node|; s|-%i|${studio:+-$studio}|g; s|@%i|${studio:+@$studio}|g" \
      "$release/deploy/systemd/$(template_of "$kind")" > "$release/system/$(unit_of "$kind")"
  done
  write_command > "$release/system/$account"
  chmod 0755 "$release/system/$account"
  chown -R root:root "$release"
  chmod -R u=rwX,go=rX "$release"
  sync -f "$release"
}

# member_of RELEASE NAME: a text of its package.json.
member_of() {
  sed -n "s/^  \"$2\": \"\(.*\)\",\$/\1/p" "$1/package.json" 2> /dev/null || true
}

version_of() {
  member_of "$1" version
}

# .service is commissions.service, and commissions@fox.service for the studio fox.
unit_of() {
  echo "commissions${1%.*}${studio:+@$studio}.${1##*.}"
}

template_of() {
  echo "commissions${1%.*}@.${1##*.}"
}

write_command() {
  # By its whole path: that of a timer or a cron job may have no sbin.
  runuser=$(command -v runuser)
  cat << END
#!/bin/sh
# As the service's account, with its settings, in its folder. Node.js reads some settings before it runs a program, so they
# become its environment. The program names the faults of the file.
case \$(id -un) in
  root) become='$runuser -u $account --' ;;
  $account) become= ;;
  *) echo "Only root and the account $account may run it: sudo $account …" >&2; exit 1 ;;
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

# run_program RELEASE ARGUMENT...: the program of a release as the service's account, with the variables that the unit gives
# the service, those of drop-ins too. systemd quotes values as a shell does.
run_program() {
  program=$1/dist
  shift
  environment=$(systemctl show --property=Environment --value "$service")
  files=$(systemctl show --property=EnvironmentFiles --value "$service" | sed 's/ (ignore_errors=.*//')
  # shellcheck disable=SC2016
  env -i PATH="$PATH" SETTINGS_FILE="$settings" sh -c '
    eval "export $1" && cd "$2" && files=$3 program=$4 node=$5 account=$6 && shift 6
    eval "$(env -i "$node" "$program/settings-program.js" $files 2> /dev/null)"
    exec runuser -u "$account" -- "$node" "$program/main.js" "$@"
  ' sh "$environment" "$data" "${files:-$settings}" "$program" "$node" "$account" "$@"
}

# name_ports RELEASE: those that the settings have now, in its sockets.
name_ports() {
  sed -i "s|^\(ListenStream=.*\):[0-9]*\$|\1:$(port_of PORT 3000)|" "$1/system/$(unit_of .socket)"
  sed -i "s|^\(ListenStream=.*\):[0-9]*\$|\1:$(port_of INBOX_PORT 3001)|" "$1/system/$(unit_of -inbox.socket)"
}

# port_of NAME DEFAULT
port_of() {
  port=$(sed -n "s/^$1=['\"]\{0,1\}\([0-9]\{1,5\}\)['\"]\{0,1\}\$/\1/p" "$settings" | tail -n 1)
  echo "${port:-$2}"
}

# check_settings RELEASE: those faults that a start finds before it asks the database.
check_settings() {
  run_program "$1" serve --check > /dev/null ||
    fail "Version $(version_of "$1") would not start, and nothing was changed. Correct this, then run this again."
}

# An installer that was killed may have switched to a version that has never started.
find_release_before() {
  before=$(readlink -e "$installed/started" || readlink -e "$installed/current" || true)
}

path_of() {
  [ "$1" = "$account" ] && echo "/usr/local/bin/$account" || echo "/etc/systemd/system/$1"
}

switch_to() {
  name_ports "$1"
  for file in "$1"/system/*; do cp -p "$file" "$(path_of "${file##*/}").new"; done
  for file in "$1"/system/*; do put_in_place "$(path_of "${file##*/}")"; done
  ln -sfn "$1" "$installed/next"
  mv -T "$installed/next" "$installed/current"
  systemctl daemon-reload
}

name_release() {
  chosen=$releases/$(date -u +%Y%m%dT%H%M%S)-$$
  mv "$release" "$chosen"
  made=$chosen
}

# A version that ends soon after its start does not run either.
starts() {
  systemctl reset-failed "$service" 2> /dev/null || true
  systemctl restart "$service" || return 1
  pid=$(systemctl show --property=MainPID --value "$service")
  sleep 10
  [ "$(systemctl show --property=MainPID --value "$service")" = "$pid" ]
}

# To the chosen release, or else to the one that ran.
start_chosen() {
  log="What it says: journalctl -u $service --since '$(date '+%F %T')'"
  switch_to "$chosen"
  systemctl enable --quiet "$service"
  starts || return_to_before
}

# With the settings that it ran with.
return_to_before() {
  failed="Version $(version_of "$chosen") does not start"
  [ -n "$before" ] || fail "$failed. $log"
  with=
  if [ -e "$installed/started.env" ] && ! cmp -s "$installed/started.env" "$settings"; then
    cp -p "$settings" "$settings.refused"
    cp -p "$installed/started.env" "$settings.new"
    put_in_place "$settings"
    with=" with the settings of the last start, and yours are in $settings.refused"
  fi
  its_node=$(sed -n 's|^ExecStart=\([^ ]*\) .*|\1|p' "$before/system/$(unit_of .service)")
  [ -x "$its_node" ] || sed -i "s|$its_node|$node|" "$before"/system/*
  switch_to "$before"
  if starts; then
    rm -rf "$made"
    fail "$failed. Version $(version_of "$before") runs again$with. $log. Correct the cause, then run this again."
  fi
  # On tables that the new version has migrated it alone starts.
  switch_to "$chosen"
  if [ -n "$with" ]; then
    ! starts || fail "Version $(version_of "$chosen") runs$with. $log"
    mv "$settings.refused" "$settings"
  fi
  systemctl restart --no-block "$service" || true
  fail "Neither version $(version_of "$chosen") nor version $(version_of "$before") starts. systemd goes on trying the first. $log"
}

# But for the chosen one, and the one before it: of another version, if this one was installed twice.
remove_old_releases() {
  kept=$before
  if [ -n "$kept" ] && [ "$(version_of "$kept")" = "$(version_of "$chosen")" ]; then
    for one in "$releases"/*; do [ "$(version_of "$one")" = "$(version_of "$chosen")" ] || kept=$one; done
  fi
  for one in "$releases"/*; do
    case ${one##*/} in
      "${chosen##*/}" | "${kept##*/}") ;;
      *) rm -rf "$one" ;;
    esac
  done
}

# Their names are the times at which they were made, so the last one that is older is the one before.
choose_version_before() {
  before=$(readlink -e "$installed/current") || fail "Nothing is installed in $installed."
  chosen=
  for one in "$releases"/*; do
    [ "${one##*/}" != "${before##*/}" ] || break
    chosen=$one
  done
  [ -n "$chosen" ] || fail "There is no version before $(version_of "$before") in $releases."
}

# By the doctor of the chosen release.
assert_tables_allow() {
  found=$(run_program "$chosen" doctor --only upgrade 2>&1) || true
  ! printf '%s\n' "$found" | grep '^wrong' >&2 ||
    fail "Version $(version_of "$chosen") does not start on these tables, and nothing was changed. What to do: docs/upgrade.md, Back to the version before."
}

install_tarball() {
  check_machine
  [ -f "$1" ] || fail "There is no file $1."
  take_turn
  compare_checksum "$1"
  make_release "$1"
  make_account
  make_settings
  check_settings "$release"
  find_release_before
  name_release
  echo "Starting. A first start makes a database, and a new version may migrate it."
  start_chosen
  remove_old_releases
  echo "Installed version $(version_of "$chosen"). What it says: journalctl -u $service -n 20. Settings: $settings"
}

go_back() {
  check_machine
  take_turn
  choose_version_before
  check_settings "$chosen"
  assert_tables_allow
  start_chosen
  echo "Version $(version_of "$chosen") runs again. Run the installer with the tarball of $(version_of "$before") to return to it."
}

usage() {
  sed -n 's/^#   \(install.sh.*\)/\1/p' "$0" >&2
  exit 2
}

# The release that this run has made.
made=
use_name ""
if [ "${1:-}" = --name ]; then
  # An account has 32 characters at most.
  case ${2:-} in
    '' | *[!a-z0-9]* | ?????????????????????*) echo "The name of a studio has 1 to 20 small letters and digits." >&2 && usage ;;
  esac
  use_name "$2"
  shift 2
fi
[ $# = 1 ] || usage
umask 022
case $1 in
  --back) go_back ;;
  -* | '') usage ;;
  *) install_tarball "$1" ;;
esac
