#!/bin/bash
# Checks of docker/ that need no network: copies of pins agree with versions.env, and where an engine runs, a
# second call of up.sh is quick and changes nothing. Exit code 1 if one fails.
# shellcheck disable=SC2317 # check calls the functions by name
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
# shellcheck source=docker/versions.env
. docker/versions.env
failed=0

check() { # WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then echo "ok   $what"; else echo "FAIL $what"; failed=1; fi
}

# Every value that NAME has in these files as an ARG default is one of the ALLOWED.
arg_defaults_are() { # NAME ALLOWED...
  local name=$1 found value
  shift
  found=$(sed -n "s/^ARG $name=//p" Dockerfile.* docker/*/Dockerfile)
  for value in $found; do
    case " $* " in *" $value "*) ;; *) echo "ARG $name=$value, versions.env has: $*" >&2; return 1 ;; esac
  done
}

compose_falls_back_to() { # VARIABLE VALUE
  [ "$(grep -o "\${$1:-[^}]*}" compose.yaml | sort -u)" = "\${$1:-$2}" ]
}

official_node_is() { [ "node:$1-$BASE_SUITE-slim" = "$2" ]; }

tools_come_from_the_pinned_suite() { grep -q "apt-sources.sh $TOOLS_SUITE pin" docker/bench/Dockerfile; }

second_call_is_quick() {
  local before start=$SECONDS
  before=$(cat .env 2>/dev/null)
  docker/up.sh >/dev/null && [ $((SECONDS - start)) -lt 5 ] && [ "$before" = "$(cat .env 2>/dev/null)" ]
}

check 'base image in Dockerfiles' arg_defaults_are BASE "$BASE_IMAGE"
check 'Node in Dockerfiles' arg_defaults_are NODE_VERSION "$NODE_22" "$NODE_24"
check 'scriptc in Dockerfiles' arg_defaults_are SCRIPTC_VERSION "$SCRIPTC" "$SCRIPTC_NEWEST"
check 'oha in Dockerfiles' arg_defaults_are OHA_VERSION "$OHA"
check 'bombardier in Dockerfiles' arg_defaults_are BOMBARDIER_VERSION "$BOMBARDIER"
check 'base image in compose.yaml' compose_falls_back_to REMATCH_BASE_BOOKWORM "$BASE_IMAGE"
check 'Node 22 image' official_node_is "$NODE_22" "$NODE_22_IMAGE"
check 'Node 24 image' official_node_is "$NODE_24" "$NODE_24_IMAGE"
check 'suite of the docker tools' tools_come_from_the_pinned_suite
if docker version >/dev/null 2>&1; then check 'second call of up.sh' second_call_is_quick; fi
exit "$failed"
