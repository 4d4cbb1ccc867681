import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportsProgress } from "../test/support/checks/faults/fault.ts";
import { checkFaults } from "../test/support/checks/faults/index.ts";
import { sessionKeeper } from "../test/support/checks/sessions.ts";
import { notesCases, serveNotes } from "../test/support/notes-server.ts";
import { events, type Fault, hasMethod, proxy } from "../test/support/proxy.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import { checkCases } from "./check-case.ts";
import { checks } from "./index.ts";

let notes: Awaited<ReturnType<typeof serveNotes>>;
beforeAll(async () => {
  notes = await serveNotes();
});
afterAll(() => notes.close());

async function reported(fault: Fault, ids: readonly string[], cases = notesCases) {
  const server = await proxy(notes.url, fault);
  try {
    return await testServer(server.url, { cases, selection: { cases: ids }, target: { bindings: {} } });
  } finally {
    await server.close();
  }
}

/** The server with a spec that names the older version alone. */
function casesOf(protocolVersion: string): typeof notesCases {
  return { ...notesCases, server: { ...notesCases.server, protocolVersions: [protocolVersion] } };
}

const faultsOf = (cases: typeof notesCases) =>
  checkFaults.flatMap(({ check, does, only, fault }) =>
    checkCases(checks, cases, "http")
      .filter(({ check: { name }, version }) => name === check && (only ?? version) === version)
      .map(({ id }) => ({ id, does, fault, cases })),
  );

const specs = [notesCases, casesOf("2025-06-18")];
const table = specs.flatMap(faultsOf);

test.each(table)("$id fails for a server that $does", async ({ id, fault, cases }) => {
  const report = await reported(fault(), [id], cases);
  expect(idsOf(report, "failed")).toEqual([id]);
});

test("a server that ignores Origin gets the settings of SDKs", async () => {
  const [id, fault] = [
    "protocol/2025-11-25/origin/foreign",
    table.find((each) => each.id.endsWith("/origin/foreign"))!,
  ];
  const { results } = await reported(fault.fault(), [id]);
  expect(results.map(({ verdict }) => verdict)).toEqual([
    expect.objectContaining({ remedy: expect.stringContaining("`enableDnsRebindingProtection: true`") }),
  ]);
});

test("every check has a fault that it detects, and every fault has a check", () => {
  const ofProtocol = checks.filter(({ kind }) => kind === undefined);
  const planned = specs.flatMap((cases) => checkCases(ofProtocol, cases, "http").map(({ id }) => id));
  expect([...new Set(table.map(({ id }) => id))].sort()).toEqual([...planned].sort());
});

test("the names of checks are unique", () => {
  const names = checks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** Correct ways to serve, between which a server may choose. */
const variants: readonly { readonly name: string; readonly fault: () => Fault }[] = [
  { name: "as it is", fault: () => (_, forward) => forward() },
  { name: "with sessions", fault: () => sessionKeeper() },
  { name: "with sessions that it loses", fault: () => sessionKeeper({ requests: 10 }) },
  {
    name: "with event streams",
    fault: () => async (request, forward) => {
      const reply = await forward();
      const isResult = reply.status === 200 && request.message.id !== undefined;
      return isResult ? { ...reply, ...events(JSON.parse(reply.body)) } : reply;
    },
  },
  {
    name: "with pages of tools",
    fault: () => async (request, forward) => {
      const { cursor, ...params } = request.message.params ?? {};
      if (!hasMethod("tools/list")(request)) return forward();
      const reply = await forward({ body: JSON.stringify({ ...request.message, params }) });
      if (reply.status !== 200) return reply;
      const { result, ...rest } = JSON.parse(reply.body);
      const page =
        cursor === undefined
          ? { tools: result.tools.slice(0, 2), nextCursor: "2" }
          : { tools: result.tools.slice(2) };
      return { ...reply, body: JSON.stringify({ ...rest, result: { ...result, ...page } }) };
    },
  },
  {
    name: "with progress",
    fault: () =>
      reportsProgress((progressToken) => [
        { progressToken, progress: 1 },
        { progressToken, progress: 2.5, total: 9 },
      ]),
  },
];

describe("every check holds for a healthy server", () => {
  test.each(variants)("$name", async ({ fault }) => {
    const report = await reported(fault(), ["protocol/**"]);
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
    expect(report.results.every(({ verdict }) => verdict.status === "held")).toBe(true);
  });

  test.each(["2025-03-26", "2025-06-18"])("in MCP %s, which its spec lists", async (version) => {
    const report = await reported((_, forward) => forward(), ["protocol/**"], casesOf(version));
    expect(report.results.length).toBeGreaterThan(25);
    expect(report.results.filter(({ verdict }) => verdict.status !== "held")).toEqual([]);
    expect(report.results.every(({ subject }) => subject.id.startsWith(`protocol/${version}/`))).toBe(true);
  });

  test("with only older versions: checks of newer versions do not apply", async () => {
    const legacy: Fault = (request, forward) =>
      request.headers["mcp-protocol-version"] === "2026-07-28"
        ? { status: 400, headers: {}, body: "" }
        : forward();
    const report = await reported(legacy, ["protocol/**"]);
    const left = report.results.filter(({ verdict }) => verdict.status !== "held");
    expect(new Set(left.map(({ verdict }) => verdict.status))).toEqual(new Set(["inapplicable"]));
    expect(left.every(({ subject }) => subject.id.startsWith("protocol/2026-07-28/"))).toBe(true);
  });

  test("with only newer versions: checks of older versions do not apply", async () => {
    const modern: Fault = (request, forward) =>
      request.headers["mcp-protocol-version"] === "2026-07-28" ||
      request.message.params?._meta !== undefined ||
      request.path.startsWith("/.well-known/")
        ? forward()
        : { status: 400, headers: {}, body: "" };
    const report = await reported(modern, ["protocol/**"]);
    const left = report.results.filter(({ verdict }) => verdict.status !== "held");
    expect(new Set(left.map(({ verdict }) => verdict.status))).toEqual(new Set(["inapplicable"]));
    expect(left.every(({ subject }) => subject.id.startsWith("protocol/2025-11-25/"))).toBe(true);
  });
});

test("a version that the spec lists and the server does not offer is unverified", async () => {
  const named = { ...notesCases, server: { ...notesCases.server, namesVersions: true } };
  const report = await reported(
    (request, forward) =>
      request.headers["mcp-protocol-version"] === "2026-07-28"
        ? { status: 400, headers: {}, body: "" }
        : forward(),
    ["protocol/**"],
    named,
  );
  const missing = idsOf(report, "unverified");
  expect(missing.length).toBeGreaterThan(40);
  expect(missing.every((id) => id.startsWith("protocol/2026-07-28/"))).toBe(true);
});

test("a path that is not the endpoint is said in whole sentences", async () => {
  const error = { jsonrpc: "2.0", id: 1, error: { code: 404, message: "There is nothing at this path." } };
  const answer = {
    status: 404,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(error),
  };
  await expect(reported(() => answer, ["protocol/**"])).rejects.toThrow(
    /nothing at this path\. Check the address/,
  );
});

test("a server that offers no version is not tested", async () => {
  await expect(reported(() => ({ status: 400, headers: {}, body: "" }), ["protocol/**"])).rejects.toThrow(
    /does not answer like an MCP server; the answer to initialize is: HTTP 400/,
  );
});
