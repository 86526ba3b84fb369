import { z } from "zod";

/** One character a byte: what goes over the wire is spelled out, `\r\n` and all. */
const bytesText = z
  .string()
  .min(1)
  .regex(/^[\0-\xff]+$/, "characters up to \\xff, each of which is one byte");

/** Bytes to send: text, or a text so many times. */
const pieceSchema = z.union([
  bytesText,
  z.strictObject({ repeat: bytesText, times: z.number().int().min(1).max(1e6) }),
]);
export type Piece = z.infer<typeof pieceSchema>;

const methodSchema = z.string().regex(/^[A-Z]+$/, "a method in capitals");

const stepSchema = z.strictObject({
  /** Milliseconds without a byte before it is sent. */
  pause: z.number().int().min(1).max(10_000).optional(),
  send: z.array(pieceSchema).min(1),
  /** What has to come before the next step: an interim answer (1xx), or that many final answers in all. */
  until: z.union([z.literal("interim"), z.number().int().min(1)]).optional(),
});
export type Step = z.infer<typeof stepSchema>;

/** One raw TCP conversation with a fresh server. Source: compat/cases.yaml and files of users. */
export const compatCaseSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "a name in lower case, of letters, digits and dashes"),
  /** Why somebody should care, in a sentence. */
  why: z.string().min(1),
  /** Where it is laid down, such as "RFC 9112, 7.1". */
  section: z.string().min(1),
  /** The methods of the requests that get a final answer, in order: it takes them to tell where an answer ends. */
  answers: z.array(methodSchema).min(1),
  steps: z.array(stepSchema).min(1),
  /** Whether the oracle ends the connection after its last answer. */
  ends: z.enum(["open", "closed"]),
  /** Milliseconds without a byte after which a missing answer counts as missing, instead of the usual. */
  idle: z.number().int().min(1).max(30_000).optional(),
});
export type CompatCase = z.infer<typeof compatCaseSchema>;

export const compatCasesSchema = z.strictObject({ cases: z.array(compatCaseSchema).min(1) });
export type CompatCases = z.infer<typeof compatCasesSchema>;

/** The bytes of a step. */
export const bytesOf = ({ send }: Pick<Step, "send">): Buffer =>
  Buffer.from(
    send.map((piece) => (typeof piece === "string" ? piece : piece.repeat.repeat(piece.times))).join(""),
    "latin1",
  );
