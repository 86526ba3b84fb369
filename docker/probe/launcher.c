/*
 * launcher: PID 1 of every subject's container.
 *
 *   launcher [--now] -- PROGRAM [ARGUMENT...]
 *
 * It starts the program when the probe says so, so that a start can be timed without the engine in the way, and several
 * starts can be taken in one container. The child reads CLOCK_MONOTONIC right before execv and hands it up by a pipe that
 * execv closes: an empty rest of the pipe means that exec worked, an errno that it did not.
 *
 * Commands arrive on the abstract socket "rematch-launcher" of the network namespace, from root only (subjects run
 * without root and so cannot command it):
 *   start        -> started PID EXEC_NS | failed ERRNO
 *   stop MS      -> exited STATUS USER_US SYSTEM_US MAXRSS_KB LIVED_US (TERM, after MS KILL)
 *   status       -> running | exited ... | failed ERRNO
 * A program that ends by itself is reported by the same line to whoever is connected, and by the answer "exited ..." to
 * the next command. With --now the program starts at once, which is what a container start means; one that cannot be
 * executed is then told by "status".
 *
 * SIGTERM to PID 1 is forwarded, escalated to KILL after two seconds, and one tagged line is printed before the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TERM_GRACE_MS = 2000 };

static char **program;
static pid_t child = 0;          /* running program, 0 when none */
static int64_t exec_ns = 0;      /* CLOCK_MONOTONIC right before its execv */
static char last_exit[160] = ""; /* line about the last program that ended */
static int client = -1;
static int64_t kill_at_ns = 0;   /* when TERM becomes KILL, 0 for never */
static int leaving = 0;

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void say(const char *line) {
  if (client >= 0 && send(client, line, strlen(line), MSG_NOSIGNAL) < 0) {
    close(client);
    client = -1;
  }
}

/* Returns 0, or the errno of fork or exec. */
static int start(void) {
  int up[2];
  if (pipe2(up, O_CLOEXEC) < 0) return errno;
  pid_t pid = fork();
  if (pid < 0) return errno;
  if (pid == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0); /* so that a stop reaches the workers it forks */
    int64_t stamp = now_ns();
    if (write(up[1], &stamp, sizeof stamp) == (ssize_t)sizeof stamp) execv(program[0], program);
    int failure = errno;
    if (write(up[1], &failure, sizeof failure) < 0) _exit(126);
    _exit(127);
  }
  close(up[1]);
  int failure = 0;
  if (read(up[0], &exec_ns, sizeof exec_ns) != (ssize_t)sizeof exec_ns) failure = EIO;
  else if (read(up[0], &failure, sizeof failure) != (ssize_t)sizeof failure) failure = 0;
  close(up[0]);
  if (failure) waitpid(pid, NULL, 0);
  else child = pid;
  return failure;
}

static void signal_group(int number) {
  if (child && kill(-child, number) < 0) kill(child, number);
}

static void begin_stop(int64_t grace_ms) {
  signal_group(SIGTERM);
  kill_at_ns = now_ns() + grace_ms * 1000000;
}

static void reap(void) {
  int status;
  struct rusage used;
  pid_t pid;
  while ((pid = wait4(-1, &status, WNOHANG, &used)) > 0) {
    if (pid != child) continue; /* an orphan that PID 1 inherits */
    kill(-child, SIGKILL);      /* workers that outlived their leader */
    child = 0;
    kill_at_ns = 0;
    snprintf(last_exit, sizeof last_exit, "exited %d %lld %lld %ld %lld\n",
             WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
             (long long)used.ru_utime.tv_sec * 1000000 + used.ru_utime.tv_usec,
             (long long)used.ru_stime.tv_sec * 1000000 + used.ru_stime.tv_usec, used.ru_maxrss,
             (long long)(now_ns() - exec_ns) / 1000);
    printf("rematch-launcher: %s", last_exit);
    fflush(stdout);
    say(last_exit);
  }
}

static void obey(const char *command) {
  char line[96];
  if (strncmp(command, "start", 5) == 0) {
    if (child) {
      snprintf(line, sizeof line, "started %d %lld\n", child, (long long)exec_ns);
    } else {
      int failure = start();
      if (failure) snprintf(line, sizeof line, "failed %d\n", failure);
      else snprintf(line, sizeof line, "started %d %lld\n", child, (long long)exec_ns);
    }
    say(line);
  } else if (strncmp(command, "stop ", 5) == 0) {
    if (child) begin_stop(atoll(command + 5));
    else say(last_exit[0] ? last_exit : "exited -1 0 0 0 0\n");
  } else if (strncmp(command, "status", 6) == 0) {
    say(child || !last_exit[0] ? "running\n" : last_exit);
  } else {
    say("unknown\n");
  }
}

static void accept_client(int listener) {
  int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (fd < 0) return;
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.uid != 0) {
    close(fd);
    return;
  }
  if (client >= 0) close(client);
  client = fd;
}

static void read_client(void) {
  char command[128];
  ssize_t n = recv(client, command, sizeof command - 1, 0);
  if (n <= 0) {
    close(client);
    client = -1;
    return;
  }
  command[n] = 0;
  obey(command);
}

static int listen_socket(void) {
  static const char name[] = "rematch-launcher";
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path + 1, name, sizeof name - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + sizeof name - 1;
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) < 0 || listen(fd, 4) < 0) {
    perror("rematch-launcher: listen on its abstract socket");
    exit(70);
  }
  return fd;
}

int main(int argc, char **argv) {
  int at = 1, immediately = 0;
  if (at < argc && strcmp(argv[at], "--now") == 0) immediately = at++;
  if (at < argc && strcmp(argv[at], "--") == 0) at++;
  if (at >= argc) {
    fprintf(stderr, "usage: launcher [--now] -- PROGRAM [ARGUMENT...]\n");
    return 64;
  }
  program = argv + at;

  sigset_t handled;
  sigemptyset(&handled);
  sigaddset(&handled, SIGCHLD);
  sigaddset(&handled, SIGTERM);
  sigaddset(&handled, SIGINT);
  sigprocmask(SIG_BLOCK, &handled, NULL);
  int signals = signalfd(-1, &handled, SFD_CLOEXEC);
  int listener = listen_socket();
  if (immediately) {
    int failure = start();
    if (failure) snprintf(last_exit, sizeof last_exit, "failed %d\n", failure);
  }
  for (;;) {
    if (leaving && !child) return 0;
    struct pollfd fds[3] = {{signals, POLLIN, 0}, {listener, POLLIN, 0}, {client, POLLIN, 0}};
    int64_t left = kill_at_ns ? (kill_at_ns - now_ns()) / 1000000 : -1;
    if (kill_at_ns && left < 0) left = 0;
    poll(fds, client >= 0 ? 3 : 2, (int)left);
    if (kill_at_ns && now_ns() >= kill_at_ns) {
      kill_at_ns = 0;
      signal_group(SIGKILL);
    }
    if (fds[0].revents) {
      struct signalfd_siginfo info;
      if (read(signals, &info, sizeof info) == (ssize_t)sizeof info && info.ssi_signo != SIGCHLD) {
        leaving = 1;
        if (child) begin_stop(TERM_GRACE_MS);
      }
      reap();
    }
    if (client >= 0 && fds[2].revents) read_client();
    if (fds[1].revents) accept_client(listener);
  }
}
