/* How the fixture is told to behave, by its command line. */
#pragma once

enum { MOST_BODY = 1 << 20 };

/* Counts are of answers since the start, times are in milliseconds; -1 and 0 stand for never. */
struct options {
  int never;         /* --never         does not listen at all */
  long listen_after; /* --listen-after  listens that long after its start */
  long touch;        /* --touch         writes to that many MiB of memory first */
  long crash_after;  /* --crash-after   aborts that long after listen() */
  long exit_after;   /* --exit-after    ends with status 3 after that many answers */
  long status;       /* --status        answers with this status */
  long fail_every;   /* --fail-every    every Nth answer is a 500 */
  long wrong_after;  /* --wrong-after   another body after that many answers */
  long hold_after;   /* --hold-after    from that answer on none, until all connections that stood then are closed */
  long body;         /* --body          the body is a JSON string of that many bytes */
  long work;         /* --work          turns of arithmetic a request */
  long delay;        /* --delay         answers that late */
  long stall;        /* --stall         answers one request in 50 that late */
};

/* Ends the program with status 64 on an option it does not know or a body that cannot be. */
struct options read_options(int argc, char **argv);
