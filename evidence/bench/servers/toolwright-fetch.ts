/** The runtime behind `fetch`, with all checks on, on Hono as mcp-lite is. */
import { service } from "../../../generated/tools.ts";
import { gatedHandler } from "../gated-server.ts";
import { serveHono } from "./hono.ts";

serveHono(gatedHandler().fetch, service.path);
