/** `npm start`. PORT and HOST say where it listens, TOKEN is the secret that callers bring. */
import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { createMcpServer } from "@toolwright/runtime";
import { limits } from "../generated/limits.ts";
import { scopes } from "../generated/scopes.ts";
import { service } from "../generated/tools.ts";
import { handlers } from "./handlers/index.ts";
import { log } from "./log.ts";
import { Notebook } from "./notebook.ts";
import { authenticator } from "./tokens.ts";

// Under some loads V8 takes the objects of requests for long-lived ones, since those of connections are, and a call takes up to
// half as long again. The flag is the whole process's, so no library sets it; without it all works as well.
setFlagsFromString("--no-allocation-site-pretenuring");

const { PORT = "3000", HOST = "127.0.0.1", TOKEN, PUBLIC_URL } = process.env;
const secret = TOKEN || randomBytes(24).toString("base64url");

const server = createMcpServer({
  service,
  handlers: handlers(new Notebook(limits.notebook.max)),
  authenticate: authenticator([{ secret, account: "me", scopes: Object.keys(scopes) }]),
  log,
  ...(PUBLIC_URL && { publicUrl: PUBLIC_URL }),
});
const endpoint = await server.listen(Number(PORT), HOST).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== "EADDRINUSE") throw error;
  process.stderr.write(`Something else listens at ${HOST}:${PORT}. Set PORT to another port.\n`);
  process.exit(1);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close(5_000));

const shown = TOKEN ? "$TOKEN" : secret;
process.stdout.write(`
  ${service.server.name} listens at ${endpoint}${TOKEN ? "" : " (a new token for each start; set TOKEN to keep one)"}

  Connect an agent:

    claude mcp add --transport http ${service.server.name} ${endpoint} --header "Authorization: Bearer ${shown}"

  Stop with Ctrl+C.

`);
