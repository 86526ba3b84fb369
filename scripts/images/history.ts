interface Step {
  created_by?: string;
  comment?: string;
  empty_layer?: boolean;
}

/**
 * What made each layer, from an image's history: the instruction without what builders put around it. Null where the
 * history does not say; all null where it tells of another number of layers, since nothing in it names a layer.
 */
export function madeBy(history: readonly Step[], layers: number): (string | null)[] {
  const steps = history.filter(({ empty_layer }) => empty_layer !== true);
  if (steps.length !== layers) return Array.from({ length: layers }, () => null);
  return steps.map(({ created_by = "", comment = "" }) => instruction(created_by) || comment || null);
}

/** `COPY /out/app/ /app/ # buildkit`, or `/bin/sh -c #(nop) COPY …` of the builder before it. */
function instruction(text: string): string {
  return text
    .replace(/^\/bin\/sh -c #\(nop\)\s*/, "")
    .replace(/ # buildkit$/, "")
    .trim();
}
