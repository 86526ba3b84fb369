import type { Contract } from "../model/target.ts";

/** The request of a route as bytes on the wire; the only headers are those HTTP/1.1 and what it sends need. */
export function requestOf({ method, path, send }: Contract, port: number): string {
  const about = send ? `Content-Type: ${send.contentType}\r\nContent-Length: ${Buffer.byteLength(send.body)}\r\n` : "";
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${about}\r\n${send?.body ?? ""}`;
}

export interface Response {
  status: number;
  headers: [name: string, value: string][];
  /** Decoded of its transfer coding. */
  body: string;
  /** Bytes on the wire, head and framing included. */
  bytes: number;
}

/** Reads one raw HTTP/1.1 response (one character a byte); null when it is none. */
export function parseResponse(raw: string): Response | null {
  const end = raw.indexOf("\r\n\r\n");
  const [first = "", ...lines] = raw.slice(0, Math.max(end, 0)).split("\r\n");
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(first);
  if (end < 0 || !status) return null;
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const rest = raw.slice(end + 4);
  const chunked = headers.some(
    ([name, value]) => name.toLowerCase() === "transfer-encoding" && /chunked$/i.test(value),
  );
  const body = chunked ? unchunk(rest) : rest;
  if (body === null) return null;
  return { status: Number(status[1]), headers, body: Buffer.from(body, "latin1").toString("utf8"), bytes: raw.length };
}

function unchunk(text: string): string | null {
  let body = "";
  for (let at = 0; ; ) {
    const eol = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, eol), 16);
    if (eol < 0 || Number.isNaN(size)) return null;
    if (size === 0) return body;
    body += text.slice(eol + 2, eol + 2 + size);
    at = eol + 2 + size + 2;
  }
}

/** Every point in which a raw response differs from the contract; empty when it is as agreed. */
export function contractBreaches(contract: Contract, raw: string): string[] {
  const response = parseResponse(raw);
  if (!response) return [`expected an HTTP response, found ${JSON.stringify(raw.slice(0, 80))}`];
  const type = response.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "none";
  const points: [string, string | number, string | number][] = [
    ["status", contract.status, response.status],
    ["content-type", contract.contentType, type],
    ["body", contract.body, response.body],
  ];
  for (const line of contract.headers ?? []) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase();
    const sent = response.headers.find(([other]) => other.toLowerCase() === name);
    points.push([`header ${name}`, line, sent ? sent.join(": ") : "none"]);
  }
  return points
    .filter(([, wanted, found]) => wanted !== found)
    .map(([what, wanted, found]) => `${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
}
