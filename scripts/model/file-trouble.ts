import { KitError } from "./errors.ts";

/** What was being done with which file. */
export interface FileUse {
  doing: string;
  path: string;
}

const RIGHTS =
  "make it writable for this user, or work elsewhere: REMATCH_RESULTS=DIR for runs, a copy of the run for its report";
const FULL = "free some space there, or name a results folder on another disk: REMATCH_RESULTS=DIR";
const LIMIT = "raise the limit of open files (ulimit -n 4096) and run again";
const LOOK = "look at it with: ls -ld";

/** Why, and what helps, by the code of the operating system (errno(3)). */
const TROUBLES: Readonly<Record<string, [why: string, next: string]>> = {
  EACCES: ["permission denied", RIGHTS],
  EPERM: ["the operating system does not permit it", RIGHTS],
  EROFS: ["the file system is read-only", RIGHTS],
  ENOSPC: ["no space left on the disk", FULL],
  EDQUOT: ["the disk quota is used up", FULL],
  EMFILE: ["too many open files", LIMIT],
  ENFILE: ["too many open files on this machine", "close programs that hold files open, and run again"],
  ENOENT: ["there is no such file or folder", LOOK],
  ENOTDIR: ["a part of that path is a file, not a folder", LOOK],
  EISDIR: ["that is a folder, not a file", LOOK],
  EEXIST: ["something else is there already", LOOK],
  ENOTEMPTY: ["that folder is not empty", LOOK],
  ENAMETOOLONG: ["the name is too long", "choose a shorter path"],
  ELOOP: ["its symbolic links go in a circle", LOOK],
  EIO: ["the disk reports an error", "see the kernel's log: dmesg"],
  EBUSY: ["it is in use", "see who uses it, and run again"],
};

/** What the calls of the operating system do, in words; the name of the call where there is none. */
const DOINGS: Readonly<Record<string, string>> = {
  open: "open",
  read: "read",
  write: "write",
  mkdir: "create the folder",
  mkdtemp: "create the folder",
  scandir: "list the folder",
  opendir: "list the folder",
  rename: "replace",
  unlink: "remove",
  rmdir: "remove",
  fsync: "write",
  fdatasync: "write",
  lchown: "hand over",
};

/** Why the operating system refused, in words; null for an error that is not its own. */
export function fileReason(error: unknown): string | null {
  const { code } = error as NodeJS.ErrnoException;
  return TROUBLES[code ?? ""]?.[0] ?? null;
}

/**
 * Trouble with a file in the user's terms: what was being done, with which file, why not, and what helps. Null for errors
 * that are something else. Errors on open files know no path: it is given by `use`.
 */
export function fileTrouble(error: unknown, use?: FileUse): KitError | null {
  if (!(error instanceof Error)) return null;
  const { code = "", syscall = "", path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const [why, next] = TROUBLES[code] ?? [];
  if (why === undefined || next === undefined || (syscall === "" && !use)) return null;
  if (syscall === "uv_cwd")
    return new KitError("the current directory does not exist any more", "change to one that does, and run again", {
      cause: error,
    });
  // A network call fails with codes of the same names.
  if (["connect", "listen", "bind"].includes(syscall) && !use) return null;
  const doing = use?.doing ?? DOINGS[syscall] ?? syscall;
  const place = use?.path ?? dest ?? path ?? "a file";
  return new KitError(`cannot ${doing} ${place}: ${why}`, next === LOOK ? `${LOOK} ${place}` : next, { cause: error });
}
