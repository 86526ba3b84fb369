import { InputError } from "../model/errors.ts";

/** What an image is called: with a digest it is that image and no other, whatever its tag has come to mean. */
export interface ImageName {
  /** As it was given. */
  whole: string;
  /** Without the digest. */
  tag: string;
  digest: string | null;
}

// The grammar of the distribution project: [domain[:port]/]path[:tag][@digest]. A domain has a dot, a port, or is localhost.
const PART = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const DOMAIN = `(?:(?=localhost[:/]|[^/]*[.:])${LABEL}(?:\\.${LABEL})*(?::\\d+)?/)`;
const NAME = new RegExp(`^(${DOMAIN}?${PART}(?:/${PART})*(?::[\\w][\\w.-]{0,127})?)(?:@(sha256:[0-9a-f]{64}))?$`);

const LONGEST = 400;

/** Reads an image's name. Throws InputError for what no engine would take. */
export function parseImageName(text: string): ImageName {
  const [, tag, digest] = text.length > LONGEST ? [] : (NAME.exec(text) ?? []);
  if (tag !== undefined) return { whole: text, tag, digest: digest ?? null };
  const next = "write TARGET/APP as in targets.yaml, or an image like debian:bookworm-slim";
  const found = JSON.stringify(text.slice(0, 80));
  throw new InputError([
    { file: "bench image", line: null, column: null, expected: "a subject or an image", found, next },
  ]);
}
