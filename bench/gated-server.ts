import { type Caller, createMcpServer, type OnToolCall } from "@toolwright/runtime";
import { scopes } from "../generated/scopes.ts";
import { service } from "../generated/tools.ts";
import { unimplemented } from "../generated/unimplemented.ts";
import { tokens } from "./load.ts";
import { pong, ready } from "./servers/program.ts";

/** Starts a server of the runtime with all checks on: host, token (10,000 of them), content type, size, rate, scope, input, output. */
export async function serveGated(onToolCall?: OnToolCall): Promise<void> {
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
    authenticate: ({ token }) => callers.get(token),
    ...(onToolCall && { onToolCall }),
    log,
  });
  ready(await server.listen(0));
}
