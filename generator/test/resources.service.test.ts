/** Resources, prompts and completions over the wire, in both generations of MCP. */
import { createMcpHandler, type ToolCallReport, uriTemplateParts } from "@toolwright/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { uriMatcher } from "../../runtime/service/uri-template.ts";
import { resourceUris } from "./fixtures/resources/want/resources.ts";
import { service } from "./fixtures/resources/want/tools.ts";
import { unimplemented } from "./fixtures/resources/want/unimplemented.ts";
import { handlers } from "./support/resource-handlers.ts";

const reports: ToolCallReport[] = [];
const endpoint = createMcpHandler(service, {
  handlers,
  authenticate: ({ token }) => ({ account: "ana", token, scopes: new Set(token.split(",")) }),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  limit: () => ({ allowed: true }),
  onToolCall: (report) => reports.push(report),
  visible: (operation, { token }) => token !== "hidden" || operation.kind === undefined,
});

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

type Params = Readonly<Record<string, unknown>>;

async function send(method: string, params: Params, { modern = false, token = "notes:read" } = {}) {
  const name = typeof params.name === "string" ? params.name : params.uri;
  const headers = new Headers({ "Content-Type": "application/json", Authorization: `Bearer ${token}` });
  if (modern) {
    headers.set("MCP-Protocol-Version", "2026-07-28");
    headers.set("Mcp-Method", method);
    if (name !== undefined) headers.set("Mcp-Name", String(name));
  }
  const body = { jsonrpc: "2.0", id: 1, method, params: modern ? { ...params, _meta: meta } : params };
  const response = await endpoint.fetch(
    new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(body) }),
  );
  const { result, error } = JSON.parse(await response.text());
  return result ?? error;
}

const read = (uri: string): [string, Params] => ["resources/read", { uri }];
const get = (name: string, args?: Params): [string, Params] => ["prompts/get", { name, arguments: args }];
const complete = (ref: Params, name: string, value: string, known: Params = {}): [string, Params] => [
  "completion/complete",
  { ref, argument: { name, value }, context: { arguments: known } },
];
const content = (value: Params) => ({ contents: [value] });
const user = (text: string) => ({ role: "user", content: { type: "text", text } });
const failure = (code: string) => ({ "dev.toolwright/failure": expect.objectContaining({ code }) });
const note = { type: "ref/resource", uri: "notes://note/{note_id}" };
const file = { type: "ref/resource", uri: "notes://note/{note_id}/{+path}" };
const guide = {
  uri: "notes://guide",
  mimeType: "text/markdown",
  text: "# Notes\n\nA note has one subject.\n",
};
const guideLink = { role: "user", content: { type: "resource_link", uri: "notes://guide", name: "guide" } };
const gone = { code: -32002, data: { uri: "notes://nothing" } };

