import { z } from "zod";

/** How load reaches a server: loopback of its own network namespace, or a port of the host that the engine publishes. */
export const pathSchema = z.enum(["loopback", "published"]);
export type NetworkPath = z.infer<typeof pathSchema>;
