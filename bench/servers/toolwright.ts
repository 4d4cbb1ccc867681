/** A server of the runtime, all gates on: host, token (10,000 of them), content type, size, rate, scope, input, output. */
import { type Caller, createMcpServer } from "toolwright/runtime";
import { scopes } from "../../generated/scopes.ts";
import { service } from "../../generated/tools.ts";
import { unimplemented } from "../../generated/unimplemented.ts";
import { tokens } from "../load.ts";
import { pong, ready } from "./program.ts";

const callers = new Map<string, Caller>(
  tokens.map((token, at) => [
    token,
    { account: `acc_${at}`, token: `tok_${at}`, scopes: new Set(Object.keys(scopes)) },
  ]),
);
const log = { info: console.error, warn: console.error, error: console.error };
const server = createMcpServer({
  service,
  handlers: { ...unimplemented, ping: () => pong },
  authenticate: (token) => callers.get(token),
  log,
});
ready(await server.listen(0));
