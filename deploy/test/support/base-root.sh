#!/usr/bin/env bash
# base-root.sh DIRECTORY: fills it with a root file system as small as the base image of the Dockerfile may be. It has a
# shell, the C and C++ libraries and certificates from this Debian's own files, and Node.js 24 with npm from the npm
# registry.
set -euo pipefail
root=$1
packages=(base-files libc6 libstdc++6 libgcc-s1 dash coreutils libacl1 libattr1 libselinux1 libpcre2-8-0 libgmp10)

mkdir -p "$root"/{usr/bin,usr/sbin,usr/lib,usr/lib64,usr/local/bin,usr/local/lib/node_modules,etc/ssl/certs,proc,sys,dev,home/node}
mkdir -m 1777 "$root/tmp"
mkdir -m 0700 "$root/root"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
for package in "${packages[@]}"; do dpkg -L "$package"; done | grep -Ev '/(doc|man|locale|info|lintian)/' | sort -u |
  while read -r path; do if [ -L "$path" ] || [ -f "$path" ]; then echo "$path"; fi; done |
  tar --create --no-recursion --files-from - 2> /dev/null | tar --extract --keep-directory-symlink --directory "$root"
ln -sf dash "$root/usr/bin/sh"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
# npm trusts the authorities that this machine trusts, including one of its network.
mkdir -p "$root/usr/local/etc"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' > "$root/usr/local/etc/npmrc"
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' > "$root/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' > "$root/etc/group"

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
echo '{"private":true}' > "$tools/package.json"
npm install --prefix "$tools" --no-save --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel error \
  "node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@24" npm@11
cp "$tools"/node_modules/node-linux-*/bin/node "$root/usr/local/bin/node"
cp -r "$tools/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
