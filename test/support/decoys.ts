import { docker } from "./outside.ts";
import { runName } from "./run.ts";

export interface Decoys {
  /** Ids, states and labels of all of them, as the engine lists them now. */
  seen(): Promise<string[]>;
  remove(): Promise<void>;
}

/** Things of other people on the same engine: containers, a network and a volume, with a label that looks like ours. */
export async function makeDecoys(image: string): Promise<Decoys> {
  const name = `decoy-${runName()}`;
  const labels = ["--label", "rematch.runner=1"];
  const options = ["--network", "none", "--entrypoint", "sleep", ...labels];
  await docker("network", "create", ...labels, name);
  await docker("volume", "create", ...labels, name);
  await docker("run", "--detach", "--name", name, ...options, "--volume", `${name}:/data`, image, "3600");
  await docker("create", "--name", `${name}-stopped`, ...options, image, "1");
  const filter = ["--filter", `name=${name}`, "--format"];
  return {
    seen: async () => {
      const lists = await Promise.all([
        docker("ps", "--all", "--no-trunc", ...filter, "{{.ID}} {{.Names}} {{.State}} {{.Labels}}"),
        docker("network", "ls", "--no-trunc", ...filter, "{{.ID}} {{.Name}} {{.Labels}}"),
        docker("volume", "ls", ...filter, "{{.Name}} {{.Labels}}"),
      ]);
      return lists.flatMap((list) => list.split("\n"));
    },
    remove: async () => {
      await docker("rm", "--force", "--volumes", name, `${name}-stopped`);
      await docker("volume", "rm", name);
      await docker("network", "rm", name);
    },
  };
}
