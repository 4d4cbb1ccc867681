/**
 * Schemas of 1 kB in which definitions lead to the next one twice, 30 times: references reach the last one in a billion ways. Each
 * command that reads a server or a spec ends within 300 MB.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type Ended, start } from "./support/cli/cli.ts";
import { repository } from "./support/temporary-project.ts";

const levels = 30;
const memory = { NODE_OPTIONS: "--max-old-space-size=300" };
const top = mkdtempSync(join(tmpdir(), "multiplied-schemas-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

type Lead = (next: object) => object;

/** Schemas that apply to the same value: more than a billion of them run to check one, so a spec refuses them. */
const inPlace: Record<string, Lead> = {
  choice: (next) => ({ anyOf: [next, next] }),
  conjunction: (next) => ({ allOf: [next, next] }),
  titled: (next) => ({
    oneOf: [
      { ...next, title: "A" },
      { ...next, title: "B" },
    ],
  }),
};

/** Schemas that apply to parts of a value. */
const inParts: Record<string, Lead> = {
  properties: (next) => ({ type: "object", properties: { a: next, b: next } }),
  items: (next) => ({ type: "array", prefixItems: [next], items: next }),
};

function multiplied(lead: Lead, last: object): object {
  const definitions = Array.from({ length: levels + 1 }, (_, level) => [
    `d${level}`,
    level === levels ? last : lead({ $ref: `#/$defs/d${level + 1}` }),
  ]);
  const properties = { note_id: { type: "string" }, of: { $ref: "#/$defs/d0" } };
  return { type: "object", properties, required: ["of"], $defs: Object.fromEntries(definitions) };
}

/** Writes a manifest with two tools for each way: one has it in its arguments, one in its results. */
function writeManifest(name: string, ways: Record<string, Lead>, last: object): string {
  const plain = { type: "object", properties: { note_id: { type: "string" } } };
  const tools = Object.entries(ways).flatMap(([way, lead]) => [
    { name: `get_${way}`, inputSchema: multiplied(lead, last), outputSchema: plain },
    { name: `list_${way}`, inputSchema: plain, outputSchema: multiplied(lead, last) },
  ]);
  const file = join(top, name);
  writeFileSync(file, JSON.stringify({ serverInfo: { name: "notes", version: "1.0.0" }, tools }));
  return file;
}

const server = (manifest: string, tools: number) =>
  `${process.execPath} --conditions=toolwright-source ${join(repository, "check/test/support/manifest-program.ts")} ${manifest} ${tools}`;

async function ends(args: readonly string[]): Promise<Ended> {
  const child = start(top, args, memory);
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  child.stdout!.on("data", (text) => {
    output.stdout += text;
  });
  child.stderr!.on("data", (text) => {
    output.stderr += text;
  });
  const [code] = await once(child, "close");
  expect(output.stderr).not.toMatch(/heap|is a bug of/);
  return { code, ...output };
}

describe.each([
  { what: "schemas of one value", name: "in-place", ways: inPlace, imports: 1, decided: 0 },
  { what: "schemas of parts", name: "in-parts", ways: inParts, imports: 0, decided: 1 },
])("$what", ({ name, ways, imports, decided }) => {
  const manifest = writeManifest(`${name}.json`, ways, { type: "string" });
  const changed = writeManifest(`${name}-changed.json`, ways, { type: "string", maxLength: 3 });
  const count = Object.keys(ways).length * 2;

  test.each<[string, readonly string[], number]>([
    ["import", ["import", manifest, "--out", `${name}-spec`], imports],
    ["import --guess", ["import", manifest, "--guess", "--out", `${name}-guessed`], imports],
    ["client", ["client", manifest, "--out", `${name}-client`], imports],
    ["portability", ["portability", "--manifest", manifest], 0],
    ["stats", ["stats", "--command", server(manifest, count)], 0],
    ["diff", ["diff", manifest, changed], decided],
    ["check --update", ["check", "--command", server(manifest, count), "--update"], 0],
    ["check", ["check", "--command", server(changed, count)], 1],
  ])("%s ends", { timeout: 120_000 }, async (_, args, code) => {
    const ended = await ends(args);
    expect(ended, ended.stderr).toMatchObject({ code });
    if (code === 1 && args[0] === "import")
      expect(ended.stderr).toContain("references lead to the same schemas in many ways");
  });
});

test.each<[string, readonly string[]]>([
  ["generate", ["generate", "--spec", "in-parts-spec", "--out", "generated", "--no-cache"]],
  ["cases", ["cases", "--spec", "in-parts-spec"]],
])("%s ends for a spec with schemas of parts", { timeout: 120_000 }, async (_, args) => {
  const ended = await ends(args);
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
});

test("conformance ends for a spec with schemas of parts", { timeout: 120_000 }, async () => {
  const { stdout } = await ends([
    "conformance",
    "--command",
    server(join(top, "in-parts.json"), 4),
    "--spec",
    "in-parts-spec",
  ]);
  expect(stdout).toMatch(/4 tools|get_items/);
});
