/** How a chart hands a class through the renderer: as a colour that is none. */
export const LOOK = "look:";

const ELEMENT = /<(path|text)\b([^>]*)>(?:([^<]*)<\/text>)?/g;
/** What may stand in the renderer's SVG beside those: the background, ends of elements, and styles for a pointer. */
const IDLE = /<rect [^>]*fill="none"><\/rect>|<\/(?:path|g)>|<g\b[^>]*>|<style ?>[\s\S]*?<\/style>|\s+/g;
const ANCHORS: Record<string, string> = { middle: "c", end: "e" };

/**
 * The drawing of the renderer's SVG, element by element, with nothing but shape, text and class: not the ids and classes
 * that are counted over the whole process and so differ from one drawing to the next, nor what the page's style says.
 *
 * @throws Error for an element that no chart here makes, as another version of the renderer might
 */
export function plainSvg(svg: string): string {
  const body = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
  const rest = body.replaceAll(ELEMENT, "").replaceAll(IDLE, "");
  if (rest !== "") throw new Error(`the renderer drew what no chart asks for: ${rest.slice(0, 200)}`);
  const paths: string[] = [];
  let drawn = "";
  let look = "";
  const flush = (): void => {
    if (paths.length > 0) drawn += `<path class="${look}" d="${byDistance(paths.splice(0).join(""))}"/>`;
  };
  for (const [, name, attributes = "", text = ""] of body.matchAll(ELEMENT)) {
    const own = classOf(attributes);
    if (name === "text" || own !== look) flush();
    look = own;
    // Neighbours of one look are one path.
    if (name === "path") paths.push(shortPath(attribute(attributes, "d")));
    else drawn += textElement(attributes, own, text);
  }
  flush();
  return drawn;
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";

function classOf(attributes: string): string {
  const colour = [attribute(attributes, "stroke"), attribute(attributes, "fill")].find((each) => each.startsWith(LOOK));
  return colour?.slice(LOOK.length) ?? "";
}

function textElement(attributes: string, look: string, text: string): string {
  const [placed, x = "0", y = "0"] = /transform="translate\(([-\d.e]+) ([-\d.e]+)\)"/.exec(attributes) ?? [];
  if (placed === undefined) throw new Error(`the renderer placed a text as no chart asks for: ${attributes}`);
  const anchor = ANCHORS[attribute(attributes, "text-anchor")] ?? "";
  const classes = [look, anchor].filter((each) => each !== "").join(" ");
  const place = ` x="${short(Number(x))}" y="${short(Number(y) + Number(attribute(attributes, "y")))}"`;
  return `<text${classes === "" ? "" : ` class="${classes}"`}${place}>${text}</text>`;
}

/** A first step that goes straight across, straight down, or nowhere, which is a dot. */
const STRAIGHT = /M([-\d.]+) ([-\d.]+)L(?:\1 ([-\d.]+)|([-\d.]+) \2)(?=[MLZ]|$)/g;

/** A path in fewer characters. */
const shortPath = (path: string): string =>
  path.replaceAll(STRAIGHT, (_, x: string, y: string, down?: string, across?: string) => {
    if (down === y) return `M${x} ${y}h0`;
    if (down !== undefined) return `M${x} ${y}V${down}`;
    // A dot on the edge between two roundings is a dot too.
    return Number(across) - Number(x) < 0.15 && Number(across) > Number(x) ? `M${x} ${y}h0` : `M${x} ${y}H${across}`;
  });

/** A nought that a path need not have: -0.2 is -.2. */
const LEADING = /(?<![\d.])0(?=\.)/g;
const DOTS = /(?:M-?[\d.]+ -?[\d.]+h0){2,}/g;
const LINE = /M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+){2,}/g;

/** Dots in a row, and the places of a line: each but the first by its distance from the one before, the shorter number. */
const byDistance = (path: string): string =>
  path
    .replaceAll(DOTS, (dots) => {
      const [first = "", ...others] = stepsOf(dots);
      return `M${first}h0${others.map((step) => `m${step}h0`).join("")}`;
    })
    .replaceAll(LINE, (line) => {
      const [first = "", ...others] = stepsOf(line);
      // A sign parts two numbers as well as a space does.
      return `M${first}l${others.join(" ").replaceAll(" -", "-")}`;
    });

/** The places of a path, each but the first as seen from the one before. Whole tenths, so that nothing adds up. */
function stepsOf(path: string): string[] {
  const places = [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x = "", y = ""]) => [tenths(x), tenths(y)] as const,
  );
  return places.map(([x, y], nth) => {
    const [fromX, fromY] = places[nth - 1] ?? [0, 0];
    const [across, down] = [(x - fromX) / 10, (y - fromY) / 10];
    return `${across}${down < 0 ? "" : " "}${down}`.replaceAll(LEADING, "");
  });
}

const tenths = (text: string): number => Math.round(Number(text) * 10);

const short = (value: number): string => String(Math.round(value * 10) / 10);
