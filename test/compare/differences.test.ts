import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesOf } from "../../scripts/compare/differences.ts";
import type { Run } from "../../scripts/model/run.ts";
import { parts } from "./run-pair.ts";

const told = (change: (run: Run) => Run) =>
  differencesOf(parts().run, parts({ change }).run).map(({ what, forbids }) => `${what}${forbids ? " forbids" : ""}`);

test("another machine, kernel, limit, profile or article forbids a comparison", () => {
  const host = (changes: Partial<Run["host"]>) => told((run) => ({ ...run, host: { ...run.host, ...changes } }));
  assert.deepEqual(host({ cpuModel: "Another" }), ["CPU model forbids"]);
  assert.deepEqual(host({ cpus: 4 }), ["CPUs forbids"]);
  assert.deepEqual(host({ kernel: "6.2" }), ["kernel forbids"]);
  assert.deepEqual(host({ transparentHugePages: "always" }), ["huge pages forbids"]);
  assert.deepEqual(host({ bootId: "other" }), ["boot"]);
  const plan = (changes: Partial<Run["plan"]>) => told((run) => ({ ...run, plan: { ...run.plan, ...changes } }));
  assert.deepEqual(plan({ memoryBytes: 1 }), ["limits forbids"]);
  assert.deepEqual(plan({ cpus: { subject: "1", helpers: "0" } }), ["limits forbids"]);
  assert.deepEqual(
    told((run) => ({ ...run, plan: { ...run.plan, profile: { ...run.plan.profile, window: 3 } } })),
    ["profile forbids"],
  );
  assert.deepEqual(
    told((run) => ({ ...run, engine: { ...run.engine, runtime: "runsc" } })),
    ["container runtime forbids"],
  );
  const [claim, ...others] = parts().run.article.claims;
  const claims = [{ ...(claim as NonNullable<typeof claim>), tolerance: 0.5 }, ...others];
  assert.deepEqual(
    told((run) => ({ ...run, article: { ...run.article, claims } })),
    ["article forbids"],
  );
});

test("the order of an article's keys is no difference", () => {
  const turned = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;
  const article = ({ article: one }: Run) =>
    turned({ ...one, claims: one.claims.map(turned), subjects: turned(one.subjects) });
  assert.deepEqual(
    told((run) => ({ ...run, article: article(run) })),
    [],
  );
});

test("versions of kit, engine, tools and subjects are what a comparison is for: told, and no hindrance", () => {
  assert.deepEqual(
    told((run) => ({ ...run, kit: { version: "0.2.0", commit: null } })),
    ["kit"],
  );
  assert.deepEqual(
    told((run) => ({ ...run, tools: { oha: "1.17.0" } })),
    ["tool oha", "tool wrk"],
  );
  const changed = told((run) => ({
    ...run,
    subjects: run.subjects.map((one) => (one.target === "native-1" ? { ...one, digest: "sha256:11" } : one)),
  }));
  assert.deepEqual(changed, ["native-1/service: image"]);
  const fewer = (run: Run) => ({ ...run, subjects: run.subjects.filter(({ target }) => target !== "native-1") });
  assert.deepEqual(differencesOf(parts().run, parts({ change: fewer }).run), [
    { what: "native-1/service", a: "built", b: "not among its subjects", forbids: false },
  ]);
});
