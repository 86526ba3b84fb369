/* How much one CPU's work slows that of another. */
#pragma once
#include <stdint.h>

/*
 * Times fixed arithmetic on `cpu`, `repeats` times with `other` idle and as often with it busy, by turns, in nanoseconds
 * of this thread's CPU time, so that being preempted does not count. Ends as it began: with the affinity it had and no
 * process more. Returns 0, or -1 with errno.
 */
int sharing_measure(int cpu, int other, int repeats, int64_t *alone_ns, int64_t *beside_ns);
