import type { ClaimResult } from "../model/judgement.ts";
import { bytesText, grouped } from "../model/quantity.ts";
import { byGroup } from "./asked-claims.ts";
import { list, section, table } from "./markdown-table.ts";
import { type Markdown, md } from "./markdown-text.ts";
import type { Report } from "./schema.ts";

/** One screen: what was re-run, where, and what came out for each group of claims. */
export function shortSection(report: Report): string {
  const { article, host, engine, profile, startedAt } = report;
  const { cpuModel, cpus, memoryBytes, kernel } = host;
  const about = list([
    `Article: ${article.title}`,
    `Re-run on ${cpuModel}, ${grouped(cpus)} CPUs, ${bytesText(memoryBytes)} of memory, Linux ${kernel}, engine ${engine.version}`,
    `At ${startedAt}, in profile ${profile.name}: ${profile.rounds} rounds`,
  ]);
  const rows = byGroup(report).map(({ says, claims }) => [says, outcomesText(claims)]);
  return section("In short", about, table(["claims about", "what came out here"], rows));
}

/** Claims by verdict, in the order in which verdicts first appear. Named, not counted: they rest on the same samples. */
function outcomesText(claims: readonly ClaimResult[]): Markdown {
  const verdicts = [...new Set(claims.map(({ verdict }) => verdict))];
  const [first = md``, ...others] = verdicts.map((verdict) => {
    const ids = claims.filter((claim) => claim.verdict === verdict).map(({ id }) => id);
    return md`**${verdict}** ${ids.join(", ")}`;
  });
  return others.reduce((before, next) => md`${before}; ${next}`, first);
}
