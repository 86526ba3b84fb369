#!/bin/bash
# Makes a machine ready for `docker compose run --rm bench`: an engine with compose and buildx, and a base
# image. Says what it does, does only what is missing, and can be called again at any time.
#
#   docker/up.sh
#
# Where an engine and compose v2 already work, it installs no engine and needs no root. On Debian as root it
# installs them from Debian's packages and starts the engine. An engine that works is never touched.
#
# Base image, the first that applies:
#   1. yours:    REMATCH_BASE_BOOKWORM=IMAGE in the environment or in .env
#   2. official: from the registry, if the engine reaches it (asked at most 5 s)
#   3. local:    built from Debian packages as localhost/rematch/base/bookworm
# For 1 and 3, and for a socket elsewhere than /var/run/docker.sock (a rootless engine), it keeps a marked
# block in .env, which compose reads; where nothing needs saying it removes that block.
#
# Exit code: 0 ready, 3 something is missing that it cannot put right (it says what, and what helps).
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
# shellcheck source=docker/versions.env
. "$here/versions.env"
# shellcheck source=docker/up.stale.sh
. "$here/up.stale.sh"
dotenv=$(dirname "$here")/.env
engine_log=/var/log/rematch-dockerd.log
apt_log=/var/log/rematch-apt.log

say() { printf 'up: %s\n' "$*"; }
missing() { # WHAT HELP
  printf 'up: missing: %s\nup: what helps: %s\n' "$1" "$2" >&2
  exit 3
}

is_root() { [ "$(id -u)" = 0 ]; }
has() { command -v "$1" >/dev/null 2>&1; }
debian() { # the code name, empty on other systems
  # shellcheck source=/dev/null
  (. /etc/os-release && [ "${ID:-}" = debian ] && echo "${VERSION_CODENAME:-}") || true
}

engine_answers() { has docker && timeout 10 docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }
has_compose() { docker compose version --short 2>/dev/null | grep -qE '^v?([2-9]|[1-9][0-9])'; }
has_buildx() { docker buildx version >/dev/null 2>&1; }

# ---- packages

apt() { DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >>"$apt_log" 2>&1 9>&-; }
apt_install() {
  apt install -y --no-remove --no-install-recommends "$@" && return
  tail -n 5 "$apt_log" >&2
  missing "Debian packages $* (log: $apt_log)" "apt-get install $*"
}

# Bookworm has no compose v2, so there the tools come from the next suite, and nothing else does. An engine
# that is there already is left out, or a later upgrade of the system would replace it.
add_tools_suite() {
  local tools=(docker-cli docker-compose docker-buildx)
  [ "$(debian)" = bookworm ] || return 0
  has_engine || tools+=(docker.io)
  say "adding Debian $TOOLS_SUITE as an apt source for ${tools[*]} only"
  "$here/base/apt-sources.sh" "$TOOLS_SUITE" pin "${tools[@]}"
  apt update || true
}

# A socket that this user may not open counts: permission is another matter than an engine.
has_engine() {
  engine_answers || has dockerd || [ -x /usr/sbin/dockerd ] || accepts /var/run/docker.sock ||
    { ! is_root && [ -S /var/run/docker.sock ]; }
}

lacking_tools() {
  has_engine || echo docker.io
  has docker || echo docker-cli
  has_compose || echo docker-compose
  has_buildx || echo docker-buildx
}

