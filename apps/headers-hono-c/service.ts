// The same answer as headers-hono-set in the way Hono's documentation writes it.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();

app.get("/", (c) => {
  c.header("x-foo", "bar");
  return c.text("foo");
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
