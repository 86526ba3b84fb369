import { lchown, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/**
 * Gives results to whoever owns the folder they lie in. The runner container is root; without this its user could
 * neither delete nor edit what a run left in their checkout. Does nothing when not root or when that owner is root, nor
 * where the file system knows no other owners: results that stay root's are results all the same.
 *
 * @param results the folder of all runs: handed over itself, without its other runs
 * @param path the file or folder to hand over, with everything below it
 */
export async function handOver(results: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(resolve(results)));
  if (uid === 0) return;
  await giveAll(results, path, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (!NO_OWNERS.includes(error.code ?? "")) throw error;
  });
}

const NO_OWNERS = ["EPERM", "EACCES", "EINVAL", "ENOSYS", "EOPNOTSUPP", "EROFS"];

async function giveAll(results: string, path: string, uid: number, gid: number): Promise<void> {
  await lchown(results, uid, gid);
  await handDown(path, uid, gid);
}

// Links are handed over as links: following one could change the owner of a file outside the run.
async function handDown(path: string, uid: number, gid: number): Promise<void> {
  await lchown(path, uid, gid);
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return [];
    throw error;
  });
  for (const entry of entries) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) await handDown(below, uid, gid);
    else await lchown(below, uid, gid);
  }
}
