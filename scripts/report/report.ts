import type { Judgement } from "../model/judgement.ts";
import type { RunRecord } from "../model/record.ts";
import type { Run } from "../model/run.ts";
import { findingsOf } from "./findings.ts";
import { flagsOf } from "./flag-list.ts";
import { limitsOf } from "./limits.ts";
import type { Report } from "./schema.ts";
import { subjectsOf } from "./subjects.ts";

const SCOPE =
  "These figures hold for this hour, these images and this machine: the intervals cover the rounds of one run, " +
  "not the difference between days or machines.";

/**
 * The report of a run, finished or not. A function of its input alone: made again from the same records, in whatever
 * order, it is the same to the byte.
 *
 * @param judgement of the same run and records
 */
export function makeReport(run: Run, records: readonly RunRecord[], judgement: Judgement): Report {
  const bySeq = [...records].sort((a, b) => a.seq - b.seq);
  const { plan, article } = run;
  const limits = limitsOf(run, bySeq);
  return {
    schema: 1,
    run: run.run,
    status: run.status,
    kit: run.kit,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    article: { slug: article.slug, title: article.title },
    profile: plan.profile,
    stamps: stampsOf(run, judgement),
    asked: {
      claims: plan.claims,
      sensitivity: plan.sensitivity,
      arms: plan.arms.map(({ id }) => id),
      cells: plan.cells.length,
      rounds: plan.profile.rounds,
    },
    host: run.host,
    engine: run.engine,
    tools: run.tools,
    subjects: subjectsOf(run, bySeq, judgement.summaries, limits),
    limits,
    deviations: judgement.deviations,
    groups: Object.entries(article.groups).map(([id, says]) => ({ id, says })),
    claims: judgement.claims,
    findings: findingsOf(run, bySeq),
    summaries: judgement.summaries,
    evidence: judgement.evidence,
    voids: judgement.voids,
    flags: flagsOf(judgement),
    timing: timingOf(run),
    instrument: run.instrument,
    drift: judgement.drift,
    sharing: run.sharing,
    scope: SCOPE,
    repeat: repeatOf(run),
  };
}

/** report.json as it is written. */
export const reportJson = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;

/** From this share of void tries on a report says so at its head: a reader should know before reading a verdict. */
const MANY_VOIDS = 0.1;

const INCOMPLETE = {
  running: "the run still measures, or was killed",
  interrupted: "the run was interrupted",
  failed: "the run failed",
};

function stampsOf({ plan, status }: Run, { voids }: Judgement): string[] {
  const incomplete = status === "done" ? [] : [`incomplete: ${INCOMPLETE[status]}`];
  const tries = voids.reduce((sum, arm) => sum + arm.tries, 0);
  const lost = voids.reduce((sum, arm) => sum + arm.void, 0);
  const disturbed =
    lost < MANY_VOIDS * tries || lost === 0
      ? []
      : [
          `disturbed: other load on this machine spoilt ${lost} of ${tries} tries; a quiet machine may decide more claims`,
        ];
  return [...(plan.profile.stamp === null ? [] : [plan.profile.stamp]), ...incomplete, ...disturbed];
}

function timingOf({ timing }: Run): Report["timing"] {
  if (timing === null) return null;
  const needed = timing.windows + timing.starts;
  return { ...timing, factor: needed > 0 ? timing.wall / needed : null };
}

function repeatOf({ run, article, plan }: Run): string[] {
  const all = plan.claims.length === 0 || plan.claims.length === article.claims.length;
  const options = [
    `--profile ${plan.profile.name}`,
    ...(all ? [] : [`--claims ${claimNames(article, plan.claims).join(",")}`]),
    ...(plan.sensitivity.length === 0 ? [] : [`--sensitivity ${plan.sensitivity.join(",")}`]),
  ];
  return [
    `docker compose run --rm bench run ${article.slug} ${options.join(" ")}`,
    `docker compose run --rm bench report ${run}`,
  ];
}

/** Claims as `--claims` takes them: by the name of their group where all of it is meant. */
function claimNames({ groups, claims }: Run["article"], ids: readonly string[]): string[] {
  return Object.keys(groups).flatMap((group) => {
    const own = claims.filter((claim) => claim.group === group).map(({ id }) => id);
    const meant = own.filter((id) => ids.includes(id));
    return own.length > 1 && meant.length === own.length ? [group] : meant;
  });
}
