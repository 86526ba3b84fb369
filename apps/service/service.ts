// The HTTP service of "TypeScript Without Node or V8", in the smallest rewrite that every target compiles and answers
// alike. What differs from the listing as printed (see ../service-as-printed) and why is in ../README.md.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const port = process.env.PORT;
const loops = process.env.COMPUTE_LOOPS;
const turns = loops ? Number(loops) : 75_000;

function compute(): number {
  let result = 0;
  for (let i = 0; i < turns; i++) {
    result = (result + i * 31) % 1_000_000_007;
  }
  return result;
}

function pathOf(target: string): string {
  try {
    return new URL(`http://localhost${target}`).pathname;
  } catch {
    return "";
  }
}

const server = createServer((req, res) => {
  const path = pathOf(req.url ?? "/");
  let status = 200;
  let body = "";
  if (path === "/health") {
    body = JSON.stringify({ status: "ok" });
  } else if (path === "/json") {
    body = JSON.stringify({
      id: 42,
      name: "rematch",
      active: true,
      ratio: 0.25,
      tags: ["typescript", "native", "http"],
      owner: { id: 7, email: "owner@example.com" },
    });
  } else if (path === "/compute") {
    body = JSON.stringify({ result: compute() });
  } else if (path === "/hash") {
    body = JSON.stringify({ hash: createHash("sha256").update("rematch").digest("hex") });
  } else {
    status = 404;
    body = JSON.stringify({ error: "not found" });
  }
  res.writeHead(status, { "content-type": "application/json" });
  res.end(body);
});

server.listen(port ? Number(port) : 3000);
