import type { CompatReport, TargetResult } from "../model/compat-report.ts";
import { caseWords, countList, quoted, remarksOf, subjectName } from "./compat-words.ts";
import { list, section, table } from "./markdown-table.ts";
import { md } from "./markdown-text.ts";

/** compat.md: every case beside every target, then what differs, value by value. */
export function compatMarkdown(report: CompatReport): string {
  const { oracle, cases, targets, limits, run, startedAt } = report;
  const counts = targets.map((one) => [
    ...[subjectName(one), ...countList(one.counts).map(([, count]) => String(count))],
    ...[one.cases.length === 0 ? "–" : String(one.cases.length)],
  ]);
  const rows = cases.map(({ name, section: where }) => [
    ...[name, where],
    ...targets.map((one) => {
      const found = one.cases.find((each) => each.name === name);
      return found ? caseWords(found) : one.status;
    }),
  ]);
  const odd = cases.flatMap(({ name, unexpected }) => (unexpected === null ? [] : [`${name}: ${unexpected}`]));
  return [
    "# HTTP compatibility\n",
    `${md`Oracle: ${subjectName(oracle)}, ${oracle.about}. Run ${run}, ${startedAt}. ${String(cases.length)} cases.`.source}\n`,
    `An answer is missing after ${limits.idle} ms without a byte, a connection counts as open after ${limits.quiet} ms.\n`,
    table(["target", ...countList(EMPTY).map(([words]) => words), "of"], counts),
    ...targets
      .map((one) => list(remarksOf(one).map((text) => `${subjectName(one)}: ${text}`)))
      .filter((text) => text !== ""),
    section("Cases", table(["case", "laid down in", ...targets.map(subjectName)], rows)),
    ...targets.map((one) => section(`What differs: ${md`${subjectName(one)}`.source}`, differences(one))),
    section("Where the oracle did otherwise than the case says", list(odd)),
  ]
    .filter((text) => text !== "")
    .join("\n");
}

const EMPTY = { identical: 0, sameAnswer: 0, different: 0, noAnswer: 0, notCompiled: 0 };

const differences = ({ cases }: TargetResult): string =>
  table(
    ["case", "what", "oracle", "here"],
    cases.flatMap(({ name, differs }) =>
      differs.map(({ what, oracle, target }) => [name, what, quoted(oracle), quoted(target)]),
    ),
  );
