/** Healthy servers that keep sessions, or list tools by scope: the suite must report nothing. */
import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { sessionKeeper } from "./support/checks/sessions.ts";
import { notesCases, serveNotes } from "./support/notes-server.ts";
import { proxy } from "./support/proxy.ts";
import { type Behaviour, rawProxy } from "./support/raw-proxy.ts";
import { idsOf, testServer } from "./support/test-server.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

describe("the suite has no finding for a healthy server", () => {
  test("that lists tools by scope", async () => {
    const cases = { ...notesCases, auth: { ...notesCases.auth, visibility: "by-scope" as const } };
    const notes = await serveNotes({ cases });
    running.push(notes);
    const report = await testServer(notes.url, { cases });
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  });

  test("that keeps sessions", async () => {
    const sessions = new Map<string, string>();
    const keeping: Behaviour = ({ body, headers, response }) => {
      const { authorization = "", "mcp-session-id": session } = headers;
      if (body.includes('"initialize"')) {
        const id = randomBytes(8).toString("hex");
        sessions.set(id, authorization);
        response.setHeader("Mcp-Session-Id", id);
        return false;
      }
      // The upstream server rejects requests without a valid token.
      if (typeof session === "string" && sessions.has(session)) return false;
      response
        .writeHead(400, { "Content-Type": "application/json" })
        .end('{"jsonrpc":"2.0","error":{"code":-32000,"message":"No session"}}');
      return true;
    };
    const notes = await serveNotes();
    const server = await rawProxy(notes.url, keeping);
    running.push(server, notes);
    const report = await testServer(server.url);
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
    expect(new Set(sessions.values()).size).toBeGreaterThan(2);
  });

  test("that keeps sessions: the suite ends all of them", async () => {
    const notes = await serveNotes();
    const sessions = new Map<string, number>();
    const opened: string[] = [];
    const idOf = (count: number) => {
      opened.push(`session-${count}`);
      return opened[count]!;
    };
    const server = await proxy(notes.url, sessionKeeper({ open: sessions, idOf }));
    running.push(server, notes);
    const report = await testServer(server.url);
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
    expect([opened.length > 2, [...sessions.keys()]]).toEqual([true, []]);
  });

  test("that loses sessions: the suite opens new ones", async () => {
    const notes = await serveNotes();
    const server = await proxy(notes.url, sessionKeeper({ requests: 25 }));
    running.push(server, notes);
    const report = await testServer(server.url);
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  });
});
