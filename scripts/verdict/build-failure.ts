import { factsOf } from "../model/facts.ts";
import type { SubjectInfo } from "../model/run.ts";

/** `scriptc, exit code 1: SC1090, SC2020`; the first decisive line where no error code was printed. */
export function failureText(failure: SubjectInfo["failure"]): string {
  if (failure === null) return "no reason recorded";
  const codes = factsOf({ status: "build-failed", failure }, null)["failure.codes"];
  const what = codes ?? (failure.lines[0]?.trim() || "no output");
  const exit = failure.exitCode === null ? "killed" : `exit code ${failure.exitCode}`;
  return `${failure.tool}, ${exit}: ${what}`;
}
