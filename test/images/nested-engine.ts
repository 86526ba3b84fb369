import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import type { Engine } from "../../scripts/model/engine.ts";

/** A second engine that keeps images in containerd's store. */
export interface NestedEngine {
  host: string;
  engine: Engine;
  /** Standard output of the docker command spoken to this engine. */
  docker(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

const START_TRIES = 60;

/**
 * Starts dockerd in a network namespace of its own, where its clean-up of bridges can touch nobody's, with folders and
 * socket of its own. Throws with its last words where it does not come up.
 */
export async function startNestedEngine(): Promise<NestedEngine> {
  const folder = mkdtempSync(join(tmpdir(), "rematch-nested-"));
  const host = `unix://${folder}/docker.sock`;
  writeFileSync(
    join(folder, "daemon.json"),
    JSON.stringify({
      ...{ features: { "containerd-snapshotter": true }, bridge: "none", iptables: false, ip6tables: false },
      ...{ "data-root": join(folder, "data"), "exec-root": join(folder, "exec"), pidfile: join(folder, "pid") },
      hosts: [host],
    }),
  );
  const daemon = execa("unshare", ["--net", "dockerd", "--config-file", join(folder, "daemon.json")], {
    ...{ all: true, reject: false, stdin: "ignore" },
  });
  let ended = false;
  void daemon.then(() => {
    ended = true;
  });
  const docker = async (...words: string[]) => (await execa("docker", words, { env: { DOCKER_HOST: host } })).stdout;
  const stop = async () => {
    daemon.kill("SIGTERM");
    await daemon;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < START_TRIES && !ended; tries++) {
    const asked = await execa("docker", ["info", "--format", "{{.Driver}}"], {
      env: { DOCKER_HOST: host },
      reject: false,
    });
    if (!asked.failed) return { host, docker, stop, engine: engineAt(host) };
    await sleep(500);
  }
  await stop();
  throw new Error(`no second engine: ${(await daemon).all?.split("\n").slice(-3).join("\n")}`);
}

function engineAt(host: string): Engine {
  const env = { DOCKER_HOST: host };
  const image = async (name: string) => {
    const format = "{{.Id}} {{.Architecture}}";
    const { stdout, failed } = await execa("docker", ["image", "inspect", "--format", format, name], {
      env,
      reject: false,
    });
    const [id = "", architecture = ""] = stdout.split(" ");
    return failed ? null : { id, architecture, labels: {} };
  };
  const saveImage = async (name: string) => execa("docker", ["save", name], { env, buffer: false }).stdout;
  return { image, saveImage } as unknown as Engine;
}
