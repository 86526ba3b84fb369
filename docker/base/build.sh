#!/bin/bash
# Builds the slim Debian base image of a suite from Debian packages alone, for machines that reach no
# image registry: base/build.sh [bookworm | trixie] → localhost/rematch/base/SUITE.
# Needs root, an engine and mmdebstrap. Contents as the official slim image: minbase without
# documentation, manuals and translations (copyrights stay), apt sources as this machine's own.
# Single quotes below keep $1, the directory of the new system, for mmdebstrap's hooks.
# shellcheck disable=SC2016
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
# shellcheck source=docker/versions.env
. "$here/../versions.env"
suite=${1:-$BASE_SUITE}
image=$LOCAL_BASE/$suite
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

slim=(
  --dpkgopt='path-exclude=/usr/share/doc/*'
  --dpkgopt='path-include=/usr/share/doc/*/copyright'
  --dpkgopt='path-exclude=/usr/share/man/*'
  --dpkgopt='path-exclude=/usr/share/info/*'
  --dpkgopt='path-exclude=/usr/share/locale/*'
  --dpkgopt='path-exclude=/usr/share/groff/*'
  --dpkgopt='path-exclude=/usr/share/lintian/*'
  --dpkgopt='path-exclude=/usr/share/linda/*'
)

# What a later apt inside the image must not leave behind.
cat >"$work/apt.conf" <<'CONF'
APT::Install-Recommends "false";
Acquire::Languages "none";
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
CONF

# The machine's keyring may be of its own: the image gets it where it lacks it.
carry_keyring() {
  local key
  key=$(sed -n 's/^Signed-By: //p' "$work/debian.sources" | head -n 1)
  printf '[ -e "$1%s" ] || install -D -m 644 "%s" "$1%s"' "$key" "$key" "$key"
}

bootstrap() {
  SOURCE_DATE_EPOCH=$BASE_EPOCH mmdebstrap --quiet --variant=minbase --include=usr-is-merged \
    --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr "${slim[@]}" \
    --customize-hook="$(carry_keyring)" \
    --customize-hook='rm -f "$1"/etc/apt/sources.list "$1"/etc/apt/sources.list.d/*' \
    --customize-hook="copy-in $work/debian.sources /etc/apt/sources.list.d" \
    --customize-hook="upload $work/apt.conf /etc/apt/apt.conf.d/90slim" \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*.bin "$1"/var/cache/debconf/*-old' \
    --customize-hook='rm -rf "$1"/var/log/* "$1"/var/lib/dpkg/*-old "$1"/etc/hostname "$1"/etc/resolv.conf' \
    "$suite" "$work/image/layer.tar" - <"$work/debian.sources" >"$work/log" 2>&1 || {
    tail -n 20 "$work/log" >&2
    return 1
  }
}

# An archive for `docker load` with a fixed creation time: equal packages give an equal image id, which
# `docker import` would not.
describe_image() {
  local created layer
  created=$(date -u -d "@$BASE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
  layer=$(sha256sum <"$work/image/layer.tar" | cut -d ' ' -f 1)
  printf '{"architecture":"%s","os":"linux","created":"%s","config":{"Cmd":["bash"],"Env":["%s"]},%s,%s}' \
    "$(dpkg --print-architecture)" "$created" "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    "\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[\"sha256:$layer\"]}" \
    "\"history\":[{\"created\":\"$created\",\"created_by\":\"mmdebstrap $suite\"}]" >"$work/image/config.json"
  printf '[{"Config":"config.json","RepoTags":["%s:latest"],"Layers":["layer.tar"]}]' "$image" >"$work/image/manifest.json"
}

"$here/apt-sources.sh" "$suite" >"$work/debian.sources"
mkdir "$work/image"
bootstrap
describe_image
tar -C "$work/image" -cf - manifest.json config.json layer.tar | docker load -q >/dev/null
size=$(($(stat -c %s "$work/image/layer.tar") / 100000))
echo "$image: ${size%?}.${size: -1} MB unpacked, $(docker image inspect --format '{{.Id}}' "$image")"
