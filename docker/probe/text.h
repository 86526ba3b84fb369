/* Base64 and growing buffers for the probe's line protocol. */
#pragma once
#include <stddef.h>

struct buffer {
  char *data;
  size_t size;
  size_t room;
};

void buffer_add(struct buffer *b, const void *data, size_t size);
void buffer_print(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_free(struct buffer *b);

/* Appends the base64 form of data to b. */
void base64_encode(struct buffer *b, const void *data, size_t size);
/* Decodes base64 text into b; returns 0, or -1 on a character that is not base64. */
int base64_decode(struct buffer *b, const char *text);
