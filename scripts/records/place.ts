import { isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";

export type Path = readonly PropertyKey[];

/**
 * Where in JSON text the last key of `path` stands, or the item of a list; where there is none, the last thing that
 * exists. An offset. JSON is YAML, and its parser knows the places.
 */
export function offsetOf(text: string, path: Path): number {
  let node: unknown = parseDocument(text, { uniqueKeys: false, prettyErrors: false }).contents;
  let offset = 0;
  for (const step of path) {
    let found: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === String(step));
      [found, node] = [pair?.key, pair?.value];
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      found = node;
    }
    const start = (found as Node | undefined)?.range?.[0];
    if (start === undefined) return offset;
    offset = start;
  }
  return offset;
}

/** The value at a path of parsed JSON; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value,
  );
}
