#!/bin/sh
# Gets the compiler's source with its history: fetch-source.sh SOURCE TAG COMMIT FOLDER [CHECKOUT]
#
# From SOURCE, an address that git takes, at TAG; or from CHECKOUT, a local clone, where that folder is not empty. Either
# way the result is COMMIT or nothing: a tag can be moved. The address is asked before anything is fetched, so that one
# that does not answer is told within seconds.
set -eu
source=$1 tag=$2 commit=$3 folder=$4 checkout=${5:-}
export GIT_TERMINAL_PROMPT=0
export GIT_HTTP_LOW_SPEED_LIMIT=1000 GIT_HTTP_LOW_SPEED_TIME=60
ANSWER_SECONDS=${ANSWER_SECONDS:-20}

fail() {
  echo "error: $*" >&2
  exit 1
}

if [ -n "$checkout" ] && [ -n "$(ls -A "$checkout" 2>/dev/null)" ]; then
  git config --global --add safe.directory '*'
  git clone --quiet --no-checkout "$checkout" "$folder" || fail "the local checkout is no git repository"
  git -C "$folder" -c advice.detachedHead=false checkout --quiet --detach "$commit" ||
    fail "the local checkout has no commit $commit"
else
  said=$(timeout "$ANSWER_SECONDS" git ls-remote "$source" "refs/tags/$tag" 2>&1) || {
    [ $? -ne 124 ] || fail "$source: connection timed out, no answer in $ANSWER_SECONDS s"
    fail "$said"
  }
  [ -n "$said" ] || fail "$source has no tag $tag"
  git -c advice.detachedHead=false clone --quiet --depth 1 --branch "$tag" "$source" "$folder"
fi
found=$(git -C "$folder" rev-parse HEAD)
[ "$found" = "$commit" ] || fail "$tag of $source is commit $found, expected $commit"
[ -z "$(git -C "$folder" status --porcelain)" ] || fail "the source is not as committed"
echo "$commit"
