// The same answer as headers-hono-set by Express 5, as it comes: it adds X-Powered-By and an ETag of its own.
import express from "express";

const app = express();

app.get("/", (_req, res) => {
  res.set("x-foo", "bar");
  res.send("foo");
});

app.listen(Number(process.env.PORT ?? 3000));