install_tools() {
  local lacking
  mapfile -t lacking < <(lacking_tools)
  [ ${#lacking[@]} -gt 0 ] || return 0
  is_root || missing "${lacking[*]}" "sudo $0"
  [ -n "$(debian)" ] || missing "${lacking[*]}, and this system is not Debian" \
    "install Docker Engine with its compose and buildx plugins, then call $0 again"
  apt update || say "apt-get update reported errors (log: $apt_log)"
  add_tools_suite
  say "installing ${lacking[*]}"
  apt_install "${lacking[@]}"
}

# ---- engine

# An engine elsewhere is the user's to start.
engine_is_elsewhere() { [ -n "${DOCKER_HOST:-}" ] || [ "$(docker context show 2>/dev/null || echo default)" != default ]; }

start_engine() {
  if [ -n "$(pids_of dockerd)" ]; then
    say "dockerd runs (process $(pids_of dockerd | xargs)) but does not answer yet: waiting"
    return
  fi
  clear_stale
  if [ -d /run/systemd/system ]; then
    say "starting the engine with systemd"
    systemctl start docker 9>&- || missing "an engine that starts" "journalctl -u docker -n 20"
  else
    say "starting the engine: dockerd in its own session, log $engine_log"
    setsid -f dockerd </dev/null >>"$engine_log" 2>&1 9>&-
  fi
}

wait_for_engine() {
  local deadline=$((SECONDS + 60)) grace=$((SECONDS + 3))
  until engine_answers; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    [ "$SECONDS" -lt "$grace" ] || [ -n "$(pids_of dockerd)" ] || return 1
    sleep 0.1
  done
}

bring_up_engine() {
  if engine_answers; then return; fi
  if engine_is_elsewhere; then
    missing "an answer from the engine of DOCKER_HOST or the docker context in use" "start it, or: unset DOCKER_HOST; docker context use default"
  fi
  if ! is_root; then
    ! accepts /var/run/docker.sock || missing "an answer from the engine" "docker version"
    [ ! -S /var/run/docker.sock ] || [ -w /var/run/docker.sock ] ||
      missing "permission for /var/run/docker.sock" "sudo usermod -aG docker $(id -un), then log in again"
    missing "a running engine" "sudo $0"
  fi
  start_engine
  wait_for_engine || { tail -n 5 "$engine_log" >&2 || true; missing "an engine that answers" "less $engine_log"; }
}

# ---- base image

block_begin='# >>> written by docker/up.sh, changes are lost'
block_end='# <<< docker/up.sh'

own_lines() { [ ! -f "$dotenv" ] || sed "\|^$block_begin|,\|^$block_end|d" "$dotenv"; }

write_dotenv() { # LINE...: replaces our block in .env by these lines; without lines the block goes
  local own new
  own=$(own_lines)
  new=$own
  if [ $# -gt 0 ]; then new=$(printf '%s\n' "${own:+$own$'\n'}$block_begin" "$@" "$block_end"); fi
  if [ "$new" = "$(cat "$dotenv" 2>/dev/null)" ]; then return; fi
  if [ -z "$new" ]; then rm -f "$dotenv"; say "removed .env, it is not needed any more"; return; fi
  printf '%s\n' "$new" >"$dotenv"
  chown --reference="$here" "$dotenv" 2>/dev/null || true
  say "wrote .env: ${*:-without our block}"
}

# compose mounts the engine's socket: it has to know one that is not at the usual place.
socket_setting() {
  local host
  host=$(docker context inspect --format '{{.Endpoints.docker.Host}}' 2>/dev/null || true)
  host=${DOCKER_HOST:-$host}
  case $host in
    unix:///var/run/docker.sock | unix:///run/docker.sock) ;;
    unix://*) echo "REMATCH_SOCKET=${host#unix://}" ;;
  esac
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }
official_images_are_here() { has_image "$BASE_IMAGE" && has_image "$NODE_22_IMAGE" && has_image "$NODE_24_IMAGE"; }

# The engine is asked, because it is the one to pull. A pull that has begun is an answer too.
registry_answers() { # SECONDS
  local out
  out=$(timeout "$1" docker pull "$BASE_IMAGE" 2>&1) || grep -qE 'Pulling (from|fs layer)|Downloading' <<<"$out"
}

users_base() { echo "${REMATCH_BASE_BOOKWORM:-$(own_lines | sed -n 's/^REMATCH_BASE_BOOKWORM=//p' | tail -n 1)}"; }

use_users_base() {
  has_image "$1" || docker pull -q "$1" >/dev/null || missing "the base image $1 (REMATCH_BASE_BOOKWORM)" "docker pull $1"
  say "base image: $1 (yours)"
  settings+=("REMATCH_BASE_BOOKWORM=$1" REMATCH_NODE_SOURCE=npm)
}

use_local_base() {
  local image=$LOCAL_BASE/$BASE_SUITE newer=$LOCAL_BASE/$NEWER_SUITE
  has_image "$image" || build_local_base "$BASE_SUITE"
  has_image "$newer" || build_local_base "$NEWER_SUITE"
  say "base image: $image (local, since no registry answers)"
  settings+=("REMATCH_BASE_BOOKWORM=$image" "REMATCH_BASE_TRIXIE=$newer" REMATCH_NODE_SOURCE=npm)
}

build_local_base() { # SUITE
  local image=$LOCAL_BASE/$1
  local help="call $0 as root, or choose an image: REMATCH_BASE_BOOKWORM=IMAGE $0"
  { is_root && [ -n "$(debian)" ]; } || missing "an answer from the registry, and root on Debian to build $image" "$help"
  if ! has mmdebstrap; then
    say "installing mmdebstrap"
    apt install -y --no-remove --no-install-recommends mmdebstrap || { apt update || true; apt_install mmdebstrap; }
  fi
  say "building $image from Debian packages"
  "$here/base/build.sh" "$1" || missing "the base image $image: its build failed" "$here/base/build.sh $1"
}

choose_base() {
  local users patience=5
  users=$(users_base)
  # With a local base at hand the question is only whether things have changed.
  if has_image "$LOCAL_BASE/$BASE_SUITE"; then patience=2; fi
  if [ -n "$users" ]; then use_users_base "$users"
  elif official_images_are_here || registry_answers "$patience"; then
    say "base image: $BASE_IMAGE (official)"
  else use_local_base; fi
}

# ---- one call at a time where engines are started

if is_root; then
  exec 9>/run/rematch-up.lock
  flock 9
fi
install_tools
bring_up_engine
say "engine $(docker version --format '{{.Server.Version}}'), compose $(docker compose version --short)"
mapfile -t settings < <(socket_setting)
choose_base
write_dotenv "${settings[@]}"
say "ready: docker compose run --rm bench"
