import {
  type Caller,
  createMcpHandler,
  createMcpServer,
  type McpHandler,
  type OnToolCall,
  type Service,
} from "@toolwright/runtime";
import { scopes } from "../../generated/scopes.ts";
import { service } from "../../generated/tools.ts";
import { unimplemented } from "../../generated/unimplemented.ts";
import { tokens } from "./load.ts";
import { pong, ready } from "./servers/program.ts";

/** Makes an endpoint with all checks on: host, token (10,000 tokens), content type, size, rate, scope, input, output. */
export function gatedHandler(onToolCall?: OnToolCall, served: Service = service): McpHandler {
  const callers = new Map<string, Caller>(
    tokens.map((token, at) => [
      token,
      { account: `acc_${at}`, token: `tok_${at}`, scopes: new Set(Object.keys(scopes)) },
    ]),
  );
  return createMcpHandler(served, {
    handlers: { ...unimplemented, ping: () => pong },
    authenticate: ({ token }) => callers.get(token),
    ...(onToolCall && { onToolCall }),
    log: { info: console.error, warn: console.error, error: console.error },
  });
}

/** Starts our own server over it. */
export async function serveGated(onToolCall?: OnToolCall, served?: Service): Promise<void> {
  ready(await createMcpServer(gatedHandler(onToolCall, served)).listen(0));
}
