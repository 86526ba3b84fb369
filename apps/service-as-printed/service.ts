// The listing of "TypeScript Without Node or V8" as printed, reconstructed: the three constructs that scriptc is said to
// compile are kept exactly (`new URL(url, base)`, the value of `res.end()` returned, `listen(string | number)`).
// Bodies and loop count, which the article leaves open, are those of ../service. Node runs it; scriptc rejects it.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const server = createServer((req, res) => {
  const url = new URL(req.url ?? "/", "http://localhost");

  if (url.pathname === "/health") {
    res.writeHead(200, { "content-type": "application/json" });
    return res.end(JSON.stringify({ status: "ok" }));
  }

  if (url.pathname === "/json") {
    res.writeHead(200, { "content-type": "application/json" });
    return res.end(
      JSON.stringify({
        id: 42,
        name: "rematch",
        active: true,
        ratio: 0.25,
        tags: ["typescript", "native", "http"],
        owner: { id: 7, email: "owner@example.com" },
      }),
    );
  }

  if (url.pathname === "/compute") {
    let result = 0;
    for (let i = 0; i < 75_000; i++) {
      result = (result + i * 31) % 1_000_000_007;
    }
    res.writeHead(200, { "content-type": "application/json" });
    return res.end(JSON.stringify({ result }));
  }

  if (url.pathname === "/hash") {
    res.writeHead(200, { "content-type": "application/json" });
    return res.end(JSON.stringify({ hash: createHash("sha256").update("rematch").digest("hex") }));
  }

  res.writeHead(404, { "content-type": "application/json" });
  return res.end(JSON.stringify({ error: "not found" }));
});

server.listen(process.env.PORT || 3000);
