import { InputError } from "../model/errors.ts";

/** What an image is called: with a digest it is that image and no other, whatever its tag has come to mean. */
export interface ImageName {
  /** As it was given. */
  whole: string;
  /** Without the digest. */
  tag: string;
  digest: string | null;
}

// The grammar of the distribution project: [domain[:port]/]path[:tag][@digest].
const PART = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const DOMAIN =
  "(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\\d+)?/";
const NAME = new RegExp(`^((?:${DOMAIN})?${PART}(?:/${PART})*(?::[\\w][\\w.-]{0,127})?)(?:@(sha256:[0-9a-f]{64}))?$`);

/** Reads an image's name. Throws InputError for what no engine would take. */
export function parseImageName(text: string): ImageName {
  const [, tag, digest] = NAME.exec(text) ?? [];
  if (tag !== undefined && text.length <= 400) return { whole: text, tag, digest: digest ?? null };
  const next = "write TARGET/APP as in targets.yaml, or an image like debian:bookworm-slim";
  const found = JSON.stringify(text.slice(0, 80));
  throw new InputError([
    { file: "bench image", line: null, column: null, expected: "a subject or an image", found, next },
  ]);
}
