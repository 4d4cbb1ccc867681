/** The server as `npm start` runs it, but for whom it lets in: callers with tokens that the hooks have made. */
import { createServer } from "../../../src/server.ts";
import { now } from "./clock.ts";
import { callerOf } from "./tokens.ts";

const server = createServer({
  authenticate: ({ token }) => {
    const caller = callerOf(token);
    return caller && { account: caller.account ?? "conformance", token, scopes: new Set(caller.scopes) };
  },
  now,
});
process.once("SIGTERM", () => void server.close(1_000));
process.stdout.write(`listening at ${await server.listen(0)}\n`);
