/**
 * How a mark looks: a class of the page's style, which says colour, width, dash and fill, so that a plot suits light, dark
 * and paper and repeats none of it.
 */
export type Look =
  | "axis"
  | "grid"
  | "rule"
  | "one"
  | "sample"
  | "void"
  | "bar"
  | "estimate"
  | "median"
  | "below-bar"
  | "below-estimate"
  | "published"
  | "band"
  | "band-edge"
  | "thin"
  | "solid"
  | "lined"
  | "empty"
  | `series-${number}`;

/** Text: bold, muted, or a verdict with the tone of its word. */
export type TextLook = "" | "b" | "m" | `b ${"holds" | "differs" | "fails" | "open"}`;

/** A line through places, as x and y in turn. One that ends where it began is closed; one place alone is a dot. */
export type Line = readonly number[];

/** Something drawn in a chart, in units of the drawing. */
export type Mark =
  | { lines: readonly Line[]; look: Look }
  | { text: string; x: number; y: number; look?: TextLook; align?: "left" | "center" | "right" };

type Place = readonly [number, number];

/** Dots, one a place: lines without length, which their look gives a width and a shape. */
export const dots = (places: readonly Place[]): readonly Line[] => places;

/** Crosses, one a place. */
export const crosses = (places: readonly Place[], half: number): Line[] =>
  places.flatMap(([x, y]) => [
    [x - half, y - half, x + half, y + half],
    [x - half, y + half, x + half, y - half],
  ]);

export const diamond = (x: number, y: number, half: number): Line[] => [
  [x - half, y, x, y - half, x + half, y, x, y + half, x - half, y],
];

export const rectangle = (left: number, top: number, right: number, bottom: number): Line[] => [
  [left, top, right, top, right, bottom, left, bottom, left, top],
];

export const line = (fromX: number, fromY: number, toX: number, toY: number): Line[] => [[fromX, fromY, toX, toY]];

/** A line through the places. */
export const polyline = (places: readonly Place[]): Line[] => (places.length === 0 ? [] : [places.flat()]);

/**
 * An interval with a bar at either end; an end that is open has the head of an arrow instead, pointing outwards.
 *
 * @param open which ends have no value: the line then goes to the edge given as that end
 */
export function interval(
  low: number,
  high: number,
  y: number,
  half: number,
  open: { low: boolean; high: boolean } = { low: false, high: false },
): Line[] {
  const end = (x: number, inwards: number, isOpen: boolean): Line => {
    const back = isOpen ? x + inwards * half * 1.4 : x;
    return isOpen ? [back, y - half, x, y, back, y + half] : [x, y - half, x, y + half];
  };
  return [[low, y, high, y], end(low, 1, open.low), end(high, -1, open.high)];
}

/** What lies below what, from the lowest; text is above all. */
const LAYERS: readonly Look[] = [
  ...(["rule", "band", "band-edge", "one", "thin", "sample", "void"] as const),
  ...(["below-bar", "bar", "median", "below-estimate", "estimate", "published"] as const),
];

/** Marks of one look as one mark, in the order of the layers; looks that have no layer lie above those, as they come. */
export function gathered(marks: readonly Mark[]): Mark[] {
  const looks = new Map<Look, Line[]>(LAYERS.map((look) => [look, []]));
  for (const mark of marks) {
    if ("text" in mark) continue;
    const own = looks.get(mark.look);
    if (own) own.push(...mark.lines);
    else looks.set(mark.look, [...mark.lines]);
  }
  const drawn = [...looks].flatMap(([look, lines]): Mark[] => (lines.length === 0 ? [] : [{ lines, look }]));
  return [...drawn, ...marks.filter((mark) => "text" in mark)];
}
