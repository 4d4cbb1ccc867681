/** The server as `npm start` runs it, for callers with tokens that the hooks have signed. */
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { createServer } from "../../../src/server.ts";
import { now } from "./clock.ts";
import { answerHooks } from "./hooks.ts";
import { issueFor, issuer, isWithdrawn } from "./tokens.ts";

const ofSuite = jwtIssuer({ issuer });
const server = createServer({
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
