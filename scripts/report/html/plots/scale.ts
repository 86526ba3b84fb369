import { threeDigits } from "../../../model/quantity.ts";

/** How values of a metric's unit are shown in one figure: divided, and under which name. */
export interface Scale {
  divisor: number;
  name: string;
}

const BYTES: readonly Scale[] = [
  { divisor: 1e9, name: "GB" },
  { divisor: 1e6, name: "MB" },
  { divisor: 1e3, name: "kB" },
  { divisor: 1, name: "bytes" },
];

/** One scale for a whole figure, so that its values can be compared at sight. MB is 10⁶ bytes. */
export function scaleOf(unit: string, values: readonly number[]): Scale {
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  switch (unit) {
    case "bytes":
      return BYTES.find(({ divisor }) => most >= divisor) ?? { divisor: 1, name: "bytes" };
    case "share":
      return { divisor: 0.01, name: "%" };
    case "1/s":
      return { divisor: 1, name: "per second" };
    case "us":
      return { divisor: 1, name: "µs" };
    case "count":
    case "x":
      return { divisor: 1, name: "" };
    default:
      return { divisor: 1, name: unit };
  }
}

/** A value with its interval on a scale whose name stands elsewhere: `83.7 [76.6, 91.4]`. */
export function scaledText(
  { value, low, high }: { value: number; low: number | null; high: number | null },
  { divisor }: Scale,
  open: { low: boolean; high: boolean } = { low: false, high: false },
): string {
  const text = (each: number): string => threeDigits(each / divisor);
  if (low === null || high === null || low === high) return text(value);
  return `${open.high ? "≥ " : open.low ? "≤ " : ""}${text(value)} ${open.low ? "(…" : `[${text(low)}`}, ${open.high ? "…)" : `${text(high)}]`}`;
}
