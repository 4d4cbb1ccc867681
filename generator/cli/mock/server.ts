/** Serves a mock over Streamable HTTP on loopback. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AccountStateName,
  authSchemes,
  createMcpServer,
  type Log,
  type McpServer,
  type OnToolCall,
} from "@toolwright/runtime";
import { mockFile } from "../../mock/limits.ts";
import { createMock } from "../../mock/mock.ts";
import type { MockAccountStates, MockTokens } from "../../mock/tokens.ts";
import type { Model } from "../../model/model.ts";
import { type MockClock, serveHook } from "./hooks.ts";

export interface MockSettings {
  readonly seed: number;
  readonly failing: ReadonlyMap<string, string>;
  readonly tokens: MockTokens;
  readonly clock: MockClock;
  /** The account of minted tokens that name none. */
  readonly account: string;
  readonly log: Log;
  readonly onToolCall: OnToolCall;
}

/** A mock that listens. */
export interface RunningMock {
  /** The address of the endpoint. */
  readonly url: string;
  /** The address of the hooks, which cannot be guessed. */
  readonly hooks: string;
  close(): Promise<void>;
}

/** Users cannot sign in at a mock: its metadata names an authorization server that does not exist. */
const issuer = "https://authorization-server.invalid";

export async function serveMock(model: Model, port: number, settings: MockSettings): Promise<RunningMock> {
  const { seed, failing, tokens, clock, account, log, onToolCall } = settings;
  const now = () => Date.now() + clock.aheadMs;
  const links = new Map<string, { readonly end: number; readonly fileName: string }>();
  const hookPath = `/mock/hooks/${randomBytes(18).toString("base64url")}`;
  let origin = "";
  const linkFor = (seconds: number, fileName: string) => {
    const path = `/mock/links/${randomBytes(12).toString("base64url")}`;
    links.set(path, { end: now() + seconds * 1_000, fileName });
    return origin + path;
  };
  const { service, handlers } = createMock(model, { seed, failing, now, linkFor });
  const schemes = authSchemes(service.auth);
  const accountStates: MockAccountStates = new Map();
  const authenticate = (secret: string) => {
    const caller = tokens.get(secret);
    return (
      caller && { ...caller, accountState: accountStates.get(caller.account) as AccountStateName | undefined }
    );
  };
  const server: McpServer = createMcpServer({
    service,
    handlers,
    authenticate:
      schemes.includes("oauth") && !schemes.includes("bearer")
        ? undefined
        : ({ token }) => authenticate(token),
    oauth: schemes.includes("oauth") ? { authorizationServers: [issuer], authenticate } : undefined,
    now,
    log,
    onToolCall,
    routes: (request, response) => answerOutside(request, response),
  });
  const url = await server.listen(port);
  origin = new URL(url).origin;
  return { url, hooks: origin + hookPath, close: () => server.close(1_000) };

  function answerOutside(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const path = request.url ?? "";
    const link = links.get(path);
    if (link !== undefined) {
      const saved = `attachment; filename*=UTF-8''${encodeURIComponent(link.fileName)}`;
      if (now() >= link.end) response.writeHead(410).end("This link has ended.\n");
      else response.writeHead(200, { "Content-Disposition": saved }).end(mockFile);
      return true;
    }
    if (path !== hookPath || request.method !== "POST") return false;
    return serveHook(request, response, { tokens, accountStates, clock, account }).then(() => true);
  }
}
