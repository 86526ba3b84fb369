#define _GNU_SOURCE
#include "sharing.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Some 5 ms of dependent multiplications beside independent additions: both halves of a core's ports are wanted. */
static const uint64_t TURNS = 4000000;

static volatile uint64_t kept;

static void work(uint64_t turns) {
  uint64_t a = 1, b = 2, c = 3, d = 4;
  for (uint64_t i = 0; i < turns; i++) {
    a = a * 6364136223846793005ULL + i;
    b += a ^ i;
    c += i << 1;
    d ^= c + b;
  }
  kept = a + b + c + d;
}

static int64_t thread_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  return sched_setaffinity(0, sizeof set, &set);
}

static int64_t timed(void) {
  int64_t start = thread_ns();
  work(TURNS);
  return thread_ns() - start;
}

/* A process that keeps a CPU busy until it is killed; it dies with its parent. -1 with errno. */
static pid_t keep_busy(int cpu) {
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (pin(cpu) < 0) _exit(1);
  for (;;) work(TURNS);
}

int sharing_measure(int cpu, int other, int repeats, int64_t *alone_ns, int64_t *beside_ns) {
  cpu_set_t before;
  if (cpu < 0 || other < 0 || cpu >= CPU_SETSIZE || other >= CPU_SETSIZE) {
    errno = EINVAL;
    return -1;
  }
  if (sched_getaffinity(0, sizeof before, &before) < 0 || pin(cpu) < 0) return -1;
  int failure = 0;
  for (int i = 0; i < repeats && !failure; i++) {
    alone_ns[i] = timed();
    pid_t child = keep_busy(other);
    if (child < 0) {
      failure = errno;
      break;
    }
    /* By then it runs: a fork is placed within microseconds. */
    struct timespec moment = {0, 2000000};
    nanosleep(&moment, NULL);
    beside_ns[i] = timed();
    int status = 0;
    /* One that could not be pinned has ended by itself. */
    if (waitpid(child, &status, WNOHANG) != 0) failure = EINVAL;
    else {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
    }
  }
  sched_setaffinity(0, sizeof before, &before);
  errno = failure;
  return failure ? -1 : 0;
}
