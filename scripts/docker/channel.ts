import type { Duplex } from "node:stream";
import { PassThrough } from "node:stream";
import type Docker from "dockerode";
import type { Channel } from "../model/engine.ts";

/**
 * Turns an attached stream into lines. The engine multiplexes stdout and stderr on it; stdout makes the lines, and
 * stderr is left to the container's log.
 */
export function lineChannel(docker: Docker, stream: Duplex): Channel {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  stderr.resume();
  docker.modem.demuxStream(stream, stdout, stderr);
  const ready: string[] = [];
  const waiting: ((line: string | null) => void)[] = [];
  const pieces: string[] = [];
  let over = false;

  const deliver = (line: string) => {
    const taker = waiting.shift();
    if (taker) taker(line);
    else ready.push(line);
  };
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      over = true;
      for (const taker of waiting.splice(0)) taker(null);
      resolve();
    };
    for (const event of ["end", "close", "error"]) stream.on(event, finish);
  });
  stdout.setEncoding("utf8");
  stdout.on("data", (text: string) => {
    const [first = "", ...rest] = text.split("\n");
    pieces.push(first);
    for (const next of rest) {
      deliver(pieces.splice(0).join(""));
      pieces.push(next);
    }
  });

  return {
    write: (line) => void stream.write(`${line}\n`),
    read: () => {
      const line = ready.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (over) return Promise.resolve(null);
      return new Promise((resolve) => waiting.push(resolve));
    },
    ended,
    close: () => stream.destroy(),
  };
}
