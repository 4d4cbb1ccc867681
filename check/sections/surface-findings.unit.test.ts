/** Findings beside those of tools: lost versions of MCP, capabilities and instructions, and differences between versions. */
import { describe, expect, test } from "vitest";
import type { Surface, VersionSurface } from "../lock/surface.ts";
import { versionDifferences, withoutEqualVersions } from "../lock/versions.ts";
import { breaksSection, type ComparedSide } from "./breaks.ts";
import { surfaceFindings } from "./surface-findings.ts";

const codesAndPlaces = (before: object, after: object) =>
  surfaceFindings(before, after).map(({ code, level, places }) => ({ code, level, places }));

describe("between a base and a server", () => {
  test.each([
    [
      "a capability that is gone fails",
      { capabilities: { tools: {}, completions: {} } },
      { capabilities: { tools: {} } },
      [{ code: "capability-removed", level: "fail", places: ["capability completions"] }],
    ],
    [
      "a setting that is off now fails",
      { capabilities: { resources: { subscribe: true } } },
      { capabilities: { resources: { subscribe: false } } },
      [{ code: "capability-removed", level: "fail", places: ["capability resources.subscribe"] }],
    ],
    [
      "a list that is not announced any more is advice",
      { capabilities: { tools: { listChanged: true } } },
      { capabilities: { tools: {} } },
      [
        {
          code: "capability-notification-removed",
          level: "advice",
          places: ["capability tools.listChanged"],
        },
      ],
    ],
    [
      "experimental and new capabilities, and those that were off, are no finding",
      { capabilities: { experimental: { a: {} }, tools: { listChanged: false } } },
      { capabilities: { tools: {}, prompts: {} } },
      [],
    ],
    ["a source that does not say is no finding", { capabilities: { tools: {} } }, {}, []],
    [
      "a generation of MCP that is gone fails",
      { protocolVersions: ["2025-11-25", "2026-07-28"] },
      { protocolVersions: ["2026-07-28"] },
      [{ code: "protocol-version-removed", level: "fail", places: ["MCP 2025-11-25"] }],
    ],
    [
      "another version of the same generation is no finding",
      { protocolVersions: ["2025-06-18"] },
      { protocolVersions: ["2025-11-25"] },
      [],
    ],
  ])("%s", (_, before, after, findings) => {
    expect(codesAndPlaces(before, after)).toEqual(findings);
  });
});

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: "object" } });
const shown = (...tools: VersionSurface["tools"]): VersionSurface => ({
  tools,
  resources: [],
  resourceTemplates: [],
  prompts: [],
});
const surface = (versions: Readonly<Record<string, VersionSurface>>): Surface => ({
  server: { name: "a", version: "1.0.0" },
  protocolVersions: ["2025-11-25", "2026-07-28"],
  ...shown(tool("add", "Adds."), tool("sub", "Subtracts.")),
  versions,
});

describe("between the versions of a server", () => {
  test("a tool that is missing, and other words, are named", () => {
    const main = surface({});
    expect(versionDifferences(main, shown(tool("add", "Adds two."))).map(({ place }) => place)).toEqual([
      "tool add description",
      "tool sub",
    ]);
  });

  test("equal versions are dropped: dialects of schemas and keys of one version do not count", () => {
    const add = {
      ...tool("add", "Adds."),
      inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" },
      execution: { taskSupport: "optional" },
    };
    const equal = shown(add, tool("sub", "Subtracts."));
    expect(withoutEqualVersions(surface({ "2026-07-28": equal }))).not.toHaveProperty("versions");
    const other = shown(tool("sub", "Subtracts."));
    expect(withoutEqualVersions(surface({ "2026-07-28": other }))).toHaveProperty("versions");
  });

  test("a break in a version that is not the first is found", () => {
    const side = (...names: string[]): ComparedSide => ({
      published: { tools: names.map((name) => tool(name, "It.")) },
    });
    const both = (versions: ComparedSide["versions"] = {}): ComparedSide => ({
      ...side("add", "sub"),
      protocolVersions: ["2025-11-25", "2026-07-28"],
      versions,
    });
    const { findings } = breaksSection(both(), both({ "2026-07-28": side("add") }), "");
    expect(findings).toMatchObject([{ code: "tool-removed", level: "fail" }]);
    expect(breaksSection(both(), both(), "").findings).toEqual([]);
  });
});
