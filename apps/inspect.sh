#!/bin/bash
# What a native program tells of itself when it is started and asked once: inspect.sh PATH COMMAND... > OUT.json
#
# Whether it answers PATH, what it prints before it ends by itself, its status, and the first line it writes to stderr. An
# image is made of any file, so that it was made says nothing of the program. Debian's slim image has bash and no more.
set -u
path=$1
shift
port=3999
folder=$(mktemp -d)
PORT=$port "$@" >"$folder/out" 2>"$folder/err" &
program=$!

# The raw answer, as far as it comes within a second; empty where there is none.
ask() {
  # shellcheck disable=SC2016 # the inner shell's own words
  timeout 1 bash -c '
    exec 3<>"/dev/tcp/127.0.0.1/$1" &&
      printf "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n" "$2" "$1" >&3 && cat <&3
  ' ask "$port" "$path" 2>/dev/null | tr -d '\000'
}

answer=
for ((tried = 0; tried < 40; tried++)); do
  answer=$(ask)
  if [ -n "$answer" ] || ! kill -0 "$program" 2>/dev/null; then break; fi
  sleep 0.1
done
if kill -0 "$program" 2>/dev/null; then
  status=null
  kill -KILL "$program"
  wait "$program" 2>/dev/null
else
  wait "$program"
  status=$?
fi

quoted() { printf '"%s"' "$(tr -d '\000-\010\013-\037' | sed 's/[\\"]/\\&/g' | sed ':a;N;$!ba;s/\n/\\n/g')"; }
case $answer in "HTTP/1.1 2"*) answers=true ;; *) answers=false ;; esac
header() { printf '%s' "$answer" | tr -d '\r' | sed '/^$/q' | grep -i "^$1: " | head -n 1 | quoted; }
{
  printf '{\n  "app": {\n    "answers": %s,\n    "status": %s,\n' "$answers" "$status"
  printf '    "prints": %s,\n' "$(head -c 1000 "$folder/out" | quoted)"
  printf '    "warning": %s\n  },\n' "$(grep -m 1 . "$folder/err" | quoted)"
  printf '  "response": {\n    "contentType": %s,\n' "$(header content-type)"
  printf '    "contentLength": %s,\n    "framing": %s\n  }\n}\n' "$(header content-length)" "$(header transfer-encoding)"
}
rm -rf "$folder"
