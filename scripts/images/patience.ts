/** Longest silences in seconds before a build counts as stuck. A registry that is there answers within a few. */
const LIMITS = { metadata: 20, pull: 60, packages: 180, complaining: 30 };
/** Minutes after which a build of any program is given up. */
const WHOLE_MINUTES = 30;

const FETCHES = /\b(apt-get|npm (install|ci)|cargo|git (clone|fetch)|curl|wget|go (get|mod))\b/;
const COMPLAINT =
  /^(Ign|Err):|Temporary failure|Could not (connect|resolve)|spurious network error|[Cc]onnection timed out/;

interface Open {
  name: string;
  heardAt: number;
  /** Whether its command has printed anything. Compilers are silent for long, so silence tells only of the first. */
  hasSpoken: boolean;
  /** Since when nothing but complaints about the network was heard; null if something else came last. */
  complainsSince: number | null;
}

/**
 * Tells from a plain build log, line by line, whether a build only waits for something that does not answer.
 *
 * Tools have time-outs of their own, of minutes and with repeats; a person waiting deserves the reason sooner. Times
 * are handed in, in seconds.
 */
export class Patience {
  #open = new Map<string, Open>();
  readonly #startedAt: number;
  readonly #minutes: number;

  constructor(now: number, minutes = WHOLE_MINUTES) {
    this.#startedAt = now;
    this.#minutes = minutes;
  }

  hear(line: string, now: number): void {
    const [, number, rest = ""] = line.match(/^#(\d+) (.*)$/) ?? [];
    if (number === undefined) return;
    if (/^(DONE|CACHED|CANCELED|ERROR)/.test(rest)) {
      this.#open.delete(number);
      return;
    }
    const open = this.#open.get(number) ?? { name: rest, heardAt: now, hasSpoken: false, complainsSince: null };
    this.#open.set(number, open);
    open.heardAt = now;
    const [, said] = rest.match(/^\d+\.\d+ (.*)$/) ?? [];
    if (said === undefined || said.trim() === "") return;
    open.hasSpoken = true;
    open.complainsSince = COMPLAINT.test(said.trim()) ? (open.complainsSince ?? now) : null;
  }

  /** Why it is no use to wait on; null while there is hope. */
  lost(now: number): string | null {
    for (const { name, heardAt, hasSpoken, complainsSince } of this.#open.values()) {
      const silence = now - heardAt;
      const image = name.match(/load metadata for (?:\S+\/library\/)?(\S+)/)?.[1];
      if (image && silence > LIMITS.metadata) return `the registry did not answer for ${image} in ${LIMITS.metadata} s`;
      const pulled = name.match(/^\[[^\]]*\] FROM (\S+?)(?:@\S+)?$/)?.[1];
      if (pulled && silence > LIMITS.pull) return `pulling ${pulled} stood still for ${LIMITS.pull} s`;
      const fetching = name.match(FETCHES)?.[0];
      if (fetching && !hasSpoken && silence > LIMITS.packages)
        return `${fetching} got no answer in ${LIMITS.packages} s`;
      if (complainsSince !== null && now - complainsSince > LIMITS.complaining)
        return `${fetching ?? "the build"} could not reach the network for ${LIMITS.complaining} s`;
    }
    return now - this.#startedAt > this.#minutes * 60 ? `the build did not end within ${this.#minutes} minutes` : null;
  }
}