test.each<[string, [string, Params], object]>([
  ["a resource in the spec is its text", read("notes://guide"), content(guide)],
  [
    "a resource without parameters is what its handler returns",
    read("notes://feed"),
    content({ uri: "notes://feed", mimeType: "text/plain", text: "news" }),
  ],
  [
    "a page of MCP Apps says how to show it",
    read("ui://notes/panel"),
    content({
      uri: "ui://notes/panel",
      mimeType: "text/html;profile=mcp-app",
      text: "<!doctype html><title>Notes</title>",
      _meta: { ui: expect.objectContaining({ domain: "notes.example", prefersBorder: true }) },
    }),
  ],
  [
    "a field that needs another scope is left out",
    read("notes://note/n1"),
    content({ uri: "notes://note/n1", mimeType: "application/json", text: '{"text":"Milk"}' }),
  ],
  [
    "a reserved variable may contain slashes, and bytes become a blob",
    read("notes://note/n1/images/plan.png"),
    content({ uri: "notes://note/n1/images/plan.png", blob: "AP8=" }),
  ],
  [
    "a file that is no text is sent as bytes, with its type",
    read("notes://logo"),
    content({ uri: "notes://logo", mimeType: "image/png", blob: expect.stringMatching(/^iVBORw0KGgo/) }),
  ],
  [
    "a handler may say the type and `_meta` of what it returns",
    read("notes://note/n1/picture.svg"),
    content({
      uri: "notes://note/n1/picture.svg",
      mimeType: "image/svg+xml",
      _meta: { "example.org/page": 1 },
      text: "<svg/>",
    }),
  ],
  ["an unknown URI is not found", read("notes://nothing"), gone],
  [
    "what the handler does not find is not found",
    read("notes://note/n9"),
    { code: -32002, message: "No note n9.", data: { uri: "notes://note/n9", ...failure("not_found") } },
  ],
  ["a refusal is an error", read("notes://note/n2"), { code: -32000, data: failure("locked") }],
  [
    "an error inside stays inside",
    read("notes://note/n3"),
    { code: -32603, message: expect.not.stringContaining("secret"), data: failure("internal") },
  ],
  [
    "a parameter has to fit its schema",
    read("notes://note/x1"),
    { code: -32602, message: expect.stringContaining("note_id"), data: failure("invalid_input") },
  ],
  ["a URI is a text", ["resources/read", { uri: 1 }], { code: -32602 }],
  [
    "a prompt has its arguments filled in",
    get("summarise", { note_id: "n1", tone: "plain" }),
    { messages: [user("Summarise note n1. Tone: plain."), guideLink] },
  ],
  [
    "an argument that is left out is empty, and one is never filled in twice",
    get("summarise", { note_id: "n1" }),
    { messages: [user("Summarise note n1. Tone: ."), guideLink] },
  ],
  ["a prompt of a handler", get("review", { note_id: "n1" }), { messages: [user("Review n1, ana.")] }],
  [
    "a prompt that is refused",
    get("review", { note_id: "n2" }),
    { code: -32000, data: failure("not_found") },
  ],
  ["a required argument is missing", get("review"), { code: -32602, data: failure("invalid_input") }],
  ["an argument outside its enum", get("summarise", { note_id: "n1", tone: "x" }), { code: -32602 }],
  ["an unknown prompt", get("sumarise"), { code: -32602, message: expect.stringContaining("summarise") }],
  [
    "completion out of an enum",
    complete({ type: "ref/prompt", name: "summarise" }, "tone", "P"),
    { completion: { values: ["plain", "playful"], total: 2, hasMore: false } },
  ],
  [
    "completion out of examples",
    complete(file, "path", "im"),
    { completion: { values: ["images/plan.png"], total: 1, hasMore: false } },
  ],
  [
    "completion by a handler, which knows the other parameters",
    complete(note, "note_id", "n", { other: "o", wrong: 1 }),
    { completion: { values: ["n1", "o"], total: 2, hasMore: false } },
  ],
  [
    "completion of more values than fit",
    complete({ type: "ref/prompt", name: "review" }, "note_id", ""),
    { completion: { values: expect.objectContaining({ length: 100 }), total: 150, hasMore: true } },
  ],
  [
    "completion of an unknown parameter",
    complete(note, "toString", ""),
    { completion: { values: [], total: 0, hasMore: false } },
  ],
  ["completion of an unknown prompt", complete({ type: "ref/prompt", name: "x" }, "a", ""), { code: -32602 }],
  [
    "completion of a prompt whose name is no text",
    complete({ type: "ref/prompt", name: { toString: 1 } }, "a", ""),
    { code: -32602 },
  ],
  ["completion without an argument", ["completion/complete", { ref: note }], { code: -32602 }],
])("%s", async (_, [method, params], want) => {
  expect(await send(method, params)).toMatchObject(want);
  const isNotFound = "code" in want && want.code === -32002;
  expect(await send(method, params, { modern: true })).toMatchObject(
    isNotFound ? { ...want, code: -32602 } : want,
  );
});

