#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void reserve(struct buffer *b, size_t more) {
  if (b->size + more + 1 <= b->room) return;
  while (b->size + more + 1 > b->room) b->room = b->room ? b->room * 2 : 256;
  b->data = realloc(b->data, b->room);
  if (!b->data) abort();
}

void buffer_add(struct buffer *b, const void *data, size_t size) {
  reserve(b, size);
  memcpy(b->data + b->size, data, size);
  b->size += size;
  b->data[b->size] = 0;
}

void buffer_print(struct buffer *b, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int size = vsnprintf(NULL, 0, format, arguments);
  reserve(b, (size_t)size);
  vsnprintf(b->data + b->size, (size_t)size + 1, format, again);
  b->size += (size_t)size;
  va_end(again);
  va_end(arguments);
}

void buffer_free(struct buffer *b) {
  free(b->data);
  memset(b, 0, sizeof *b);
}

void base64_encode(struct buffer *b, const void *data, size_t size) {
  const unsigned char *in = data;
  for (size_t i = 0; i < size; i += 3) {
    unsigned group = in[i] << 16 | (i + 1 < size ? in[i + 1] << 8 : 0) | (i + 2 < size ? in[i + 2] : 0);
    char out[4] = {ALPHABET[group >> 18], ALPHABET[group >> 12 & 63], i + 1 < size ? ALPHABET[group >> 6 & 63] : '=',
                   i + 2 < size ? ALPHABET[group & 63] : '='};
    buffer_add(b, out, 4);
  }
}

int base64_decode(struct buffer *b, const char *text) {
  unsigned group = 0;
  int bits = 0;
  for (; *text && *text != '='; text++) {
    const char *place = strchr(ALPHABET, *text);
    if (!place) return -1;
    group = group << 6 | (unsigned)(place - ALPHABET);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      char byte = (char)(group >> bits & 255);
      buffer_add(b, &byte, 1);
    }
  }
  return 0;
}
