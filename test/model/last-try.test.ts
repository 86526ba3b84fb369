import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lastTries } from "../../scripts/model/last-try.ts";
import type { Sample } from "../../scripts/model/record.ts";

const tries = (...places: [round: number, trial: number][]): Sample[] =>
  places.map(([round, trial], seq) => ({ round, trial, seq }) as Sample);
const numbers = (samples: readonly Sample[]): number[] => lastTries(samples).map(({ seq }) => seq);

test("of a round and trial the last taken counts, at once or after a visit that was made again", () => {
  assert.deepEqual(numbers(tries([1, 1], [1, 2], [1, 2], [1, 2], [2, 1])), [0, 3, 4]);
  assert.deepEqual(numbers(tries([1, 1], [1, 2], [1, 1], [1, 2], [2, 1])), [2, 3, 4]);
  assert.deepEqual(numbers(tries([2, 1], [1, 1], [2, 2], [1, 1])), [0, 2, 3]);
  assert.deepEqual(numbers([]), []);
});

test("in whatever order they were taken, there is one of each round and trial, and no later one was taken", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(2))), (places) => {
      const samples = tries(...places);
      const kept = lastTries(samples);
      const key = ({ round, trial }: Sample): string => `${round} ${trial}`;
      const last = new Map(samples.map((sample) => [key(sample), sample.seq]));
      assert.deepEqual(new Map(kept.map((sample) => [key(sample), sample.seq])), last);
      assert.equal(kept.length, last.size);
      // Those of a round stand together, rounds and trials in the order in which they first came.
      const rounds = [...new Set(samples.map(({ round }) => round))];
      assert.deepEqual(
        kept.map(key),
        rounds.flatMap((round) => [...new Set(samples.filter((each) => each.round === round).map(key))]),
      );
    }),
  );
});
