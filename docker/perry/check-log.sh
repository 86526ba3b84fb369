#!/bin/sh
# What the log of a compilation by Perry tells, and whether it is the one that is meant: check-log.sh COMPILER LOG > FACTS.json
#
# With a compiler from source the program has to be linked with a runtime that was built for it. Where building one fails,
# Perry falls back to prebuilt archives, says so in passing and ends with success, and a message that something was built can
# stand before that. So only the linker's command counts, which -v shows. Archives of another build than its own Perry itself
# refuses before it links.
set -eu
compiler=$1 log=$2

fail() {
  echo "error: $*" >&2
  exit 1
}

archive=
if [ "$compiler" = source ]; then
  linked=$(grep -F '[link] invoking:' "$log" || true)
  [ -n "$linked" ] || fail "the log names no linker command: was perry called with -v?"
  archives=$(printf '%s\n' "$linked" | grep -oE "[^ '\"]*libperry_(runtime|stdlib)[^ '\"/]*\.a" || true)
  prebuilt=$(printf '%s\n' "$archives" | grep -v '/perry-auto-' | head -n 1 || true)
  why=$(sed -n 's/^ *auto-optimize: \(.*prebuilt.*\)/: \1/p' "$log" | head -n 1)
  [ -z "$prebuilt" ] || fail "linked with the prebuilt $prebuilt, not with one built for the program$why"
  archive=$(printf '%s\n' "$archives" | grep 'libperry_runtime\.a$' | head -n 1 || true)
  [ -n "$archive" ] || fail "linked without a libperry_runtime.a that was built for the program$why"
fi
modules=$(sed -n 's/.*module(s): \([0-9]*\) native, \([0-9]*\) JavaScript.*/\1 \2/p' "$log" | head -n 1)
native=${modules% *} fallback=${modules#* }
printf '{\n  "perry": {\n    "archive": "%s",\n    "nativeModules": %s,\n    "fallbackModules": %s\n  }\n}\n' \
  "$archive" "${native:-null}" "${fallback:-null}"
