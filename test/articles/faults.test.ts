import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTargets } from "../../scripts/articles/targets.ts";
import { ARTICLE, articleFaults, faultsOf, replaced, TARGETS } from "./small-files.ts";

test("the small article has no fault", () => {
  assert.deepEqual(articleFaults(ARTICLE), []);
});

const CASES: { name: string; from: string; to: string; faults: string[] }[] = [
  {
    name: "an unknown key, with the nearest one suggested",
    from: "    says: a needs 5 MB",
    to: "    say: a needs 5 MB",
    faults: [
      'small.yaml:17:5: expected the key "says" with text, found nothing; add it',
      "small.yaml:19:5: expected one of the keys id, group, says, provenance, relation, at, statistic, tolerance, readings, arms, arithmetic, spread, note," +
        ' found the unknown key "say"; did you mean "says"?',
    ],
  },
  {
    name: "an unknown key inside a relation",
    from: "of: a, to: b, value: 2 }",
    to: "of: a, too: b, value: 2 }",
    faults: [
      'small.yaml:27:5: expected the key "to" with text, found nothing; add it',
      'small.yaml:27:50: expected one of the keys kind, metric, of, to, value, found the unknown key "too"; did you mean "to"?',
    ],
  },
  {
    name: "an unknown key at the top that resembles nothing",
    from: "unstated: []",
    to: "unstated: []\nauthor: someone",
    faults: [
      "small.yaml:5:1: expected one of the keys slug, title, link, date, protocol, unstated, subjects, builds, groups, variations, claims," +
        ' found the unknown key "author"; remove it',
    ],
  },
  {
    name: "an address that a page must not lead to",
    from: "unstated: []",
    to: 'unstated: []\nlink: "javascript:alert(1)"',
    faults: [
      'small.yaml:5:7: expected an address that begins with https:// or http://, found "javascript:alert(1)"; change the value',
    ],
  },
  {
    name: "a date that is none",
    from: "unstated: []",
    to: "unstated: []\ndate: 23.9.2026",
    faults: ['small.yaml:5:7: expected a day, YYYY-MM-DD, found "23.9.2026"; change the value'],
  },
  {
    name: "a unit that does not exist",
    from: "unit: MB",
    to: "unit: Mb",
    faults: [
      'small.yaml:21:69: expected one of ms, s, kB, MB, MiB, GB, x, %, 1/s, bytes, count, found "Mb"; did you mean "MB"?',
    ],
  },
  {
    name: "a unit of another quantity",
    from: "unit: MB",
    to: "unit: ms",
    faults: [
      'small.yaml:21:69: expected bytes or kB or MB or MiB or GB, as rss is kept in bytes, found "ms"; correct the unit or the metric',
    ],
  },
  {
    name: "a missing target",
    from: "a: { target: one,",
    to: "a: { target: onee,",
    faults: ['small.yaml:6:16: expected a target of targets.yaml, found "onee"; did you mean "one"?'],
  },
  {
    name: "a missing app",
    from: "  b: { target: one, app: app }",
    to: "  b: { target: one, app: server }",
    faults: ['small.yaml:7:26: expected an app of targets.yaml, found "server"; use one of: app'],
  },
  {
    name: "a claim on a role that does not exist",
    from: "of: a, to: b,",
    to: "of: a, to: zz,",
    faults: ['small.yaml:27:54: expected a role of the article, found "zz"; use one of: a, b, c'],
  },
  {
    name: "a route that the app does not have",
    from: "at: { route: health,",
    to: "at: { route: helth,",
    faults: ['small.yaml:28:18: expected a route of the app app, found "helth"; use one of: health'],
  },
  {
    name: "a load claim without route and connections",
    from: "    at: { route: health, connections: 10 }\n",
    to: "",
    faults: [
      'small.yaml:23:5: expected "at" with route and connections, found no "at" beside rps, which is taken under load;' +
        " add at: { route: …, connections: … }",
    ],
  },
  {
    name: "a claim id given twice",
    from: "  - id: rps",
    to: "  - id: rss",
    faults: [
      'small.yaml:23:9: expected each id once, found "rss" again (first as number 1 of the list); rename or remove one of the two',
      'small.yaml:34:45: expected another claim, itself no all-of, found "rps"; did you mean "rss"?',
    ],
  },
  {
    name: "a key given twice, beside another fault",
    from: "    provenance: table 1",
    to: "    provenance: table 1\n    group: load\n    grop: load",
    faults: [
      'small.yaml:21:5: expected each key once, found the key "group" a second time; remove or rename one of the two',
      "small.yaml:22:5: expected one of the keys id, group, says, provenance, relation, at, statistic, tolerance, readings, arms, arithmetic, spread, note," +
        ' found the unknown key "grop"; did you mean "group"?',
    ],
  },
  {
    name: "a tab",
    from: "  a: { target: one,",
    to: "\ta: { target: one,",
    faults: ["small.yaml:6:1: expected spaces for indentation, found a tab; indent by two spaces"],
  },
  {
    name: "a colon in plain text",
    from: "title: A small article",
    to: "title: A small: article",
    faults: [
      "small.yaml:2:8: expected one key a line, found two colons in one line; put text that contains a colon in quotes",
    ],
  },
  {
    name: "a second document",
    from: "unstated: []",
    to: "unstated: []\n---",
    faults: ['small.yaml:5:1: expected one document, found a second one after "---"; put it into a file of its own'],
  },
  {
    name: "a reading that names no variation",
    from: "readings: [walk]",
    to: "readings: [wlak]",
    faults: ['small.yaml:22:16: expected a variation of the article, found "wlak"; did you mean "walk"?'],
  },
  {
    name: "an arm that names no variation",
    from: "arms: [many]",
    to: "arms: [several]",
    faults: ['small.yaml:29:12: expected a variation of the article, found "several"; use one of: walk, many'],
  },
  {
    name: "a reading that is an arm too",
    from: "arms: [many]",
    to: "arms: [many]\n    readings: [many]",
    faults: [
      'small.yaml:29:12: expected a variation that is no reading, found "many", a reading too; keep one of the two',
    ],
  },
  {
    name: "a reading that changes nothing of its claim",
    from: "readings: [walk]",
    to: "readings: [many]",
    faults: [
      'small.yaml:22:16: expected a variation that changes how the claim is measured, found "many", which changes nothing here;' +
        " remove it from this claim",
    ],
  },
  {
    name: "a reading that swaps a rate for a time",
    from: "changes: { connections: 500 }",
    to: "changes: { metric: latency-p50 }",
    faults: [
      "small.yaml:29:12: expected a metric of the same unit and direction as rps, found latency-p50; write it as a claim of its own",
    ],
  },
  {
    name: "a group that is not declared",
    from: "    group: memory",
    to: "    group: memmory",
    faults: ['small.yaml:18:12: expected a group of the article, found "memmory"; did you mean "memory"?'],
  },
  {
    name: "an all-of that names an unknown claim",
    from: "claims: [rss, rps]",
    to: "claims: [rss, rqs]",
    faults: ['small.yaml:34:45: expected another claim, itself no all-of, found "rqs"; did you mean "rss"?'],
  },
  {
    name: "a measurement of a subject that is only built",
    from: "metric: rss, of: a,",
    to: "metric: rss, of: c,",
    faults: [
      'small.yaml:17:5: expected a measure of a build, found idle-memory of "c", which is only built;' +
        ' move "c" to subjects, or choose a metric of its image',
    ],
  },
  {
    name: "load on a target that is for its memory alone",
    from: "  b: { target: one, app: app }",
    to: "  b: { target: two, app: app }",
    faults: ["small.yaml:23:5: expected idle-memory or image, all that two is for, found load; use another target"],
  },
  {
    name: "a slug that is not the file's name",
    from: "slug: small",
    to: "slug: smaller",
    faults: ['small.yaml:1:7: expected "small", the name of the file, found "smaller"; rename the file or the slug'],
  },
  {
    name: "text where a number belongs, and a negative time",
    from: "seconds: 2, warmup: null",
    to: "seconds: two, warmup: -1",
    faults: [
      'small.yaml:3:33: expected a number, found "two"; change the value',
      "small.yaml:3:46: expected a number greater than 0, found -1; change the value",
    ],
  },
  {
    name: "an alias",
    from: "  b: { target: one, app: app }",
    to: "  b: *other",
    faults: ["small.yaml:7:6: expected plain values, found the alias *other; write the value out"],
  },
];

