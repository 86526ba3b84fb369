import type { Difference, Verdict } from "../model/compat-report.ts";
import type { Answer } from "./answer.ts";
import type { Conversation } from "./conversation.ts";
import { withoutDates } from "./dates.ts";
import { excerpt } from "./excerpt.ts";
import { fieldDifferences } from "./field-differences.ts";

/**
 * What a target's side of a case comes to beside the oracle's.
 *
 * - `identical`: the same bytes, the value of Date apart, in the same steps, and the same end of the connection
 * - `same-answer`: as many answers with the same status and decoded body, and nothing behind them; all else may differ,
 *   and is listed
 * - `no-answer`: not a byte, where the oracle sent some
 * - `different`: anything else
 */
export function verdictOn(oracle: Conversation, target: Conversation): { verdict: Verdict; differs: Difference[] } {
  const [bytesA, bytesB] = [Buffer.concat(oracle.parts), Buffer.concat(target.parts)];
  if (bytesB.length === 0 && bytesA.length > 0) {
    const came = oracle.answers.final.map(({ head }) => head.status).join(", ");
    return {
      verdict: "no-answer",
      differs: [{ what: "answer", oracle: came, target: null }, ...endDifference(oracle, target)],
    };
  }
  const decisive = decisiveDifferences(oracle, target);
  const others = otherDifferences(oracle, target);
  const [plainA, plainB] = [withoutDates(bytesA, oracle.answers), withoutDates(bytesB, target.answers)];
  const all = [...decisive, ...others];
  if (all.length === 0 && !plainA.equals(plainB)) all.push(firstOtherByte(plainA, plainB));
  const verdict = all.length === 0 ? "identical" : decisive.length === 0 ? "same-answer" : "different";
  return { verdict, differs: all };
}

/** What makes a client see another answer. */
function decisiveDifferences(oracle: Conversation, target: Conversation): Difference[] {
  const [a, b] = [oracle.answers, target.answers];
  const found: Difference[] = [];
  const differ = (what: string, of: string | null, to: string | null) => {
    if (of !== to) found.push({ what, oracle: of, target: to });
  };
  differ("number of answers", String(a.final.length), String(b.final.length));
  a.final.forEach((one, nth) => {
    const other = b.final[nth];
    if (!other) return;
    const of = nameOf(a.final, nth);
    differ(`${of}status`, String(one.head.status), String(other.head.status));
    if (!one.body.equals(other.body)) found.push({ what: `${of}body`, ...excerpts(one.body, other.body) });
    differ(`${of}whole`, wholeness(one), wholeness(other));
  });
  if (!a.surplus.equals(b.surplus))
    found.push({ what: "bytes behind the last answer", ...excerpts(a.surplus, b.surplus) });
  differ("grammar", a.fault, b.fault);
  return found;
}

const wholeness = ({ complete, framing }: Answer): string => (complete ? "yes" : `cut off (${framing})`);

/** What a client may well overlook. */
function otherDifferences(oracle: Conversation, target: Conversation): Difference[] {
  const [a, b] = [oracle.answers, target.answers];
  const found: Difference[] = [];
  const differ = (what: string, of: string | null, to: string | null) => {
    if (of !== to) found.push({ what, oracle: of, target: to });
  };
  const interims = ({ answers }: Conversation): string | null =>
    answers.interim
      .map(({ answer, before }) => `${answer.head.status} ${answer.head.reason} before ${before + 1}`)
      .join(", ") || null;
  differ("interim answers", interims(oracle), interims(target));
  a.final.forEach((one, nth) => {
    const other = b.final[nth];
    if (!other) return;
    const of = nameOf(a.final, nth);
    const named = (differences: Difference[]) =>
      found.push(...differences.map((each) => ({ ...each, what: of + each.what })));
    differ(`${of}version`, one.head.version, other.head.version);
    if (one.head.status === other.head.status) differ(`${of}reason phrase`, one.head.reason, other.head.reason);
    differ(`${of}framing`, one.framing, other.framing);
    if (one.framing === other.framing && one.body.equals(other.body)) {
      differ(`${of}chunk sizes`, one.sizes.join(", "), other.sizes.join(", "));
      named(fieldDifferences(one.trailers, other.trailers, "trailer"));
    }
    named(fieldDifferences(one.head.fields, other.head.fields, "header"));
  });
  oracle.met.forEach((met, nth) => {
    const told = (came: boolean | null | undefined) => (came === true ? "in time" : "not in time");
    if (met !== null && target.met[nth] !== null) differ(`answer to step ${nth + 1}`, told(met), told(target.met[nth]));
  });
  return [...found, ...endDifference(oracle, target)];
}

/** A connection that is reset is ended too: whether an end is one or the other depends on what was still under way. */
function endDifference(oracle: Conversation, target: Conversation): Difference[] {
  const [a, b] = [oracle, target].map(({ end }) => (end === "open" ? "stays open" : "closed by the server"));
  return a === b ? [] : [{ what: "connection", oracle: a ?? null, target: b ?? null }];
}

const nameOf = (all: readonly Answer[], nth: number): string => (all.length > 1 ? `answer ${nth + 1}: ` : "");

function excerpts(oracle: Buffer, target: Buffer): { oracle: string; target: string } {
  return { oracle: excerpt(oracle), target: excerpt(target) };
}

/** Something no client looks at, such as white space around a value. */
function firstOtherByte(oracle: Buffer, target: Buffer): Difference {
  let at = 0;
  while (at < oracle.length && at < target.length && oracle[at] === target[at]) at++;
  const from = Math.max(0, at - 10);
  return { what: `bytes from ${at}`, ...excerpts(oracle.subarray(from, at + 20), target.subarray(from, at + 20)) };
}
