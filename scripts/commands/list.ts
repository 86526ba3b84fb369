import { join } from "node:path";
import { loadArticle } from "../articles/article.ts";
import { listArticles } from "../articles/file.ts";
import { loadTargets } from "../articles/targets.ts";
import { EXIT } from "../cli.ts";
import { listText } from "../plan/list-text.ts";
import type { Kit } from "./kit.ts";

/** `bench list`: the articles there are, with the groups of their claims, and the targets. */
export async function listCommand(kit: Kit, { json }: { json: boolean }): Promise<number> {
  const targets = await loadTargets(join(kit.root, "targets.yaml"));
  const files = await listArticles(join(kit.root, "articles"));
  const articles = await Promise.all(files.map(({ file }) => loadArticle(file, targets)));
  if (json)
    kit.printJson({
      articles: articles.map(({ slug, title, groups }) => ({ slug, title, groups })),
      targets: targets.targets,
    });
  else kit.print(listText(articles, targets));
  return EXIT.done;
}
