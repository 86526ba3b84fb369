# shellcheck shell=bash
# What a killed engine leaves behind and its successor stumbles over. Sourced by up.sh, root only.
# Nothing is removed that a live process of this machine still owns.

# NAME runs as PID: alive, not a zombie, and in our network namespace (a nested engine is not ours).
runs_as() {
  [ "$(cat "/proc/$2/comm" 2>/dev/null)" = "$1" ] || return 1
  ! grep -q '^State:[[:space:]]*[ZX]' "/proc/$2/status" 2>/dev/null || return 1
  [ "$(readlink "/proc/$2/ns/net")" = "$(readlink /proc/self/ns/net)" ]
}

pids_of() {
  local dir
  for dir in /proc/[0-9]*; do
    if runs_as "$1" "${dir#/proc/}"; then echo "${dir#/proc/}"; fi
  done
}

accepts() { # SOCKET: whether somebody answers a connection there (perl is part of every Debian)
  timeout 3 perl -MIO::Socket::UNIX -e 'exit !IO::Socket::UNIX->new(Peer => shift)' "$1" 2>/dev/null
}

remove_stale_pid_file() { # FILE NAME
  local pid
  [ -f "$1" ] || return 0
  pid=$(tr -cd 0-9 <"$1")
  if [ -n "$pid" ] && runs_as "$2" "$pid"; then return 0; fi
  say "removing $1: process ${pid:-without number} is no running $2"
  rm -f "$1"
}

remove_stale_socket() { # FILE: a socket that nobody serves
  [ -S "$1" ] || return 0
  if accepts "$1"; then return 0; fi
  say "removing $1: nobody answers there"
  rm -f "$1"
}

# The containerd that an engine starts for itself ends with it. One that outlived it holds its database.
stop_stray_containerd() {
  local pid
  for pid in $(pids_of containerd); do
    tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q -- '--config [^ ]*/docker/containerd/containerd.toml' || continue
    say "stopping containerd (process $pid): the engine it belonged to is gone"
    kill -TERM "$pid"
    for _ in $(seq 50); do runs_as containerd "$pid" || continue 2; sleep 0.1; done
    kill -KILL "$pid"
  done
}

# Call only when no dockerd runs.
clear_stale() {
  stop_stray_containerd
  remove_stale_pid_file /var/run/docker.pid dockerd
  remove_stale_pid_file /var/run/docker/containerd/containerd.pid containerd
  remove_stale_socket /var/run/docker/containerd/containerd.sock
  [ -n "$(pids_of containerd)" ] || remove_stale_socket /run/containerd/containerd.sock
  [ -d /run/systemd/system ] || remove_stale_socket /var/run/docker.sock
}
