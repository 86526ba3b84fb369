/** A platform as image configs and indexes name it. */
interface Parts {
  os?: string | undefined;
  architecture?: string | undefined;
  variant?: string | undefined;
}

/** `linux/amd64`, `linux/arm64/v8`, as `docker --platform` takes it. */
export const platformOf = ({ os = "linux", architecture = "unknown", variant }: Parts): string =>
  [os, architecture, ...(variant ? [variant] : [])].join("/");

/** Whether two names mean one platform: v8 is the only variant of arm64 there is, so it may be left out. */
export const isSamePlatform = (a: string, b: string): boolean => plain(a) === plain(b);

const plain = (platform: string): string => platform.toLowerCase().replace(/^(.*\/arm64)\/v8$/, "$1");
