import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { connectEngine } from "../../scripts/docker/engine.ts";
import { type Engine, EngineError } from "../../scripts/model/engine.ts";

/** What the engine says of ports, and the status with which it answers the removal of a network: both set by a test. */
let ports: Record<string, { HostIp: string; HostPort: string }[] | null> = {};
let removal = 204;
let server: Server;
let engine: Engine;

before(async () => {
  server = createServer((request, response) => {
    if (request.method === "DELETE") return void response.writeHead(removal).end();
    const body = request.url?.includes("/containers/create") ? { Id: "c0ffee" } : { NetworkSettings: { Ports: ports } };
    const status = request.method === "POST" ? 201 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  engine = connectEngine({ protocol: "http", host: "127.0.0.1", port: (server.address() as AddressInfo).port });
});
after(() => server.close());

async function hostPort(bound: (typeof ports)[string]): Promise<number | null> {
  ports = { "3000/tcp": bound };
  const plain = { image: "i", entrypoint: ["/p"], labels: {}, networkOf: null, cpuset: null, user: 0, nofile: 1024 };
  return (await engine.create(plain)).hostPort(3000);
}

test("the port that the engine chose is read back, and one that is open elsewhere is refused", async () => {
  const own = { HostIp: "127.0.0.1", HostPort: "32778" };
  assert.equal(await hostPort([own]), 32_778);
  assert.equal(await hostPort([]), null);
  assert.equal(await hostPort(null), null);
  const elsewhere = hostPort([own, { HostIp: "0.0.0.0", HostPort: "32778" }]);
  await assert.rejects(elsewhere, /asked for 127\.0\.0\.1 alone, and it is published on 0\.0\.0\.0 too/);
});

test("a network that a container is still in stays for another look; a removal that fails is a failure", async () => {
  const network = { kind: "network", id: "n", run: "r", running: false, starting: false, anchor: false } as const;
  for (removal of [204, 403, 404]) await engine.removeLeftover(network);
  removal = 500;
  await assert.rejects(engine.removeLeftover(network), EngineError);
  removal = 403;
  await assert.rejects(engine.removeLeftover({ ...network, kind: "volume" }), EngineError);
});
