/* One HTTP/1.1 exchange over loopback, and the check whether its answer is the one the contract names. */
#pragma once
#include <stdint.h>

#include "text.h"

struct contract {
  int status;
  struct buffer content_type;
  struct buffer body;
};

int64_t now_ns(void);

/* Connects to a numeric IPv4 or IPv6 address; -1 with errno. ECONNREFUSED also stands for a self-connection. */
int http_connect(const char *host, int port, int64_t deadline_ns);

/*
 * Sends request and reads one whole response into raw (cleared first): up to its Content-Length, its last chunk, or the
 * end of the stream. Returns 0, or -1 with errno (ETIMEDOUT at the deadline, EPROTO for an end inside a response). An
 * answer that comes within spin_ns is met by a CPU that is awake.
 */
int http_exchange(int fd, const struct buffer *request, struct buffer *raw, int64_t spin_ns, int64_t deadline_ns);

/* 1 when the raw response has the contract's status, content type and body. */
int http_matches(const struct buffer *raw, const struct contract *contract);
