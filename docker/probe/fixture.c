/*
 * fixture: a server of known truth, to calibrate and to test the kit.
 *
 *   fixture [OPTION...]                  as fixture-options.h tells
 *   fixture --make-file PATH MIB
 *
 * Answers every request on PORT (3000) with {"status":"ok"}, unless options say otherwise.
 *
 * Beside any other path: /touch/MIB writes to that much memory, /reserve/MIB maps as much address space, /cache reads
 * the file /cache, /stats tells what the fixture knows of itself and is counted nowhere. The same stands on stdout after
 * "fixture: " at its end by SIGTERM. Nothing is written before, which would delay what is timed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "fixture-effects.h"
#include "fixture-options.h"

enum { MOST_CONNECTIONS = 16384, STALL_EVERY = 50 };

static struct options asked;

/* Clocks are CLOCK_MONOTONIC in nanoseconds; connections and bytes are those of counted requests alone. */
static struct {
  int64_t listen_ns, answer_ns, answer_cpu_ns, work_ns, waited_ns, stalled_ns;
  long connections, read, answered, failed, stalled, bytes_in, bytes_out;
} seen;

static struct {
  char counted, held;
} state[MOST_CONNECTIONS];
/* Connections that get no further answer. While there are any, new ones are held too: they are the same client's. */
static int holding = 0;

/* Answers that are due later, the next one first. */
static struct late {
  int64_t due, read_ns;
  int fd, stalled;
} late[MOST_CONNECTIONS];
static int late_count = 0;

static char request[65536], response[MOST_BODY + 256], body[MOST_BODY + 1];
static volatile sig_atomic_t told_to_end = 0;

static void end(int number) {
  (void)number;
  told_to_end = 1;
}

static int stats(char *to, size_t room) {
  return snprintf(to, room,
                  "{\"listenNs\":%lld,\"answerNs\":%lld,\"answerCpuNs\":%lld,\"cpuNs\":%lld,\"workNs\":%lld,"
                  "\"waitedNs\":%lld,\"stalledNs\":%lld,\"connections\":%ld,\"read\":%ld,\"answered\":%ld,"
                  "\"failed\":%ld,\"stalled\":%ld,\"bytesIn\":%ld,\"bytesOut\":%ld}",
                  (long long)seen.listen_ns, (long long)seen.answer_ns, (long long)seen.answer_cpu_ns,
                  (long long)cpu_ns(), (long long)seen.work_ns, (long long)seen.waited_ns, (long long)seen.stalled_ns,
                  seen.connections, seen.read, seen.answered, seen.failed, seen.stalled, seen.bytes_in, seen.bytes_out);
}

static int respond(long status, const char *text) {
  return snprintf(response, sizeof response,
                  "HTTP/1.1 %ld Status\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", status,
                  strlen(text), text);
}

static void forget(int fd) {
  int kept = 0;
  for (int i = 0; i < late_count; i++)
    if (late[i].fd != fd) late[kept++] = late[i];
  late_count = kept;
  holding -= state[fd].held;
  memset(&state[fd], 0, sizeof *state);
  close(fd);
}

static void answer(int fd, int64_t read_ns, int stalled, int done) {
  int fails = asked.fail_every > 0 && (seen.answered + 1) % asked.fail_every == 0;
  int wrong = asked.wrong_after >= 0 && seen.answered >= asked.wrong_after;
  int size = respond(done < 0 || fails ? 500 : asked.status, wrong ? "{\"status\":\"no\"}" : body);
  int64_t now = now_ns();
  if (!seen.answer_ns) seen.answer_ns = now, seen.answer_cpu_ns = cpu_ns();
  seen.answered++;
  seen.failed += fails;
  seen.bytes_out += size;
  if (stalled) seen.stalled++, seen.stalled_ns += now - read_ns;
  else seen.waited_ns += now - read_ns;
  if (send(fd, response, (size_t)size, MSG_NOSIGNAL) < 0) forget(fd);
  if (seen.answered == asked.hold_after)
    for (int i = 0; i < MOST_CONNECTIONS; i++) holding += state[i].held = state[i].counted;
  if (seen.answered == asked.exit_after) _exit(3);
}

static void postpone(struct late one) {
  int at = late_count++;
  for (; at > 0 && late[at - 1].due > one.due; at--) late[at] = late[at - 1];
  late[at] = one;
}

