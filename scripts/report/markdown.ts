import { answerSection, armsSection, claimsSection, readingsSection } from "./markdown-claims.ts";
import { findingsSection, flagsSection, summariesSection, voidsSection } from "./markdown-evidence.ts";
import {
  askedSection,
  deviationsSection,
  limitsSection,
  machineSection,
  repeatSection,
  subjectsSection,
  timingSection,
} from "./markdown-setting.ts";
import { lineText } from "./markdown-table.ts";
import type { Report } from "./schema.ts";

/** report.md: what was asked and what came out first, then everything it rests on. Three significant digits. */
export function renderMarkdown(report: Report): string {
  const stamps = report.stamps.map((stamp) => `> **${lineText(stamp)}**\n`);
  const parts = [
    `# ${lineText(report.article.title)}: re-run ${report.run}\n`,
    ...stamps,
    askedSection(report),
    answerSection(report),
    findingsSection(report),
    claimsSection(report),
    readingsSection(report),
    armsSection(report),
    deviationsSection(report),
    flagsSection(report),
    summariesSection(report),
    voidsSection(report),
    limitsSection(report),
    subjectsSection(report),
    machineSection(report),
    timingSection(report),
    repeatSection(report),
  ];
  return parts.filter((part) => part !== "").join("\n");
}
