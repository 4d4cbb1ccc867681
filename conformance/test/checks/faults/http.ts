import { answers, events, json, result, to } from "../../proxy.ts";
import { sessionKeeper } from "../sessions.ts";
import { type CheckFault, forgives, unknown, withHeaders } from "./fault.ts";

const http: readonly CheckFault[] = [
  {
    check: "http/answers-json-or-events",
    does: "calls its JSON a text",
    fault: () => async (asked, pass) => {
      const reply = await pass();
      const isList = to("tools/list")(asked);
      return isList ? { ...reply, headers: { ...reply.headers, "content-type": "text/plain" } } : reply;
    },
  },
  {
    check: "http/ignores-case-of-header-names",
    does: "knows Content-Type, and not CONTENT-TYPE",
    fault: () =>
      answers(
        ({ names }) => names.includes("CONTENT-TYPE"),
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
    does: "shows a page to GET",
    fault: () =>
      answers(
        ({ method }) => method === "GET",
        () => ({ headers: { "content-type": "text/html" } }),
      ),
  },
  {
    check: "http/answers-batches-whole-or-not",
    does: "answers the first of a batch",
    fault: () =>
      answers(
        ({ message }) => Array.isArray(message),
        ({ message }) => ({ headers: json, body: JSON.stringify([{ id: message[0].id, result: {} }]) }),
      ),
  },
  {
    check: "http/sends-no-requests",
    does: "asks for roots on the stream",
    fault: () => async (asked, pass) => {
      const reply = await pass();
      if (!to("tools/list")(asked) || reply.status !== 200) return reply;
      const roots = { jsonrpc: "2.0", id: "roots", method: "roots/list" };
      return { ...reply, ...events(roots, JSON.parse(reply.body)) };
    },
  },
  {
    check: "http/says-404-to-unknown-methods",
    does: "says 200",
    fault: () => async (asked, pass) => ({ ...(await pass()), ...(unknown(asked) && { status: 200 }) }),
  },
];

const sessions: readonly CheckFault[] = [
  {
    check: "sessions/have-visible-ids",
    does: "has spaces in them",
    fault: () => sessionKeeper({ idOf: (count) => `session ${count}` }),
  },
  {
    check: "sessions/have-ids-of-their-own",
    does: "has one for all",
    fault: () => sessionKeeper({ idOf: () => "one" }),
  },
  {
    check: "sessions/are-asked-for",
    does: "breaks without one",
    fault: () => sessionKeeper({ missing: 500 }),
  },
  {
    check: "sessions/are-gone-when-ended",
    does: "goes on after the end",
    fault: () => sessionKeeper({ ends: false }),
  },
];

const origin: readonly CheckFault[] = [
  {
    check: "origin/foreign",
    does: "does not look at Origin",
    fault: () => forgives((asked) => withHeaders(asked, { origin: undefined })),
  },
  {
    check: "origin/rebound",
    does: "compares Origin with Host",
    fault: () =>
      forgives((asked) =>
        asked.headers.origin === `http://${asked.headers.host}`
          ? withHeaders(asked, { origin: undefined, host: "127.0.0.1" })
          : {},
      ),
  },
];

const authorization: readonly CheckFault[] = [
  {
    check: "authorization/turns-invalid-tokens-away",
    does: "lists for everybody",
    fault: () => async (asked, pass) => {
      const reply = await pass();
      const isUnknown = reply.status === 401 && to("tools/list")(asked);
      return isUnknown
        ? { status: 200, headers: {}, body: "", ...result(asked.message.id, { tools: [] }) }
        : reply;
    },
  },
  {
    check: "authorization/challenges",
    does: "gives no challenge",
    fault: () => async (_, pass) => {
      const { headers: sent, ...reply } = await pass();
      const { "www-authenticate": _challenge, ...rest } = sent;
      return { ...reply, headers: rest };
    },
  },
  {
    check: "authorization/describes-itself-or-not",
    does: "shows a page for everything it does not know",
    fault: () =>
      answers(
        ({ path }) => path.startsWith("/.well-known/"),
        () => ({ headers: { "content-type": "text/html" } }),
      ),
  },
];

/** How servers get HTTP wrong. */
export const httpFaults: readonly CheckFault[] = [...http, ...sessions, ...origin, ...authorization];
