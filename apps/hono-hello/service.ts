// The Hono side of the benchmark in the README of @hono/node-server.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();

app.get("/", (c) => c.text("Hello World"));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
