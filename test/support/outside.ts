import { execFile } from "node:child_process";
import { promisify } from "node:util";
import Docker from "dockerode";

const run = promisify(execFile);
const engine = new Docker();

/** Runs a docker command and returns what it printed. */
export const docker = async (...words: string[]): Promise<string> => (await run("docker", words)).stdout.trim();

/** Processes of a container whose command line begins so, by their ids on the engine's host, as its own ps lists them. */
export async function hostPids(container: string, command: string): Promise<number[]> {
  const { Processes } = await engine.getContainer(container).top({ ps_args: "-eo pid,args" });
  return (Processes as string[][]).filter(([, args]) => args?.startsWith(command)).map(([pid]) => Number(pid));
}

/**
 * A file of /proc as `cat` prints it in a container that has nothing to do with the run: it sees the host's processes and
 * names the process by another id than the probe does.
 */
export function readOnHost(image: string, ...paths: string[]): Promise<string> {
  const rights = ["--cap-drop", "ALL", "--cap-add", "SYS_PTRACE", "--pid", "host", "--network", "none", "--user", "0"];
  return docker("run", "--rm", ...rights, "--entrypoint", "cat", image, ...paths);
}
