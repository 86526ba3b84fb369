import { bytesText, grouped, threeDigits } from "../../model/quantity.ts";
import type { RunRecord } from "../../model/record.ts";
import { secondsText } from "../figures.ts";
import { instrumentRows, instrumentText } from "../instrument.ts";
import type { Report, SubjectRow } from "../schema.ts";
import { steadinessTexts } from "../steadiness.ts";
import { html, type Markup, type Part } from "./markup.ts";
import { facts, type Section } from "./section.ts";
import { table } from "./table.ts";

/** The images measured: sizes, digests, tools they were built with, and every fact read from them. */
export function subjectsSection({ subjects }: Report, records: readonly RunRecord[]): Section {
  const sizes = (value: number | null): string => (value === null ? "" : bytesText(value));
  const images = subjects.map((subject) => [
    nameOf(subject),
    subject.status,
    `${subject.base.name} (${subject.base.source})`,
    sizes(subject.unpackedBytes),
    compressedText(subject),
    sizes(subject.uniqueBytes),
    sizes(subject.binaryBytes),
    subject.image === null ? "" : html`<code>${subject.image}</code> <code>${subject.digest ?? ""}</code>`,
  ]);
  const builds = subjects.flatMap((subject) => {
    if (subject.build === null) return [];
    const tools = Object.entries(subject.build.toolchain).map(([name, version]) => `${name} ${version}`);
    return [[nameOf(subject), secondsText(subject.build.seconds), tools.join(", ")]];
  });
  const columns = [
    ...[{ head: "subject" }, { head: "status" }, { head: "base" }, { head: "unpacked", figures: true }],
    ...[
      { head: "compressed", figures: true },
      { head: "unique over base", figures: true },
    ],
    ...[{ head: "executable", figures: true }, { head: "image and its digest" }],
  ];
  const buildColumns = [{ head: "subject" }, { head: "build", figures: true }, { head: "toolchain" }];
  return {
    id: "subjects",
    title: "Images and builds",
    body: html`${table("Images", columns, images)}
${table("Builds", buildColumns, builds, { shown: true })}
${factsPart(records)}`,
  };
}

const nameOf = ({ target, app }: SubjectRow): string => `${target}/${app}`;

function compressedText({ compressedBytes, compressor }: SubjectRow): string {
  return compressedBytes === null ? "" : `${bytesText(compressedBytes)} by ${compressor ?? "an unnamed compressor"}`;
}

/** Facts of builds side by side, so that a difference between subjects is seen. */
function factsPart(records: readonly RunRecord[]): Part {
  const read = records.flatMap((record) =>
    record.kind === "sample" && record.facts !== undefined ? [{ arm: record.arm, facts: record.facts }] : [],
  );
  const names = [...new Set(read.flatMap((each) => Object.keys(each.facts)))].sort();
  const rows = names.map((name) => [html`<code>${name}</code>`, ...read.map((each) => String(each.facts[name] ?? ""))]);
  const made = table("Facts of the builds", [{ head: "fact" }, ...read.map(({ arm }) => ({ head: arm }))], rows);
  return made === null
    ? null
    : html`<details><summary>Facts of the builds, by which statements on artefacts are judged</summary>${made}</details>`;
}

/** What the instrument's own error is here: against which truths it was held, and with what result. */
export function instrumentSection(report: Report): Section {
  const columns = [
    ...[{ head: "metric" }, { head: "known truth" }, { head: "its size", figures: true }],
    ...[
      { head: "bias", figures: true },
      { head: "spread", figures: true },
      { head: "n", figures: true },
    ],
    { head: "goal" },
  ];
  return {
    id: "instrument",
    title: "The instrument's error",
    body: html`<p>${instrumentText(report)}</p>
${table("Calibration", columns, instrumentRows(report))}`,
  };
}

export function machineSection(report: Report): Section {
  const { host, engine, tools, timing } = report;
  const { cpuModel, cpus, memoryBytes, kernel, architecture, cgroupVersion, governor, transparentHugePages } = host;
  const siblings = Object.entries(host.siblings).map(([cpu, threads]) => `${cpu}: ${threads}`);
  const rows: [string, string][] = [
    ["Processor", `${cpuModel}, ${grouped(cpus)} CPUs, ${architecture}`],
    ["Frequency governor", governor ?? "unknown"],
    ["Thread siblings", siblings.join("; ") || "unknown"],
    ["Memory", `${bytesText(memoryBytes)}; transparent huge pages ${transparentHugePages}`],
    ["Kernel", `${kernel}; cgroup version ${cgroupVersion}; boot ${host.bootId}`],
    [
      "Engine",
      `${engine.version}, runtime ${engine.runtime}, storage ${engine.storageDriver}, ${engine.operatingSystem}`,
    ],
    [
      "Tools",
      Object.entries(tools)
        .map(([name, version]) => `${name} ${version}`)
        .join(", ") || "none",
    ],
  ];
  const steadiness = steadinessTexts(report).map((text) => html`<p>${text}</p>`);
  const body = html`${facts([...rows, ...timeRows(timing)])}${steadiness}`;
  return { id: "machine", title: "Machine, engine and time", body };
}

function timeRows(timing: Report["timing"]): [string, string | Markup][] {
  if (timing === null) return [];
  const { wall, windows, starts, factor } = timing;
  const ratio = factor === null ? "" : `; ${threeDigits(factor)} times as long as windows and starts together`;
  return [
    [
      "Measuring took",
      `${secondsText(wall)}: windows ${secondsText(windows)}, container starts ${secondsText(starts)}${ratio}`,
    ],
  ];
}
