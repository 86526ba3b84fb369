// The Hono app of "Compiling Hono with Perry", on the standard adapter.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();

app.get("/", (c) => c.text("Hello Hono!"));
app.get("/json", (c) => c.json({ hello: "world" }));
app.post("/body/json", async (c) => c.json(await c.req.json()));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3900) });
