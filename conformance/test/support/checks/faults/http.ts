/** Faults in HTTP, sessions, origins and authorization. */
import { answers, events, hasMethod, json, result } from "../../proxy.ts";
import { sessionKeeper } from "../sessions.ts";
import { type CheckFault, isUnknownMethod, repairsRequest, withHeaders } from "./fault.ts";

const http: readonly CheckFault[] = [
  {
    check: "http/answers-json-or-events",
    does: "sends JSON as text/plain",
    fault: () => async (request, forward) => {
      const reply = await forward();
      const isList = hasMethod("tools/list")(request);
      return isList ? { ...reply, headers: { ...reply.headers, "content-type": "text/plain" } } : reply;
    },
  },
  {
    check: "http/ignores-case-of-header-names",
    does: "rejects CONTENT-TYPE and accepts Content-Type",
    fault: () =>
      answers(
        ({ headerNames }) => headerNames.includes("CONTENT-TYPE"),
        () => ({ status: 415 }),
      ),
  },
  {
    check: "http/reads-accept",
    does: "compares Accept as a whole",
    fault: () =>
      answers(
        ({ headers: { accept = "" } }) => accept.includes("q="),
        () => ({ status: 406 }),
      ),
  },
  {
    check: "http/reads-content-type",
    does: "compares Content-Type as a whole",
    fault: () =>
      answers(
        ({ headers: sent }) => String(sent["content-type"]).includes("charset"),
        () => ({ status: 415 }),
      ),
  },
  {
    check: "http/opens-a-stream-or-does-not",
    does: "answers GET with an HTML page",
    fault: () =>
      answers(
        ({ method }) => method === "GET",
        () => ({ headers: { "content-type": "text/html" } }),
      ),
  },
  {
    check: "http/answers-batches-whole-or-not",
    does: "answers only the first request of a batch",
    fault: () =>
      answers(
        ({ message }) => Array.isArray(message),
        ({ message }) => ({ headers: json, body: JSON.stringify([{ id: message[0].id, result: {} }]) }),
      ),
  },
  {
    check: "http/sends-no-requests",
    does: "requests roots on the stream",
    fault: () => async (request, forward) => {
      const reply = await forward();
      if (!hasMethod("tools/list")(request) || reply.status !== 200) return reply;
      const roots = { jsonrpc: "2.0", id: "roots", method: "roots/list" };
      return { ...reply, ...events(roots, JSON.parse(reply.body)) };
    },
  },
  {
    check: "http/says-404-to-unknown-methods",
    does: "answers an unknown method with HTTP 200",
    fault: () => async (request, forward) => ({
      ...(await forward()),
      ...(isUnknownMethod(request) && { status: 200 }),
    }),
  },
];

const sessions: readonly CheckFault[] = [
  {
    check: "sessions/have-visible-ids",
    does: "has spaces in session ids",
    fault: () => sessionKeeper({ idOf: (count) => `session ${count}` }),
  },
  {
    check: "sessions/have-ids-of-their-own",
    does: "gives all sessions one id",
    fault: () => sessionKeeper({ idOf: () => "one" }),
  },
  {
    check: "sessions/are-asked-for",
    does: "fails with HTTP 500 without a session",
    fault: () => sessionKeeper({ missing: 500 }),
  },
  {
    check: "sessions/are-gone-when-ended",
    does: "accepts a session after DELETE",
    fault: () => sessionKeeper({ ends: false }),
  },
];

const origin: readonly CheckFault[] = [
  {
    check: "origin/foreign",
    does: "ignores Origin",
    fault: () => repairsRequest((request) => withHeaders(request, { origin: undefined })),
  },
  {
    check: "origin/rebound",
    does: "compares Origin with Host",
    fault: () =>
      repairsRequest((request) =>
        request.headers.origin === `http://${request.headers.host}`
          ? withHeaders(request, { origin: undefined, host: "127.0.0.1" })
          : {},
      ),
  },
];

const authorization: readonly CheckFault[] = [
  {
    check: "authorization/turns-invalid-tokens-away",
    does: "answers tools/list for invalid tokens",
    fault: () => async (request, forward) => {
      const reply = await forward();
      const isUnknown = reply.status === 401 && hasMethod("tools/list")(request);
      return isUnknown
        ? { status: 200, headers: {}, body: "", ...result(request.message.id, { tools: [] }) }
        : reply;
    },
  },
  {
    check: "authorization/challenges",
    does: "sends no WWW-Authenticate",
    fault: () => async (_, forward) => {
      const { headers: sent, ...reply } = await forward();
      const { "www-authenticate": _challenge, ...rest } = sent;
      return { ...reply, headers: rest };
    },
  },
  {
    check: "authorization/points-to-what-exists",
    does: "names metadata that it does not have",
    fault: () => async (_, forward) => {
      const reply = await forward();
      const challenge = 'Bearer resource_metadata="/.well-known/oauth-protected-resource"';
      return reply.status === 401
        ? { ...reply, headers: { ...reply.headers, "www-authenticate": challenge } }
        : reply;
    },
  },
  {
    check: "authorization/describes-itself-or-not",
    does: "answers unknown paths with an HTML page",
    fault: () =>
      answers(
        ({ path }) => path.startsWith("/.well-known/"),
        () => ({ headers: { "content-type": "text/html" } }),
      ),
  },
];

/** Faults of servers in HTTP. */
export const httpFaults: readonly CheckFault[] = [...http, ...sessions, ...origin, ...authorization];
