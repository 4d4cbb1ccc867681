/** The notes, whose callers bring tokens of their own or of an authorization server, and the hook that issues these. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type AuthRules, createMcpServer } from "@toolwright/runtime";
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { AuthorizationServer } from "../../../../runtime/test/support/oauth/authorization-server.ts";
import type { CaseFile } from "../../../cases/format.ts";
import type { Target } from "../../../target/target.ts";
import { callerOf, NotesHandlers, notesCases, serviceOf, tokenScopes } from "../notes-server.ts";

export interface ProtectedNotes {
  readonly url: string;
  readonly cases: CaseFile;
  readonly target: Partial<Target>;
  /** A valid token with every scope. */
  readonly token: string;
  readonly issuer: AuthorizationServer;
  close(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function serveProtectedNotes(auth: Partial<AuthRules>): Promise<ProtectedNotes> {
  const cases = { ...notesCases, auth: { ...notesCases.auth, ...auth } };
  const issuer = await AuthorizationServer.start();
  const server = createMcpServer({
    service: serviceOf(cases),
    handlers: new NotesHandlers(),
    authenticate: ({ token }) => callerOf(token),
    oauth: jwtIssuer(issuer),
    log: silent,
  });
  const url = await server.listen(0);
  const hook = createServer(async (request, response) => {
    const { scopes, claims } = (await json(request)) as { scopes: string[]; claims: Record<string, unknown> };
    const token = await issuer.token(url, { scope: scopes.join(" "), ...claims });
    response.end(JSON.stringify({ token }));
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  const token = await issuer.token(url, { scope: cases.scopes.join(" ") });
  const [personal = ""] = Object.keys(tokenScopes);
  return {
    url,
    cases,
    target: {
      hooks: { issue: address },
      tokens: [{ token: personal }, { token, oauth: true }],
      bindings: {},
    },
    token,
    issuer,
    async close() {
      hook.close();
      issuer.close();
      await server.close(0);
    },
  };
}
