import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A registry of one image on this machine's loopback; every name and tag is that image. */
export interface Registry {
  /** `127.0.0.1:PORT`, from which engines take images without TLS. */
  host: string;
  close(): Promise<void>;
}

/** Serves blobs by digest, and `top` for every tag (OCI distribution specification, pulls alone). */
export async function openRegistry(files: Record<string, Buffer>, top: Buffer): Promise<Registry> {
  const server = createServer((request, response) => {
    const [, kind, reference = ""] = /\/(manifests|blobs)\/([^/]+)$/.exec(request.url ?? "") ?? [];
    const named = files[`blobs/${reference.replace(":", "/")}`];
    const data = kind === undefined ? Buffer.from("{}") : (named ?? (kind === "manifests" ? top : undefined));
    if (data === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { mediaType = "application/octet-stream" } = kind === "manifests" ? JSON.parse(String(data)) : {};
    response.writeHead(200, { "Content-Type": mediaType, "Content-Length": data.length });
    response.end(request.method === "HEAD" ? undefined : data);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
