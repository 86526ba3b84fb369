// The same answer as headers-hono-set by Fastify 5.
import Fastify from "fastify";

const app = Fastify();

app.get("/", (_request, reply) => {
  reply.header("x-foo", "bar");
  reply.send("foo");
});

// Fastify alone would listen on loopback only.
await app.listen({ port: Number(process.env.PORT ?? 3000), host: "0.0.0.0" });
