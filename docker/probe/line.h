/* One raw TCP conversation, byte by byte as the runner says: for requests that no client would send. */
#pragma once
#include <stdint.h>

#include "text.h"

/* Connects, ending an earlier conversation; 0, or -1 with errno. */
int line_dial(const char *host, int port, int64_t limit_ms);

/* Sends bytes; the number that the other side took within the limit, fewer where it has closed. */
size_t line_say(const struct buffer *bytes, int64_t limit_ms);

/*
 * Waits for what comes next and appends it to `into` where it is bytes. Returns "bytes", "end" for an end in order,
 * "reset" for any other, "silence" when nothing came within the limit.
 */
const char *line_hear(struct buffer *into, int64_t limit_ms);

void line_hang_up(void);
