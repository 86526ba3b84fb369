import { type CgroupFiles, locateCgroup } from "../../scripts/measure/cgroup.ts";
import type { FilesRead } from "../../scripts/measure/probe.ts";

/** What a helper read of a subject's process: the lines of the two files that concern cgroups. */
export interface Layout {
  cgroup: string;
  mountinfo: string;
}

export const ID = "021d1cab3bb7ede705dad458603dd58020319c6ac5232a87f3fa2909b8b4ef56";
export const PID = 13;

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const ROOT = "157 104 0:63 / / ro,relatime master:5 - overlay overlay rw,lowerdir=/l/A:/l/B,upperdir=/u,workdir=/w";
const UNIFIED = (root: string) =>
  `405 404 0:25 ${root} /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw,nsdelegate,memory_recursiveprot`;

/** One hierarchy of version 1, mounted where its controllers are named. */
const v1Mount = (controllers: string, root: string, at: number) =>
  `${at} 162 0:${at} ${root} /sys/fs/cgroup/${controllers} ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,${controllers}`;
const v1 = (groups: string[], path: string, root: string): Layout => ({
  cgroup: lines(...groups.map((name, i) => `${groups.length - i}:${name}:${path}`)),
  mountinfo: lines(ROOT, ...groups.map((name, i) => v1Mount(name, root, 163 + i))),
});

/** Recorded from a subject on an engine with the cgroupfs driver: every controller apart, a unified tree beside them. */
const hybrid: Layout = {
  cgroup: lines(
    `9:name=systemd:/docker/${ID}`,
    `8:pids:/docker/${ID}`,
    `7:blkio:/docker/${ID}`,
    `6:freezer:/docker/${ID}`,
    `5:devices:/docker/${ID}`,
    `4:memory:/docker/${ID}`,
    `3:cpuset:/docker/${ID}`,
    `2:cpuacct:/docker/${ID}`,
    `1:cpu:/docker/${ID}`,
    `0::/docker/${ID}`,
  ),
  mountinfo: lines(
    ROOT,
    "161 157 0:57 / /sys ro,nosuid,nodev,noexec,relatime - sysfs sysfs ro",
    "162 161 0:69 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime - tmpfs tmpfs rw,mode=755",
    `163 162 0:29 /docker/${ID} /sys/fs/cgroup/cpu ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,cpu`,
    `164 162 0:30 /docker/${ID} /sys/fs/cgroup/cpuacct ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,cpuacct`,
    `165 162 0:31 /docker/${ID} /sys/fs/cgroup/cpuset ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,cpuset`,
    `166 162 0:32 /docker/${ID} /sys/fs/cgroup/memory ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,memory`,
    `167 162 0:33 /docker/${ID} /sys/fs/cgroup/devices ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,devices`,
    `170 162 0:36 /docker/${ID} /sys/fs/cgroup/pids ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,pids`,
    `171 162 0:37 /docker/${ID} /sys/fs/cgroup/systemd ro,nosuid,nodev,noexec,relatime - cgroup cgroup rw,name=systemd`,
    "174 157 0:71 / /tmp rw,nosuid,nodev,noexec,relatime - tmpfs tmpfs rw,size=65536k",
  ),
};

const DISTRIBUTED = ["name=systemd", "memory", "cpu,cpuacct", "cpuset", "net_cls,net_prio", "pids", "devices"];
const v2 = (path: string, root: string): Layout => ({
  cgroup: lines(`0::${path}`),
  mountinfo: lines(ROOT, UNIFIED(root)),
});
const SCOPE = `docker-${ID}.scope`;
const USER = `/user.slice/user-1000.slice/user@1000.service/user.slice/${SCOPE}`;
const OUTER = "5f2b1c9d0e7a48b3a6d1c4e9f8072b5d3c6a1e0f9b8d7c6a5e4f3d2c1b0a9f8e";

