/** The server as `npm start` runs it, for callers with tokens that the hooks have signed. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { createServer } from "../../../src/server.ts";
import { Tokens } from "../../../src/tokens.ts";
import { now } from "./clock.ts";
import { isWithdrawn, startIssuer } from "./tokens.ts";

const issuer = jwtIssuer({ issuer: await startIssuer() });
const server = createServer({
  // The suite signs in; the tokens of the server itself differ in nothing but where they come from.
  authenticate: new Tokens().authenticate,
  oauth: {
    ...issuer,
    authenticate: (token, resource) =>
      isWithdrawn(token) ? undefined : issuer.authenticate(token, resource),
  },
  now,
});
process.once("SIGTERM", () => void server.close(1_000));
process.stdout.write(`listening at ${await server.listen(0)}\n`);