for (const { name, from, to, faults } of CASES) {
  test(name, () => assert.deepEqual(articleFaults(replaced(ARTICLE, from, to)), faults));
}

test("a reading that swaps a count to be high for one to be low", () => {
  const counted = replaced(ARTICLE, "metric: rps,", "metric: requests,");
  assert.deepEqual(articleFaults(replaced(counted, "changes: { connections: 500 }", "changes: { metric: errors }")), [
    "small.yaml:29:12: expected a metric of the same unit and direction as requests, found errors; write it as a claim of its own",
  ]);
});

test("an all-of that names itself", () => {
  assert.deepEqual(articleFaults(replaced(ARTICLE, "claims: [rss, rps]", "claims: [rss, both]")), [
    'small.yaml:34:45: expected another claim, itself no all-of, found "both"; use one of: rss, rps',
  ]);
});

test("a misspelled metric is answered with the nearest", () => {
  const [fault = "", ...more] = articleFaults(replaced(ARTICLE, "metric: rss,", "metric: rsss,"));
  assert.deepEqual(more, []);
  assert.match(fault, /^small\.yaml:21:41: expected one of cold-start, .*, found "rsss"; did you mean "rss"\?$/);
});

test("all faults of a file are told, in the order of the file", () => {
  let text = replaced(ARTICLE, "a: { target: one,", "a: { target: onee,");
  text = replaced(text, "    group: memory", "    group: memmory");
  text = replaced(text, "kind: ratio", "kind: ration");
  text = replaced(text, "claims: [rss, rps]", "claims: [rss, rpm]");
  assert.deepEqual(
    articleFaults(text).map((fault) => fault.split(" ")[0]),
    ["small.yaml:6:16:", "small.yaml:18:12:", "small.yaml:27:23:", "small.yaml:34:45:"],
  );
});

