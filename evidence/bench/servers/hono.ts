import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { ready } from "./program.ts";

/** Serves a handler of the Fetch Standard with Hono, as mcp-lite's documentation shows it. */
export function serveHono(answer: (request: Request) => Response | Promise<Response>, path: string): void {
  const app = new Hono();
  app.all(path, (c) => answer(c.req.raw));
  const server = createAdaptorServer(app).listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("It has no port.");
    ready(`http://127.0.0.1:${address.port}${path}`);
  });
}
