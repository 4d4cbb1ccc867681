/**
 * A small insurer as an MCP server on mcp-lite and Hono. It prints its endpoint. Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and
 * BREAK, as for the other servers here. POST /control is for hooks.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { StreamableHttpTransport } from "mcp-lite";
import { agencyOf } from "./agency.ts";
import { fillFiles, keepWorking } from "./earlier.ts";
import { type ControlRequest, callerWith, control } from "./keys.ts";
import { server } from "./mcp.ts";

const app = new Hono();
const answer = new StreamableHttpTransport().bind(server);

const isLocal = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);

app.use(async (c, next) => {
  const origin = c.req.header("Origin");
  if (!isLocal(c.req.header("Host") ?? "") || (origin && !isLocal(origin.replace(/^https?:\/\//, ""))))
    return c.json({ error: "This is a local service." }, 403);
  return await next();
});

app.post("/control", async (c) => c.json(control(await c.req.json<ControlRequest>())));

app.all("/mcp", async (c) => {
  const authorization = c.req.header("Authorization");
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const caller = callerWith(token);
  if (caller === undefined) {
    const error = authorization === undefined ? "" : ', error="invalid_token"';
    return c.json({ error: "An access key of the back office is missing." }, 401, {
      "WWW-Authenticate": `Bearer realm="harbour-mutual"${error}`,
    });
  }
  if (c.req.method !== "POST") return c.json({ error: "Only POST." }, 405, { Allow: "POST" });
  const authInfo = { token, scopes: [...caller.scopes], extra: { agency: caller.agency } };
  return await answer(c.req.raw, { authInfo });
});

const { PORT = "0", SEEDED, SECOND_USER } = process.env;
if (SEEDED === "1") for (const name of ["main", "other"]) fillFiles(agencyOf(name));
if (SECOND_USER !== undefined) void keepWorking(agencyOf(SECOND_USER));

serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`harbour-mutual: http://127.0.0.1:${port}/mcp`);
});
