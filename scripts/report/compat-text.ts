import type { CompatReport, TargetResult } from "../model/compat-report.ts";
import { textTable } from "../model/text-table.ts";
import { countList, differenceText, remarksOf, subjectName, VERDICT_WORDS } from "./compat-words.ts";

/** What `bench compat` prints: how many cases came to what, and of every case that is not identical what differs. */
export function compatText(report: CompatReport): string {
  const { oracle, cases, targets } = report;
  const head = ["target", ...countList(NONE).map(([words]) => words), "of", "seconds"];
  const rows = targets.map((one) => [
    ...[subjectName(one), ...countList(one.counts).map(([, count]) => String(count))],
    ...[one.cases.length === 0 ? "–" : String(one.cases.length), one.seconds === null ? "–" : one.seconds.toFixed(1)],
  ]);
  const odd = cases.filter(({ unexpected }) => unexpected !== null);
  return [
    `Oracle: ${subjectName(oracle)}, ${oracle.about}; ${cases.length} cases.`,
    "",
    textTable(head, rows, { text: [0] }),
    ...targets.flatMap(targetLines),
    ...(odd.length === 0 ? [] : ["", "The oracle did otherwise than the case says:"]),
    ...odd.map(({ name, unexpected }) => `  ${name}: ${unexpected}`),
    "",
  ].join("\n");
}

const NONE = { identical: 0, sameAnswer: 0, different: 0, noAnswer: 0, notCompiled: 0 };

function targetLines(one: TargetResult): string[] {
  const told = one.status === "compared" ? one.cases.filter(({ verdict }) => verdict !== "identical") : [];
  const lines = [
    ...remarksOf(one).map((text) => `  ${text}`),
    ...told.flatMap(({ name, verdict, why, differs }) => [
      `  ${VERDICT_WORDS[verdict].padEnd(12)}  ${name}${why === null ? "" : `: ${why}`}`,
      ...differs.map((difference) => `                  ${differenceText(difference)}`),
    ]),
  ];
  return lines.length === 0 ? [] : ["", subjectName(one), ...lines];
}
