import type { Answers } from "./answer.ts";

/** A date as RFC 9110, 5.6.7 has it. Any other value of a Date field is left as it is, and so is found. */
const IMF_FIXDATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
export const SAME_DATE = "Thu, 01 Jan 1970 00:00:00 GMT";

/** The bytes with one date for all in the Date fields of heads, and nothing else changed; bodies are left alone. */
export function withoutDates(bytes: Buffer, { interim, final }: Pick<Answers, "interim" | "final">): Buffer {
  const same = Buffer.from(bytes);
  for (const { head } of [...interim.map(({ answer }) => answer), ...final]) {
    for (const { name, value, from } of head.fields) {
      if (name.toLowerCase() === "date" && IMF_FIXDATE.test(value)) same.write(SAME_DATE, from, "latin1");
    }
  }
  return same;
}

/** The value of a field as it is compared. */
export const comparedValue = (name: string, value: string): string =>
  name === "date" && IMF_FIXDATE.test(value) ? SAME_DATE : value;
