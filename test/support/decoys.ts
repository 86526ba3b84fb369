import { docker } from "./outside.ts";
import { runName } from "./run.ts";

/** Things of other people on the same engine, some with labels that look like ours. */
export async function makeDecoys(image: string) {
  const name = `decoy-${runName()}`;
  const labels = ["--label", "rematch.runner=1", "--label", "com.example.run=1"];
  await docker("network", "create", ...labels, name);
  await docker("volume", "create", ...labels, name);
  const options = ["--name", name, "--network", "none", "--entrypoint", "sleep", ...labels];
  await docker("run", "--detach", ...options, "--volume", `${name}:/data`, image, "3600");
  await docker("create", ...options.slice(2), "--name", `${name}-stopped`, image, "1");
  const remove = async () => {
    await docker("rm", "--force", "--volumes", name, `${name}-stopped`);
    await docker("volume", "rm", name);
    await docker("network", "rm", name);
  };
  return { remove };
}

/** Everything on the engine that carries no label of ours: containers with their state, networks, volumes and images. */
export async function foreign(): Promise<string[]> {
  const lists = await Promise.all([
    docker("ps", "--all", "--no-trunc", "--format", "{{.ID}} {{.State}} {{.Labels}}"),
    docker("network", "ls", "--no-trunc", "--format", "{{.ID}} {{.Name}} {{.Labels}}"),
    docker("volume", "ls", "--format", "{{.Name}} {{.Labels}}"),
  ]);
  return lists
    .flatMap((list) => list.split("\n"))
    .filter((line) => line !== "" && !line.includes("rematch.run="))
    .sort();
}
