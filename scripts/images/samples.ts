import { makeArm, makeCell, subjectId } from "../model/cell.ts";
import type { Values } from "../model/metric.ts";
import type { NewRecord } from "../model/record.ts";
import type { Plan } from "../model/run.ts";
import { type ImageSize, uniqueOver } from "./image-size.ts";
import { COMPRESSOR } from "./layer.ts";
import type { BuiltSubject } from "./subject.ts";

/** What was counted of a subject. */
export interface Sizes {
  /** Null without an image, and where it could not be counted. */
  image: ImageSize | null;
  /** What the image stands on; null where that could not be counted. */
  base: ImageSize | "scratch" | null;
  /** Why something could not be counted. */
  trouble: string | null;
}

/**
 * The samples of one subject: `image` (sizes in bytes, compile time in seconds) where there is an image, and `facts`
 * where anything is known of it. One each for the subject by itself and for every arm of the plan that has such a
 * cell, since neither depends on the conditions it runs under.
 *
 * Sizes that could not be counted are missing, and an event tells why.
 */
export function samplesOf(built: BuiltSubject, sizes: Sizes, plan: Pick<Plan, "arms" | "cells">): NewRecord[] {
  const { info, facts } = built;
  const samples: NewRecord[] = [];
  if (info.image !== null) {
    const counted = { digest: sizes.image?.digest ?? info.digest, compressor: COMPRESSOR, layers: sizes.image?.layers };
    const evidence = { ...counted, base: info.base.name };
    samples.push(...records(built, plan, "image", { values: valuesOf(built, sizes), evidence }));
  }
  if (sizes.trouble !== null) {
    const arms = new Set(samples.map(({ arm }) => arm));
    const detail = { message: `image size: ${sizes.trouble}` };
    samples.push(...[...arms].map((arm) => ({ kind: "event" as const, what: "cell-failed" as const, arm, detail })));
  }
  if (Object.keys(facts).length > 0) {
    const evidence = info.failure ? { log: info.failure.log } : {};
    samples.push(...records(built, plan, "facts", { values: {}, facts, evidence }));
  }
  return samples;
}

function valuesOf({ facts }: BuiltSubject, { image, base }: Sizes): Values {
  const binary = facts["binary.bytes"];
  // 0 stands for a target that compiles nothing.
  const seconds = facts["build.seconds"];
  return {
    ...(image ? { "image-unpacked": image.unpacked, "image-compressed": image.compressed } : {}),
    ...(image && base ? { "image-unique": uniqueOver(image, base === "scratch" ? null : base) } : {}),
    ...(typeof binary === "number" ? { binary } : {}),
    ...(typeof seconds === "number" && seconds > 0 ? { "build-time": seconds } : {}),
  };
}

type Content = Pick<Extract<NewRecord, { kind: "sample" }>, "values" | "evidence" | "facts">;

function records(
  { info }: BuiltSubject,
  plan: Pick<Plan, "arms" | "cells">,
  kind: "image" | "facts",
  content: Content,
): NewRecord[] {
  const arms = new Map(plan.arms.map((arm) => [arm.id, arm]));
  const planned = plan.cells.filter(({ arm, measure }) => {
    const of = arms.get(arm);
    return measure.kind === kind && of !== undefined && subjectId(of.target, of.app) === info.id;
  });
  const own = makeCell(makeArm(info.target, info.app), { kind });
  const cells = new Map([own, ...planned].map((cell) => [cell.id, cell.arm]));
  return [...cells].map(([cell, arm]) => ({
    ...{ kind: "sample" as const, cell, arm, measure: kind, phase: "once" as const, round: 0, attempt: 1, trial: 1 },
    ...{ window: 0, flags: [], void: null, ...content },
  }));
}
