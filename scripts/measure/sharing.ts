import type { Sharing } from "../model/run.ts";
import type { Probe } from "./probe.ts";
import { cpuList } from "./proc.ts";

/** Some 5 ms each, on either side. */
const REPEATS = 20;

/**
 * How much a busy CPU of the helpers slows fixed work on the subject's: threads of one core share its ports and caches,
 * and a hypervisor that tells of no siblings may still have put both on one. Takes some 0.3 s. The quickest time of each
 * kind is compared: everything that disturbs only adds to it.
 *
 * @param cpus as the kernel writes lists; of several CPUs of the helpers the first is kept busy
 */
export async function measureSharing(probe: Probe, cpus: { subject: string; helpers: string }): Promise<Sharing> {
  const [subject = 0] = cpuList(cpus.subject);
  const [helper = 0] = cpuList(cpus.helpers);
  const answer = await probe.ask<{ aloneNs: number[]; besideNs: number[] }>("sharing", subject, helper, REPEATS);
  const [alone, beside] = [Math.min(...answer.aloneNs), Math.min(...answer.besideNs)];
  return { aloneNs: alone, besideNs: beside, slowdown: beside / alone - 1 };
}
