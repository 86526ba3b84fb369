// The Express side of the benchmark in the README of @hono/node-server.
import express from "express";

const app = express();

app.get("/", (_req, res) => {
  res.send("Hello World");
});

app.listen(Number(process.env.PORT ?? 3000));
