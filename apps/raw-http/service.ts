// The raw node:http server of the chart "C++, Rust and Gea", which "Compiling Hono with Perry" measures again: no length
// is given, so Node answers in chunks.
import { createServer } from "node:http";

const server = createServer((req, res) => {
  if (req.url === "/json") {
    res.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    res.end('{"hello":"world"}');
    return;
  }
  res.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
  res.end(`Hello, World! ${req.method ?? ""} ${req.url ?? ""}`);
});

const port = process.env.PORT;
server.listen(port ? Number(port) : 3101);
