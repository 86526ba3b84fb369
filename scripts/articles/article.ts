import { basename } from "node:path";
import { type Article, articleSchema, type Claim } from "../model/article.ts";
import type { TargetsFile } from "../model/target.ts";
import { checkClaims } from "./claims.ts";
import { FaultList } from "./fault-list.ts";
import { readText } from "./file.ts";
import { salvage } from "./salvage.ts";
import { schemaFaults, shown } from "./schema-faults.ts";
import { parseSource } from "./source.ts";
import { checkSubjects } from "./variations.ts";

/** Reads an article. Throws an InputError with every fault of the file, each with line and column. */
export async function loadArticle(file: string, targets: TargetsFile): Promise<Article> {
  return parseArticle(await readText(file), file, targets);
}

/** The pure part of loadArticle: text to article. `file` is what messages call it; its name must be the slug. */
export function parseArticle(text: string, file: string, targets: TargetsFile): Article {
  const source = parseSource(text, file);
  const faults = new FaultList(source);
  faults.add(source.faults);
  const parsed = articleSchema.safeParse(source.data);
  if (!parsed.success) faults.add(schemaFaults(source, articleSchema, parsed.error.issues));
  const usable = parsed.success ? { article: parsed.data, indexes: null } : salvage(source.data, parsed.error.issues);
  if (usable) {
    const { article, indexes } = usable;
    const slug = basename(file).replace(/\.ya?ml$/, "");
    if (article.slug !== slug) {
      faults.value(["slug"], `"${slug}", the name of the file`, shown(article.slug), "rename the file or the slug");
    }
    checkSubjects(article, targets, faults);
    const indexOf = (claim: Claim): number => {
      const index = article.claims.indexOf(claim);
      return indexes?.[index] ?? index;
    };
    checkClaims(article, targets, faults, indexOf);
  }
  faults.throwIfAny();
  if (!parsed.success) throw new Error("a file that does not fit the schema has faults");
  return parsed.data;
}
