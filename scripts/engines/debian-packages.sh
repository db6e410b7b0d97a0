# Sourced by the engines' scripts. Unpacks Debian packages into a folder, without installing them and without root.

# unpack_packages ROOT EXCLUDED PACKAGE...
# Unpacks into ROOT the packages and their dependencies that this machine has not installed, except those whose names
# match the extended regular expression EXCLUDED. Unpacks only once. A concurrent caller waits for the first one.
unpack_packages() {
  local root=$1 excluded=$2
  shift 2
  mkdir -p "$root"
  (
    flock 9
    [ -e "$root/.complete" ] && exit 0
    have_package_lists "$1"
    local downloads
    downloads=$(mktemp -d "$root/../downloads.XXXXXX")
    trap 'rm -rf "$downloads"' EXIT
    cd "$downloads"
    apt-get install --simulate --no-install-recommends "$@" | awk '/^Inst/ { print $2 }' |
      grep -Evx "$excluded" > names
    xargs timeout 300 apt-get --option APT::Sandbox::User=root download --quiet=2 < names
    local package
    for package in *.deb; do dpkg --extract "$package" "$root"; done
    touch "$root/.complete"
  ) 9> "$root.lock"
}

# have_package_lists PACKAGE: a fresh Debian image has no package lists.
have_package_lists() {
  apt-cache show "$1" > /dev/null 2>&1 || timeout 300 apt-get update --quiet=2
}

# use_release NAME FOLDER: makes apt of this shell read the packages of that release of Debian, as if none were installed.
# Its lists are in FOLDER. The server is the one that this machine has its own packages from.
use_release() {
  local name=$1 folder=$2 server
  server=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' | awk '/^Debian Debian / && !found++ { print $3 }')
  mkdir -p "$folder"/{lists,archives}/partial
  touch "$folder/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${server:-http://deb.debian.org/debian} $name main" \
    > "$folder/sources.list"
  cat > "$folder/apt.conf" << end
Dir::State::status "$folder/status";
Dir::State::lists "$folder/lists";
Dir::Cache "$folder";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "-";
APT::Sandbox::User "root";
end
  export APT_CONFIG=$folder/apt.conf
}

# use_unpacked ROOT: makes programs, libraries and Python modules of ROOT take precedence over the machine's own.
use_unpacked() {
  local root=$1 machine folder
  machine=$(uname -m)-linux-gnu
  export PATH=$root/usr/bin:$root/usr/sbin:/usr/sbin:/usr/bin:/sbin:/bin
  export LD_LIBRARY_PATH=$root/usr/lib/$machine:$root/lib/$machine:$root/usr/lib/$machine/ceph
  export PYTHONNOUSERSITE=1 PYTHONPATH=$root/usr/lib/python3/dist-packages
  for folder in "$root"/usr/lib/python3.*; do
    [ -d "$folder" ] && PYTHONPATH=$PYTHONPATH:$folder:$folder/lib-dynload
  done
  # The modules are built for Debian's Python, not for another one in PATH.
  python=/usr/bin/python3
  [ -x "$root/usr/bin/python3" ] && python=$root/usr/bin/python3
  return 0
}
