import { z } from "zod";

/** Text that a process can be started with and a line can show. */
export const terminalLine = z.string().regex(/^\P{Cc}*$/u, "text without control characters");

const name = z
  .string()
  .regex(
    /^(?!PORT$)[A-Za-z_][A-Za-z0-9_]*$/,
    "the name of an environment variable: letters, digits and underscores, and not PORT, which the kit sets",
  );

/** Environment variables of a subject, beside PORT. */
export const environmentSchema = z.record(name, terminalLine);
