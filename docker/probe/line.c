#define _GNU_SOURCE
#include "line.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http.h"

static int line = -1;

void line_hang_up(void) {
  if (line >= 0) close(line);
  line = -1;
}

int line_dial(const char *host, int port, int64_t limit_ms) {
  line_hang_up();
  line = http_connect(host, port, now_ns() + limit_ms * 1000000);
  return line < 0 ? -1 : 0;
}

/* Whether the line is ready for `events` by the deadline. */
static int ready(short events, int64_t deadline_ns) {
  for (;;) {
    int64_t left = deadline_ns - now_ns();
    if (left < 0) left = 0;
    struct pollfd one = {line, events, 0};
    struct timespec t = {left / 1000000000, left % 1000000000};
    int n = ppoll(&one, 1, &t, NULL);
    if (n > 0) return 1;
    if (n == 0 || errno != EINTR) return 0;
  }
}

size_t line_say(const struct buffer *bytes, int64_t limit_ms) {
  int64_t deadline = now_ns() + limit_ms * 1000000;
  size_t sent = 0;
  while (sent < bytes->size) {
    ssize_t n = send(line, bytes->data + sent, bytes->size - sent, MSG_NOSIGNAL);
    if (n > 0) sent += (size_t)n;
    else if (errno != EINTR && (errno != EAGAIN || !ready(POLLOUT, deadline))) break;
  }
  return sent;
}

const char *line_hear(struct buffer *into, int64_t limit_ms) {
  int64_t deadline = now_ns() + limit_ms * 1000000;
  for (;;) {
    char piece[65536];
    ssize_t n = recv(line, piece, sizeof piece, 0);
    if (n > 0) {
      buffer_add(into, piece, (size_t)n);
      return "bytes";
    }
    if (n == 0) return "end";
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return "reset";
    if (!ready(POLLIN, deadline)) return "silence";
  }
}
