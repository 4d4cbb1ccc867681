import { expect, test } from "vitest";
import { computeExitCode } from "../results/report.ts";
import { json, type ProxiedRequest, proxy, type Reply } from "../test/support/proxy.ts";
import { testServer } from "../test/support/test-server.ts";

const always = (reply: (request: ProxiedRequest) => Partial<Reply>) => (request: ProxiedRequest) => ({
  status: 200,
  headers: json,
  body: "",
  ...reply(request),
});
const answering = (result: unknown) =>
  always(({ message }) => ({ body: JSON.stringify({ jsonrpc: "2.0", id: message.id ?? 1, result }) }));

/** The answer of the server to every request. */
const answers: readonly [string, (request: ProxiedRequest) => Reply][] = [
  ["an HTML page", always(() => ({ headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }))],
  ["an empty body", always(() => ({}))],
  ["HTTP 204", always(() => ({ status: 204 }))],
  ["HTTP 500 with a stack", always(() => ({ status: 500, body: "Error\n    at x (/srv/x.js:1:2)" }))],
  ["a redirect", always(() => ({ status: 307, headers: { location: "https://elsewhere.invalid/" } }))],
  ["invalid JSON", always(() => ({ body: "{" }))],
  ["null", answering(null)],
  ["a list", answering([])],
  ["an empty object", answering({})],
  [
    "values of the wrong types",
    answering({ protocolVersion: 7, capabilities: [], serverInfo: "x", tools: {} }),
  ],
  [
    "tool lists without tools",
    answering({
      protocolVersion: "2025-11-25",
      resultType: {},
      supportedVersions: ["2026-07-28"],
      tools: [null, 7, []],
    }),
  ],
  [
    "tools with schemas that refer to themselves and to the network",
    answering({
      protocolVersion: "2025-11-25",
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      tools: [
        {
          name: "a",
          inputSchema: { type: "object", $ref: "#" },
          outputSchema: { $ref: "https://elsewhere.invalid/" },
        },
        {
          name: "b",
          inputSchema: { type: "object", $schema: "nonsense", properties: { c: { "x-mcp-header": {} } } },
        },
        { name: "c", inputSchema: { type: "object", $schema: 7, $id: "https://[" } },
      ],
    }),
  ],
  [
    "an error that is a string",
    always(({ message }) => ({ body: JSON.stringify({ jsonrpc: "2.0", id: message.id, error: "no" }) })),
  ],
  [
    "an event stream of garbage",
    always(() => ({
      headers: { "content-type": "text/event-stream" },
      body: 'data: {"method":{}}\n\ndata: [1\n\n',
    })),
  ],
];

/** Answers `initialize`, since the suite refuses to test a server that does not. */
const initialized = answering({
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "hostile", version: "1" },
});

test.each(answers)(
  "the run ends with findings for a server that answers all but initialize with %s",
  async (_, reply) => {
    const server = await proxy("http://127.0.0.1:9/mcp", (request) =>
      (request.message.method === "initialize" ? initialized : reply)(request),
    );
    try {
      const report = await testServer(server.url, {
        selection: { kinds: ["protocol"] },
        target: { bindings: {} },
        timeoutMs: 2_000,
      });
      const broken = report.results.filter(
        ({ verdict }) => verdict.status === "unverified" && verdict.cause === "unsound",
      );
      expect(broken).toEqual([]);
      expect(computeExitCode(report)).not.toBe(0);
    } finally {
      await server.close();
    }
  },
);
