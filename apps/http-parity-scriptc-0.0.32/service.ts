// ../http-parity in the form that scriptc 0.0.32 compiles: what differs, and which cases it leaves out, is in ../README.md.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const port = process.env.PORT;
const BIG = "0123456789abcdef".repeat(65_536);
const USER = /^\/users\/(?<id>[^/]+)$/;
const FILE = /^\/files\/(?<name>\w+)(?:\.(?<extension>\w+))?$/;

function text(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  res.end(body);
}

function json(res: ServerResponse, value: unknown): void {
  res.writeHead(200, { "Content-Type": "application/json" });
  res.end(JSON.stringify(value));
}

function echo(req: IncomingMessage, res: ServerResponse): void {
  let body = "";
  req.on("data", (piece: Buffer) => {
    body += piece.toString("utf8");
  });
  req.on("end", () => json(res, { body, trailers: {} }));
}

async function answerLater(res: ServerResponse): Promise<void> {
  const body = await Promise.resolve("later");
  text(res, 200, body);
}

function stream(res: ServerResponse): void {
  res.setHeader("Content-Type", "text/plain; charset=utf-8");
  res.write("one,");
  res.write("two,");
  res.end("three");
}

function received(req: IncomingMessage, res: ServerResponse): void {
  json(res, {
    extra: req.headers["x-extra"],
    cookie: req.headers.cookie,
    agent: req.headers["user-agent"],
    folded: req.headers["x-folded"],
  });
}

function answerNamed(path: string, res: ServerResponse): void {
  const user = USER.exec(path);
  const file = FILE.exec(path);
  if (user) json(res, { id: user.groups?.id });
  else if (file) json(res, { name: file.groups?.name, extension: file.groups?.extension ?? null });
  else text(res, 404, "not found");
}

const server = createServer((req, res) => {
  const url = req.url ?? "/";
  const path = url.split("?")[0] ?? "/";
  if (req.method === "POST" && path === "/echo") {
    echo(req, res);
  } else if (req.method === "DELETE") {
    json(res, { deleted: path });
  } else if (path === "/") {
    text(res, 200, "Hello, World!");
  } else if (path === "/plain") {
    res.end("plain");
  } else if (path === "/sized") {
    res.setHeader("Content-Length", 5);
    res.end("sized");
  } else if (path === "/headers") {
    received(req, res);
  } else if (path === "/stream") {
    stream(res);
  } else if (path === "/async") {
    void answerLater(res);
  } else if (path === "/timer") {
    setTimeout(() => text(res, 200, "timed"), 20);
  } else if (path === "/status-message") {
    res.statusCode = 202;
    res.statusMessage = "Fine By Us";
    res.end("fine");
  } else if (path === "/empty") {
    res.writeHead(204);
    res.end();
  } else if (path === "/query") {
    const query = new URL(`http://localhost${url}`).searchParams;
    json(res, { url, a: query.getAll("a"), b: query.get("b"), c: query.get("c") });
  } else if (path === "/remote") {
    text(res, 200, req.socket.remoteAddress ?? "unknown");
  } else if (path === "/big") {
    text(res, 200, BIG);
  } else {
    answerNamed(path, res);
  }
});

server.listen(port ? Number(port) : 3000, "127.0.0.1");
