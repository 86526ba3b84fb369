import type { Campaign } from "../../scripts/measure/campaign.ts";
import type { Guest, Kit } from "../../scripts/measure/sandbox.ts";
import { type Cell, type Measure, makeCell } from "../../scripts/model/cell.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import type { NewRecord } from "../../scripts/model/record.ts";

export type NewSample = Extract<NewRecord, { kind: "sample" }>;
export type NewEvent = Extract<NewRecord, { kind: "event" }>;

/** What a campaign of a test handed over. */
export interface Recorded {
  campaign: Campaign;
  samples: NewSample[];
  events: NewEvent[];
  notes: string[];
  /** Called with each cell that is about to be measured. */
  onStep(listener: (what: string) => void): void;
}

/** A campaign of these subjects, all of them with these measures, as short as it can be. */
export function campaignOf(
  kit: Kit,
  guests: Guest[],
  measures: Measure[],
  { rounds = 1, trials = 1, window = 1, signal = new AbortController().signal } = {},
): Recorded {
  const samples: NewSample[] = [];
  const events: NewEvent[] = [];
  const notes: string[] = [];
  const listeners: ((what: string) => void)[] = [];
  const arms = guests.map(({ arm }) => arm);
  const cells: Cell[] = arms.flatMap((arm) => measures.map((measure) => makeCell(arm, measure)));
  const profile = { ...PROFILES.quick, rounds, trials, window, warmup: 0, idle: 0 };
  const campaign: Campaign = {
    kit,
    plan: {
      ...{
        article: "test",
        profile,
        sensitivity: [],
        curve: [],
        subjects: [],
        arms,
        cells,
        claims: [],
        cpus: kit.cpus,
      },
      ...{ memoryBytes: kit.memoryBytes, pids: kit.pids, deviations: [], seconds: 0 },
    },
    guests: new Map(guests.map((guest) => [guest.arm.id, guest])),
    comparisons: measures.map((measure) => arms.map((arm) => makeCell(arm, measure).id)),
    order: (chosen) =>
      arms
        .map(({ id }) => ({ arm: id, cells: chosen.filter(({ arm }) => arm === id) }))
        .filter((visit) => visit.cells.length > 0),
    record: async (record) => void (record.kind === "sample" ? samples.push(record) : events.push(record)),
    saveLog: async (name) => name,
    progress: {
      phase: () => {},
      step: ({ what }) => {
        for (const listener of listeners) listener(what);
      },
      note: (text) => void notes.push(text),
      end: () => {},
    },
    estimate: () => 0,
    confirm: async () => [],
    signal,
  };
  return { campaign, samples, events, notes, onStep: (listener) => void listeners.push(listener) };
}