/** Layouts an engine may give a subject, and where its `memory` files then are, below /proc/PID/root. */
export const V1: Record<string, { layout: Layout; memory: string; cpu: string }> = {
  "hybrid, every controller apart": {
    layout: hybrid,
    memory: "/sys/fs/cgroup/memory",
    cpu: "/sys/fs/cgroup/cpu",
  },
  "cpu and cpuacct mounted together": {
    layout: v1(DISTRIBUTED, `/docker/${ID}`, `/docker/${ID}`),
    memory: "/sys/fs/cgroup/memory",
    cpu: "/sys/fs/cgroup/cpu,cpuacct",
  },
  "systemd driver": {
    layout: v1(DISTRIBUTED, `/system.slice/${SCOPE}`, `/system.slice/${SCOPE}`),
    memory: "/sys/fs/cgroup/memory",
    cpu: "/sys/fs/cgroup/cpu,cpuacct",
  },
  "an engine within a container": {
    layout: v1(DISTRIBUTED, `/docker/${OUTER}/docker/${ID}`, `/docker/${OUTER}/docker/${ID}`),
    memory: "/sys/fs/cgroup/memory",
    cpu: "/sys/fs/cgroup/cpu,cpuacct",
  },
  "the whole tree mounted": {
    layout: v1(DISTRIBUTED, `/docker/${ID}`, "/"),
    memory: `/sys/fs/cgroup/memory/docker/${ID}`,
    cpu: `/sys/fs/cgroup/cpu,cpuacct/docker/${ID}`,
  },
  "a custom parent": {
    layout: v1(DISTRIBUTED, `/builds/ci/${ID}`, `/builds/ci/${ID}`),
    memory: "/sys/fs/cgroup/memory",
    cpu: "/sys/fs/cgroup/cpu,cpuacct",
  },
};

export const V2: Record<string, { layout: Layout; memory: string }> = {
  // As recorded on openSUSE with Docker 20.10: paths above the reader's own namespace show as "..".
  "systemd driver, seen from another cgroup namespace": {
    layout: v2(`/../${SCOPE}`, `/../${SCOPE}`),
    memory: "/sys/fs/cgroup",
  },
  "systemd driver, seen from the host's cgroup namespace": {
    layout: v2(`/system.slice/${SCOPE}`, `/system.slice/${SCOPE}`),
    memory: "/sys/fs/cgroup",
  },
  "private namespace, seen from within": { layout: v2("/", "/"), memory: "/sys/fs/cgroup" },
  "cgroupfs driver, seen from another cgroup namespace": {
    layout: v2(`/../${ID}`, `/../${ID}`),
    memory: "/sys/fs/cgroup",
  },
  "cgroupfs driver with the host's namespace": {
    layout: v2(`/docker/${ID}`, "/"),
    memory: `/sys/fs/cgroup/docker/${ID}`,
  },
  "rootless engine": { layout: v2(USER, USER), memory: "/sys/fs/cgroup" },
  "rootless engine with the host's namespace": { layout: v2(USER, "/"), memory: `/sys/fs/cgroup${USER}` },
  "an engine within a container": {
    layout: v2(`/system.slice/docker-${OUTER}.scope/docker/${ID}`, `/system.slice/docker-${OUTER}.scope/docker/${ID}`),
    memory: "/sys/fs/cgroup",
  },
  "a version 1 hierarchy without limits mounted beside it": {
    layout: {
      cgroup: lines("1:net_cls:/", `0::/../${SCOPE}`),
      mountinfo: lines(ROOT, v1Mount("net_cls", "/", 163), UNIFIED(`/../${SCOPE}`)),
    },
    memory: "/sys/fs/cgroup",
  },
  "a process that moved into a group of its own": {
    layout: v2(`/../${SCOPE}/workers`, `/../${SCOPE}`),
    memory: "/sys/fs/cgroup/workers",
  },
};

export const locate = ({ cgroup, mountinfo }: Layout): CgroupFiles => locateCgroup(PID, cgroup, mountinfo);

/** What the probe would answer to a reading of these files. */
export const filesRead = (files: Record<string, string>): FilesRead => ({
  before: 0,
  after: 0,
  files: new Map(Object.entries(files).map(([path, text]) => [path, { path, text, errno: null }])),
});
