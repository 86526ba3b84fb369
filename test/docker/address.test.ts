import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { engineAddress } from "../../scripts/docker/address.ts";
import { KitError } from "../../scripts/model/errors.ts";

const at = (DOCKER_HOST: string, more: Record<string, string> = {}) => engineAddress({ DOCKER_HOST, ...more }).options;

test("without DOCKER_HOST it is the context's address, and without one the usual socket", () => {
  const usual = { text: "unix:///var/run/docker.sock", chosen: false, options: { socketPath: "/var/run/docker.sock" } };
  assert.deepEqual(engineAddress({}), usual);
  assert.deepEqual(engineAddress({ DOCKER_HOST: "" }, "unix:///var/run/docker.sock"), usual);
  const rootless = engineAddress({}, "unix:///run/user/1000/docker.sock");
  assert.deepEqual([rootless.chosen, rootless.options], [true, { socketPath: "/run/user/1000/docker.sock" }]);
  assert.equal(engineAddress({ DOCKER_HOST: "unix:///a" }, "unix:///b").text, "unix:///a");
});

test("TCP addresses have the docker command's default ports, and IPv6 hosts lose their brackets", async (context) => {
  assert.deepEqual(at("tcp://10.0.0.1:2222"), { host: "10.0.0.1", port: 2222, protocol: "http" });
  assert.deepEqual(at("tcp://engine"), { host: "engine", port: 2375, protocol: "http" });
  assert.deepEqual(at("tcp://[::1]:80/"), { host: "::1", port: 80, protocol: "http" });
  const folder = await mkdtemp(join(tmpdir(), "certificates-"));
  context.after(() => rm(folder, { recursive: true }));
  for (const name of ["ca", "cert", "key"]) await writeFile(join(folder, `${name}.pem`), name);
  const { ca, ...rest } = at("tcp://engine", { DOCKER_TLS_VERIFY: "1", DOCKER_CERT_PATH: folder });
  assert.equal(String(ca), "ca");
  assert.deepEqual([rest.protocol, rest.port], ["https", 2376]);
});

const wrong: [string, RegExp, RegExp][] = [
  ["garbage", /that is no address/, /set DOCKER_HOST to unix:\/\/.* or tcp:\/\/.* unset DOCKER_HOST/],
  ["tcp://", /the host is missing/, /unset DOCKER_HOST/],
  ["tcp://127.0.0.1:99999", /no valid host and port/, /unset DOCKER_HOST/],
  ["tcp://127.0.0.1:0", /no valid host and port/, /unset DOCKER_HOST/],
  ["tcp://127.0.0.1:2375/prefix", /the path \/prefix is not supported/, /unset DOCKER_HOST/],
  ["unix://", /missing or not absolute/, /unset DOCKER_HOST/],
  ["unix://docker.sock", /missing or not absolute/, /unset DOCKER_HOST/],
  ["http://127.0.0.1:99999", /http:\/\/ is not supported, only unix:\/\/\S+ or tcp:\/\//, /unset DOCKER_HOST/],
  ["fd://", /fd:\/\/ is not supported, only unix:\/\/\S+ or tcp:\/\//, /unset DOCKER_HOST/],
  ["tcp://somebody@127.0.0.1:2375", /takes no user name or password/, /unset DOCKER_HOST/],
  ["ssh://", /ssh:\/\/ is not supported/, /^set DOCKER_HOST to unix/],
  ["ssh://-oProxyCommand=id", /ssh:\/\/ is not supported/, /^set DOCKER_HOST to unix/],
  ["ssh://a;id", /ssh:\/\/ is not supported/, /^set DOCKER_HOST to unix/],
  [
    "ssh://nobody@engine:2222/run/user/1000/docker.sock",
    /ssh:\/\/ is not supported/,
    /: ssh -p 2222 -fNL \/tmp\/engine\.sock:\/run\/user\/1000\/docker\.sock nobody@engine && export/,
  ],
  ["ssh://nobody@127.0.0.1", /ssh:\/\/ is not supported, only unix/, /ssh -fNL \S+:\S+ nobody@127\.0\.0\.1 && export/],
];
for (const [host, why, next] of wrong) {
  test(`DOCKER_HOST=${host} is refused with that very value, why, and what helps`, () => {
    assert.throws(
      () => at(host),
      (error) => {
        assert.ok(error instanceof KitError);
        assert.ok(error.what.includes(`at "${host}" (DOCKER_HOST)`), error.what);
        assert.match(error.what, why);
        assert.match(error.next, next);
        return true;
      },
    );
  });
}

test("a password in the address is never printed", () => {
  for (const host of [
    "tcp://me:s3cret@engine:2375",
    "ssh://me:s3cret@engine",
    "http://me:s3cret@engine/",
    "x://:s3cret@",
  ]) {
    assert.throws(
      () => at(host),
      (error) => error instanceof KitError && !`${error.what} ${error.next}`.includes("s3cret"),
    );
  }
});

test("certificates that are missing are named", () => {
  const env = { DOCKER_HOST: "tcp://engine", DOCKER_TLS_VERIFY: "1", DOCKER_CERT_PATH: "/nonexistent" };
  assert.throws(
    () => engineAddress(env),
    /DOCKER_TLS_VERIFY is set, and ENOENT.*\/nonexistent\/ca\.pem.*DOCKER_CERT_PATH/,
  );
});
