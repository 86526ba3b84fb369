import { z } from "zod";

/** Open files that a subject and a load tool each get. Source: scripts/measure/sandbox.ts. */
const OPEN_FILES = 16_384;
/** Every connection is an open file on either side; the rest is left to runtime, libraries and logs. */
export const MOST_CONNECTIONS = 16_000;

/** Connections that a load may keep open at once. */
export const connectionsSchema = z
  .number()
  .int()
  .positive()
  .refine((connections) => connections <= MOST_CONNECTIONS, {
    message: `at most ${MOST_CONNECTIONS} connections: subject and load tool may open ${OPEN_FILES} files each`,
  });
