#!/usr/bin/env bash
# Runs a temporary Postfix of Debian on loopback. It delivers mail for example.org into a Maildir and rejects all other
# mail. Unpacks Debian's `postfix` when it is missing, without installing it. Requires root, like Postfix itself.
#
#   postfix.sh start   write the settings, start it; prints the folder with the mails
#   postfix.sh stop    stop it
#
#   POSTFIX_STATE   settings, queue, mails and log                 ${TMPDIR:-/tmp}/commission-postfix
#   POSTFIX_ROOT    the unpacked packages, shared by all           ${TMPDIR:-/tmp}/commission-postfix-root
#   PORT            where it listens                               10025
#
# Exit codes: 0 done, 1 failed, 2 wrong usage.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
STATE=${POSTFIX_STATE:-${TMPDIR:-/tmp}/commission-postfix}
ROOT=${POSTFIX_ROOT:-${TMPDIR:-/tmp}/commission-postfix-root}
PORT=${PORT:-10025}
RUN=$STATE/run LOG=$STATE/log SETTINGS=$STATE/settings QUEUE=$STATE/queue MAILS=$STATE/mails
# Accounts of every Debian that nothing else here uses. Postfix needs its own account and a separate group.
OWNER=uucp GROUP=games
# shellcheck source=debian-packages.sh
. "$HERE/debian-packages.sh"
# shellcheck source=processes.sh
. "$HERE/processes.sh"

write_settings() {
  mkdir -p "$SETTINGS" "$QUEUE" "$STATE/data" "$MAILS"
  chown "$OWNER" "$STATE/data" "$MAILS"
  # Every process of Postfix reads it, and each process has its own account.
  chmod 755 "$STATE" "$SETTINGS" "$QUEUE"
  local folder
  for folder in active bounce corrupt defer deferred flush hold incoming private saved trace; do
    mkdir -p "$QUEUE/$folder" && chown "$OWNER" "$QUEUE/$folder" && chmod 700 "$QUEUE/$folder"
  done
  mkdir -p "$QUEUE/pid" "$QUEUE/public" "$QUEUE/maildrop"
  chown "$OWNER:$GROUP" "$QUEUE/public" "$QUEUE/maildrop" && chmod 710 "$QUEUE/public" && chmod 730 "$QUEUE/maildrop"
  cat > "$SETTINGS/main.cf" << CONF
compatibility_level = 3.6
queue_directory = $QUEUE
data_directory = $STATE/data
command_directory = $ROOT/usr/sbin
daemon_directory = $ROOT/usr/lib/postfix/sbin
mail_owner = $OWNER
setgid_group = $GROUP
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = mail.example.org
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
mynetworks = 127.0.0.0/8
smtpd_recipient_restrictions = reject_unauth_destination
smtpd_relay_restrictions = reject_unauth_destination
virtual_mailbox_domains = example.org
virtual_mailbox_base = $MAILS
virtual_mailbox_maps = static:inbox/
virtual_minimum_uid = 1
virtual_uid_maps = static:$(id -u "$OWNER")
virtual_gid_maps = static:$(id -g "$OWNER")
maillog_file_prefixes = $LOG
maillog_file = $LOG/postfix.log
import_environment = LD_LIBRARY_PATH MAIL_CONFIG TZ PATH
CONF
  cat > "$SETTINGS/master.cf" << CONF
127.0.0.1:$PORT inet n - n - - smtpd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
virtual   unix - n n - - virtual
proxymap  unix - - n - - proxymap
postlog   unix-dgram n - n - 1 postlogd
CONF
}

start() {
  [ "$(id -u)" = 0 ] || { echo 'Postfix runs as root alone' >&2; exit 1; }
  mkdir -p "$STATE" "$RUN" "$LOG"
  unpack_packages "$ROOT" 'ssl-cert|cpio|netbase|lsb-base' postfix >&2
  use_unpacked "$ROOT"
  export LD_LIBRARY_PATH=$ROOT/usr/lib/postfix:$LD_LIBRARY_PATH
  write_settings
  start_process postfix "$ROOT/usr/lib/postfix/sbin/master" -c "$SETTINGS" -d
  wait_for 20 Postfix port_open "$PORT"
  echo "$MAILS/inbox"
}

case "${1:-}" in
  start) start ;;
  stop) stop_all ;;
  *)
    sed -n '/^#   postfix.sh/s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
