/**
 * Where a process's cgroup files are, found through /proc/PID/cgroup and /proc/PID/mountinfo and never by a fixed path:
 * rootless engines, nested engines and custom parents all place them differently. Sources: cgroups(7), proc(5).
 */
export interface CgroupFiles {
  version: "1" | "2";
  /** Path of a controller's file as seen from a helper in the same PID namespace; null where it is not mounted. */
  path(controller: string, file: string): string | null;
}

interface Mount {
  root: string;
  point: string;
  type: string;
  options: string[];
}

/** Mounts of mountinfo text. Fields are separated by " - "; spaces in paths are octal escapes. */
function parseMounts(text: string): Mount[] {
  return text
    .split("\n")
    .filter((line) => line.includes(" - "))
    .map((line) => {
      const [left = "", right = ""] = line.split(" - ");
      const fields = left.split(" ");
      const [type = "", , options = ""] = right.split(" ");
      return {
        root: unescapePath(fields[3] ?? ""),
        point: unescapePath(fields[4] ?? ""),
        type,
        options: options.split(","),
      };
    });
}

const unescapePath = (path: string) =>
  path.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** The part of `path` below `root`; "" when they are the same, null when path is not below it. */
function below(path: string, root: string): string | null {
  if (root === "/") return path === "/" ? "" : path;
  if (path === root) return "";
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}

/**
 * @param pid as the helper sees it
 * @param cgroup text of /proc/PID/cgroup, read by the helper
 * @param mountinfo text of /proc/PID/mountinfo, read by the helper
 */
export function locateCgroup(pid: number, cgroup: string, mountinfo: string): CgroupFiles {
  const entries = cgroup
    .split("\n")
    .map((line) => /^(\d+):([^:]*):(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, id = "", controllers = "", path = ""]) => ({ id, controllers: controllers.split(","), path }));
  const mounts = parseMounts(mountinfo);
  const root = `/proc/${pid}/root`;

  const place = (mount: Mount | undefined, path: string | undefined, file: string): string | null => {
    if (!mount || path === undefined) return null;
    const rest = below(path, mount.root);
    return rest === null ? null : `${root}${mount.point}${rest}/${file}`;
  };
  const v1 = (controller: string, file: string) =>
    place(
      mounts.find((mount) => mount.type === "cgroup" && mount.options.includes(controller)),
      entries.find((entry) => entry.id !== "0" && entry.controllers.includes(controller))?.path,
      file,
    );
  const v2 = (_: string, file: string) =>
    place(
      mounts.find((mount) => mount.type === "cgroup2"),
      entries.find((entry) => entry.id === "0")?.path,
      file,
    );
  // On hybrid systems a unified hierarchy without controllers stands beside the v1 ones: v1 is what limits there.
  return v1("memory", "x") ? { version: "1", path: v1 } : { version: "2", path: v2 };
}
