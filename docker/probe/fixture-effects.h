/* What the fixture does besides answering: CPU time, memory, address space and file cache of known size. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* CLOCK_MONOTONIC and the CPU time of this process, in nanoseconds. */
int64_t now_ns(void);
int64_t cpu_ns(void);

/* A fixed number of turns of arithmetic in registers: user CPU and nothing else. Returns the CPU time it took. */
int64_t work(long turns);

/* Writes to every page of `mib` MiB of new memory without huge pages, so that pages are counted one by one. */
int touch(size_t mib);
/* Maps `mib` MiB that nothing may touch: address space alone. */
int reserve(size_t mib);

/* Makes a file of `mib` MiB that holds only holes: reading it fills the page cache and costs no disk. */
int make_file(const char *path, size_t mib);
/* Drops the file from the page cache and reads it whole, so that its pages are charged to the reader's cgroup. */
int read_file(const char *path, char *into, size_t size);
