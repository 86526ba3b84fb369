import { terminalLine } from "../model/terminal-text.ts";
import { textTable } from "../model/text-table.ts";
import { megabytes } from "./megabytes.ts";
import { DISTROLESS_PACKAGES, STANDS, type StandResult } from "./stand.ts";

/** The matrix as printed: a row a subject, a column a base; where a program does not start, no number and the reason. */
export function standText(results: readonly StandResult[]): string {
  const subjects = [...new Set(results.map(({ subject }) => subject))];
  const resultOf = (subject: string, on: string) => results.find((one) => one.subject === subject && one.on === on);
  const rows = subjects.map((subject) => [
    subject,
    megabytes(resultOf(subject, STANDS[0])?.ownBytes ?? null),
    ...STANDS.map((on) => cellText(resultOf(subject, on))),
  ]);
  const failures = results.flatMap(({ subject, on, because }) =>
    because === null ? [] : [terminalLine(`  ${subject} does not start on ${on}: ${because}`)],
  );
  const notes = [
    "  Each is an image that was built, and started under the limits of a measured subject until its first right answer;",
    "  unpacked / compressed. own files: the program and its app's. scratch and libraries: with what its loader asks for.",
    `  distroless-like: ${DISTROLESS_PACKAGES.join(", ")} of the same Debian; no shell, no package manager.`,
  ];
  return [textTable(["On every base, MB", "own files", ...STANDS], rows, { text: [0] }), ...failures, ...notes].join(
    "\n",
  );
}

function cellText(result: StandResult | undefined): string {
  if (!result?.starts) return "does not start";
  return `${megabytes(result.unpackedBytes)} / ${megabytes(result.compressedBytes)}`;
}
