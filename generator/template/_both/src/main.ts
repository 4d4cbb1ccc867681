/** `npm start`. PORT and HOST say where it listens, TOKEN is a secret that callers bring, ISSUER issues the tokens of those who sign in. */
import { randomBytes } from "node:crypto";
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { scopes } from "../generated/scopes.ts";
import { service } from "../generated/tools.ts";
import { createServer } from "./server.ts";
import { Tokens } from "./tokens.ts";

const { PORT = "3000", HOST = "127.0.0.1", TOKEN, ISSUER, AUDIENCE, PUBLIC_URL } = process.env;
if (!ISSUER) {
  process.stderr.write("Set ISSUER to your authorization server, such as https://auth.example.org.\n");
  process.exit(1);
}

const secret = TOKEN || randomBytes(24).toString("base64url");
const tokens = new Tokens();
tokens.add({ secret, account: "me", scopes: Object.keys(scopes) });
const server = createServer({
  authenticate: tokens.authenticate,
  // AUDIENCE is what the authorization server calls this server, where that is not its URL.
  oauth: jwtIssuer({ issuer: ISSUER, ...(AUDIENCE && { audience: AUDIENCE }) }),
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
  ${service.server.name} listens at ${endpoint}, for callers who sign in at ${ISSUER}

  Connect an agent, and sign in when it asks:

    claude mcp add --transport http ${service.server.name} ${endpoint}

  Or with a token of the server itself${TOKEN ? "" : " (a new one for each start; set TOKEN to keep one)"}:

    claude mcp add --transport http ${service.server.name} ${endpoint} --header "Authorization: Bearer ${shown}"

  Stop with Ctrl+C.

`);
