import { factsOf } from "../model/facts.ts";
import type { RunEvent, RunRecord } from "../model/record.ts";
import type { Run, SubjectInfo } from "../model/run.ts";
import type { Finding } from "./schema.ts";

/** Failed builds, subjects that are missing or did not start, failed helpers and notes: each a result of its own. */
export function findingsOf(run: Run, records: readonly RunRecord[]): Finding[] {
  const builds = run.subjects.flatMap(ofSubject);
  const events = records.flatMap((record) => (record.kind === "event" ? ofEvent(record) : []));
  const seen = new Set<string>();
  return [...builds, ...events].filter((finding) => {
    const key = `${finding.what} ${finding.where} ${finding.text}`;
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

function ofSubject({ id, status, failure }: SubjectInfo): Finding[] {
  if (status === "built") return [];
  const lines = failure?.lines ?? [];
  const log = failure?.log || null;
  if (status === "unavailable") {
    return [{ what: "unavailable", where: id, text: "no such subject can be had here", lines, log }];
  }
  const codes = factsOf({ status, failure }, null)["failure.codes"];
  const exit = failure?.exitCode == null ? "ended" : `ended with exit code ${failure.exitCode}`;
  const text = `${failure?.tool ?? "the build"} ${exit}${codes === undefined ? "" : `: ${codes}`}`;
  return [{ what: "build-failed", where: id, text, lines, log }];
}

function ofEvent({ what, arm, detail }: RunEvent): Finding[] {
  if (what === "limits" || what === "round") return [];
  const text = typeof detail.message === "string" ? detail.message : what;
  const lines = typeof detail.log === "string" ? detail.log.split("\n").filter((line) => line.trim() !== "") : [];
  return [{ what, where: arm ?? "the run", text, lines, log: null }];
}
