/** `npm start`. PORT and HOST say where it listens, ISSUER who issues the tokens of its callers. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { service } from "../generated/tools.ts";
import { createServer } from "./server.ts";

const { PORT = "3000", HOST = "127.0.0.1", ISSUER, AUDIENCE, PUBLIC_URL } = process.env;
if (!ISSUER) {
  process.stderr.write("Set ISSUER to your authorization server, such as https://auth.example.org.\n");
  process.exit(1);
}

const server = createServer({
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

process.stdout.write(`
  ${service.server.name} listens at ${endpoint}, for callers who sign in at ${ISSUER}

  Connect an agent, and sign in when it asks:

    claude mcp add --transport http ${service.server.name} ${endpoint}

  Stop with Ctrl+C.

`);
