import type { ClaimResult } from "../model/judgement.ts";
import type { Report } from "./schema.ts";

/** The claims the user asked for. report.json has the others too; read by people they would only hide these. */
export const askedClaims = ({ asked, claims }: Report): ClaimResult[] =>
  claims.filter(({ id }) => asked.claims.includes(id));

/** The asked claims by group, in the article's order: those of one group rest on the same samples. */
export function byGroup(report: Report): { says: string; claims: ClaimResult[] }[] {
  const claims = askedClaims(report);
  return report.groups
    .map(({ id, says }) => ({ says, claims: claims.filter(({ group }) => group === id) }))
    .filter((group) => group.claims.length > 0);
}

/** What to say of the rest; null when everything was asked for. */
export function unaskedText(report: Report): string | null {
  const rest = report.claims.length - askedClaims(report).length;
  return rest === 0 ? null : `${rest} further claims of the article were not selected for this run.`;
}