static void serve(int fd) {
  ssize_t got = recv(fd, request, sizeof request - 1, 0);
  if (got <= 0) return forget(fd);
  request[got] = 0;
  if (strncmp(request, "GET /stats ", 11) == 0) {
    char told[1024];
    stats(told, sizeof told);
    if (send(fd, response, (size_t)respond(200, told), MSG_NOSIGNAL) < 0) forget(fd);
    return;
  }
  int64_t now = now_ns();
  seen.read++;
  seen.bytes_in += got;
  seen.connections += !state[fd].counted;
  state[fd].counted = 1;
  if (holding > 0 && !state[fd].held) holding += state[fd].held = 1;
  if (state[fd].held) return;
  int done = 0;
  if (strncmp(request, "GET /touch/", 11) == 0) done = touch((size_t)atol(request + 11));
  if (strncmp(request, "GET /reserve/", 13) == 0) done = reserve((size_t)atol(request + 13));
  if (strncmp(request, "GET /cache ", 11) == 0) done = read_file("/cache", request, sizeof request);
  if (asked.work > 0) seen.work_ns += work(asked.work);
  int stalled = asked.stall > 0 && seen.read % STALL_EVERY == 0;
  int64_t wait = (stalled ? asked.stall : asked.delay) * 1000000;
  if (wait == 0) answer(fd, now, 0, done);
  else postpone((struct late){now + wait, now, fd, stalled});
}

static int listen_on(int port) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1024) < 0) {
    perror("fixture: listen");
    exit(1);
  }
  return listener;
}

static void sleep_until(int64_t ns) {
  struct timespec t = {ns / 1000000000, ns % 1000000000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* Answers what is due and waits for requests, at most until the next answer or crash is due. */
static int wait_for(int epoll, struct epoll_event *ready, int room) {
  int64_t now = now_ns(), crash = asked.crash_after < 0 ? 0 : seen.listen_ns + asked.crash_after * 1000000;
  if (crash && now >= crash) abort();
  while (late_count > 0 && late[0].due <= now) {
    struct late first = late[0];
    memmove(late, late + 1, (size_t)--late_count * sizeof *late);
    answer(first.fd, first.read_ns, first.stalled, 0);
  }
  int64_t next = late_count > 0 && (!crash || late[0].due < crash) ? late[0].due : crash;
  if (!next) return epoll_wait(epoll, ready, room, -1);
  int64_t left = next > now ? next - now : 0;
  struct timespec t = {left / 1000000000, left % 1000000000};
  int n = epoll_pwait2(epoll, ready, room, &t, NULL);
  return n < 0 && errno == ENOSYS ? epoll_wait(epoll, ready, room, (int)(left / 1000000) + 1) : n;
}

int main(int argc, char **argv) {
  int64_t begin = now_ns();
  if (argc == 4 && strcmp(argv[1], "--make-file") == 0) return make_file(argv[2], (size_t)atol(argv[3])) < 0;
  asked = read_options(argc, argv);
  /* Every page that answering needs is there before the first request, so that memory does not grow by itself. */
  memset(request, 1, sizeof request);
  memset(response, 1, (size_t)asked.body + 256);
  if (asked.body > 0) body[0] = body[asked.body - 1] = '"', memset(body + 1, 'x', (size_t)asked.body - 2);
  else strcpy(body, "{\"status\":\"ok\"}");
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (asked.touch > 0 && touch((size_t)asked.touch) < 0) return 1;
  sleep_until(begin + asked.listen_after * 1000000);
  if (asked.never) {
    printf("fixture: told never to listen\n");
    fflush(stdout);
    for (;;) pause();
  }
  const char *port = getenv("PORT");
  int listener = listen_on(port ? atoi(port) : 3000), one = 1;
  seen.listen_ns = now_ns();

  struct sigaction ending = {.sa_handler = end}; /* no SA_RESTART: epoll_wait has to return */
  sigaction(SIGTERM, &ending, NULL);
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  while (!told_to_end) {
    int n = wait_for(epoll, ready, 256);
    for (int i = 0; i < n; i++) {
      int fd = ready[i].data.fd;
      if (fd != listener) {
        serve(fd);
        continue;
      }
      int accepted = accept(listener, NULL, NULL);
      if (accepted < 0) continue;
      setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      struct epoll_event add = {.events = EPOLLIN, .data.fd = accepted};
      epoll_ctl(epoll, EPOLL_CTL_ADD, accepted, &add);
    }
  }
  stats(response, sizeof response);
  printf("fixture: %s\n", response);
  return 0;
}
