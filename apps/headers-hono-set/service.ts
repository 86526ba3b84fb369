// Hono as honojs/node-server pull request 241 measures it: a Response of its own whose headers are then set.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();

app.get("/", () => {
  const res = new Response("foo");
  res.headers.set("x-foo", "bar");
  return res;
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
