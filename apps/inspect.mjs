// What a Node app tells of itself when it is started and asked once: node inspect.mjs PATH COMMAND... > OUT.json
//
// Whether it answers PATH, the first line it writes to stderr that is not Node's own, the header lines of the answer as
// they are spelled on the wire, and the versions of what is installed beside it. An image is made of any file, so that it
// was made says nothing of the program.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const [path, program, ...words] = process.argv.slice(2);
const port = 3999;
const TRIES = 40;

/** The raw answer; empty where there is none. */
function ask() {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(1000, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  });
}

const app = spawn(program, words, { env: { ...process.env, PORT: String(port) }, stdio: ["ignore", "ignore", "pipe"] });
let complaints = "";
app.stderr.on("data", (data) => {
  complaints += data;
});
let ended = false;
app.on("close", () => {
  ended = true;
});
let answer = "";
for (let tried = 0; answer === "" && !ended && tried < TRIES; tried++) {
  await sleep(250);
  answer = await ask();
}
app.kill("SIGKILL");

const header = (name) => new RegExp(`^${name}: .*$`, "im").exec(answer.split("\r\n\r\n")[0])?.[0].trim() ?? "";
const own = (line) => /^\(node:\d+\)|^\(Use `node /.test(line);
const json = (file) => JSON.parse(readFileSync(file, "utf8"));
const installed = (name) => json(`node_modules/${name}/package.json`).version;

/** Direct dependencies of the app, of which only what has any carries a package.json that names them. */
const names = readdirSync(".").includes("package.json") ? Object.keys(json("package.json").dependencies ?? {}) : [];
const dependencies = Object.fromEntries(names.map((name) => [name, installed(name)]));
const files = readdirSync(".").filter((file) => statSync(file).isFile());

const told = {
  toolchain: { node: process.version, ...dependencies },
  app: {
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
    answers: /^HTTP\/1\.1 2\d\d /.test(answer),
    warning: complaints.split("\n").find((line) => line.trim() !== "" && !own(line)) ?? "",
  },
  response: {
    contentType: header("content-type"),
    contentLength: header("content-length"),
    framing: header("transfer-encoding"),
  },
};
if ("@hono/node-server" in dependencies) {
  // Release 1.14.1 reads the body out of a Response by a function of that name; later ones have none.
  const source = readFileSync("node_modules/@hono/node-server/dist/index.mjs", "utf8");
  const getInternalBody = source.includes("getInternalBody");
  // What tells a release and a Node apart whatever the machine, in one line.
  const { contentType, contentLength } = told.response;
  const marks = [contentType, contentLength, getInternalBody ? "getInternalBody" : "no getInternalBody"];
  told.adapter = { getInternalBody, markers: [told.app.warning || "no warning", ...marks].join(" | ") };
}
process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
