/** The methods of skills over the wire, in both generations of MCP. */
import { createMcpHandler } from "@toolwright/runtime";
import { expect, test } from "vitest";
import skills from "../test/official/want/skills.json" with { type: "json" };
import { service } from "../test/official/want/tools.ts";
import { handlers } from "../test/support/official/handlers.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => expect.unreachable() };
const endpoint = createMcpHandler(service, { handlers, log });
/** Hides the skill from every caller, and nothing else. */
const hiding = createMcpHandler(service, {
  ...{ handlers, log },
  visible: (operation) => operation.kind !== "resource" || operation.skill === undefined,
});

const [skill] = skills.skills;
const folder = "skill://simple-texts";
const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function send(method: string, params: object, { modern = false, to = endpoint } = {}) {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (modern) {
    headers.set("MCP-Protocol-Version", "2026-07-28");
    headers.set("Mcp-Method", method);
  }
  const body = { jsonrpc: "2.0", id: 1, method, params: modern ? { ...params, _meta: meta } : params };
  const request = new Request("http://localhost/mcp", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const { result, error } = JSON.parse(await (await to.fetch(request)).text());
  return result ?? error;
}

test("the capability is listed with other extensions, and has its settings inline", async () => {
  const { capabilities } = await send("initialize", { protocolVersion: "2025-11-25" });
  expect(capabilities.extensions).toEqual({ "io.modelcontextprotocol/skills": { directoryRead: true } });
});

test.each([false, true])("entries, files and folders are what the spec says (modern: %s)", async (modern) => {
  const options = { modern };
  expect((await send("skills/list", {}, options)).skills).toEqual(skills.skills);
  expect((await send("skills/get", { uri: skill!.uri }, options)).skill).toEqual(skill);
  const { resources } = await send("resources/directory/read", { uri: folder }, options);
  expect(resources).toMatchObject([
    { uri: `${folder}/SKILL.md`, name: "simple-texts", mimeType: "text/markdown" },
    { uri: `${folder}/references`, name: "references", mimeType: "inode/directory" },
  ]);
  const below = await send("resources/directory/read", { uri: `${folder}/references` }, options);
  expect(below.resources.map(({ uri }: { uri: string }) => uri)).toEqual(
    ["workflows", "refusals"].map((part) => `${folder}/references/${part}.md`),
  );
});

test("lists and entries may be cached publicly if all callers see the same", async () => {
  const shown = await send("skills/get", { uri: skill!.uri }, { modern: true });
  expect(shown).toMatchObject({ resultType: "complete", cacheScope: "public", ttlMs: 300_000 });
  const listed = await send("skills/list", {}, { modern: true, to: hiding });
  expect(listed).toMatchObject({ skills: [], cacheScope: "private" });
});

test.each([
  ["skills/get", `${folder}/references/workflows.md`],
  ["skills/get", "skill://none/SKILL.md"],
  ["skills/get", "__proto__"],
  ["skills/get", { toString: 1, valueOf: 1 }],
  ["skills/get", [skill!.uri]],
  ["skills/get", undefined],
  ["resources/directory/read", skill!.uri],
  ["resources/directory/read", `${folder}/`],
  ["resources/directory/read", "file:///etc"],
])("%s refuses %j", async (method, uri) => {
  expect(await send(method, { uri })).toMatchObject({ code: -32602 });
});

test.each([
  ["skills/get", skill!.uri],
  ["resources/directory/read", folder],
])("%s refuses a skill that the caller may not see", async (method, uri) => {
  const hidden = await send(method, { uri }, { to: hiding });
  expect(hidden).toEqual(await send(method, { uri: "skill://none/SKILL.md" }, { to: hiding }));
});

test("an unknown cursor is refused, as all skills are on one page", async () => {
  expect(await send("skills/list", { cursor: "2" })).toMatchObject({ code: -32602 });
});
