#include "fixture-options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void refuse(const char *what) {
  fprintf(stderr, "fixture: cannot be: %s\n", what);
  exit(64);
}

struct options read_options(int argc, char **argv) {
  struct options asked = {.crash_after = -1, .exit_after = -1, .status = 200, .wrong_after = -1, .hold_after = -1};
  struct {
    const char *name;
    long *to;
  } known[] = {{"--listen-after", &asked.listen_after}, {"--crash-after", &asked.crash_after},
               {"--exit-after", &asked.exit_after},     {"--status", &asked.status},
               {"--fail-every", &asked.fail_every},     {"--wrong-after", &asked.wrong_after},
               {"--hold-after", &asked.hold_after},     {"--body", &asked.body},
               {"--work", &asked.work},                 {"--delay", &asked.delay},
               {"--stall", &asked.stall},              {"--touch", &asked.touch}};
  const size_t count = sizeof known / sizeof *known;
  for (int i = 1; i < argc; i++) {
    size_t at = 0;
    while (at < count && strcmp(argv[i], known[at].name) != 0) at++;
    if (strcmp(argv[i], "--never") == 0) asked.never = 1;
    else if (at < count && i + 1 < argc) *known[at].to = atol(argv[++i]);
    else refuse(argv[i]);
  }
  if (asked.body == 1 || asked.body > MOST_BODY) refuse("--body"); /* a JSON string has two quotes */
  return asked;
}
