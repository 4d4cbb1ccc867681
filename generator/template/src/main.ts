/** `npm start`. PORT and HOST say where it listens, TOKEN is the secret that callers bring. */
import { randomBytes } from "node:crypto";
import { scopes } from "../generated/scopes.ts";
import { service } from "../generated/tools.ts";
import { createServer } from "./server.ts";
import { Tokens } from "./tokens.ts";

const { PORT = "3000", HOST = "127.0.0.1", TOKEN, PUBLIC_URL } = process.env;
const secret = TOKEN || randomBytes(24).toString("base64url");

const tokens = new Tokens();
tokens.add({ secret, account: "me", scopes: Object.keys(scopes) });
const server = createServer({
  authenticate: tokens.authenticate,
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