test("takes the lists and the server's description from the spec", async () => {
  const apps = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, extensions: apps };
  expect(await send("initialize", { protocolVersion: "2025-11-25" })).toMatchObject({ capabilities });
  expect(await send("server/discover", {}, { modern: true })).toMatchObject({ capabilities });
  const names = async (method: string, key: string, token?: string) =>
    (await send(method, {}, token === undefined ? {} : { token }))[key].map(
      ({ name }: { name: string }) => name,
    );
  expect(await names("resources/list", "resources")).toEqual(["guide", "feed", "panel", "logo"]);
  expect(await names("resources/templates/list", "resourceTemplates")).toEqual(["note", "attachment"]);
  expect(await names("prompts/list", "prompts")).toEqual(["summarise", "review"]);
  expect(await names("prompts/list", "prompts", "hidden")).toEqual([]);
  expect(await send("prompts/list", { cursor: "x" })).toMatchObject({ code: -32602 });
});

test("results say how long and by whom they may be cached", async () => {
  const kept = async (uri: string) => {
    const { ttlMs, cacheScope } = await send(...read(uri), { modern: true });
    return [ttlMs, cacheScope];
  };
  expect(await kept("notes://guide")).toEqual([300_000, "public"]);
  expect(await kept("notes://note/n1")).toEqual([0, "private"]);
  expect(await send("prompts/list", {}, { modern: true })).toMatchObject({
    resultType: "complete",
    ttlMs: 300_000,
  });
});

test("without the scope, nothing can be read, created or completed, and hidden resources do not exist", async () => {
  const missing = { code: -32000, data: failure("insufficient_scope") };
  for (const [method, params] of [
    read("notes://note/n1"),
    get("review", { note_id: "n1" }),
    complete(note, "note_id", "n"),
  ])
    expect(await send(method, params, { token: "other" })).toMatchObject(missing);
  expect(await send(...read("notes://guide"), { token: "hidden" })).toMatchObject({ code: -32002 });
  expect(await send(...get("summarise"), { token: "hidden" })).toMatchObject({ code: -32602 });
  expect(
    (await send(...read("notes://note/n1"), { token: "notes:read,notes:author" })).contents[0].text,
  ).toBe('{"text":"Milk","author":"Ana"}');
});

test("rejects a header that names another resource, and reports calls", async () => {
  const headers = {
    "Mcp-Method": "resources/read",
    "Mcp-Name": "notes://feed",
    "MCP-Protocol-Version": "2026-07-28",
  };
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "resources/read",
    params: { uri: "notes://guide", _meta: meta },
  };
  const init = { "Content-Type": "application/json", Authorization: "Bearer x", ...headers };
  const request = { method: "POST", headers: init, body: JSON.stringify(body) };
  const response = await endpoint.fetch(new Request("http://localhost/mcp", request));
  expect([response.status, (await response.json()).error.code]).toEqual([400, -32020]);
  reports.length = 0;
  await send(...read("notes://feed"));
  expect(reports).toMatchObject([{ tool: "feed", kind: "resource", outcome: "ok" }]);
});

test("names a missing handler when the server is created", () => {
  expect(() =>
    createMcpHandler(service, {
      handlers: { ...handlers, resources: {}, prompts: {} } as never,
      authenticate: () => undefined,
    }),
  ).toThrow("The handlers lack prompts.review(), which makes the messages of review.");
  const made = createMcpHandler(service, { handlers: unimplemented, authenticate: () => undefined });
  expect(made).toBeDefined();
});

test("reads any parameters back from the URI of a resource", () => {
  const value = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(value, (note_id) => {
      const uri = resourceUris.note({ note_id });
      expect(uriMatcher("notes://note/{note_id}")(uri)).toEqual({ note_id });
    }),
  );
  const matches = uriMatcher("a://{x}-{y}/{+z}!");
  expect(matches("a://1-2/3/4!")).toEqual({ x: "1", y: "2", z: "3/4" });
  for (const uri of ["a://1-2/!", "a://-2/3!", "a://1/2-3/4!", "a://1-2/3", "a://%zz-2/3!", "b://1-2/3!"])
    expect(matches(uri)).toBeUndefined();
  expect(uriTemplateParts("a://{x*}")).toBeUndefined();
});

test("reads a hostile URI in linear time", () => {
  const matches = uriMatcher("a://{a}-{b}-{c}-{+d}-{e}!");
  // With quadratic time it would not end.
  expect(matches(`a://${"x-".repeat(1_000_000)}`)).toBeUndefined();
});
