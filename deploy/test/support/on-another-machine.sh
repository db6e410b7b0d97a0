#!/usr/bin/env bash
# on-another-machine.sh DIRECTORY REPOSITORY: makes a copy of this machine, and keeps it until standard input ends. Commands
# enter its mount namespace, and change their root to DIRECTORY/root. Their changes are stored below DIRECTORY/changes. There is
# no init: `systemctl` writes its arguments to /tmp/systemctl.log, and runs /tmp/systemctl if that exists. `sleep` does not sleep,
# and sources /tmp/at-sleep. Prints a line when the copy is ready.
set -euo pipefail
directory=$1 repository=$2
mkdir -p "$directory"/{changes,work,root}
# shellcheck disable=SC2016 # for the shell inside
exec unshare --mount -- sh -euc '
  directory=$1 repository=$2
  mount -t overlay overlay -o "lowerdir=/,upperdir=$directory/changes,workdir=$directory/work" "$directory/root"
  mkdir -p "$directory/root$repository"
  mount --rbind "$repository" "$directory/root$repository"
  mount --rbind /dev "$directory/root/dev"
  mount -t proc proc "$directory/root/proc"
  mount -t tmpfs tmpfs "$directory/root/run"
  stand_ins=$directory/root/usr/local/sbin
  printf "#!/bin/sh\necho \"\$*\" >> /tmp/systemctl.log\n[ ! -e /tmp/systemctl ] || exec /tmp/systemctl \"\$@\"\n" > "$stand_ins/systemctl"
  printf "#!/bin/sh\n[ ! -e /tmp/at-sleep ] || . /tmp/at-sleep\n" > "$stand_ins/sleep"
  chmod 0755 "$stand_ins"/*
  echo ready
  exec cat
' sh "$directory" "$repository"
