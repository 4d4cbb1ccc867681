/** The server as `npm start` runs it, but for whom it lets in: callers with tokens that the hooks have made. */
import { createMcpServer } from "@toolwright/runtime";
import { limits } from "../../../generated/limits.ts";
import { service } from "../../../generated/tools.ts";
import { handlers } from "../../../src/handlers/index.ts";
import { log } from "../../../src/log.ts";
import { Notebook } from "../../../src/notebook.ts";
import { now } from "./clock.ts";
import { callerOf } from "./tokens.ts";

const server = createMcpServer({
  service,
  handlers: handlers(new Notebook(limits.notebook.max)),
  authenticate: (token) => {
    const caller = callerOf(token);
    return caller && { account: caller.account ?? "conformance", token, scopes: new Set(caller.scopes) };
  },
  now,
  log,
});
process.once("SIGTERM", () => void server.close(1_000));
process.stdout.write(`listening at ${await server.listen(0)}\n`);
