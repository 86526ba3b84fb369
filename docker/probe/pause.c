/* pause: owns the network namespace of a sandbox and does nothing else until it is told to end. */
#include <signal.h>
#include <unistd.h>

static void leave(int number) {
  (void)number;
  _exit(0);
}

int main(void) {
  signal(SIGTERM, leave);
  signal(SIGINT, leave);
  for (;;) pause();
}
