/** What an event says went wrong, with the last line of the subject's log where there is one. */
export function lastWords({ message, log }: Record<string, unknown>): string {
  const told = typeof message === "string" ? message.trim() : "";
  const line = typeof log === "string" ? log.trim().split("\n").at(-1) : "";
  return [told, line].filter((text) => text).join("; last log line: ") || "no reason recorded";
}
