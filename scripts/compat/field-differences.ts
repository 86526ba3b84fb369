import type { Difference } from "../model/compat-report.ts";
import { comparedValue } from "./dates.ts";
import { type Field, valuesOf } from "./head.ts";

/** What differs between the header fields, or the trailers, of two answers: values, spelling of names, order. */
export function fieldDifferences(
  oracle: readonly Field[],
  target: readonly Field[],
  kind: "header" | "trailer",
): Difference[] {
  const names = [...new Set([...oracle, ...target].map(({ name }) => name.toLowerCase()))].sort();
  const found = names.flatMap((name): Difference[] => {
    const [a, b] = [oracle, target].map((fields) => valuesOf(fields, name));
    const [comparedA, comparedB] = [a, b].map((values = []) => values.map((value) => comparedValue(name, value)));
    const [spelledA, spelledB] = [oracle, target].map((fields) => spellings(fields, name));
    if (!same(comparedA, comparedB)) return [{ what: `${kind} ${name}`, oracle: shown(a), target: shown(b) }];
    if (!same(spelledA, spelledB))
      return [{ what: `spelling of ${name}`, oracle: shown(spelledA), target: shown(spelledB) }];
    return [];
  });
  const shared = (fields: readonly Field[], others: readonly Field[]): string[] =>
    fields.map(({ name }) => name.toLowerCase()).filter((name) => valuesOf(others, name).length > 0);
  const [orderA, orderB] = [shared(oracle, target), shared(target, oracle)];
  // Of a field that only one of them repeats, the order says nothing that the values do not.
  if (same([...orderA].sort(), [...orderB].sort()) && !same(orderA, orderB))
    found.push({ what: `order of ${kind}s`, oracle: orderA.join(", "), target: orderB.join(", ") });
  return found;
}

const spellings = (fields: readonly Field[], name: string): string[] =>
  fields.filter((field) => field.name.toLowerCase() === name).map((field) => field.name);

const same = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((value, nth) => value === b[nth]);

/** Values of one field; null where there is none. Several are told apart from one that holds a comma. */
const shown = (values: readonly string[] = []): string | null =>
  values.length === 0 ? null : values.length === 1 ? (values[0] ?? "") : values.map((value) => `[${value}]`).join(" ");
