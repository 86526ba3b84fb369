#define _GNU_SOURCE
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/*
 * Waits for events on fd; 0 when they came, -1 with errno ETIMEDOUT at the deadline. For the first spin_ns it looks again
 * and again, since a CPU that sleeps takes some 30 us to wake.
 */
static int wait_for(int fd, short events, int64_t spin_ns, int64_t deadline_ns) {
  int64_t spin_end = spin_ns > 0 ? now_ns() + spin_ns : 0;
  for (;;) {
    int64_t now = now_ns(), left = deadline_ns - now;
    if (left <= 0) {
      errno = ETIMEDOUT;
      return -1;
    }
    if (now < spin_end) left = 0;
    struct timespec t = {left / 1000000000, left % 1000000000};
    struct pollfd one = {fd, events, 0};
    int n = ppoll(&one, 1, &t, NULL);
    if (n > 0) return 0;
    if (n < 0 && errno != EINTR) return -1;
  }
}

static int fail(int fd, int error) {
  close(fd);
  errno = error;
  return -1;
}

int http_connect(const char *host, int port, int64_t deadline_ns) {
  struct sockaddr_storage to = {0}, from = {0}, peer = {0};
  struct sockaddr_in *v4 = (struct sockaddr_in *)&to;
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&to;
  socklen_t size;
  if (inet_pton(AF_INET, host, &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons((uint16_t)port);
    size = sizeof *v4;
  } else if (inet_pton(AF_INET6, host, &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons((uint16_t)port);
    size = sizeof *v6;
  } else {
    errno = EINVAL;
    return -1;
  }
  int fd = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(fd, (struct sockaddr *)&to, size) < 0) {
    if (errno != EINPROGRESS) return fail(fd, errno);
    if (wait_for(fd, POLLOUT, 0, deadline_ns) < 0) return fail(fd, errno);
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
    if (error) return fail(fd, error);
  }
  /* A connect to a free port in the ephemeral range can meet itself: nobody listens there. */
  socklen_t a = sizeof from, b = sizeof peer;
  getsockname(fd, (struct sockaddr *)&from, &a);
  getpeername(fd, (struct sockaddr *)&peer, &b);
  if (a == b && memcmp(&from, &peer, a) == 0) return fail(fd, ECONNREFUSED);
  return fd;
}

/* End of the line that begins at `at`, which is where its CRLF stands; `end` when there is none. */
static const char *line_end(const char *at, const char *end) {
  while (at + 1 < end && !(at[0] == '\r' && at[1] == '\n')) at++;
  return at + 1 < end ? at : end;
}

/* Start of the value of a header in the head [raw, end), NULL when it is not there; its length through size. */
static const char *header(const char *raw, const char *end, const char *name, size_t *size) {
  size_t length = strlen(name);
  for (const char *line = line_end(raw, end) + 2; line < end; line = line_end(line, end) + 2) {
    const char *stop = line_end(line, end), *value = line + length + 1;
    if (value > stop || strncasecmp(line, name, length) != 0 || line[length] != ':') continue;
    while (value < stop && (*value == ' ' || *value == '\t')) value++;
    while (stop > value && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
    *size = (size_t)(stop - value);
    return value;
  }
  return NULL;
}

/*
 * Decodes the chunked text at [in, end) into out where out is given. Returns the bytes the chunked body takes, trailer
 * included, 0 while it is incomplete, -1 when it is malformed.
 */
static ssize_t chunked(const char *in, const char *end, struct buffer *out) {
  const char *at = in;
  for (;;) {
    const char *eol = memmem(at, (size_t)(end - at), "\r\n", 2);
    if (!eol) return 0;
    char *stop;
    unsigned long size = strtoul(at, &stop, 16);
    if (stop == at || size > (1UL << 30)) return -1;
    const char *data = eol + 2;
    if (size == 0) {
      if (data + 2 <= end && memcmp(data, "\r\n", 2) == 0) return data + 2 - in;
      const char *trailer = memmem(data, (size_t)(end - data), "\r\n\r\n", 4);
      return trailer ? trailer + 4 - in : 0;
    }
    if (data + size + 2 > end) return 0;
    if (memcmp(data + size, "\r\n", 2) != 0) return -1;
    if (out) buffer_add(out, data, size);
    at = data + size + 2;
  }
}

/* End of the head (after the empty line), NULL while it is incomplete. */
static const char *head_end(const struct buffer *raw) {
  const char *end = raw->size ? memmem(raw->data, raw->size, "\r\n\r\n", 4) : NULL;
  return end ? end + 4 : NULL;
}

/* 1 complete, 0 more to come, -1 malformed. `closed`: the stream has ended. */
static int complete(const struct buffer *raw, int closed) {
  const char *body = head_end(raw);
  if (!body) return closed ? -1 : 0;
  const char *end = raw->data + raw->size;
  size_t size;
  const char *value = header(raw->data, body - 2, "transfer-encoding", &size);
  if (value) {
    ssize_t taken = chunked(body, end, NULL);
    return taken > 0 ? 1 : taken < 0 || closed ? -1 : 0;
  }
  value = header(raw->data, body - 2, "content-length", &size);
  if (value) return (size_t)(end - body) >= strtoul(value, NULL, 10) ? 1 : closed ? -1 : 0;
  return closed ? 1 : 0;
}

int http_exchange(int fd, const struct buffer *request, struct buffer *raw, int64_t spin_ns, int64_t deadline_ns) {
  raw->size = 0;
  for (size_t sent = 0; sent < request->size;) {
    ssize_t n = send(fd, request->data + sent, request->size - sent, MSG_NOSIGNAL);
    if (n > 0) sent += (size_t)n;
    else if (errno != EAGAIN || wait_for(fd, POLLOUT, 0, deadline_ns) < 0) return -1;
  }
  for (;;) {
    char piece[65536];
    ssize_t n = recv(fd, piece, sizeof piece, 0);
    if (n < 0) {
      if (errno != EAGAIN || wait_for(fd, POLLIN, spin_ns, deadline_ns) < 0) return -1;
      continue;
    }
    buffer_add(raw, piece, (size_t)n);
    int done = complete(raw, n == 0);
    if (done == 1) return 0;
    if (done < 0) {
      errno = EPROTO;
      return -1;
    }
  }
}

int http_matches(const struct buffer *raw, const struct contract *contract) {
  const char *body = head_end(raw);
  if (!body || raw->size < 12 || memcmp(raw->data, "HTTP/1.", 7) != 0) return 0;
  if (atoi(raw->data + 9) != contract->status) return 0;
  size_t size;
  const char *type = header(raw->data, body - 2, "content-type", &size);
  if (!type || size != contract->content_type.size || memcmp(type, contract->content_type.data, size) != 0) return 0;
  struct buffer decoded = {0};
  const char *content = body;
  size_t length = raw->size - (size_t)(body - raw->data);
  if (header(raw->data, body - 2, "transfer-encoding", &size)) {
    buffer_add(&decoded, "", 0);
    if (chunked(body, raw->data + raw->size, &decoded) <= 0) length = (size_t)-1;
    else length = decoded.size;
    content = decoded.data;
  }
  int same = length == contract->body.size && memcmp(content, contract->body.data, length) == 0;
  buffer_free(&decoded);
  return same;
}