test("a nest of aliases is refused before it is expanded", () => {
  const rows = [
    "a: &a [x, x]",
    ..."bcdefghijklmnopqrstuvwxyz".split("").map((name, index) => {
      const before = String.fromCharCode(97 + index);
      return `${name}: &${name} [${Array(20).fill(`*${before}`).join(", ")}]`;
    }),
  ];
  assert.deepEqual(articleFaults(rows.join("\n")), [
    "small.yaml:2:8: expected plain values, found the alias *a and 499 more; write the value out",
  ]);
});

test("nesting without end is refused, not a crash", () => {
  const [fault = "", ...more] = articleFaults("[".repeat(200_000));
  assert.deepEqual(more, []);
  assert.match(fault, /^small\.yaml:1:\d+: expected a few levels of maps and lists, found nesting too deep to read; /);
});

test("an empty file, and a list where a map belongs", () => {
  assert.deepEqual(articleFaults(""), ["small.yaml:1:1: expected a map, found nothing; add it"]);
  assert.deepEqual(articleFaults("- 1\n"), ["small.yaml:1:1: expected a map, found a list; change the value"]);
});

test("a thousand faults are counted, not printed", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `key${index}: 1`).join("\n");
  const faults = articleFaults(`${ARTICLE}${many}\n`);
  assert.equal(faults.length, 100);
  assert.match(faults[99] ?? "", /found 901 more; correct these first$/);
});

test("targets.yaml: wrong types, an unknown key and a ready route that does not exist", () => {
  const number = replaced(TARGETS, 'version: "1.0"', "version: 1.0");
  assert.deepEqual(
    faultsOf(() => parseTargets(number, "targets.yaml")),
    ["targets.yaml:5:14: expected text, found 1; put it in quotes"],
  );
  const key = replaced(TARGETS, "    base: scratch", "    basis: scratch");
  assert.deepEqual(
    faultsOf(() => parseTargets(key, "targets.yaml")),
    [
      'targets.yaml:10:3: expected the key "base" with one of bookworm, trixie, scratch, found nothing; add it',
      "targets.yaml:16:5: expected one of the keys about, runtime, version, dockerfile, stage, args, base, dependencies," +
        ' apps, buildMinutes, command, only, found the unknown key "basis"; remove it',
    ],
  );
  const route = replaced(TARGETS, "ready: health", "ready: helth");
  assert.deepEqual(
    faultsOf(() => parseTargets(route, "targets.yaml")),
    ['targets.yaml:23:12: expected a route of the app, found "helth"; did you mean "health"?'],
  );
  const path = replaced(TARGETS, "path: /health", "path: health");
  assert.deepEqual(
    faultsOf(() => parseTargets(path, "targets.yaml")),
    [
      'targets.yaml:25:23: expected a path that starts with "/", of printable ASCII without spaces or "#",' +
        ' found "health"; change the value',
    ],
  );
});
