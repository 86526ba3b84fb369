import { list, section, table } from "./markdown-table.ts";
import { codeBlock, md } from "./markdown-text.ts";
import type { Finding, Report } from "./schema.ts";

/** Lines of a log shown with a finding; the whole log is under logs/. */
const MOST_LINES = 12;
/** Places named beside a flag. */
const MOST_PLACES = 6;

export function findingsSection({ findings }: Report): string {
  return section("Findings", ...findings.map(findingText));
}

function findingText({ what, where, text, lines, log }: Finding): string {
  const missing = lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more lines`] : [];
  const quoted = codeBlock([...lines.slice(0, MOST_LINES), ...missing]);
  const said = md`**${what}** ${where}: ${text}`;
  const whole = log === null ? said : md`${said} (log: ${log})`;
  return `${whole.source}\n${quoted === "" ? "" : `\n${quoted}`}`;
}

export function flagsSection({ flags }: Report): string {
  const items = flags.map(({ flag, advice, where }) => {
    const more = where.length > MOST_PLACES ? [`and ${where.length - MOST_PLACES} more`] : [];
    return md`**${flag}**: ${advice}. At: ${[...where.slice(0, MOST_PLACES), ...more].join("; ")}`;
  });
  return section("Flags", list(items));
}

export function voidsSection({ voids }: Report): string {
  const rows = voids.map(({ arm, tries, void: lost, causes }) => {
    const told = Object.entries(causes).map(([cause, times]) => `${times} × ${cause}`);
    return [arm, String(tries), String(lost), told.join("; ")];
  });
  return section("Samples made void by disturbances", table(["arm", "tries", "void", "causes"], rows));
}
