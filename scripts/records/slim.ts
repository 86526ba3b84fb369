import type { RunRecord, Sample } from "../model/record.ts";

/** What reports show of a sample's evidence, beside its time and the load tool's command line. */
const SHOWN = ["compressor", "layers", "calls", "exchanges", "percentilesMs"];

const NOTHING = Object.freeze({});

/**
 * Takes from records what need not be held in memory: the same names and command lines over and over, and all of the
 * evidence but what reports show of it. It is most of the file, and nothing is judged by it.
 */
export function slimmer(): (record: RunRecord) => RunRecord {
  const known = new Map<string, unknown>();
  const one = <T>(key: string, value: T): T => {
    if (!known.has(key)) known.set(key, value);
    return known.get(key) as T;
  };
  return (record) => {
    if (record.kind === "event") return record;
    record.cell = one(record.cell, record.cell);
    record.arm = one(record.arm, record.arm);
    record.measure = one(record.measure, record.measure);
    record.flags = one(`flags ${record.flags.join(" ")}`, record.flags);
    record.evidence = shownOf(record, one);
    return record;
  };
}

function shownOf({ cell, evidence }: Sample, one: <T>(key: string, value: T) => T): Sample["evidence"] {
  const { generator, wall } = evidence;
  const rest = SHOWN.filter((key) => Object.hasOwn(evidence, key)).map((key) => [key, evidence[key]]);
  const argv = typeof generator === "object" && generator !== null && "argv" in generator ? generator.argv : null;
  // Written out: one shape of an object for all the samples of a long run takes the least room.
  const timed = typeof wall === "number" ? { wall } : NOTHING;
  if (argv === null && rest.length === 0) return timed;
  const called = argv === null ? {} : { generator: one(`${cell} ${JSON.stringify(argv)}`, { argv }) };
  return { ...timed, ...called, ...Object.fromEntries(rest) };
}
