import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "@toolwright/check/surface";
import { expect, test } from "vitest";
import { importListing } from "../import/index.ts";
import { generate } from "./support/fixtures.ts";
import { repository } from "./support/temporary-project.ts";

/** The maximum size of each kind of file, relative to the tools: docs/decisions/validators.md. */
const most: Readonly<Record<string, number>> = {
  "cases.json": 2.2,
  validators: 0.85,
  "manifest.json": 1.7,
  "types.ts": 0.8,
  docs: 0.65,
  "mcpdesc.json": 0.13,
  others: 0.37,
};
const mostTogether = 6.45;

/** Describes the spec language to editors, and is the same whatever tools there are. */
const sameForAll = "schema/";

test("188 tools with a manifest of 1 MB stay below the limits", async () => {
  const tools = largeServer();
  expect(tools.length).toBe(188);
  const bytes = Buffer.byteLength(JSON.stringify(tools));
  expect(bytes).toBeGreaterThan(900_000);
  const listing = readManifest(JSON.stringify({ tools }), "manifest.json");
  const sizes = new Map<string, number>();
  for (const { path, text } of await generate(importListing(listing).sources)) {
    if (path.startsWith(sameForAll)) continue;
    const [top = ""] = path.split("/");
    const kind = top in most ? top : "others";
    sizes.set(kind, (sizes.get(kind) ?? 0) + Buffer.byteLength(text) / bytes);
  }
  for (const [kind, limit] of Object.entries(most)) expect(sizes.get(kind), kind).toBeLessThan(limit);
  expect(sizes.values().reduce((sum, size) => sum + size, 0)).toBeLessThan(mostTogether);
});

/**
 * Tools of three known servers, and eight copies of those that the form service had in November 2026, each with other names and
 * descriptions. They stay as they are: else a shorter description of the service would look like a longer output of the generator.
 */
function largeServer(): object[] {
  const known = ["notion", "chrome-devtools", "playwright"].flatMap((name) =>
    toolsOf(`generator/test/manifests/${name}.json`),
  );
  const own = toolsOf("generator/test/large-server-tools.json");
  const copies = Array.from({ length: 8 }, (_, number) =>
    own.map((tool) => ({ ...(marked(tool, number) as Tool), name: `${tool.name}_${number}` })),
  );
  return [...known.slice(0, 76), ...copies.flat()];
}

interface Tool {
  readonly name: string;
}

function toolsOf(path: string): Tool[] {
  return JSON.parse(readFileSync(join(repository, path), "utf8")).tools;
}

function marked(value: unknown, number: number): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, number));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === "description" && typeof child === "string" ? `${child} (${number})` : marked(child, number),
    ]),
  );
}
