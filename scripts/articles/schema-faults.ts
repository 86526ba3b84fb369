import type { z } from "zod";
import type { InputFault } from "../model/errors.ts";
import { suggestion } from "../model/nearest.ts";
import { keysAt } from "./schema-keys.ts";
import type { Path, Source } from "./source.ts";

type Issue = z.core.$ZodIssue;
type Words = Pick<InputFault, "expected" | "found" | "next">;

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};

/** Every way in which the source does not fit the schema, each with its place. Empty when it fits. */
export function schemaFaults(source: Source, schema: z.ZodType, issues: readonly Issue[]): InputFault[] {
  return issues.flatMap((issue): InputFault[] => {
    if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, issue.path, source.data);
      return issue.keys.map((key) => ({
        file: source.file,
        ...source.keyAt([...issue.path, key]),
        expected: `one of the keys ${known.join(", ")}`,
        found: `the unknown key "${key}"`,
        next: nextForKey(key, known),
      }));
    }
    const value = valueAt(source.data, issue.path);
    const position = issue.code === "invalid_key" ? source.keyAt(issue.path) : source.valueAt(issue.path);
    return [{ file: source.file, ...position, ...wordsFor(issue, value) }];
  });
}

function nextForKey(key: string, known: string[]): string {
  const next = suggestion(key, known);
  return next.startsWith("did you mean") ? next : "remove it";
}

function wordsFor(issue: Issue, value: unknown): Words {
  const key = issue.path.at(-1);
  if ((value === undefined || value === null) && issue.code !== "invalid_key") {
    const expected = `${typeof key === "string" ? `the key "${key}" with ` : ""}${expectedOf(issue)}`;
    return { expected, found: "nothing", next: "add it" };
  }
  if (issue.code === "invalid_key") {
    return {
      expected: issue.issues[0]?.message ?? "a valid name",
      found: `the key "${String(key)}"`,
      next: "rename it",
    };
  }
  return { expected: expectedOf(issue), found: shown(value), next: nextFor(issue, value) };
}

function expectedOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return oneOf(issue.values.map(String));
    case "invalid_union":
      if ("options" in issue && Array.isArray(issue.options)) return oneOf(issue.options.map(String));
      return oneOf(issue.errors.flatMap((errors) => errors.slice(0, 1).map(expectedOf)));
    case "invalid_format":
      return issue.format === "starts_with" && "prefix" in issue
        ? `text that starts with "${issue.prefix}"`
        : issue.message;
    case "too_small":
      if (issue.origin === "string") return "text that is not empty";
      if (issue.origin !== "number") return `at least ${issue.minimum} of them`;
      return `a number ${issue.inclusive ? "of at least" : "greater than"} ${issue.minimum}`;
    case "too_big":
      return `a number ${issue.inclusive ? "of at most" : "less than"} ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function nextFor(issue: Issue, value: unknown): string {
  if (issue.code === "custom" && typeof issue.params?.next === "string") return issue.params.next;
  if (issue.code === "invalid_value") return suggestion(String(value), issue.values.map(String));
  if (issue.code === "invalid_union" && "options" in issue && Array.isArray(issue.options)) {
    return suggestion(String(value), issue.options.map(String));
  }
  const isPlain = typeof value === "number" || typeof value === "boolean";
  if (issue.code === "invalid_type" && issue.expected === "string" && isPlain) return "put it in quotes";
  return "change the value";
}

/** A value as a short piece of a message. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a map";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function oneOf(names: string[]): string {
  return names.length === 1 ? `${names[0]}` : `one of ${names.join(", ")}`;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null)?.[step], data);
}
