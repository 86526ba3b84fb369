/** Conditions that limit what a sample or a summary supports. Each has advice for the reader. */
export const FLAGS = {
  "generator-bound": "the load generator was at its CPU limit: the rate is a lower bound",
  "both-busy": "server and load generator were both near their CPU limits: the rate may be a lower bound",
  "server-not-saturated": "neither server nor generator was at its limit: something else bounds the rate",
  unguarded:
    "the engine's proxy is part of a published path and may run on the subject's CPU: its CPU cannot be told from that of others, so neither is looked for",
  throttled: "the subject was throttled by a CPU quota: its latency includes waiting for the quota",
  "contract-failed": "a response differed from the contract: the sample supports no verdict",
  errors: "requests failed: the sample supports no verdict",
  "listen-overflow": "the listen queue overflowed or packets were retransmitted on loopback",
  "behind-schedule":
    "requests of the fixed rate were left unsent: the server did not keep up, and latency has no bound",
  "littles-law": "rate x mean latency differs from the connections: the tool's figures do not fit together",
  unstable: "the largest round is more than 1.56 times the smallest: no single figure stands for them",
  "tiny-sample": "too few responses for the percentile: it is left out",
  "different-bytes": "the subjects send different bytes for the same answer",
  "shared-core":
    "a busy load generator slows the subject's CPU by more than 10 %: both stand on one core, and the faster server is held back more",
  drifted:
    "the machine became faster or slower during the run: a rate of one arm stands for no moment; ratios are paired within rounds",
  "unequal-voids": "the arms lost unequal numbers of samples to disturbances: no verdict",
  "too-few-rounds": "fewer rounds were valid than a verdict needs",
  "start-failed": "the subject did not start",
  "own-spread":
    "the article's figures differ by no more than they spread by themselves: by them alone, neither is ahead",
  arithmetic: "no natural reading of the article's own figures gives the size it quotes",
} as const;
export type Flag = keyof typeof FLAGS;

/** Flags that forbid a verdict on the claims that rest on the flagged cell. */
export const FORBIDDING: readonly Flag[] = [
  "contract-failed",
  "errors",
  "behind-schedule",
  "unstable",
  "unequal-voids",
  "start-failed",
];
