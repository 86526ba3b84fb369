/** Numbers in [0, 1) from a seed (mulberry32), so that a simulated campaign is the same in every run of the tests. */
export function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers by Box and Muller. */
export function normals(uniform: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Both arms of a campaign, one value a round. */
export interface Campaign {
  a: number[];
  b: number[];
}

/** A campaign of `rounds` rounds in which A is the same program as B, so that any difference found is false. */
export type Sampler = (rounds: number, uniform: () => number) => Campaign;

/** A campaign whose values are drawn one by one, independently of round and arm. */
export function independent(draw: (uniform: () => number, normal: () => number) => number): Sampler {
  return (rounds, uniform) => {
    const normal = normals(uniform);
    const arm = () => Array.from({ length: rounds }, () => draw(uniform, normal));
    return { a: arm(), b: arm() };
  };
}

/**
 * A machine that slows down by `slope` (log scale) with every sample taken, besides normal noise of `sd`.
 *
 * @param reversed whether even rounds run B before A
 */
export function drifting(slope: number, sd: number, reversed: boolean): Sampler {
  return (rounds, uniform) => {
    const normal = normals(uniform);
    const campaign: Campaign = { a: [], b: [] };
    for (let round = 1; round <= rounds; round++) {
      const order = reversed && round % 2 === 0 ? (["b", "a"] as const) : (["a", "b"] as const);
      for (const [place, arm] of order.entries()) {
        const taken = 2 * (round - 1) + place;
        campaign[arm].push(100 * Math.exp(-slope * taken + sd * normal()));
      }
    }
    return campaign;
  };
}
