import type { Summary } from "../model/judgement.ts";
import type { Metric } from "../model/metric.ts";
import { quantityText } from "../model/quantity.ts";
import { section, table } from "./markdown-table.ts";
import type { Report } from "./schema.ts";

const HEAD = ["arm", "route", "asked", "answered", "server's CPU", "p50", "p90", "p99", "flags"];
const INTRODUCTION =
  "Requests arrive at a fixed rate, whatever is still unanswered, and are timed from the moment they were due: a server " +
  "that pauses is charged with everything that waits meanwhile. By oha; where requests were left unsent the latencies are " +
  "those of the others, and have no bound.";

/** Latency at fixed arrival rates, one row a rate; empty without any. */
export function curveSection({ summaries }: Report): string {
  const cells = new Map<string, Summary[]>();
  for (const summary of summaries) {
    if (!summary.measure.startsWith("open-loop/") || summary.phase === "confirm") continue;
    const key = `${summary.arm} ${summary.measure}`;
    cells.set(key, [...(cells.get(key) ?? []), summary]);
  }
  const points = [...cells.values()].flatMap((own) => {
    const [first] = own;
    const [, place = "", rate = ""] = first?.measure.split("/") ?? [];
    return first ? [{ arm: first.arm, place, rate: Number.parseInt(rate, 10), own }] : [];
  });
  const order = new Map(
    [...new Set(points.map(({ arm, place }) => `${arm} ${place}`))].map((name, nth) => [name, nth]),
  );
  const nth = ({ arm, place }: { arm: string; place: string }): number => order.get(`${arm} ${place}`) ?? 0;
  const rows = points
    .sort((a, b) => nth(a) - nth(b) || a.rate - b.rate)
    .map(({ arm, place, rate, own }) => {
      const value = (metric: Metric): string => {
        const found = own.find((summary) => summary.metric === metric);
        return found ? quantityText(found.value, found.unit) : "";
      };
      const flags = [...new Set(own.flatMap((summary) => summary.flags))].sort();
      return [
        ...[arm, place, `${rate.toLocaleString("en-US")}/s`, value("answered@rate"), value("server-cpu")],
        ...[value("latency@rate-p50"), value("latency@rate-p90"), value("latency@rate-p99"), flags.join(", ")],
      ];
    });
  return rows.length === 0 ? "" : section("Latency over rate", `${INTRODUCTION}\n`, table(HEAD, rows));
}
