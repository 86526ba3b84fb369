import type { CompatCase } from "../model/compat-case.ts";
import { type CaseResult, countsOf, type Side, type TargetResult } from "../model/compat-report.ts";
import type { SubjectInfo } from "../model/run.ts";
import type { Conversation } from "./conversation.ts";
import { verdictOn } from "./verdict.ts";

type Played = { conversation: Conversation } | { why: string };

/** A side's figures beside the file that holds its bytes. */
export const sideOf = ({ parts, end }: Conversation, file: string): Side => ({
  ...{ bytes: parts.reduce((sum, { length }) => sum + length, 0), end, file },
});

/** What the oracle did otherwise than the case says; null where nothing. */
export function unexpectedOf(one: CompatCase, { answers, end, met }: Conversation): string | null {
  const whole = answers.final.filter(({ complete }) => complete).length;
  const found = [
    whole === one.answers.length ? null : `${whole} of ${one.answers.length} answers`,
    met.includes(false) ? "a step waited in vain" : null,
    (end === "open") === (one.ends === "open") ? null : `the connection was ${end === "open" ? "left open" : "closed"}`,
  ].filter((text) => text !== null);
  return found.length === 0 ? null : found.join("; ");
}

interface Setting {
  seconds: number;
  /** The file with the bytes of a case, seen from the run. */
  fileOf: (name: string) => string;
  /** Cases that the target's program leaves out since no compiler of its takes them, with the reason. */
  lacks: Readonly<Record<string, string>>;
  oracleApp: string;
}

/** A target's results, case by case beside the oracle's. */
export function comparedTarget(
  info: SubjectInfo,
  about: string,
  cases: readonly CompatCase[],
  oracle: ReadonlyMap<string, Conversation>,
  played: ReadonlyMap<string, Played>,
  { seconds, fileOf, lacks, oracleApp }: Setting,
): TargetResult {
  const results = cases.map(({ name }): CaseResult => {
    const [a, b] = [oracle.get(name), played.get(name)];
    const nothing = { name, differs: [], side: null };
    if (lacks[name] !== undefined) return { ...nothing, verdict: "not-compiled", why: lacks[name] };
    if (!a || !b) throw new Error(`case ${name} was not asked`);
    if ("why" in b) return { ...nothing, verdict: "no-answer", why: b.why };
    return { name, ...verdictOn(a, b.conversation), why: null, side: sideOf(b.conversation, fileOf(name)) };
  });
  const deviations = info.app === oracleApp ? [] : [`its program is ${info.app}, the oracle's ${oracleApp}`];
  const { target, app } = info;
  return {
    target,
    app,
    about,
    status: "compared",
    reason: null,
    deviations,
    seconds,
    counts: countsOf(results),
    cases: results,
  };
}

/** A target without a program: one that the compiler rejected has every case as not compiled, another none. */
export function targetWithoutProgram(
  info: SubjectInfo,
  about: string,
  cases: readonly CompatCase[],
  reason: string,
): TargetResult {
  const isRejected = info.status === "build-failed";
  const results = (isRejected ? cases : []).map(
    ({ name }): CaseResult => ({ name, verdict: "not-compiled", differs: [], why: null, side: null }),
  );
  const { target, app } = info;
  return {
    ...{ target, app, about, status: isRejected ? "not-compiled" : "unavailable", reason, deviations: [] },
    ...{ seconds: null, counts: countsOf(results), cases: results },
  };
}
