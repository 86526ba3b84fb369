import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createListener, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { reachEngine } from "../../scripts/docker/reach.ts";
import { KitError } from "../../scripts/model/errors.ts";

let folder: string;
const servers: Server[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sockets-"));
});
after(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

async function listening<T extends Server>(server: T, where: string | number): Promise<T> {
  servers.push(server.listen(where));
  await once(server, "listening");
  return server;
}

async function failure(DOCKER_HOST: string, patienceMs = 5000): Promise<KitError> {
  const error = await reachEngine({ DOCKER_HOST }, patienceMs).then(
    () => assert.fail(`${DOCKER_HOST} is no engine`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof KitError, String(error));
  assert.ok(error.what.startsWith(`no container engine answers at ${DOCKER_HOST}: `), error.what);
  return error;
}

test("a docker context that does not exist is refused: another engine is never taken instead", async () => {
  const { PATH = "" } = process.env;
  const command = join(folder, "docker");
  await writeFile(command, "#!/bin/sh\necho 'context \"nope\": context not found' >&2\nexit 1\n", { mode: 0o755 });
  await assert.rejects(reachEngine({ PATH: `${folder}:${PATH}`, DOCKER_CONTEXT: "nope" }), (error) => {
    assert.ok(error instanceof KitError, String(error));
    assert.match(error.message, /context "nope": context not found.*docker context ls.*unset DOCKER_CONTEXT/);
    return true;
  });
});

const UNSET = /unset DOCKER_HOST && docker\/up\.sh/;

test("a socket that is not there, a file, a folder and a path too long are told apart", async () => {
  const missing = await failure("unix:///nonexistent/docker.sock");
  assert.match(missing.what, /there is no such socket$/);
  assert.match(missing.next, UNSET);
  await writeFile(join(folder, "file"), "");
  assert.match((await failure(`unix://${folder}/file`)).what, /a file or folder, and no socket$/);
  assert.match((await failure(`unix://${folder}`)).what, /a file or folder, and no socket$/);
  assert.match((await failure(`unix:///${"x".repeat(120)}`)).what, /longer than the 107 bytes/);
});

test("a socket that its owner has left is told", async () => {
  const path = join(folder, "left.sock");
  // A child that is killed leaves its socket behind.
  const child = execa(
    process.execPath,
    ["-e", `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`],
    { reject: false },
  );
  await child;
  assert.match((await failure(`unix://${path}`)).what, /nothing listens on that socket/);
});

test("a port on which nothing listens, and a name that nobody knows, are told", async () => {
  const { port } = (await listening(createListener(), 0)).address() as AddressInfo;
  await new Promise((resolve) => servers.pop()?.close(resolve));
  assert.match((await failure(`tcp://127.0.0.1:${port}`)).what, /connection refused/);
  assert.match((await failure("tcp://engine.invalid:2375")).what, /its name cannot be resolved/);
});

test("what listens but is no engine is told: silent, hanging up, another server's answer", async () => {
  const silent = join(folder, "silent.sock");
  await listening(
    createListener(() => {}),
    silent,
  );
  assert.match((await failure(`unix://${silent}`, 200)).what, /it was silent for 0\.2 s$/);
  const rude = (
    await listening(
      createListener((socket) => socket.destroy()),
      0,
    )
  ).address() as AddressInfo;
  assert.match((await failure(`tcp://127.0.0.1:${rude.port}`)).what, /hangs up; does it want TLS/);
  const lost = createServer((_, response) => response.writeHead(404).end("no such page"));
  const web = (await listening(lost, 0)).address() as AddressInfo;
  assert.match((await failure(`tcp://127.0.0.1:${web.port}`)).what, /what answers there is none \(HTTP status 404/);
  const other = createServer((_, response) => response.writeHead(200).end('{"hello":1}'));
  const api = (await listening(other, 0)).address() as AddressInfo;
  assert.match((await failure(`tcp://127.0.0.1:${api.port}`)).what, /what answers there is no container engine/);
});

test("a socket that this user may not open says how to get the right", async (context) => {
  if (process.getuid?.() !== 0) return context.skip("needs root, to become somebody else");
  const path = join(folder, "mine.sock");
  await listening(createListener(), path);
  await chmod(path, 0o600);
  await chmod(folder, 0o755);
  process.seteuid?.("nobody");
  const error = await failure(`unix://${path}`).finally(() => process.seteuid?.(0));
  assert.match(error.what, /user nobody may not open it$/);
  assert.equal(error.next, "run: sudo usermod -aG docker nobody, then log in again");
});
