import type { Article } from "../model/article.ts";
import type { TargetsFile } from "../model/target.ts";
import type { FaultList } from "./fault-list.ts";

/** Subjects, builds and variations: everything that names a target, an app or a role. */
export function checkSubjects(article: Article, { targets, apps, programs }: TargetsFile, faults: FaultList): void {
  const known = [...Object.keys(apps), ...Object.keys(programs)];
  for (const part of ["subjects", "builds"] as const) {
    for (const [role, subject] of Object.entries(article[part])) {
      faults.named([part, role, "target"], subject.target, Object.keys(targets), "a target of targets.yaml");
      faults.named([part, role, "app"], subject.app, known, "an app of targets.yaml");
      if (part === "builds" && Object.hasOwn(article.subjects, role)) {
        faults.key([part, role], "each role once", `the role "${role}" among subjects too`, "rename one of the two");
      }
    }
  }
  for (const [name, { changes }] of Object.entries(article.variations)) {
    const path = ["variations", name, "changes"];
    for (const [role, target] of Object.entries(changes.targets ?? {})) {
      const roles = [...Object.keys(article.subjects), ...Object.keys(article.builds)];
      if (!roles.includes(role)) {
        const next = `use one of: ${roles.join(", ")}`;
        faults.key([...path, "targets", role], "a role of the article", `"${role}"`, next);
      }
      faults.named([...path, "targets", role], target, Object.keys(targets), "a target of targets.yaml");
    }
    if (changes.app !== undefined) {
      faults.named([...path, "app"], changes.app, known, "an app of targets.yaml");
    }
  }
  checkOnce(
    article.unstated.map(({ id }) => id),
    (index) => ["unstated", index, "id"],
    faults,
  );
  article.unstated.forEach((entry, index) => {
    entry.groups?.forEach((group, at) => {
      faults.named(["unstated", index, "groups", at], group, Object.keys(article.groups), "a group of the article");
    });
  });
}

/** Names in a list must differ: the second one is at fault, and the first one's place in the list is told. */
export function checkOnce(names: string[], pathOf: (index: number) => PropertyKey[], faults: FaultList): void {
  names.forEach((name, index) => {
    const first = names.indexOf(name);
    if (first === index) return;
    const found = `"${name}" again (first as number ${first + 1} of the list)`;
    faults.value(pathOf(index), "each id once", found, "rename or remove one of the two");
  });
}
