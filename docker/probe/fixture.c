/*
 * fixture: a server of known truth, to test the kit itself.
 *
 *   fixture [--listen-after MS] [--touch MIB] [--never] [--status N] [--wrong-after N] [--exit-after N] [--reserve MIB]
 *
 * Answers every request on PORT (3000) with {"status":"ok"}. It stamps CLOCK_MONOTONIC right after its own listen() as a
 * line "fixture: listen NS" on stdout, and tells how many requests it answered at its end by SIGTERM: "fixture: answered
 * N". --never does not listen at all, --status answers with another status, --wrong-after changes the body and --exit-after
 * ends the program after that many responses. --touch writes to that many MiB before it listens, --reserve maps that many and
 * writes to them when /touch is asked for: only within one process is the difference exact, since where the stack begins
 * is random and costs a page or two more or less.
 */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static long option(int argc, char **argv, const char *name, long otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (strcmp(argv[i], name) == 0) return atol(argv[i + 1]);
  return otherwise;
}

static int has(int argc, char **argv, const char *name) {
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], name) == 0) return 1;
  return 0;
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static char *reserve(size_t mib) {
  char *memory = mmap(NULL, mib << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  madvise(memory, mib << 20, MADV_NOHUGEPAGE); /* so that touched pages are counted one by one */
  return memory;
}

static void touch_all(char *memory, size_t mib) {
  for (size_t at = 0; at < mib << 20; at += 4096) memory[at] = 1;
}

static volatile sig_atomic_t told_to_end = 0;

static void end(int number) {
  (void)number;
  told_to_end = 1;
}

int main(int argc, char **argv) {
  int64_t begin = now_ns();
  const char *port = getenv("PORT");
  long after = option(argc, argv, "--listen-after", 0), touch = option(argc, argv, "--touch", 0);
  long status = option(argc, argv, "--status", 200), wrong_after = option(argc, argv, "--wrong-after", -1);
  long exit_after = option(argc, argv, "--exit-after", -1), later = option(argc, argv, "--reserve", 0);
  if (touch) touch_all(reserve((size_t)touch), (size_t)touch);
  char *reserved = later ? reserve((size_t)later) : NULL;
  int64_t due = begin + after * 1000000;
  struct timespec t = {due / 1000000000, due % 1000000000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
  if (has(argc, argv, "--never")) {
    printf("fixture: told never to listen\n");
    fflush(stdout);
    for (;;) pause();
  }
  int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(port ? atoi(port) : 3000))};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1024) < 0) {
    perror("fixture: listen");
    return 1;
  }
  int64_t listening = now_ns();
  printf("fixture: listen %lld\n", (long long)listening);
  fflush(stdout);

  struct sigaction ending = {.sa_handler = end}; /* no SA_RESTART: epoll_wait has to return */
  sigaction(SIGTERM, &ending, NULL);
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  long answered = 0;
  while (!told_to_end) {
    int n = epoll_wait(epoll, ready, 256, -1);
    for (int i = 0; i < n; i++) {
      int fd = ready[i].data.fd;
      if (fd == listener) {
        int accepted = accept(listener, NULL, NULL);
        if (accepted < 0) continue;
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        struct epoll_event add = {.events = EPOLLIN, .data.fd = accepted};
        epoll_ctl(epoll, EPOLL_CTL_ADD, accepted, &add);
        continue;
      }
      char request[8192], response[256];
      ssize_t got = recv(fd, request, sizeof request, 0);
      if (got <= 0) {
        close(fd);
        continue;
      }
      if (reserved && got > 11 && memcmp(request, "GET /touch ", 11) == 0) touch_all(reserved, (size_t)later);
      const char *body = wrong_after >= 0 && answered >= wrong_after ? "{\"status\":\"no\"}" : "{\"status\":\"ok\"}";
      answered++;
      int size = snprintf(response, sizeof response,
                          "HTTP/1.1 %ld Status\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", status,
                          strlen(body), body);
      if (send(fd, response, (size_t)size, MSG_NOSIGNAL) < 0) close(fd);
      if (answered == exit_after) return 3;
    }
  }
  printf("fixture: answered %ld\n", answered);
  return 0;
}
