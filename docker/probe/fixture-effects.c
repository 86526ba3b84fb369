#define _GNU_SOURCE
#include "fixture-effects.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int64_t clock_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }
int64_t cpu_ns(void) { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

int64_t work(long turns) {
  int64_t before = cpu_ns();
  uint64_t x = 88172645463325252u;
  for (long i = 0; i < turns; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  __asm__ volatile("" : : "r"(x)); /* the result is wanted, as far as the compiler knows */
  return cpu_ns() - before;
}

static char *map(size_t mib, int protection) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *memory = mmap(NULL, mib << 20, protection, flags, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int touch(size_t mib) {
  char *memory = map(mib, PROT_READ | PROT_WRITE);
  if (!memory) return -1;
  madvise(memory, mib << 20, MADV_NOHUGEPAGE);
  for (size_t at = 0; at < mib << 20; at += 4096) memory[at] = 1;
  return 0;
}

int reserve(size_t mib) { return map(mib, PROT_NONE) ? 0 : -1; }

int make_file(const char *path, size_t mib) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  return fd < 0 || ftruncate(fd, (off_t)mib << 20) < 0 || close(fd) < 0 ? -1 : 0;
}

int read_file(const char *path, char *into, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t n = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  while (n >= 0 && (n = read(fd, into, size)) > 0) {
  }
  close(fd);
  return n == 0 ? 0 : -1;
}
