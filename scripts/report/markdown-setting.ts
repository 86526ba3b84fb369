import { bytesText, grouped, threeDigits } from "../model/quantity.ts";
import { warmupText } from "../model/tool.ts";
import { secondsText } from "./figures.ts";
import { list, section, table } from "./markdown-table.ts";
import { codeBlock, md } from "./markdown-text.ts";
import type { Report, SubjectRow } from "./schema.ts";
import { steadinessTexts } from "./steadiness.ts";

export function askedSection({ article, asked, profile, tools, startedAt, finishedAt, kit }: Report): string {
  const { rounds, warmup, window, trials } = profile;
  const protocol = `${rounds} rounds, ${warmupText(warmup, Object.keys(tools))} warm-up and ${window} s window per load cell, ${trials} cold starts a round`;
  const claims = `${asked.claims.length} claims, ${asked.cells} cells on ${asked.arms.length} arms`;
  const beyond = asked.sensitivity.length === 0 ? "none" : asked.sensitivity.join(", ");
  return section(
    "What was asked",
    list([
      `Article: ${article.title} (${article.slug})`,
      `Scope: ${claims}; readings and arms beyond what the claims need: ${beyond}`,
      `Profile ${profile.name}: ${protocol}`,
      `Run from ${startedAt} to ${finishedAt ?? "(not finished)"}, kit ${kit.version}, commit ${kit.commit ?? "unknown"}`,
    ]),
  );
}

export function limitsSection({ limits }: Report): string {
  const rows = limits.map(({ arm, asked, kernel }) => [arm, fieldsText(asked), fieldsText(kernel)]);
  return section("Limits, as asked and as the kernel enforces them", table(["arm", "asked", "kernel"], rows));
}

function fieldsText(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${fieldText(name, value)}`)
    .join(", ");
}

function fieldText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "number" && name.endsWith("Bytes") ? bytesText(value) : String(value);
}

export function deviationsSection({ deviations }: Report): string {
  const rows = deviations.map(({ id, what, article, here, claims }) => {
    return [id, what, article, here, claims.length === 0 ? "all" : claims.join(", ")];
  });
  return section("Deviations from the article", table(["id", "what", "article", "here", "claims"], rows));
}

export function subjectsSection({ subjects }: Report): string {
  const sizes = (value: number | null): string => (value === null ? "" : bytesText(value));
  const images = subjects.map((subject) => [
    `${subject.target}/${subject.app}`,
    subject.status,
    `${subject.base.name} (${subject.base.source})`,
    sizes(subject.unpackedBytes),
    compressedText(subject),
    sizes(subject.uniqueBytes),
    sizes(subject.binaryBytes),
    subject.digest ?? "",
  ]);
  const head = ["subject", "status", "base", "unpacked", "compressed", "unique over base", "executable", "digest"];
  const builds = subjects.flatMap(({ target, app, build }) => {
    if (build === null) return [];
    const tools = Object.entries(build.toolchain).map(([name, version]) => `${name} ${version}`);
    return [[`${target}/${app}`, secondsText(build.seconds), tools.join(", ")]];
  });
  const buildTable = table(["subject", "build", "toolchain"], builds);
  return section("Images and builds", table(head, images), buildTable);
}

function compressedText({ compressedBytes, compressor }: SubjectRow): string {
  return compressedBytes === null ? "" : `${bytesText(compressedBytes)} by ${compressor ?? "an unnamed compressor"}`;
}

export function machineSection({ host, engine, tools }: Report): string {
  const { cpuModel, cpus, memoryBytes, kernel, architecture, cgroupVersion, governor, transparentHugePages } = host;
  const siblings = Object.entries(host.siblings).map(([cpu, threads]) => `${cpu}: ${threads}`);
  return section(
    "Machine",
    list([
      `Processor: ${cpuModel}, ${grouped(cpus)} CPUs, ${architecture}; frequency governor ${governor ?? "unknown"}; thread siblings ${siblings.join("; ") || "unknown"}`,
      `Memory: ${bytesText(memoryBytes)}; transparent huge pages ${transparentHugePages}`,
      `Kernel: ${kernel}; cgroup version ${cgroupVersion}`,
      `Engine: ${engine.version}, runtime ${engine.runtime}, storage ${engine.storageDriver}, ${engine.operatingSystem}`,
      `Tools: ${
        Object.entries(tools)
          .map(([name, version]) => `${name} ${version}`)
          .join(", ") || "none"
      }`,
    ]),
  );
}

export function steadinessSection(report: Report): string {
  return section("Steadiness", list(steadinessTexts(report)));
}

export function timingSection({ timing }: Report): string {
  if (timing === null) return "";
  const { wall, windows, starts, factor } = timing;
  const ratio = factor === null ? "" : `: ${threeDigits(factor)} times as long as windows and starts together`;
  const parts = `measuring windows ${secondsText(windows)}, container starts ${secondsText(starts)}`;
  return section("Time", `Measuring took ${secondsText(wall)} (${parts})${ratio}.\n`);
}

export function repeatSection({ repeat, scope }: Report): string {
  return section("Repeat", `${md`${scope}`.source}\n`, codeBlock(repeat));
}
