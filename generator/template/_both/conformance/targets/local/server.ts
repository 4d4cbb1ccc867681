/** The server as `npm start` runs it, for callers with tokens that the hooks have signed. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { createServer } from "../../../src/server.ts";
import { Tokens } from "../../../src/tokens.ts";
import { now } from "./clock.ts";
import { answerHooks } from "./hooks.ts";
import { issueFor, issuer, isWithdrawn } from "./tokens.ts";

const ofSuite = jwtIssuer({ issuer });
const server = createServer({
  // The suite signs in; the tokens of the server itself differ in nothing but where they come from.
  authenticate: new Tokens().authenticate,
  oauth: {
    ...ofSuite,
    authenticate: (token, resource) =>
      isWithdrawn(token) ? undefined : ofSuite.authenticate(token, resource),
  },
  now,
  routes: answerHooks,
});
process.once("SIGTERM", () => void server.close(1_000));
const url = await server.listen(0);
issueFor(url);
process.stdout.write(`listening at ${url}\n`);
