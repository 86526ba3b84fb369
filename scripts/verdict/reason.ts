import { type ClaimResult, type Reading, readingName, type Verdict } from "../model/judgement.ts";
import { measuredText, publishedText, threeDigits } from "../model/quantity.ts";
import { explanation } from "./explanation.ts";

/** What a claim's reason is made of. */
export type Told = Pick<
  ClaimResult,
  "verdict" | "published" | "readings" | "arms" | "traced" | "tools" | "tolerance" | "relation" | "flags"
>;

/** Why the verdict is what it is, for an engineer: what was measured beside what was published, then what explains it. */
export function reasonOf(told: Told): string {
  const [primary] = told.readings;
  if (primary === undefined) return "";
  const sentences = [firstSentence(told, primary), toolSentence(told), readingsSentence(told), explanation(told)];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

function firstSentence(told: Told, primary: Reading): string {
  const { verdict, relation } = told;
  const because = primary.because;
  if (primary.outcome === "not-measured") return sentence(because ?? "nothing was measured");
  if (relation === "artefact") return `${capital(because ?? "")}${artefactWords(told, primary)}.`;
  const here = primary.measured === null ? "No usable value" : `Measured ${measuredText(primary.measured)}`;
  const published = publishedFigure(told);
  const facts = published === null ? here : `${here}; published ${published}`;
  if (verdict === "shown") return `${facts}. A figure of one subject depends on the machine: shown, not judged.`;
  return `${facts}: ${because ?? OUTCOME_WORDS[primary.outcome](told)}.`;
}

const artefactWords = ({ published }: Told, { outcome }: Reading): string =>
  outcome === "reproduced" ? ", as the statement needs it" : `; the statement needs ${JSON.stringify(published.value)}`;

const OUTCOME_WORDS: Record<Reading["outcome"], (told: Told) => string> = {
  reproduced: ({ relation, tolerance }) =>
    relation === "order"
      ? "every neighbouring pair is in this order"
      : relation === "equivalent"
        ? `equal within the margin${percent(tolerance)}`
        : `the whole interval fits${percent(tolerance)}`,
  stronger: ({ tolerance }) => `same direction, larger than published${percent(tolerance)}`,
  weaker: ({ tolerance }) => `same direction, smaller than published${percent(tolerance)}`,
  "size-undecided": ({ tolerance }) =>
    `same direction, but the interval crosses the edge of the band${percent(tolerance)}`,
  reversed: () => "the other way round",
  outside: ({ tolerance }) => `the whole interval lies outside${percent(tolerance)}`,
  inconclusive: ({ relation }) =>
    relation === "ratio" || relation === "order"
      ? "no direction can be told, the interval reaches 1"
      : "the interval crosses the edge of what was published",
  "not-measured": () => "not measured",
};

const percent = (tolerance: number | null): string =>
  tolerance === null || tolerance === 0 ? "" : ` (${threeDigits(tolerance * 100)} % allowed)`;

function publishedFigure({ published, relation }: Told): string | null {
  const { value, high, unit } = published;
  if (typeof value !== "number" || unit === null || relation === "equivalent") return null;
  if (high !== null) return `${publishedText(value, unit)} to ${publishedText(high, unit)}`;
  const words = relation === "at-most" || relation === "at-least" ? `${relation.replace("-", " ")} ` : "";
  return `${words}${publishedText(value, unit)}`;
}

function toolSentence({ tools }: Told): string | null {
  const judged = tools.find((each) => each.judged);
  const other = tools.find((each) => !each.judged);
  if (judged === undefined || other === undefined) return null;
  const there = other.measured === null ? "nothing" : measuredText(other.measured);
  return `Judged on ${judged.tool}; by ${other.tool} ${there}.`;
}

/** Readings by name: two of them may be two ways to read one figure. Units count as readings too. */
function readingsSentence({ verdict, readings }: Told): string | null {
  if (readings.length < 2 || verdict === "shown") return null;
  const measured = readings.filter(({ outcome }) => outcome !== "not-measured");
  if (measured.length === 0) return null;
  const left = readings.filter(({ outcome }) => outcome === "not-measured").map(readingName);
  const isAll = left.length === 0;
  const all = `${heldText(measured)}${isAll ? "" : " measured"} readings`;
  const rest = isAll
    ? ""
    : `; ${left.length} more ${left.length === 1 ? "needs" : "need"} --sensitivity: ${left.join(", ")}`;
  return `Holds in ${all} (${heldNames(measured)})${rest}.`;
}

const heldIn = (readings: readonly Reading[]): Reading[] => readings.filter(({ outcome }) => outcome === "reproduced");

const heldText = (readings: readonly Reading[]): string => `${heldIn(readings).length} of ${readings.length}`;

/** `page-walk; not: as stated, MiB`: which readings hold, and where only some do, which do not. */
function heldNames(readings: readonly Reading[]): string {
  const held = heldIn(readings);
  const others = readings.filter((reading) => !held.includes(reading));
  const names = (list: readonly Reading[]): string => list.map(readingName).join(", ");
  return held.length === 0 || others.length === 0 ? names(readings) : `${names(held)}; not: ${names(others)}`;
}

/** `Fails with compute (contradicted)`: the parts that decide a statement that needs all of them. */
export function reasonOfAll(verdict: Verdict, parts: readonly { id: string; verdict: Verdict }[]): string {
  const named = (list: typeof parts): string => list.map((part) => `${part.id} (${part.verdict})`).join(", ");
  if (verdict === "reproduced") return `All of its parts are reproduced: ${parts.map(({ id }) => id).join(", ")}.`;
  const deciding = parts.filter((part) => part.verdict === verdict);
  const others = parts.filter((part) => part.verdict !== verdict);
  const rest = others.length === 0 ? "" : ` The other parts: ${named(others)}.`;
  return `Stands and falls with ${named(deciding)}.${rest}`;
}

/** With a capital and one full stop; what an article's file says may end in its own. */
const sentence = (text: string): string => `${capital(text.replace(/\.$/, ""))}.`;

/** A capital for a word; the name of a subject, a cell or a tool's version stays as it is written. */
const capital = (text: string): string =>
  /^[a-z]+(-[a-z]+)*[:;,]?( |$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
