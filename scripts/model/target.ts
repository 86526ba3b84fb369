import { z } from "zod";
import { environmentSchema, terminalLine } from "./environment.ts";

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/, "a name in lower case, of letters, digits, dots and dashes")
  // The one such name that every object already has.
  .regex(/^(?!constructor$)/, 'a name other than "constructor"');

/** Packages that an app depends on, each with one exact version. */
const dependenciesSchema = z.record(
  z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "the name of a package"),
  z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, "one exact version, such as 1.14.2"),
);
export type Dependencies = Readonly<Record<string, string>>;

/** A runtime, its version, and how it is built and started. Source: targets.yaml. */
export const targetSchema = z.strictObject({
  about: z.string(),
  runtime: name,
  version: z.string(),
  /** Dockerfile of the runtime's family, and the stage in it that is the image measured. */
  dockerfile: z.string().regex(/^(?!\/)(?!(.*\/)?\.\.(\/|$))\P{Cc}+$/u, "a path within the checkout"),
  stage: name,
  /** Build arguments beyond APP and the base. */
  args: z.record(z.string(), z.string()).default({}),
  /** What the image stands on: a Debian suite's slim base, or nothing. */
  base: z.enum(["bookworm", "trixie", "scratch"]),
  /** Versions that take the place of the app's own; the app then has a lock file for them (apps/README.md). */
  dependencies: dependenciesSchema.optional(),
  /** The programs it has, where not every one: references are written for some alone. */
  apps: z
    .array(name)
    .refine(({ length }) => length > 0, {
      message: "at least one app",
      params: { next: 'name the apps that the target has, or remove "apps"' },
    })
    .optional(),
  /** Time-out of its build, where compiling the compiler takes longer than any program. */
  buildMinutes: z.number().int().min(1).max(1440).optional(),
  /** argv started by the launcher, the same for every app of the target. */
  command: z.array(terminalLine.min(1)).min(1),
  /** Set when only some measures make sense, such as a module kind kept for its memory alone. */
  only: z
    .array(z.enum(["cold-start", "idle-memory", "image", "load"]))
    .refine(({ length }) => length > 0, {
      message: "at least one measure",
      params: { next: 'name what the target is for, or remove "only"' },
    })
    .optional(),
});
export type Target = z.infer<typeof targetSchema>;

const headerValue = z.string().regex(/^[!-~]([ -~]*[!-~])?$/, "the value of a header, in printable ASCII");
/** Lines of the response's head, name and value just as they stand on the wire. */
const headerLines = z.array(
  z.string().regex(/^[!#$%&'*+.^_`|~\w-]+: [!-~]([ -~]*[!-~])?$/, 'a header as it is sent, such as "x-foo: bar"'),
);

/** What a route must answer: checked before and after every load, and to call a subject ready. */
export const contractSchema = z.strictObject({
  /** Load tools send GET alone; a POST is checked, and no load is put on it. */
  method: z
    .string()
    .regex(/^(GET|POST)$/, "GET, which is all that the load tools send, or POST, which is only checked")
    .default("GET"),
  path: z.string().regex(/^\/[!"$-~]*$/, 'a path that starts with "/", of printable ASCII without spaces or "#"'),
  /** What a POST sends. */
  send: z.strictObject({ contentType: headerValue, body: z.string() }).optional(),
  status: z.number().int().min(100).max(599),
  contentType: headerValue,
  /** The exact body. */
  body: z.string(),
  headers: headerLines.optional(),
  /** Bodies that differ under an environment an arm may set; the first whose every variable is set so applies. */
  when: z
    .array(
      z.strictObject({
        env: environmentSchema.refine((env) => Object.keys(env).length > 0, { message: "at least one variable" }),
        body: z.string(),
      }),
    )
    .optional(),
  /** What differs where a target sets these versions; the first whose every version is set so applies. */
  versions: z
    .array(
      z.strictObject({
        dependencies: dependenciesSchema.refine((versions) => Object.keys(versions).length > 0, {
          message: "at least one package",
        }),
        contentType: headerValue.optional(),
        headers: headerLines.optional(),
      }),
    )
    .optional(),
});
export type Contract = z.infer<typeof contractSchema>;

/** A measured program: where it listens and what its routes answer. Source: targets.yaml. */
export const appSchema = z.strictObject({
  about: z.string(),
  port: z.number().int().min(1).max(65535),
  /** The route whose first valid answer means "ready". */
  ready: z.string(),
  routes: z.record(name, contractSchema),
  /** Cases of bench compat that this variant of a program leaves out, with what its compiler says of them. */
  lacks: z.record(name, z.string().min(1)).optional(),
});
export type App = z.infer<typeof appSchema>;

/** A measured program that serves nothing: it is started, prints and ends. Source: targets.yaml. */
export const programSchema = z.strictObject({
  about: z.string(),
  /** All that it prints. */
  prints: z.string().min(1),
});
export type Program = z.infer<typeof programSchema>;

export const targetsFileSchema = z.strictObject({
  targets: z.record(name, targetSchema),
  apps: z.record(name, appSchema),
  programs: z.record(name, programSchema).default({}),
});
export type TargetsFile = z.infer<typeof targetsFileSchema>;

/**
 * What a route must answer under an arm's environment, built with a target's dependencies. Throws on a route the app does
 * not have.
 */
export function contractOf(
  app: App,
  route: string,
  env: Readonly<Record<string, string>> = {},
  dependencies: Dependencies = {},
): Contract {
  const contract = app.routes[route];
  if (!contract) throw new Error(`route ${route} is not among the app's: ${Object.keys(app.routes).join(", ")}`);
  const body = contract.when?.find((entry) => covers(entry.env, env))?.body ?? contract.body;
  const built = contract.versions?.find((entry) => covers(entry.dependencies, dependencies));
  return {
    ...contract,
    body,
    contentType: built?.contentType ?? contract.contentType,
    headers: built?.headers ?? contract.headers,
  };
}

/** Whether all that is asked for, such as variables or versions, is set so. */
export const covers = (asked: Readonly<Record<string, string>>, set: Readonly<Record<string, string>>): boolean =>
  Object.entries(asked).every(([key, value]) => set[key] === value);
