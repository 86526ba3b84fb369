import assert from "node:assert/strict";
import { test } from "node:test";
import { createOptions } from "../../scripts/docker/options.ts";
import type { ContainerSpec } from "../../scripts/model/engine.ts";

const SPEC: ContainerSpec = {
  image: "localhost/rematch/x",
  entrypoint: ["/rematch/launcher", "--", "/app/service"],
  labels: { "rematch.run": "r1" },
  networkOf: null,
  cpuset: "0",
  user: 65_532,
  nofile: 16_384,
};

test("a container has loopback alone, unless it joins another's namespace", () => {
  assert.equal(createOptions(SPEC).HostConfig?.NetworkMode, "none");
  assert.equal(createOptions({ ...SPEC, networkOf: "abc" }).HostConfig?.NetworkMode, "container:abc");
});

test("memory and swap together are limited to the memory, since the engine would allow as much swap again", () => {
  const { HostConfig } = createOptions({ ...SPEC, memoryBytes: 536_870_912 });
  assert.equal(HostConfig?.Memory, 536_870_912);
  assert.equal(HostConfig?.MemorySwap, 536_870_912);
});

test("whatever a spec leaves out, a container gains no privileges, publishes nothing and is not started again", () => {
  const { HostConfig, User, Cmd } = createOptions(SPEC);
  assert.deepEqual(HostConfig?.CapDrop, ["ALL"]);
  assert.deepEqual(HostConfig?.CapAdd, []);
  assert.deepEqual(HostConfig?.SecurityOpt, ["no-new-privileges"]);
  assert.equal(HostConfig?.ReadonlyRootfs, true);
  assert.equal(HostConfig?.Privileged, undefined);
  assert.equal(HostConfig?.PortBindings, undefined);
  assert.equal(HostConfig?.PublishAllPorts, undefined);
  assert.deepEqual(HostConfig?.RestartPolicy, { Name: "no" });
  assert.equal(User, "65532:65532");
  assert.deepEqual(Cmd, [], "an image's own arguments would be added to the entry point");
});

test("logs are bounded", () => {
  assert.deepEqual(createOptions(SPEC).HostConfig?.LogConfig, {
    Type: "json-file",
    Config: { "max-size": "1m", "max-file": "1" },
  });
});

test("volumes are mounted read-only and environment is handed over as it is", () => {
  const options = createOptions({ ...SPEC, volumes: { "rematch-r1": "/rematch" }, env: { PORT: "3000", EMPTY: "" } });
  const { VolumeOptions, ...mount } = options.HostConfig?.Mounts?.[0] ?? assert.fail("nothing is mounted");
  assert.deepEqual(mount, { Type: "volume", Source: "rematch-r1", Target: "/rematch", ReadOnly: true });
  assert.deepEqual(VolumeOptions?.Labels, { "rematch.run": "r1" }, "should the engine have to make it");
  assert.deepEqual(options.Env, ["PORT=3000", "EMPTY="]);
});

test("a helper's stdin closes for good when the one client that was attached goes away", () => {
  const { OpenStdin, StdinOnce, AttachStdin } = createOptions({ ...SPEC, stdin: true });
  assert.deepEqual([OpenStdin, StdinOnce, AttachStdin], [true, true, true]);
  assert.equal(createOptions(SPEC).OpenStdin, undefined);
});

test("a published port is on 127.0.0.1 alone, at a port that the host chooses, in the network that is named", () => {
  const { ExposedPorts, HostConfig } = createOptions({ ...SPEC, published: { network: "own", port: 3000 } });
  assert.deepEqual(ExposedPorts, { "3000/tcp": {} });
  assert.equal(HostConfig?.NetworkMode, "own");
  assert.deepEqual(HostConfig?.PortBindings, { "3000/tcp": [{ HostIp: "127.0.0.1", HostPort: "" }] });
});

test("nothing is published and no network joined unless a spec says so; the host's own only by name", () => {
  const plain = createOptions({ ...SPEC, networkOf: null });
  assert.deepEqual([plain.ExposedPorts, plain.HostConfig?.PortBindings], [undefined, undefined]);
  assert.equal(plain.HostConfig?.NetworkMode, "none");
  assert.equal(createOptions({ ...SPEC, networkOf: null, hostNetwork: true }).HostConfig?.NetworkMode, "host");
});
