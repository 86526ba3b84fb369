import { instrumentSection } from "./instrument.ts";
import { answerSection, armsSection, claimsSection, readingsSection } from "./markdown-claims.ts";
import { curveSection } from "./markdown-curve.ts";
import { findingsSection, flagsSection, voidsSection } from "./markdown-evidence.ts";
import { roundsSection, summariesSection } from "./markdown-measurements.ts";
import {
  askedSection,
  deviationsSection,
  limitsSection,
  machineSection,
  repeatSection,
  steadinessSection,
  subjectsSection,
  timingSection,
} from "./markdown-setting.ts";
import { shortSection } from "./markdown-short.ts";
import { md } from "./markdown-text.ts";
import type { Report } from "./schema.ts";

/** report.md: what came out in short, then the whole of it, then everything it rests on. Three significant digits. */
export function renderMarkdown(report: Report): string {
  const stamps = report.stamps.map((stamp) => `${md`> **${stamp}**`.source}\n`);
  const parts = [
    `${md`# ${report.article.title}: re-run ${report.run}`.source}\n`,
    ...stamps,
    shortSection(report),
    askedSection(report),
    answerSection(report),
    findingsSection(report),
    claimsSection(report),
    readingsSection(report),
    armsSection(report),
    deviationsSection(report),
    flagsSection(report),
    curveSection(report),
    summariesSection(report),
    roundsSection(report),
    voidsSection(report),
    limitsSection(report),
    subjectsSection(report),
    machineSection(report),
    steadinessSection(report),
    instrumentSection(report),
    timingSection(report),
    repeatSection(report),
  ];
  return parts.filter((part) => part !== "").join("\n");
}
