import type { Article } from "../model/article.ts";
import type { TargetsFile } from "../model/target.ts";

const claimsText = (count: number): string => `${count} ${count === 1 ? "claim" : "claims"}`;

/** An article and, set in, the groups of its claims: what --claims takes beside their ids. */
function articleEntries({ slug, title, claims, groups }: Article): [string, string][] {
  return [
    [slug, `${title} (${claimsText(claims.length)})`],
    ...Object.entries(groups).map(([id, says]): [string, string] => {
      return [`  ${id}`, `${says} (${claimsText(claims.filter(({ group }) => group === id).length)})`];
    }),
  ];
}

/** What `bench list` prints: articles with their groups, claims counted, targets and apps. */
export function listText(articles: readonly Article[], { targets, apps, programs }: TargetsFile): string {
  const named: [string, string][][] = [
    articles.flatMap(articleEntries),
    Object.entries(targets).map(([name, { about }]) => [name, about]),
    [
      ...Object.entries(apps).map(([name, { about, routes }]): [string, string] => {
        return [name, `${about} (${Object.keys(routes).join(", ")})`];
      }),
      ...Object.entries(programs).map(([name, { about }]): [string, string] => [name, about]),
    ],
  ];
  const width = Math.max(0, ...named.flat().map(([name]) => name.length));
  const [articleLines = [], targetLines = [], appLines = []] = named.map((entries) =>
    entries.length === 0 ? ["  none"] : entries.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`),
  );
  return [
    "Articles, with the groups of their claims",
    ...articleLines,
    "",
    "Targets",
    ...targetLines,
    "",
    "Apps",
    ...appLines,
    "",
  ].join("\n");
}
