/** Rules of MCP that servers of popular SDKs break: advice at a first look, kept by the lock file, and a failure where they are new. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requirementOf } from "@toolwright/conformance/protocol";
import { expect, onTestFinished, test } from "vitest";
import { findArgumentRule } from "../../conformance/results/argument-rules.ts";
import { groupFindings } from "../../conformance/results/findings.ts";
import { failed } from "../../conformance/results/verdict.ts";
import { quoteForShell } from "../../conformance/server-options/command-line.ts";
import { runIn } from "../test/support/run-check.ts";

/** A server over stdio with a tool that adds. @param refuses the arguments that it refuses, as an expression of `a` */
const program = (refuses: string) => `
const tool = { name: "add", description: "Adds one.", annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { a: { type: "integer" } }, required: ["a"], additionalProperties: false } };
const results = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "sums", version: "1.0.0" } },
  "tools/list": { tools: [tool] }, ping: {},
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let message;
  try { message = JSON.parse(line); } catch { return console.log('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}'); }
  const { id, method, params } = message;
  if (id === undefined) return;
  const a = params?.arguments?.a;
  const known = Object.keys(params?.arguments ?? {}).join() === "a" && params.name === "add";
  const result = method === "tools/call" && known && !(${refuses}) ? { content: [] } : results[method];
  const error = { code: method === "tools/call" ? -32602 : -32601, message: "No." };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
});`;
const strict = "!Number.isInteger(a)";
const lax = "!/^[0-9]+$/.test(String(a))";

test("a new MUST fails, one that the lock file records does not, and a mended one leaves it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "check-usual-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, lock] = [join(folder, "server.cjs"), join(folder, "mcp.lock.json")];
  const check = (refuses: string, ...args: readonly string[]) => {
    writeFileSync(file, program(refuses));
    const command = `${quoteForShell(process.execPath)} ${quoteForShell(file)}`;
    return runIn(folder, ["--command", command, "--lock", lock, "--without", "descriptions", ...args]);
  };
  const accepted = () => JSON.parse(readFileSync(lock, "utf8")).accepted;

  const first = await check(lax);
  expect(first.code).toBe(0);
  expect(first.out).toContain("No rule of MCP is broken, except for 1 that servers of SDKs often break.");
  expect(first.out).toMatch(
    /advice {2}2025-11-25 {2}\[arguments\/keep-their-types\]\n.* This breaks a MUST of MCP\./,
  );

  expect((await check(strict, "--update")).code).toBe(0);
  expect(accepted()).toEqual([]);
  const fails = await check(lax);
  expect(fails.code).toBe(1);
  expect(fails.out).toContain("FAIL    2025-11-25  [arguments/keep-their-types]");

  expect((await check(lax, "--update")).code).toBe(0);
  expect(accepted()).toMatchObject([
    { finding: "arguments/keep-their-types 2025-11-25", section: "protocol" },
  ]);
  expect(await check(lax)).toMatchObject({
    code: 0,
    out: expect.stringContaining("except for 1 accepted finding"),
  });
  expect((await check(strict)).out).toContain("1 accepted finding is not needed any more.");
  expect((await check(strict, "--update")).code).toBe(0);
  expect(accepted()).toEqual([]);
});

test.each([
  ["input/add/a/type/lookalike", "arguments/keep-their-types"],
  ["input/add/additionalProperties/unknown", "arguments/are-all-known"],
  ["input/add/type/null", "arguments/are-an-object"],
])("the suite names %s as check does: %s", (id, name) => {
  expect(findArgumentRule(id)).toBe(name);
  const verdict = failed("a refusal of the arguments", "a result: {}");
  const subject = {
    id,
    must: "The arguments are refused.",
    at: "spec/a.yaml#/a",
    kind: "input",
    tool: "add",
  } as const;
  const [finding] = groupFindings([{ subject, verdict }]);
  expect(finding?.cause).toBe(`${requirementOf(name).must} [${name}]`);
});
