import type { Article } from "../model/article.ts";
import type { TargetsFile } from "../model/target.ts";

/** What `bench list` prints: articles with their claims counted, targets and apps. */
export function listText(articles: readonly Article[], { targets, apps }: TargetsFile): string {
  const named: [string, string][][] = [
    articles.map((article) => [article.slug, `${article.title} (${article.claims.length} claims)`]),
    Object.entries(targets).map(([name, { about }]) => [name, about]),
    Object.entries(apps).map(([name, { about, routes }]) => [name, `${about} (${Object.keys(routes).join(", ")})`]),
  ];
  const width = Math.max(0, ...named.flat().map(([name]) => name.length));
  const [articleLines = [], targetLines = [], appLines = []] = named.map((entries) =>
    entries.length === 0 ? ["  none"] : entries.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`),
  );
  return ["Articles", ...articleLines, "", "Targets", ...targetLines, "", "Apps", ...appLines, ""].join("\n");
}
