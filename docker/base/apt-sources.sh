#!/bin/bash
# Prints an apt source (deb822) for a Debian suite, derived from this machine's own Debian sources: their
# URI and keyring with another suite. So mirrors go on being used and no host is named here.
#   apt-sources.sh SUITE         all pockets the machine has: SUITE, SUITE-updates, SUITE-security
#   apt-sources.sh SUITE main    only SUITE itself
#   apt-sources.sh SUITE pin PACKAGE...    installs SUITE as a source for these packages and for no others
# Runs on the host and inside image builds. Needs package lists (apt-get update) to tell Debian's sources.
set -euo pipefail

# Lines "URI|RELEASE|FILE:ENTRY" of the sources that come from Debian itself.
own_sources() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI)|$(RELEASE)|$(SOURCESENTRY)' \
    'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u
}

own_suite() {
  # shellcheck source=/dev/null
  (. /etc/os-release && echo "${VERSION_CODENAME:?this system has no Debian code name}")
}

# The keyring that a sources file names; where it names none as a path, Debian's own.
keyring_of() {
  local path
  path=$(grep -ioEm1 'signed-by[:=] *[^] ]+' "$1" | grep -oEm1 '/.+' || true)
  echo "${path:-/usr/share/keyrings/debian-archive-keyring.gpg}"
}

stanza() {
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n\n' "$1" "$2" "$3"
}

print_sources() {
  local suite=$1 pockets=$2 own uri release entry found=
  own=$(own_suite)
  while IFS='|' read -r uri release entry; do
    case $release in
      "$own") ;;
      "$own"-updates | "$own"-security) [ "$pockets" = all ] || continue ;;
      *) continue ;;
    esac
    stanza "$uri" "$suite${release#"$own"}" "$(keyring_of "${entry%:*}")"
    found=yes
  done < <(own_sources)
  [ -n "$found" ] || { echo "apt-sources.sh: no apt source of Debian $own found here; run apt-get update first" >&2; return 1; }
}

pin() {
  local suite=$1 file=rematch-$1
  shift
  [ "$suite" != "$(own_suite)" ] || return 0 # its packages are at hand already
  print_sources "$suite" main >"/etc/apt/sources.list.d/$file.sources.new"
  mv "/etc/apt/sources.list.d/$file.sources.new" "/etc/apt/sources.list.d/$file.sources"
  printf 'Package: *\nPin: release n=%s\nPin-Priority: -1\n\nPackage: %s\nPin: release n=%s\nPin-Priority: 990\n' \
    "$suite" "$*" "$suite" >"/etc/apt/preferences.d/$file"
}

suite=${1:?usage: apt-sources.sh SUITE [main | pin PACKAGE...]}
case ${2:-all} in
  all | main) print_sources "$suite" "${2:-all}" ;;
  pin) pin "$suite" "${@:3}" ;;
  *) echo "apt-sources.sh: unknown word $2" >&2; exit 2 ;;
esac
