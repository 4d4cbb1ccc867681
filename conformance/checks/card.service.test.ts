/** Each check of server cards detects a fault, and has no finding for a healthy server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { notesCases, serveNotes } from "../test/support/notes-server.ts";
import { type Fault, proxy, type Reply } from "../test/support/proxy.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import { checkCases } from "./check-case.ts";
import { checks } from "./index.ts";

let notes: Awaited<ReturnType<typeof serveNotes>>;
beforeAll(async () => {
  notes = await serveNotes();
});
afterAll(() => notes.close());

async function run(fault: Fault, selected: string) {
  const server = await proxy(notes.url, fault);
  try {
    return await testServer(server.url, {
      cases: notesCases,
      target: { bindings: {} },
      selection: { cases: [selected] },
    });
  } finally {
    await server.close();
  }
}

const healthy: Fault = (_, forward) => forward();

/** Changes the answer to requests for the card, or for another document. */
function changes(change: (reply: Reply) => Reply, path = /\/server-card$/): Fault {
  return async (request, forward) => {
    const reply = await forward();
    return path.test(request.path) ? change(reply) : reply;
  };
}

function changesCard(change: (card: Record<string, unknown>) => object): Fault {
  return changes((reply) =>
    reply.body === "" ? reply : { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) },
  );
}

const without = (name: string) =>
  changes(({ headers, ...reply }) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  }));

const faults: readonly (readonly [check: string, does: string, fault: Fault])[] = [
  ["is-there", "has none", changes(() => ({ status: 404, headers: {}, body: "{}" }))],
  ["is-there", "shows a page", changes((reply) => ({ ...reply, body: "<!doctype html>" }))],
  ["is-there", "leaves the description out", changesCard(({ description: _, ...card }) => card)],
  [
    "is-there",
    "wants a token",
    (request, forward) =>
      /\/server-card$/.test(request.path) && request.headers.authorization === undefined
        ? { status: 401, headers: {}, body: "{}" }
        : forward(),
  ],
  [
    "has-its-media-type",
    "calls it JSON",
    changes((reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "application/json" } })),
  ],
  ["is-of-the-spec", "has an old version", changesCard((card) => ({ ...card, version: "0.0.1" }))],
  ["is-of-the-spec", "describes another server", changesCard((card) => ({ ...card, description: "Else." }))],
  ["names-the-endpoint", "has no remotes", changesCard(({ remotes: _, ...card }) => card)],
  [
    "names-the-endpoint",
    "names another path",
    changesCard((card) => ({ ...card, remotes: [{ type: "streamable-http", url: "https://a.example/x" }] })),
  ],
  [
    "names-its-versions",
    "names a version that it does not have",
    changesCard(({ remotes, ...card }) => ({
      ...card,
      remotes: (remotes as object[]).map((each) => ({ ...each, supportedProtocolVersions: ["2024-11-05"] })),
    })),
  ],
  ["lists-nothing", "lists its tools", changesCard((card) => ({ ...card, tools: [{ name: "secret" }] }))],
  [
    "is-the-same-for-everyone",
    "greets the caller",
    async (request, forward) => {
      const reply = await forward();
      if (!/\/server-card$/.test(request.path) || request.headers.authorization === undefined) return reply;
      return { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), title: "Hello, Ana" }) };
    },
  ],
  ["is-for-pages-of-every-origin", "allows no origin", without("access-control-allow-origin")],
  [
    "is-for-pages-of-every-origin",
    "refuses other origins",
    (request, forward) =>
      request.headers.origin === undefined ? forward() : { status: 403, headers: {}, body: "{}" },
  ],
  ["can-be-revalidated", "has no ETag", without("etag")],
  [
    "can-be-revalidated",
    "sends it again",
    (request, forward) => {
      const { "if-none-match": _, ...headers } = request.headers;
      return forward({ headers });
    },
  ],
  [
    "is-in-the-catalog",
    "lists something else",
    changes((reply) => ({ ...reply, body: '{"specVersion":"1.0","entries":[]}' }), /ai-catalog/),
  ],
];

test.each(faults)("card/%s fails for a server that %s", async (check, _, fault) => {
  const id = `card/${check}`;
  expect(idsOf(await run(fault, id), "failed")).toEqual([id]);
});

test("every check has a fault that it detects", () => {
  const names = checks.filter(({ kind }) => kind === "card").map(({ name }) => name);
  expect([...new Set(faults.map(([check]) => `card/${check}`))].sort()).toEqual(names.sort());
});

test("every check holds for a healthy server", async () => {
  const report = await run(healthy, "card/**");
  expect(report.results.map(({ verdict }) => verdict.status)).toEqual(
    checks.filter(({ kind }) => kind === "card").map(() => "held"),
  );
});

test("a host without a catalog is not tested for it", async () => {
  const gone: Fault = (request, forward) =>
    /ai-catalog/.test(request.path) ? { status: 404, headers: {}, body: "{}" } : forward();
  const { results } = await run(gone, "card/is-in-the-catalog");
  expect(results.map(({ verdict }) => verdict.status)).toEqual(["inapplicable"]);
});

test.each([
  [true, "failed"],
  [undefined, "inapplicable"],
] as const)(
  "a server without a card fails only if its spec says that it has one: %s",
  async (namesCard, status) => {
    const { namesCard: _, ...cases } = notesCases;
    const server = await proxy(
      notes.url,
      changes(() => ({ status: 401, headers: {}, body: "" })),
    );
    const { results } = await testServer(server.url, {
      cases: { ...cases, ...(namesCard && { namesCard }) },
      target: { bindings: {} },
      selection: { cases: ["card/**"] },
    }).finally(server.close);
    expect(results.find(({ subject }) => subject.id === "card/is-there")?.verdict.status).toBe(status);
    const others = results.filter(({ subject }) => subject.id !== "card/is-there");
    expect(new Set(others.map(({ verdict }) => verdict.status))).toEqual(new Set(["inapplicable"]));
  },
);

test("a spec without a card has no such checks", () => {
  const { card: _, ...cases } = notesCases;
  expect(checkCases(checks, cases, "http").filter(({ kind }) => kind === "card")).toEqual([]);
});
